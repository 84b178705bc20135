// @ts-check
// Adds regions by key, button or drag, and reports why a region cannot be added or seen.

import { add, addInMiddle } from "./commands.js";

/** @typedef {import("./model.js").Region} Region */

export class Adding {
  /**
   * @param {import("./document.js").EditorDocument} doc
   * @param {import("./aside.js").Aside} aside
   * @param {import("./told.js").Told} told
   */
  constructor(doc, aside, told) {
    this.doc = doc;
    this.aside = aside;
    this.told = told;
  }

  /** True if regions can be added; otherwise it says why not, and what to do. */
  isPossible() {
    const { doc } = this;
    const problem = !doc.isOpen ? "Open a configuration first."
      : !doc.isReadable ? "The text has syntax errors. Correct them in the tab “Text” before you add regions."
      : doc.screens.length === 0 ? "The file has no screen. Add one in the tab “Text”, such as “screens: [{ id: main, size: [1920, 1080] }]”." : "";
    if (problem !== "") this.told.say(problem);
    return problem === "";
  }

  /** Adds a region in the middle of another one, or a window. Returns true if it was added. @param {Region|null} parent */
  inMiddle(parent) {
    return this.isPossible() && this.#added(() => addInMiddle(this.doc, parent));
  }

  /** Adds a region at a place. @param {Region|null} parent @param {number[]} frame in the parent's points */
  at(parent, frame) {
    if (this.isPossible()) this.#added(() => add(this.doc, parent, frame));
  }

  /** @param {() => void} act */
  #added(act) {
    try {
      act();
    } catch (error) {
      // The text may not allow it, for example because `windows` is not a list.
      this.told.say(error.message);
      return false;
    }
    const region = this.doc.selected;
    const reason = region ? this.aside.reason(region) : "";
    if (region && reason !== "") this.told.say(`${region.id} added; it is ${reason}`);
    return true;
  }
}
