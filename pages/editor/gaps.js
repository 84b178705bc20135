// @ts-check
// Distances of a rectangle to its parent's edges and to its nearest siblings, and the places where gaps become equal. All of them are in one space.

/** @typedef {import('../shared/geometry.js').Rect} Rect */
/** @typedef {import('../shared/geometry.js').Point} Point */
/** @typedef {{from: Point, to: Point, length: number, kind: "parent"|"sibling"|"equal"}} Distance */

/** Two lengths that differ by less are equal. */
const SAME = 0.01;
/** The coordinates, 0 or 1, of a movement and across it. @type {[0|1, 0|1][]} */
const AXES = [[0, 1], [1, 0]];

const end = (rect, at) => rect[at] + rect[at + 2];
/** The middle of the part that two rectangles have in common in one coordinate. */
const common = (a, b, at) => (Math.max(a[at], b[at]) + Math.min(end(a, at), end(b, at))) / 2;
const meet = (a, b, at) => a[at] < end(b, at) && b[at] < end(a, at);

/**
 * The nearest rectangle before another one in one coordinate, and the nearest one behind it, of those beside it.
 * @param {Rect} rect
 * @param {Rect[]} others
 * @param {0|1} at
 * @returns {[Rect|null, Rect|null]}
 */
export function neighbours(rect, others, at) {
  /** @type {[Rect|null, Rect|null]} */
  const found = [null, null];
  for (const other of others) {
    if (!meet(rect, other, 1 - at)) continue;
    if (end(other, at) <= rect[at] + SAME) found[0] = !found[0] || end(other, at) > end(found[0], at) ? other : found[0];
    else if (other[at] >= end(rect, at) - SAME) found[1] = !found[1] || other[at] < found[1][at] ? other : found[1];
  }
  return found;
}

/** The gaps at a rectangle in one coordinate: each with its two sides, and whether it lies at the rectangle itself. */
function gapsAt(rect, others, at) {
  const [before, behind] = neighbours(rect, others, at);
  const further = [before && neighbours(before, others, at)[0], behind && neighbours(behind, others, at)[1]];
  return [[further[0], before, false], [before, rect, true], [rect, behind, true], [behind, further[1], false]]
    .map(([a, b, isOwn]) => (a && b ? { a, b, isOwn, length: b[at] - end(a, at) } : null));
}

/**
 * The shortest movements after which a gap at a rectangle equals the next one, if they are within reach.
 * @param {Rect} rect
 * @param {Rect[]} others
 * @param {number} reach
 * @returns {{dx?: number, dy?: number}}
 */
export function snapGaps(rect, others, reach) {
  const ways = AXES.map(([at]) => {
    const [far, before, behind, beyond] = gapsAt(rect, others, at);
    const ways = [before && behind && (behind.length - before.length) / 2, far && before && far.length > 0 && far.length - before.length, beyond && behind && beyond.length > 0 && behind.length - beyond.length]
      .filter((way) => typeof way === "number" && Math.abs(way) <= reach).sort((a, b) => Math.abs(a) - Math.abs(b));
    return ways[0];
  });
  return { ...(ways[0] === undefined ? {} : { dx: ways[0] }), ...(ways[1] === undefined ? {} : { dy: ways[1] }) };
}

/**
 * The distances of a rectangle: to the edges of its parent, to the nearest siblings, and between two siblings if that equals the gap beside it.
 * @param {Rect} rect
 * @param {Rect[]} others its siblings
 * @param {Rect} bounds of its parent
 * @returns {Distance[]}
 */
export function distances(rect, others, bounds) {
  /** @type {Distance[]} */
  const found = [];
  for (const [at, across] of AXES) {
    const point = (along, place) => /** @type {Point} */ (at === 0 ? [along, place] : [place, along]);
    const add = (from, to, place, kind) => to - from > SAME && found.push({ from: point(from, place), to: point(to, place), length: to - from, kind });
    const gaps = gapsAt(rect, others, at);
    const [, before, behind] = gaps;
    // A line to the parent would cover the one to a sibling.
    const beside = (gap) => rect[across] + rect[across + 2] * (gap ? 1 : 0.5);
    add(bounds[at], rect[at], beside(before), "parent");
    add(end(rect, at), end(bounds, at), beside(behind), "parent");
    const isSame = (a, b) => a && b && a.length > SAME && Math.abs(a.length - b.length) < SAME;
    gaps.forEach((gap, index) => {
      const isEqual = isSame(gap, gaps[index - 1]) || isSame(gap, gaps[index + 1]);
      if (gap && (gap.isOwn || isEqual)) add(end(gap.a, at), gap.b[at], common(gap.a, gap.b, across), isEqual ? "equal" : "sibling");
    });
  }
  return found;
}
