// @ts-check
// The keyboard: one table of all keys, which the help also shows.

import { duplicate, move, remove, reorder, resize, siblingsOf } from "./commands.js";
import { byId, element } from "./element.js";

/** The regions that keys go to in the picture: how many steps to the front. */
const STEPS = { PageDown: 1, PageUp: -1, Home: -Infinity, End: Infinity };
const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

const HELP = [
  ["Tab, Shift-Tab", "go to the picture, the list, the next or previous button or field"],
  ["Page Down, Page Up", "in the picture, go to the next region to the front or to the back; Home and End to the first and the last"],
  ["Shift-Page Down, Shift-Page Up", "in the picture, add the next region to the selection, or go back"],
  ["Ctrl-A", "select all siblings of the region, or all windows"],
  ["Arrows", "move the selected regions by 1 point; with Ctrl by 10"],
  ["Shift-arrows", "make a region wider or narrower, higher or lower, by 1 point; with Ctrl by 10"],
  ["N", "add a region in the selected one"],
  ["A, then L, C, R", "in the picture or the list, align the selected regions at their left edges, centres, right edges; a single one with its parent"],
  ["A, then T, M, B", "the same for their top edges, middles, bottom edges"],
  ["A, then H, V", "make the gaps of three or more selected regions equal, across or down"],
  ["A, then W, E", "give the selected regions the width or the height of the one that was selected last"],
  ["Ctrl-D", "duplicate the selected regions, 20 points to the right and down; with Shift in the same place"],
  ["Ctrl-C, Ctrl-X, Ctrl-V", "copy, cut and paste regions, also from one file to another; what is pasted goes into the selected region if it can hold others, otherwise beside it"],
  ["L, I", "lock or hide the selected regions in the editor alone, or end that; Shift-L unlocks all, Shift-I shows all. A locked region cannot be picked or moved in the picture"],
  ["Delete", "delete the selected regions and everything in them"],
  ["[ and ]", "move it one step to the back or to the front; with Shift all the way"],
  ["Enter", "go to the region's properties; Escape goes back"],
  ["Escape", "end a drag; select the region around it; in a window, or with several regions, select nothing"],
  ["Space", "hold it to move the picture by a drag that begins anywhere"],
  ["V, R, P", "select, draw, ask what a point hits; Shift-R, or Draw tapped twice, draws several regions, and Escape ends it"],
  ["H", "ask what the middle of the region hits"],
  ["E", "show the elements: their order, what people hear, where an activation touches"],
  ["+, −, 0", "zoom in, zoom out, show the whole screen"],
  ["Shift-1, Shift-2", "show the whole screen, the selected regions"],
  ["Ctrl-Z, Ctrl-Shift-Z", "undo, redo"],
  ["Ctrl-S, Ctrl-O", "save, open"],
  ["/", "find a region in the list"],
  ["in the list", "arrows select, with Shift more and more regions; Ctrl-arrows only go there, and Ctrl-Space adds the region or removes it; left and right fold and unfold; Alt-up and Alt-down move to the front and to the back; Alt-left moves out of the parent, Alt-right into the region above"],
  ["in the order", "arrows select; Alt-up and Alt-down move the element; Enter goes to its label"],
  ["?", "show this table"],
];

/**
 * @param {HTMLElement} picture
 * @param {import("./document.js").EditorDocument} doc
 * @param {{view: import("./view.js").View, modes: import("./modes.js").Modes, adding: import("./adding.js").Adding, aside: import("./aside.js").Aside, told: import("./told.js").Told, zoom: () => void, save: () => void, open: () => void, help: () => void, heard: () => void, hit: () => void, step: (steps: number, isMore: boolean) => void, pointer: import("./pointer.js").Pointer, arrange: import("./arrange.js").Arrange, find: () => void, form: () => void, focus: () => void}} page
 */
export function handleKeys(picture, doc, page) {
  const isPlace = (target) => picture.contains(target) || byId("tree").contains(target);
  // The letter after an A is for nothing else, neither in the picture nor in the list.
  document.addEventListener("keydown", (event) => {
    if (!isPlace(event.target)) page.arrange.end();
    else if (page.arrange.key(event)) event.stopPropagation(), event.preventDefault();
  }, true);
  document.addEventListener("keydown", (event) => {
    if (event.defaultPrevented || document.querySelector("dialog[open]")) return;
    const isField = event.target instanceof HTMLElement && event.target.matches("input, textarea, select");
    const isTyping = isField && !(/** @type {any} */ (event.target).type === "checkbox");
    if ((event.ctrlKey || event.metaKey) && !event.altKey && isKnown(event, doc, page, isTyping)) return event.preventDefault();
    // The panel closes.
    if (event.key === "Escape" && document.querySelector("[popover]:popover-open")) return;
    if (isTyping && event.key === "Escape") {
      page.focus();
      return event.preventDefault();
    }
    if (isTyping || event.altKey || event.ctrlKey || event.metaKey) return;
    if (event.key === " " && isForPicture(event.target, picture)) {
      page.pointer.space(true);
      return event.preventDefault();
    }
    if (plain(event, doc, page)) event.preventDefault();
  });
  document.addEventListener("keyup", (event) => {
    if (event.key === " " && !page.pointer.space(false) && doc.selected && picture.contains(document.activeElement)) page.form();
  });
  addEventListener("blur", () => page.pointer.space(false));
  picture.addEventListener("keydown", (event) => {
    const arrow = ARROWS[event.key];
    const region = doc.selected;
    if (event.altKey || event.metaKey) return;
    if (event.key in STEPS) {
      page.step(STEPS[event.key], event.shiftKey);
      return event.preventDefault();
    }
    if (!region) return;
    if (arrow) {
      const step = event.ctrlKey ? 10 : 1;
      const [dx, dy] = [arrow[0] * step, arrow[1] * step];
      const regions = (event.shiftKey ? [region] : doc.topmost).filter((one) => !page.aside.isLocked(one));
      if (regions.length === 0) page.told.say(`${region.id} is locked`);
      else if (event.shiftKey) resize(doc, region, { right: dx, bottom: dy });
      else move(doc, regions, dx, dy);
    } else if (event.key === "Enter") {
      page.form();
    } else {
      return;
    }
    event.preventDefault();
  });
}

