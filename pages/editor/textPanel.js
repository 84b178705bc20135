// @ts-check
// The configuration's text, for reading and editing.

import { endOf, nodeAt, placeOf, startOf } from "./yamlSource.js";

export class TextPanel {
  /** @param {HTMLTextAreaElement} area @param {import("./document.js").EditorDocument} doc */
  constructor(area, doc) {
    this.area = area;
    this.doc = doc;
    const panel = /** @type {HTMLElement} */ (area.closest("[role=tabpanel]"));
    area.addEventListener("change", () => doc.change(area.value));
    // Reading the area's text takes milliseconds, so the last one is kept.
    let shown = "";
    doc.addEventListener("changed", () => {
      if (shown !== doc.text) area.value = shown = doc.text;
    });
    doc.addEventListener("selected", () => doc.selected && !panel.hidden && document.activeElement !== area && this.#mark(doc.selected.path));
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
