// @ts-check
// The configuration's text, for reading and editing.

import { endOf, nodeAt, placeOf, startOf } from "./yamlSource.js";

export class TextPanel {
  /** @param {HTMLTextAreaElement} area @param {import("./document.js").EditorDocument} doc */
  constructor(area, doc) {
    this.area = area;
    this.doc = doc;
    area.addEventListener("change", () => doc.change(area.value));
    doc.addEventListener("changed", () => {
      if (area.value !== doc.text) area.value = doc.text;
    });
    doc.addEventListener("selected", () => doc.selected && area.offsetParent && document.activeElement !== area && this.#mark(doc.selected.path));
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
