// @ts-check
// The message of the page as a whole: what was saved, copied or pasted, errors, and the time of a trial. It lies above everything, so that nothing moves
// when it comes and goes.

/** The time for which a message without a kind is shown, in ms. */
const LONG = 8000;

export class Message {
  #timer = 0;
  /** The edited text of which the message tells. */
  #of = "";
  /** A save that has been told, whose text may not have been checked yet. */
  #saved = { words: "", text: /** @type {string|null} */ (null) };
  /** The text that was checked last, and its number of errors. */
  #checked = { text: /** @type {string|null} */ (null), errors: 0 };

  /**
   * @param {{line: HTMLElement, said: HTMLElement, revert: HTMLElement, dismiss: HTMLElement}} parts
   * @param {import("./document.js").EditorDocument} doc
   * @param {import("./told.js").Told} told
   */
  constructor(parts, doc, told) {
    this.parts = parts;
    this.doc = doc;
    this.told = told;
    parts.dismiss.addEventListener("click", () => this.show(""));
    // What was said of another text is no longer true.
    doc.addEventListener("changed", () => this.kind !== "trial" && doc.text !== this.#of && this.show(""));
  }

  get kind() {
    return this.parts.line.dataset.kind ?? "";
  }

  /** @param {string} text @param {""|"error"|"trial"} [kind] an error stays until the text changes, and a trial until it ends */
  show(text, kind = "") {
    const { line, said, revert, dismiss } = this.parts;
    clearTimeout(this.#timer);
    this.#of = this.doc.text;
    this.#saved.text = null;
    line.hidden = text === "";
    said.textContent = text;
    line.dataset.kind = kind;
    revert.hidden = kind !== "trial";
    dismiss.hidden = kind === "trial";
    if (text === "" || kind === "trial") return;
    // One voice is enough: the message has said how many regions are selected.
    this.told.say("");
    if (kind === "") this.#timer = window.setTimeout(() => this.show(""), LONG);
  }

  /** Tells of a save, and of the errors in the saved text. @param {string} words such as “Saved kiosk.yaml” @param {string} text */
  saved(words, text) {
    const errors = this.#checked.text === text ? this.#checked.errors : 0;
    this.show(`${words}${errors === 0 ? "" : errors === 1 ? ", with 1 error" : `, with ${errors} errors`}.`);
    this.#saved = { words, text };
  }

  /** Takes the number of errors of a text, perhaps of the one that has just been saved. @param {string} text @param {number} errors */
  checked(text, errors) {
    const isNew = this.#checked.text !== text;
    this.#checked = { text, errors };
    if (isNew && errors > 0 && this.#saved.text === text) this.saved(this.#saved.words, text);
  }
}
