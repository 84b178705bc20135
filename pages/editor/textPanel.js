// @ts-check
// The configuration's text, for reading and editing.

import { afterPause } from "./afterPause.js";
import { endOf, nodeAt, placeOf, startOf } from "./yamlSource.js";

export class TextPanel {
  /** The text in the area. Reading the area's own text takes milliseconds. */
  #shown = "";

  /** @param {HTMLTextAreaElement} area @param {import("./document.js").EditorDocument} doc */
  constructor(area, doc) {
    this.area = area;
    this.doc = doc;
    const panel = /** @type {HTMLElement} */ (area.closest("[role=tabpanel]"));
    const later = afterPause(() => this.show());
    area.addEventListener("change", () => {
      this.#shown = area.value;
      doc.change(area.value);
    });
    area.addEventListener("focus", () => this.show());
    // Writing a long text into the area takes milliseconds as well, so a hidden one waits until nothing happens.
    doc.addEventListener("changed", () => (panel.hidden ? later() : this.show()));
    doc.addEventListener("selected", () => doc.selected && !panel.hidden && document.activeElement !== area && this.#mark(doc.selected.path));
  }

  /** Puts the current text into the area. */
  show() {
    if (this.#shown !== this.doc.text) this.area.value = this.#shown = this.doc.text;
  }

  /** Moves the cursor to an offset. */
  goTo(offset) {
    this.area.focus();
    this.#show(offset, offset);
  }

  #mark(path) {
    const node = nodeAt(this.doc.source.root, path);
    if (node) this.#show(startOf(node), endOf(node));
  }

  #show(start, end) {
    this.area.setSelectionRange(start, end);
    const { line } = placeOf(this.doc.text, start);
    this.area.scrollTop = (line - 3) * parseFloat(getComputedStyle(this.area).lineHeight);
  }
}
