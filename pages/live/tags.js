// @ts-check
// The tags of fingers, cancels and gestures in the picture. They lie beside each other and beside the fingers, stay in the picture, and end in "…" if
// they are too long.

import { colours } from "./palette.js";

/** @typedef {[number, number, number, number]} Box left, top, width, height */

const HEIGHT = 20;
const PAD = 5;
/** The most of the picture's width that a tag takes, and the least that is still useful. */
const WIDEST = 0.6;
const LEAST = 120;
/** The places of a tag relative to the wanted one: steps to the right in tag widths, and down in tag heights. */
const PLACES = [[0, 0], [0, -1.1], [0, 1.1], [0.55, 0], [-0.55, 0], [0.55, -1.1], [-0.55, -1.1], [0.55, 1.1], [-0.55, 1.1], [0, -2.2], [0, 2.2], [0, 3.3], [0, -3.3], [0, 4.4], [0, -4.4]];

export class Tags {
  /** @type {Box[]} */
  #taken = [];
  /** @type {Map<string, {text: string, width: number}>} */
  #fitted = new Map();
  #limit = 0;
  /** @type {[number, number]} */
  #size = [0, 0];

  /** Begins a picture. @param {[number, number]} size its width and height in CSS pixels */
  begin([width, height]) {
    this.#taken.length = 0;
    this.#size = [width, height];
    const limit = Math.min(width - 2 * PAD, Math.max(LEAST, WIDEST * width));
    if (limit !== this.#limit || this.#fitted.size > 2000) this.#fitted.clear();
    this.#limit = limit;
  }

  /** Keeps tags away from a finger. @param {number} x @param {number} y @param {number} radius */
  keepFree(x, y, radius) {
    this.#taken.push([x - radius, y - radius, 2 * radius, 2 * radius]);
  }

  /**
   * Draws a tag as near to a place as there is room. Without room it lies where it hides the least.
   * @param {CanvasRenderingContext2D} context with the font of the tags
   * @param {string} text
   * @param {number} x its middle
   * @param {number} y its middle
   * @param {string} colour
   */
  put(context, text, x, y, colour) {
    const fitted = this.#fit(context, text);
    const width = fitted.width + 2 * PAD;
    let [best, least] = [/** @type {Box | null} */ (null), Infinity];
    for (const [right, down] of PLACES) {
      const box = this.#inside([x - width / 2 + right * width, y - HEIGHT / 2 + down * HEIGHT, width, HEIGHT]);
      const hidden = this.#taken.reduce((sum, other) => sum + common(box, other), 0);
      if (hidden < least) [best, least] = [box, hidden];
      if (hidden === 0) break;
    }
    const [left, top] = /** @type {Box} */ (best);
    this.#taken.push([left, top, width, HEIGHT]);
    context.fillStyle = colours.tag;
    context.fillRect(left, top, width, HEIGHT);
    context.fillStyle = colour;
    context.fillText(fitted.text, left + PAD, top + HEIGHT / 2 + 1);
  }

  /** @param {Box} box @returns {Box} */
  #inside([left, top, width, height]) {
    return [Math.max(0, Math.min(this.#size[0] - width, left)), Math.max(0, Math.min(this.#size[1] - height, top)), width, height];
  }

  /** @param {CanvasRenderingContext2D} context @param {string} text */
  #fit(context, text) {
    let fitted = this.#fitted.get(text);
    if (!fitted) this.#fitted.set(text, (fitted = cut(context, text, this.#limit)));
    return fitted;
  }
}

/** The area that two boxes have in common. @param {Box} a @param {Box} b */
function common([x, y, width, height], [bx, by, bWidth, bHeight]) {
  return Math.max(0, Math.min(x + width, bx + bWidth) - Math.max(x, bx)) * Math.max(0, Math.min(y + height, by + bHeight) - Math.max(y, by));
}

/**
 * Shortens a text to a width.
 * @param {CanvasRenderingContext2D} context
 * @param {string} text
 * @param {number} limit
 */
export function cut(context, text, limit) {
  const measure = (/** @type {string} */ some) => context.measureText(some).width;
  const whole = measure(text);
  if (whole <= limit) return { text, width: whole };
  // By code points, so that no surrogate is torn.
  const letters = [...text];
  let [low, high] = [0, letters.length - 1];
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (measure(letters.slice(0, middle).join("") + "…") <= limit) low = middle;
    else high = middle - 1;
  }
  const short = letters.slice(0, low).join("") + "…";
  return { text: short, width: measure(short) };
}
