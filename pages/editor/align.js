// @ts-check
// Aligning and distributing: how far each of several rectangles in one space moves.

/** @typedef {import('../shared/geometry.js').Rect} Rect */
/** @typedef {import('../shared/geometry.js').Point} Point */
/** @typedef {"left"|"center"|"right"|"top"|"middle"|"bottom"} Edge */
/** @typedef {"horizontally"|"vertically"} Axis */

/** The coordinate of each edge, 0 or 1, and the part of the length that lies before it. @type {Record<Edge, [0|1, number]>} */
const EDGES = { left: [0, 0], center: [0, 0.5], right: [0, 1], top: [1, 0], middle: [1, 0.5], bottom: [1, 1] };

/** The smallest rectangle around rectangles. @param {Rect[]} rects @returns {Rect} */
export function union(rects) {
  const [x, y] = [0, 1].map((at) => Math.min(...rects.map((rect) => rect[at])));
  const [right, bottom] = [0, 1].map((at) => Math.max(...rects.map((rect) => rect[at] + rect[at + 2])));
  return [x, y, right - x, bottom - y];
}

/**
 * The movements that put the same edge or middle of all rectangles on that of a frame.
 * @param {Rect[]} rects
 * @param {Edge} edge
 * @param {Rect} [frame] by default the rectangle around all of them
 * @returns {Point[]}
 */
export function aligned(rects, edge, frame = union(rects)) {
  const [at, part] = EDGES[edge];
  const place = frame[at] + frame[at + 2] * part;
  return rects.map((rect) => along(at, place - rect[at] - rect[at + 2] * part));
}

/**
 * The movements that make the gaps between neighbours equal. The first and the last rectangle stay; if all of them have no room between these, the gaps
 * are negative.
 * @param {Rect[]} rects at least three
 * @param {Axis} axis
 * @returns {Point[]}
 */
export function distributed(rects, axis) {
  const at = axis === "horizontally" ? 0 : 1;
  const middle = (index) => rects[index][at] + rects[index][at + 2] / 2;
  const order = rects.map((_, index) => index).sort((a, b) => middle(a) - middle(b) || a - b);
  const [first, last] = [rects[order[0]], rects[order[order.length - 1]]];
  const lengths = rects.reduce((sum, rect) => sum + rect[at + 2], 0);
  const gap = (last[at] + last[at + 2] - first[at] - lengths) / (rects.length - 1);
  const moves = /** @type {Point[]} */ (rects.map(() => [0, 0]));
  let place = first[at];
  for (const index of order) {
    moves[index] = along(at, place - rects[index][at]);
    place += rects[index][at + 2] + gap;
  }
  // Rounding must not move the last one.
  moves[order[order.length - 1]] = [0, 0];
  return moves;
}

/** A movement along one coordinate, in hundredths. @param {0|1} at @param {number} way @returns {Point} */
function along(at, way) {
  const short = Math.round(way * 100) / 100 || 0;
  return at === 0 ? [short, 0] : [0, short];
}
