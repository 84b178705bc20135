// @ts-check
// A line on the picture, also for screen readers: how many regions are selected, and what a command has done or why it cannot.

export class Told {
  #count = 0;

  /** @param {HTMLElement} line a live region @param {import("./document.js").EditorDocument} doc */
  constructor(line, doc) {
    this.line = line;
    doc.addEventListener("selected", () => {
      const { length } = doc.chosen;
      // The focus tells of a single region.
      this.say(length > 1 ? `${length} regions selected` : this.#count > 1 ? (length === 1 ? `${doc.chosen[0].id} selected` : "Nothing selected") : "");
      this.#count = length;
    });
  }

  /** @param {string} text stays until the selection or the text of the file changes */
  say(text) {
    if (this.line.textContent !== text) this.line.textContent = text;
  }
}
