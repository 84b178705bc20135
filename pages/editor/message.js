// @ts-check
// The message of the page as a whole: what was saved, copied or pasted, errors, and the time of a trial. It lies above everything, so that nothing moves
// when it comes and goes.

/** The time for which a message without a kind is shown, in ms. */
const LONG = 8000;

/** The message about a text with errors of syntax. */
export const UNREADABLE = "The text has syntax errors. The list below shows where; correct them in the tab “Text”.";

export class Message {
  #timer = 0;
  /** The text that was open when the message was shown. */
  #shownFor = "";
  /** The last reported save, whose text may not have been checked yet. */
  #saved = { words: "", text: /** @type {string|null} */ (null) };
  /** The text that was checked last, and its number of errors. */
  #checked = { text: /** @type {string|null} */ (null), errors: 0 };

  /**
   * @param {{line: HTMLElement, said: HTMLElement, revert: HTMLElement, dismiss: HTMLElement}} parts
   * @param {import("./document.js").EditorDocument} doc
   * @param {import("./told.js").Told} told
   * @param {() => void} focus gives the focus back to the picture
   */
  constructor(parts, doc, told, focus) {
    this.parts = parts;
    this.doc = doc;
    this.told = told;
    this.focus = focus;
    parts.dismiss.addEventListener("click", () => this.show(""));
    // A message about another text is no longer true.
    doc.addEventListener("changed", () => this.kind !== "trial" && doc.text !== this.#shownFor && this.show(""));
  }

  get kind() {
    return this.parts.line.dataset.kind ?? "";
  }

  /** @param {string} text @param {""|"error"|"trial"} [kind] an error stays until the text changes, and a trial until it ends */
  show(text, kind = "") {
    const { line, said, revert, dismiss } = this.parts;
    const focused = [revert, dismiss].find((button) => button === document.activeElement);
    clearTimeout(this.#timer);
    this.#shownFor = this.doc.text;
    this.#saved.text = null;
    line.hidden = text === "";
    said.textContent = text;
    line.dataset.kind = kind;
    revert.hidden = kind !== "trial";
    dismiss.hidden = kind === "trial";
    if (focused && (line.hidden || focused.hidden)) this.focus();
    if (text !== "" && kind === "") this.#closeLater();
  }

  /** Closes the message after a while, but not while people are at it. */
  #closeLater() {
    this.#timer = window.setTimeout(() => (this.parts.line.matches(":hover, :focus-within") ? this.#closeLater() : this.show("")), LONG);
  }

  /** Shows a message that says itself how many regions are selected: one voice is enough. @param {string} text */
  showCount(text) {
    this.show(text);
    this.told.say("");
  }

  /** Tells of a save, and of the errors in the saved text. @param {string} words such as “Saved kiosk.yaml” @param {string} text */
  saved(words, text) {
    const errors = this.#checked.text === text ? this.#checked.errors : 0;
    const line = `${words}${errors === 0 ? "" : errors === 1 ? ", with 1 error" : `, with ${errors} errors`}.`;
    // The error of an unreadable text stays until it is corrected.
    if (this.doc.text === text && !this.doc.isReadable) this.show(`${line} ${UNREADABLE}`, "error");
    else this.show(line);
    this.#saved = { words, text };
  }

  /** Records the number of errors of a text, perhaps of the one that has just been saved. @param {string} text @param {number} errors */
  checked(text, errors) {
    const isNew = this.#checked.text !== text;
    this.#checked = { text, errors };
    if (isNew && errors > 0 && this.#saved.text === text) this.saved(this.#saved.words, text);
  }
}
