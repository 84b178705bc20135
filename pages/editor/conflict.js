// @ts-check
// The dialog for a file that another program has changed since the page read it.

import { difference } from "./difference.js";
import { element } from "./element.js";

/** The most lines of a difference that are shown. */
const MOST = 1000;
const SIGNS = { same: " ", removed: "−", added: "+" };

export class Conflict {
  /** The other program's text with its tag, once it has been read. @type {{text: string, tag: string}|null} */
  #theirs = null;

  /**
   * @param {HTMLDialogElement} dialog
   * @param {import("./files.js").EditedFile} file
   * @param {{text: () => string, download: () => void, overwrite: (tag: string) => void}} answers
   */
  constructor(dialog, file, answers) {
    this.dialog = dialog;
    this.file = file;
    this.answers = answers;
  }

  /** Reads the file again and asks what to do. */
  async open() {
    this.#theirs = await this.file.peek().catch(() => null);
    this.#show(this.#question());
    if (!this.dialog.open) this.dialog.showModal();
  }

  #show(content) {
    this.dialog.replaceChildren(element("form", { method: "dialog" }, element("h2", { id: "conflict-title" }, `${this.file.name} has changed`), ...content));
    /** @type {HTMLElement|null} */ (this.dialog.querySelector("[autofocus]"))?.focus();
  }

  #button(name, text, act, more = {}) {
    return element("button", { id: `conflict-${name}`, type: "button", onclick: act, ...more }, text);
  }

  #question() {
    const isRead = this.#theirs !== null;
    return [
      element("p", {}, "Another program has changed the file since you opened it. Nothing has been written, and your text is still here."),
      !isRead && element("p", { class: "error" }, "The file cannot be read now, so it can be neither compared nor overwritten."),
      element("div", { class: "row" },
        this.#button("difference", "Show difference", () => this.#show(this.#difference()), { disabled: !isRead }),
        this.#button("download", "Download mine", () => this.answers.download(), { autofocus: true }),
        this.#button("overwrite", "Overwrite …", () => this.#show(this.#confirmation()), { class: "danger", disabled: !isRead }),
        element("button", { id: "conflict-close" }, "Close")),
    ];
  }

  #confirmation() {
    return [
      element("p", {}, `Overwrite ${this.file.name} with your text? What the other program wrote is lost.`),
      element("div", { class: "row" },
        this.#button("sure", `Overwrite ${this.file.name}`, () => {
          const tag = this.#theirs?.tag ?? "";
          this.dialog.close();
          this.answers.overwrite(tag);
        }, { class: "danger" }),
        this.#button("back", "Back", () => this.#show(this.#question()), { autofocus: true })),
    ];
  }

  #difference() {
    const rows = difference(this.#theirs?.text ?? "", this.answers.text());
    const line = (row) => (row.kind === "left out" ? element("li", { class: "left-out" }, `${row.count} equal ${row.count === 1 ? "line" : "lines"}`)
      : element("li", { class: row.kind }, element("span", { "aria-hidden": "true" }, `${SIGNS[row.kind]} `), row.kind !== "same" && element("span", { class: "sr-only" }, row.kind === "added" ? "mine: " : "theirs: "), row.text));
    return [
      element("p", {}, rows.length === 0 ? "Both texts are equal." : "− is in the file now, + is in your text."),
      element("ol", { class: "difference", tabIndex: 0, "aria-label": "Difference" }, ...rows.slice(0, MOST).map(line), rows.length > MOST && element("li", { class: "left-out" }, `and ${rows.length - MOST} more lines`)),
      element("div", { class: "row" }, this.#button("back", "Back", () => this.#show(this.#question()), { autofocus: true })),
    ];
  }
}
