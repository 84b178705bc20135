// @ts-check
// A line on the picture, also for screen readers: how many regions are selected, and what a command has done or why it cannot.

/** The time for which a text is shown, in ms. */
const LONG = 8000;

export class Told {
  #count = 0;
  #timer = 0;

  /** @param {HTMLElement} line a live region @param {import("./document.js").EditorDocument} doc */
  constructor(line, doc) {
    this.line = line;
    doc.addEventListener("selected", () => {
      const { length } = doc.chosen;
      // The focus tells of a single region.
      const before = this.#count;
      this.#count = length;
      this.say(length > 1 ? `${length} regions selected` : before > 1 ? (length === 1 ? `${doc.chosen[0].id} selected` : "Nothing selected") : "");
    });
  }

  get text() {
    return this.line.textContent ?? "";
  }

  /** Shows a text for some seconds, and as long as several regions are selected. @param {string} text */
  say(text) {
    clearTimeout(this.#timer);
    if (text !== "") this.#timer = window.setTimeout(() => this.#count < 2 && this.say(""), LONG);
    if (this.line.textContent !== text) this.line.textContent = text;
  }
}
