// @ts-check
// The heat map: the number of touches in each cell of a screen, as the report of touchctl counts them. A touch counts each time it enters a cell.

import { apply } from "../shared/geometry.js";
import { colours } from "./palette.js";

/** @typedef {[number, number]} Point in points of the screen */

/** The number of cells along the screen's shorter side, and the most along the longer one. */
const CELLS = 36;
const MOST_CELLS = 200;
/** The steps of opacity, so that cells with about as many touches look alike. */
const LEVELS = 8;

export class HeatGrid {
  /** The counts by cell. @type {Map<number, number>} */
  counts = new Map();
  /** The current cell of each touch. @type {Map<number, number>} */
  #cells = new Map();
  /** The counted entries: the number of the line and the cell, by turns, the oldest first. @type {number[]} */
  #counted = [];
  #first = 0;

  /** @param {Point} size the screen's */
  constructor([width, height]) {
    this.size = /** @type {Point} */ ([width, height]);
    this.side = Math.max(Math.max(1, Math.min(width, height)) / CELLS, Math.max(width, height) / MOST_CELLS);
    this.columns = Math.max(1, Math.ceil(width / this.side));
    this.rows = Math.max(1, Math.ceil(height / this.side));
  }

  /** Adds a place of a touch. @param {number} touch @param {Point} place @param {number} line */
  add(touch, [x, y], line) {
    const [column, row] = [Math.floor(x / this.side), Math.floor(y / this.side)];
    if (!(column >= 0 && row >= 0 && column < this.columns && row < this.rows)) return this.remove(touch);
    const cell = row * this.columns + column;
    if (this.#cells.get(touch) === cell) return;
    this.#cells.set(touch, cell);
    this.counts.set(cell, (this.counts.get(cell) ?? 0) + 1);
    this.#counted.push(line, cell);
  }

  /** Removes a touch that has ended or left the screen. @param {number} touch */
  remove(touch) {
    this.#cells.delete(touch);
  }

  removeAll() {
    this.#cells.clear();
  }

  /** Forgets what was counted in the lines before one. @param {number} line */
  forget(line) {
    const counted = this.#counted;
    for (; this.#first < counted.length && counted[this.#first] < line; this.#first += 2) {
      const cell = counted[this.#first + 1];
      const count = /** @type {number} */ (this.counts.get(cell)) - 1;
      if (count) this.counts.set(cell, count);
      else this.counts.delete(cell);
    }
    if (this.#first < 10_000) return;
    this.#counted = counted.slice(this.#first);
    this.#first = 0;
  }

  /** The lowest and the highest count of the cells that were touched; 0 if there are none. @returns {[number, number]} */
  get range() {
    let [least, most] = [Infinity, 0];
    for (const count of this.counts.values()) [least, most] = [Math.min(least, count), Math.max(most, count)];
    return [most ? least : 0, most];
  }
}

/** The opacity for a count, in steps, by the square root of the count, so that single touches stay visible. @param {number} count @param {number} most */
export const opacity = (count, most) => 0.2 + (0.5 * Math.ceil(Math.sqrt(count / Math.max(1, most)) * LEVELS)) / LEVELS;

/**
 * Draws a heat map below the regions.
 * @param {CanvasRenderingContext2D} context
 * @param {HeatGrid} heat
 * @param {import("../shared/geometry.js").Matrix} toPicture
 */
export function drawHeat(context, { counts, columns, side, size, range: [, most] }, toPicture) {
  context.fillStyle = colours.heat;
  for (const [cell, count] of counts) {
    const [left, top] = [(cell % columns) * side, Math.floor(cell / columns) * side];
    // Whole pixels, so that neighbours have neither gaps nor seams.
    const [x, y] = apply(toPicture, [left, top]).map(Math.round);
    const [right, bottom] = apply(toPicture, [Math.min(size[0], left + side), Math.min(size[1], top + side)]).map(Math.round);
    context.globalAlpha = opacity(count, most);
    context.fillRect(x, y, right - x, bottom - y);
  }
  context.globalAlpha = 1;
}

/** The words for a heat map. @param {HeatGrid | null} heat @param {string} when */
export function heatText(heat, when) {
  const [least, most] = heat?.range ?? [0, 0];
  if (!most) return `Heat map: no touch in ${when}`;
  return `Heat map of ${when}: ${least === most ? "" : `${least} to `}${most} ${most === 1 ? "touch" : "touches"} in a cell`;
}
