// @ts-check
// Suspected ghosts, by the rule of touchctl's report: three or more touches in a row that began at the very same point and never moved, each within 2 s
// of the one before. Fingers do not do that.

import { apply } from "../shared/geometry.js";
import { colours } from "./palette.js";

/** @typedef {{line: number, began: number, ended: number, raw: [number, number], place: [number, number], hasMoved: boolean, open: number}} One a touch; `line` is the number of the line of its begin, times are event times in µs */
/** @typedef {{place: [number, number], touches: number, first: number, last: number}} Ghost */

const TIMES = 3;
const PAUSE = 2_000_000;

export class Ghosts {
  /** @type {Map<number, One>} */
  #down = new Map();
  /** The touches that have ended and never moved, in the order of their ends. @type {One[]} */
  #over = [];
  /** The places, until something changes. @type {Ghost[] | null} */
  #places = null;

  /** Adds an event of a touch. @param {any} event @param {number} time the frame's @param {number} line */
  add(event, time, line) {
    const at = event.timestamp ?? time;
    const raw = /** @type {[number, number]} */ (event.raw ?? [event.x, event.y]);
    let one = this.#down.get(event.id);
    if (!one) {
      if (event.phase !== "began") return;
      this.#down.set(event.id, (one = { line, began: at, ended: at, raw, place: [event.x, event.y], hasMoved: false, open: 0 }));
    }
    if (event.phase === "began") one.open++;
    one.ended = Math.max(one.ended, at);
    if (raw[0] !== one.raw[0] || raw[1] !== one.raw[1]) one.hasMoved = true;
    if (event.phase !== "ended" && event.phase !== "cancelled") return;
    if (--one.open > 0) return;
    this.#down.delete(event.id);
    if (one.hasMoved) return;
    this.#over.push(one);
    this.#places = null;
  }

  /** Drops the touches that are down, whose ends are never heard of. */
  removeAll() {
    this.#down.clear();
  }

  /** Forgets touches that began in the lines before one. @param {number} start */
  forget(start) {
    if (!this.#over.some(({ line }) => line < start)) return;
    this.#over = this.#over.filter(({ line }) => line >= start);
    this.#places = null;
  }

  /** Whether a touch is down. @param {number} id */
  isDown(id) {
    return this.#down.has(id);
  }

  /** The places, the most frequent first. @returns {Ghost[]} */
  get places() {
    return (this.#places ??= this.#find());
  }

  #find() {
    /** @type {Map<string, Ghost>} */
    const series = new Map();
    /** @type {Ghost[]} */
    const found = [];
    for (const { raw, place, began, ended } of this.#over.slice().sort((a, b) => a.began - b.began)) {
      const key = raw.join(" ");
      const known = series.get(key);
      if (known && began - known.last <= PAUSE) {
        known.touches++;
        known.last = ended;
        continue;
      }
      if (known) found.push(known);
      series.set(key, { place, touches: 1, first: began, last: ended });
    }
    return [...found, ...series.values()].filter(({ touches }) => touches >= TIMES).sort((a, b) => b.touches - a.touches || a.first - b.first);
  }
}

/**
 * Draws the marks of ghosts above the fingers.
 * @param {CanvasRenderingContext2D} context
 * @param {Ghost[]} ghosts
 * @param {import("../shared/geometry.js").Matrix} toPicture
 * @param {import("./tags.js").Tags} tags
 */
export function drawGhosts(context, ghosts, toPicture, tags) {
  context.strokeStyle = colours.ghost;
  context.lineWidth = 2.5;
  for (const { place, touches } of ghosts) {
    const [x, y] = apply(toPicture, place);
    context.setLineDash([5, 4]);
    context.beginPath();
    context.arc(x, y, 16, 0, 2 * Math.PI);
    context.stroke();
    context.setLineDash([]);
    tags.put(context, `ghost × ${touches}`, x, y + 30, colours.ghost);
  }
}

/** The words for ghosts. @param {Ghost[]} ghosts @param {string} when */
export function ghostText(ghosts, when) {
  const touches = ghosts.reduce((sum, ghost) => sum + ghost.touches, 0);
  if (!touches) return `No suspected ghost in ${when}`;
  return `Suspected ghosts in ${when}: ${touches} touches at ${ghosts.length} ${ghosts.length === 1 ? "place" : "places"}`;
}
