// @ts-check
// The layer of the picture that shows the elements: the number of each in the order of the focus, what people hear, and where an activation touches.

import { apply, around, corners, then } from "../shared/geometry.js";
import { HitTester } from "./hit.js";
import { FocusRing, announcement, isSilent } from "./ring.js";
import { make } from "./svg.js";

/** The width of a letter in pixels, about. */
const LETTER = 7.5;
/** The height of a line in pixels. */
const LINE = 24;

/** @typedef {import("./model.js").Region} Region */
/** @typedef {{region: Region, point: [number, number]|null}} Element */

export class HeardLayer {
  /** The elements of the regions that were drawn last, so that a movement of the picture does not find them again. */
  #known = { regions: /** @type {Region[]} */ ([]), screen: -1, elements: /** @type {Element[]} */ ([]) };
  group = make("g", { class: "heard", "aria-hidden": "true" });
  isOn = false;
  /** @type {Map<string, string>} the words for each region that is an element, by its key */
  words = new Map();

  /** @param {import("./document.js").EditorDocument} doc @returns {Element[]} */
  #elements({ shown, screen, size }) {
    if (this.#known.regions !== shown || this.#known.screen !== screen) {
      const tester = new HitTester(shown, screen, size);
      const elements = new FocusRing(shown, screen).places.map((region) => ({ region, point: tester.activationPoint(region) }));
      this.#known = { regions: shown, screen, elements };
    }
    return this.#known.elements;
  }

  /** @param {import("./document.js").EditorDocument} doc @param {import("./view.js").View} view @param {import("./aside.js").Aside} aside */
  draw(doc, view, aside) {
    this.words.clear();
    if (!this.isOn) {
      if (this.group.firstChild) this.group.replaceChildren();
      return;
    }
    const elements = this.#elements(doc);
    /** @type {[number, number][]} */
    const taken = [];
    /** @type {SVGElement[][]} */
    const [badges, crosses] = [[], []];
    const texts = elements.flatMap(({ region, point }, index) => {
      if (aside.isHidden(region)) return [];
      const { label, role } = announcement(region);
      const isFault = isSilent(region);
      const name = label ?? (isFault ? "no label" : "application");
      this.words.set(region.key, `element ${index + 1} of ${elements.length}: ${name}${role ? `, ${role}` : ""}`);
      const [left, top, width] = around(corners({ bounds: region.bounds, toScreen: then(region.toScreen, view.matrix) }));
      const [x, y] = freePlace(taken, left + 13, top + 13);
      const number = isFault ? `${index + 1}!` : String(index + 1);
      const wide = 14 + number.length * 8;
      if (point) crosses.push(cross(apply(view.matrix, point)));
      badges.push(make("rect", { class: isFault ? "number fault" : "number", x: x - 11, y: y - 10, width: wide, height: 20, rx: 10 }));
      return [text("digits", x - 11 + wide / 2, y + 5, number),
        text(isFault ? "words fault" : "words", x + wide - 7, y + 5, shortened(name, role, Math.floor((width - wide - 12) / LETTER)))];
    });
    // A small element has all of them in one place.
    this.group.replaceChildren(...badges, ...crosses, ...texts);
  }
}

/** The first place that is free, below the given one. @param {[number, number][]} taken @returns {[number, number]} */
function freePlace(taken, x, y) {
  let top = y;
  while (top < y + 5 * LINE && taken.some(([left, line]) => Math.abs(left - x) < 30 && Math.abs(line - top) < LINE)) top += LINE;
  taken.push([x, top]);
  return [x, top];
}

/** The label and the role in so many letters. A label that is written from right to left stays before the role. */
function shortened(label, role, room) {
  if (room < 2) return "";
  const letters = [...label];
  const rest = role && letters.length + role.length + 2 <= room ? `, ${role}` : "";
  const isLong = letters.length > room;
  return `\u2068${isLong ? letters.slice(0, room - 1).join("") : label}\u2069${isLong ? "…" : rest}`;
}

const cross = ([x, y]) => make("path", { class: "activation", d: `M${x - 7} ${y}h14M${x} ${y - 7}v14M${x - 4} ${y}a4 4 0 1 0 8 0a4 4 0 1 0 -8 0` });

function text(name, x, y, words) {
  const made = make("text", { class: name, x, y });
  made.textContent = words;
  return made;
}
