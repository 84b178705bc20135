// @ts-check
// The drawings above the regions: outlines of the chosen regions, handles, guides, what is being drawn, and a tested point.

import { apply, then } from "../shared/geometry.js";
import { outline, short } from "./outline.js";

/** @typedef {import("./model.js").Region} Region */
/** @typedef {[string, Record<string, any>, string?]} Part the name, the attributes and the text of an element */
/** @typedef {{x?: number, y?: number, distances: import("./gaps.js").Distance[], space: any}} Guides the lines at which edges have snapped, and distances */

/** The handles: the edges that each one moves, and its place. */
export const HANDLES = {
  topLeft: { left: 1, top: 1, at: [0, 0] }, top: { top: 1, at: [0.5, 0] }, topRight: { right: 1, top: 1, at: [1, 0] }, right: { right: 1, at: [1, 0.5] },
  bottomRight: { right: 1, bottom: 1, at: [1, 1] }, bottom: { bottom: 1, at: [0.5, 1] }, bottomLeft: { left: 1, bottom: 1, at: [0, 1] }, left: { left: 1, at: [0, 0.5] },
};
/** The size of a handle for a finger, in pixels. */
const HANDLE = 44;

/** @param {import("./canvas.js").Canvas} canvas @returns {Part[]} */
export function partsAbove({ doc, view, extra, aside }) {
  const parts = /** @type {Part[]} */ ([]);
  const chosen = doc.chosen.filter((region) => region.screen === doc.screen && !aside.isHidden(region));
  // All outlines are one path, because an element for each of thousands of regions would be slow.
  if (chosen.length > 0) parts.push(["path", { class: `selected${chosen.every((region) => aside.isLocked(region)) ? " locked" : ""}`, d: chosen.map((region) => outline({ bounds: region.bounds, toScreen: region.toScreen }, view.matrix)).join("") }]);
  // During a drag the handles would cover the distances.
  if (chosen.length === 1 && !extra.guides && !aside.isLocked(chosen[0])) {
    for (const [name, [x, y]] of handlePlaces(chosen[0], view)) {
      parts.push(["rect", { class: "handle", "data-handle": name, x: x - HANDLE / 2, y: y - HANDLE / 2, width: HANDLE, height: HANDLE }]);
      parts.push(["circle", { class: "knob", cx: x, cy: y, r: 7 }]);
    }
  }
  if (extra.guides) {
    const matrix = then(extra.guides.space, view.matrix);
    parts.push(...guideLines(extra.guides, matrix), ...extra.guides.distances.flatMap((distance) => distanceParts(distance, matrix)));
  }
  if (extra.overlap) parts.push(["path", { class: "overlap", d: outline(extra.overlap, view.matrix) }]);
  if (extra.rect) parts.push(["path", { class: "new", d: outline(extra.rect, view.matrix) }]);
  if (extra.point) {
    const [cx, cy] = apply(view.matrix, extra.point);
    parts.push(["circle", { class: "point", cx, cy, r: 9 }], ["circle", { class: "point", cx, cy, r: 1 }]);
  }
  return parts;
}

/** A distance as a line between two strokes, with its number. Equal ones have a sign. @param {import("./gaps.js").Distance} distance @param {any} matrix @returns {Part[]} */
function distanceParts({ from, to, length, kind }, matrix) {
  const [[x1, y1], [x2, y2]] = [apply(matrix, from), apply(matrix, to)];
  const pixels = Math.hypot(x2 - x1, y2 - y1);
  // A stroke of 4 pixels to each side.
  const [sx, sy] = [((y2 - y1) / pixels) * 4, ((x1 - x2) / pixels) * 4];
  const stroke = (x, y) => `M${short(x - sx)} ${short(y - sy)}L${short(x + sx)} ${short(y + sy)}`;
  const isAcross = Math.abs(x2 - x1) > Math.abs(y2 - y1);
  const [x, y] = [(x1 + x2) / 2, (y1 + y2) / 2];
  const number = `${kind === "equal" ? "= " : ""}${Math.round(length * 10) / 10}`;
  const place = isAcross ? { x: short(x), y: short(y - 5), "text-anchor": "middle" } : { x: short(x + 6), y: short(y + 5), "text-anchor": "start" };
  return [["path", { class: `distance ${kind}`, d: `M${short(x1)} ${short(y1)}L${short(x2)} ${short(y2)}${stroke(x1, y1)}${stroke(x2, y2)}` }], ["text", { class: `distance ${kind}`, ...place }, number]];
}

/** The lines at which edges have snapped. @param {{x?: number, y?: number}} guides @param {any} matrix @returns {Part[]} */
function guideLines({ x, y }, matrix) {
  const far = 1e5;
  return [[[x, -far], [x, far]], [[-far, y], [far, y]]].filter((ends) => !ends.flat().includes(undefined)).map(([from, to]) => {
    const [[x1, y1], [x2, y2]] = [apply(matrix, /** @type {any} */ (from)), apply(matrix, /** @type {any} */ (to))];
    return ["line", { class: "guide", x1, y1, x2, y2 }];
  });
}

/**
 * The places of a region's handles in pixels. They lie outside the region, so that they do not cover a small one. Handles of edges are left out if
 * there is no room.
 * @param {Region} region
 * @param {import("./view.js").View} view
 * @returns {[string, [number, number]][]}
 */
function handlePlaces(region, view) {
  const matrix = then(region.toScreen, view.matrix);
  const [x, y, width, height] = region.bounds;
  const middle = apply(matrix, [x + width / 2, y + height / 2]);
  const [across, down] = [width * Math.hypot(matrix[0], matrix[1]), height * Math.hypot(matrix[2], matrix[3])];
  const found = [];
  for (const [name, { at }] of Object.entries(HANDLES)) {
    if (at[0] === 0.5 && across < 3 * HANDLE) continue;
    if (at[1] === 0.5 && down < 3 * HANDLE) continue;
    const place = apply(matrix, [x + width * at[0], y + height * at[1]]);
    const way = [place[0] - middle[0], place[1] - middle[1]];
    const length = Math.hypot(...way) || 1;
    const outside = across < 3 * HANDLE || down < 3 * HANDLE ? 16 : 0;
    found.push([name, [place[0] + (way[0] / length) * outside, place[1] + (way[1] / length) * outside]]);
  }
  return found;
}