/** True if Space does nothing else where the focus is. */
const isForPicture = (target, picture) => target === document.body || picture.contains(target);

function isKnown(event, doc, page, isTyping) {
  const key = event.key.toLowerCase();
  if (key === "s") page.save();
  else if (key === "o") page.open();
  else if (key === "z" && !isTyping) event.shiftKey ? doc.redo() : doc.undo();
  else if (key === "y" && !isTyping) doc.redo();
  else if (key === "d" && !isTyping && doc.selected) duplicate(doc, doc.topmost, event.shiftKey ? 0 : 20);
  else if (key === "a" && !isTyping) chooseSiblings(doc), page.focus();
  else return false;
  return true;
}

/** Chooses all siblings of the primary region, or all windows. The primary stays the same. */
function chooseSiblings(doc) {
  const keys = siblingsOf(doc, doc.selected?.parent ?? null).map((region) => region.key);
  doc.choose(doc.selection ? [...keys.filter((key) => key !== doc.selection), doc.selection] : keys);
}

/** Hides the selected regions or shows all. The focus goes to the list if its region is no longer in the picture. */
function hide(event, doc, page) {
  const wasInPicture = document.activeElement instanceof SVGElement;
  if (event.shiftKey) return page.aside.clear("hidden");
  page.aside.toggle("hidden");
  if (wasInPicture && doc.selected && page.aside.isHidden(doc.selected)) page.focus();
}

function plain(event, doc, page) {
  const region = doc.selected;
  if (event.key === "Escape" && (page.pointer.cancel() || page.modes.end())) return true;
  // On many keyboards Shift makes another character of a digit.
  if (event.shiftKey && event.code === "Digit1" && event.key !== "+") return page.view.fit(), true;
  if (event.shiftKey && event.code === "Digit2") return page.zoom(), true;
  switch (event.key) {
    case "?": page.help(); return true;
    case "/": page.find(); return true;
    case "v": case "V": page.modes.set("select"); return true;
    case "r": case "R": page.modes.set("draw", event.shiftKey); return true;
    case "p": case "P": page.modes.set("pick"); return true;
    case "h": case "H": page.hit(); return true;
    case "e": case "E": page.heard(); return true;
    case "l": case "L": event.shiftKey ? page.aside.clear("locked") : page.aside.toggle("locked"); return true;
    case "i": case "I": hide(event, doc, page); return true;
    case "+": case "=": page.view.zoom(1.25); return true;
    case "-": page.view.zoom(0.8); return true;
    case "0": page.view.fit(); return true;
    case "n": case "N": if (page.adding.inMiddle(region)) page.focus(); return true;
  }
  if (!region) return false;
  switch (event.key) {
    case "Delete": case "Backspace": remove(doc, doc.topmost); page.focus(); return true;
    case "[": case "{": reorder(doc, region, event.shiftKey ? -1e6 : -1); page.focus(); return true;
    case "]": case "}": reorder(doc, region, event.shiftKey ? 1e6 : 1); page.focus(); return true;
    case "Escape":
      doc.select(doc.chosen.length > 1 ? null : (region.parent?.key ?? null));
      // The focus would select a region.
      if (doc.selection) page.focus();
      return true;
  }
  return false;
}

/** @param {HTMLDialogElement} dialog */
export function fillHelp(dialog) {
  const rows = HELP.map(([keys, does]) => element("tr", {}, element("td", {}, element("kbd", {}, keys)), element("td", {}, does)));
  dialog.replaceChildren(element("form", { method: "dialog" }, element("h2", { id: "keys-title" }, "Keys and fingers"),
    element("p", { class: "hint" }, "Tap a region to select it; tap twice quickly to select the one behind it, three times for the one behind that, and drag there to move it. Drag any region to move it at once, with all others that are selected, or a handle to resize it. A window moves only if it is selected. With Alt a drag moves the selection, wherever it begins. Its edges snap within 6 pixels; with Ctrl held during the drag nothing snaps. Lines show the distances to the edges of the parent and to the nearest siblings; thick ones with “=” are equal gaps."),
    element("p", { class: "hint" }, "With Shift or Ctrl a tap adds a region to the selection, or removes it. With Shift a drag from the ground, from a window or from a region that has others in it selects the regions in there that it touches."),
    element("p", { class: "hint" }, "A drag from the ground or from a window moves the picture; so does one with Space or with the middle button, from anywhere. Two fingers zoom it."),
    element("table", {}, element("tbody", {}, ...rows)), element("button", { class: "primary", autofocus: true }, "Close")));
}
