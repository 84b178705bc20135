// @ts-check
// Aligning, distributing and sizing the selected regions, by buttons in a panel and by keys.

import { aligned, distributed } from "./align.js";
import { boundsOf, setAll } from "./commands.js";
import { element } from "./element.js";
import { movedBy, rectOf, resizedBy, tidy } from "./model.js";

/** @typedef {import("./model.js").Region} Region */

/** The time in which a letter can follow the A, in ms. */
const LONG = 3000;

/** The commands of the letters that follow an A: a word for the button, and what is said afterwards. */
const COMMANDS = {
  l: { edge: "left", word: "Left" }, c: { edge: "center", word: "Centre" }, r: { edge: "right", word: "Right" },
  t: { edge: "top", word: "Top" }, m: { edge: "middle", word: "Middle" }, b: { edge: "bottom", word: "Bottom" },
  h: { axis: "horizontally", word: "Distribute across" }, v: { axis: "vertically", word: "Distribute down" },
  w: { side: "width", word: "Same width" }, e: { side: "height", word: "Same height" },
};

const HINT = `Arrange: ${Object.entries(COMMANDS).map(([key, { edge, axis, side }]) => `${key.toUpperCase()} ${edge ?? axis ?? `same ${side}`}`).join(", ")}`;

export class Arrange {
  /** Runs while a letter can follow. 0: there was no A. */
  #timer = 0;
  /** The letter that was taken last: as long as its key is held, it comes again and again. */
  #taken = "";
  /** The text that the hint has replaced. */
  #before = "";

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

  /** The buttons of a panel. */
  buttons() {
    const button = ([key, { edge, axis, side, word }]) => element("button", { "data-arrange": edge ?? axis ?? side, title: `A, then ${key.toUpperCase()}`,
      "aria-label": edge ? `Align ${word.toLowerCase()}` : null, class: edge ? "" : "wide", onclick: () => this.run(key) }, word);
    return [element("p", { class: "hint" }, "Align with each other; one region with its parent"), ...Object.entries(COMMANDS).map(button)];
  }

  /**
   * Takes an A, and runs the command of the letter after it. Other keys only end the waiting for it.
   * @param {KeyboardEvent} event
   * @returns {boolean} true if the key does nothing else
   */
  key(event) {
    const { key, code, ctrlKey, altKey, metaKey } = event;
    if (["Shift", "CapsLock", "AltGraph"].includes(key)) return false;
    const letter = ctrlKey || altKey || metaKey ? "" : (/^[a-z]$/i.test(key) ? key : code.replace(/^Key/, "")).toLowerCase();
    if (event.repeat && letter !== "" && letter === this.#taken) return true;
    const isSecond = this.end();
    this.#taken = (isSecond ? letter in COMMANDS : letter === "a") ? letter : "";
    if (isSecond) return this.#taken !== "" ? this.run(letter) : key === "Escape";
    if (letter !== "a") return false;
    this.#before = this.told.text;
    this.#timer = window.setTimeout(() => this.end(), LONG);
    this.told.say(HINT);
    return true;
  }

  /** Ends the waiting for a letter. Returns whether it was on. */
  end() {
    if (this.#timer === 0) return false;
    clearTimeout(this.#timer);
    this.#timer = 0;
    if (this.told.text === HINT) this.told.say(this.#before);
    return true;
  }

  /** @param {string} key */
  run(key) {
    const { edge, axis, side } = COMMANDS[key];
    if (side) return this.#size(side);
    const regions = this.doc.topmost.filter((region) => !this.aside.isLocked(region));
    const [parent] = regions.map((region) => region.parent);
    if (regions.length === 0) this.told.say(this.doc.selected ? `${this.doc.selected.id} is locked` : "Select what to align.");
    else if (regions.some((region) => region.parent !== parent || region.screen !== regions[0].screen)) this.told.say("Only regions with the same parent can be aligned.");
    else if (axis && regions.length < 3) this.told.say("Select three or more regions to distribute them.");
    else this.#move(regions, axis ? distributed(regions.map(rectOf), axis) : aligned(regions.map(rectOf), edge, regions.length === 1 ? boundsOf(this.doc, parent) : undefined), key);
    return true;
  }

  /** Gives the selected regions the width or the height of the one that was selected last. @param {"width"|"height"} side */
  #size(side) {
    const { selected, topmost } = this.doc;
    const others = topmost.filter((region) => region !== selected);
    const regions = others.filter((region) => !this.aside.isLocked(region));
    if (!selected || others.length === 0) this.told.say(`Select several regions: they get the ${side} of the one that is selected last.`);
    else if (regions.length === 0) this.told.say(others.length === 1 ? `${others[0].id} is locked` : "The others are locked");
    else {
      const at = side === "width" ? 2 : 3;
      const changes = regions.filter((region) => region.bounds[at] !== selected.bounds[at]).map((region) => {
        const more = selected.bounds[at] - region.bounds[at];
        return [region, rounded(resizedBy(region.spec, side === "width" ? { right: more } : { bottom: more }))];
      });
      setAll(this.doc, /** @type {any} */ (changes));
      const what = regions.length === 1 ? `${regions[0].id} has` : `${regions.length} regions have`;
      this.told.say(`${what} the ${side} of ${selected.id}${changes.length > 0 ? "" : " already"}`);
    }
    return true;
  }

  /** @param {Region[]} regions @param {import("./align.js").Point[]} moves @param {string} key */
  #move(regions, moves, key) {
    const { edge, axis, word } = COMMANDS[key];
    const changes = regions.flatMap((region, index) => (moves[index].some((way) => way !== 0) ? [[region, rounded(movedBy(region.spec, ...moves[index]))]] : []));
    setAll(this.doc, /** @type {any} */ (changes));
    const what = regions.length === 1 ? regions[0].id : `${regions.length} regions`;
    const how = axis ? `distributed ${axis}` : `aligned: ${word.toLowerCase()}${edge && regions.length === 1 ? ` of ${regions[0].parent?.id ?? "the screen"}` : ""}`;
    this.told.say(`${what} ${changes.length > 0 ? how : `already ${how}`}`);
  }
}

/** Keys whose numbers have no errors of addition. */
const rounded = (keys) => Object.fromEntries(Object.entries(keys).map(([key, numbers]) => [key, numbers.map(tidy)]));

/** The width of the panel in pixels. */
const WIDTH = 330;

/**
 * A button that opens a panel beside it.
 * @param {string} word
 * @param {...Node} content
 */
export function panel(word, ...content) {
  const box = element("div", { id: "arrange", popover: "auto", class: "arrange", role: "group", "aria-label": word }, ...content);
  const opener = element("button", { "data-name": "arrange", popoverTargetElement: box }, word);
  const small = matchMedia("(width <= 760px), (height < 600px)");
  box.addEventListener("beforetoggle", () => {
    // A small window has no room beside the button: the panel lies in the middle.
    if (small.matches) return box.removeAttribute("style");
    const at = /** @type {Element} */ (opener.parentElement).getBoundingClientRect();
    const isBelow = at.top < innerHeight - at.bottom;
    const room = isBelow ? innerHeight - at.bottom : at.top;
    Object.assign(box.style, { left: `${Math.max(8, Math.min(at.left, innerWidth - WIDTH - 8))}px`, width: `min(${WIDTH}px, calc(100vw - 16px))`, maxHeight: `${Math.max(0, room - 16)}px`,
      top: isBelow ? `${at.bottom + 8}px` : "auto", bottom: isBelow ? "auto" : `${innerHeight - at.top + 8}px` });
  });
  return [opener, box];
}
