// @ts-check
// The keyboard: one table of all keys, which the help also shows.

import { addInMiddle, duplicate, move, remove, reorder, resize } from "./commands.js";
import { element } from "./element.js";

/** The regions that keys go to in the picture: how many steps to the front. */
const STEPS = { PageDown: 1, PageUp: -1, Home: -Infinity, End: Infinity };
const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

const HELP = [
  ["Tab, Shift-Tab", "go to the picture, the list, the next or previous button or field"],
  ["Page Down, Page Up", "in the picture, go to the next region to the front or to the back; Home and End to the first and the last"],
  ["Arrows", "move the region by 1 point; with Ctrl by 10"],
  ["Shift-arrows", "make it wider or narrower, higher or lower, by 1 point; with Ctrl by 10"],
  ["N", "add a region in the selected one"],
  ["Ctrl-D", "duplicate the region"],
  ["Ctrl-C, Ctrl-X, Ctrl-V", "copy, cut and paste regions, also from one file to another; what is pasted goes into the selected region if it can hold others, otherwise beside it"],
  ["Delete", "delete the region and everything in it"],
  ["[ and ]", "move it one step to the back or to the front; with Shift all the way"],
  ["Enter", "go to the region's properties; Escape goes back"],
  ["Escape", "select the region around it; in a window, select nothing"],
  ["V, R, P", "select, draw, ask what a point hits"],
  ["H", "ask what the middle of the region hits"],
  ["E", "show the elements: their order, what people hear, where an activation touches"],
  ["+, −, 0", "zoom in, zoom out, show the whole screen"],
  ["Ctrl-Z, Ctrl-Shift-Z", "undo, redo"],
  ["Ctrl-S, Ctrl-O", "save, open"],
  ["/", "find a region in the list"],
  ["in the list", "arrows select, left and right fold and unfold; Alt-up and Alt-down move to the front and to the back; Alt-left moves out of the parent, Alt-right into the region above"],
  ["in the order", "arrows select; Alt-up and Alt-down move the element; Enter goes to its label"],
  ["?", "show this table"],
];

/**
 * @param {HTMLElement} picture
 * @param {import("./document.js").EditorDocument} doc
 * @param {{view: import("./view.js").View, mode: (name: string) => void, save: () => void, open: () => void, help: () => void, heard: () => void, hit: () => void, step: (steps: number) => void, find: () => void, form: () => void, focus: () => void}} page
 */
export function handleKeys(picture, doc, page) {
  document.addEventListener("keydown", (event) => {
    if (event.defaultPrevented || document.querySelector("dialog[open]")) return;
    const isField = event.target instanceof HTMLElement && event.target.matches("input, textarea, select");
    const isTyping = isField && !(/** @type {any} */ (event.target).type === "checkbox");
    if ((event.ctrlKey || event.metaKey) && !event.altKey && isKnown(event, doc, page, isTyping)) return event.preventDefault();
    if (isTyping && event.key === "Escape") {
      page.focus();
      return event.preventDefault();
    }
    if (isTyping || event.altKey || event.ctrlKey || event.metaKey) return;
    if (plain(event, doc, page)) event.preventDefault();
  });
  picture.addEventListener("keydown", (event) => {
    const arrow = ARROWS[event.key];
    const region = doc.selected;
    if (event.altKey || event.metaKey) return;
    if (event.key in STEPS) {
      page.step(STEPS[event.key]);
      return event.preventDefault();
    }
    if (!region) return;
    if (arrow) {
      const step = event.ctrlKey ? 10 : 1;
      const [dx, dy] = [arrow[0] * step, arrow[1] * step];
      if (event.shiftKey) resize(doc, region, { right: dx, bottom: dy });
      else move(doc, region, dx, dy);
    } else if (event.key === "Enter" || event.key === " ") {
      page.form();
    } else {
      return;
    }
    event.preventDefault();
  });
}

function isKnown(event, doc, page, isTyping) {
  const key = event.key.toLowerCase();
  if (key === "s") page.save();
  else if (key === "o") page.open();
  else if (key === "z" && !isTyping) event.shiftKey ? doc.redo() : doc.undo();
  else if (key === "y" && !isTyping) doc.redo();
  else if (key === "d" && !isTyping && doc.selected) duplicate(doc, doc.selected);
  else return false;
  return true;
}

function plain(event, doc, page) {
  const region = doc.selected;
  switch (event.key) {
    case "?": page.help(); return true;
    case "/": page.find(); return true;
    case "v": case "V": page.mode("select"); return true;
    case "r": case "R": page.mode("draw"); return true;
    case "p": case "P": page.mode("pick"); return true;
    case "h": case "H": page.hit(); return true;
    case "e": case "E": page.heard(); return true;
    case "+": case "=": page.view.zoom(1.25); return true;
    case "-": page.view.zoom(0.8); return true;
    case "0": page.view.fit(); return true;
    case "n": case "N": if (doc.isOpen && doc.isReadable) addInMiddle(doc, region), page.focus(); return true;
  }
  if (!region) return false;
  switch (event.key) {
    case "Delete": case "Backspace": remove(doc, region); page.focus(); return true;
    case "[": case "{": reorder(doc, region, event.shiftKey ? -1e6 : -1); page.focus(); return true;
    case "]": case "}": reorder(doc, region, event.shiftKey ? 1e6 : 1); page.focus(); return true;
    case "Escape": doc.select(region.parent?.key ?? null); page.focus(); return true;
  }
  return false;
}

/** @param {HTMLDialogElement} dialog */
export function fillHelp(dialog) {
  const rows = HELP.map(([keys, does]) => element("tr", {}, element("td", {}, element("kbd", {}, keys)), element("td", {}, does)));
  dialog.replaceChildren(element("form", { method: "dialog" }, element("h2", { id: "keys-title" }, "Keys and fingers"),
    element("p", { class: "hint" }, "Tap a region to select it; tap again in the same place to select the one behind it. Drag the selected region to move it, or its handles to resize it. Anywhere else, one finger moves the picture and two fingers zoom it."),
    element("table", {}, element("tbody", {}, ...rows)), element("button", { class: "primary", autofocus: true }, "Close")));
}
