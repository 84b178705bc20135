// @ts-check
// Buttons for keys and for the mouse's commands, so that fingers have them too.

import { union } from "./align.js";
import { duplicate } from "./commands.js";
import { element } from "./element.js";
import { onScreen } from "./model.js";

/** Shows the selected regions as large as possible. @param {import("./document.js").EditorDocument} doc @param {import("./view.js").View} view */
export function zoomToSelection(doc, view) {
  const regions = doc.chosen.filter((region) => region.screen === doc.screen);
  if (regions.length > 0) view.zoomTo(union(regions.map(onScreen)));
}

/** @param {import("./document.js").EditorDocument} doc @param {import("./view.js").View} view @param {import("./pointer.js").Pointer} pointer */
export function pictureButtons(doc, view, pointer) {
  const several = element("button", { class: "wide", "data-name": "several", "aria-pressed": "false", title: "Each tap adds a region to the selection or removes it, as with Shift", onclick: () => {
    pointer.adds = !pointer.adds;
    several.setAttribute("aria-pressed", String(pointer.adds));
  } }, "Select several");
  return [element("p", { class: "hint" }, "In the picture"), several,
    element("button", { class: "wide", "data-name": "zoom", title: "Shift-2", "aria-keyshortcuts": "Shift+2", onclick: () => zoomToSelection(doc, view) }, "Zoom to selection"),
    element("button", { class: "wide", "data-name": "in-place", title: "A copy in the same place, in front of the original (Ctrl-Shift-D)", "aria-keyshortcuts": "Control+Shift+D", onclick: () => doc.selected && duplicate(doc, doc.topmost, 0) }, "Duplicate in place")];
}
