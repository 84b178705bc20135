// @ts-check
// Overlaps among regions of the same level, and regions that are too small for a finger.

import { apply, around } from "../shared/geometry.js";
import { touchable } from "./model.js";

/** @typedef {import('./model.js').Region} Region */

/** The smallest side of a control in mm, as in the warning small-button of touchctl check. */
export const SMALLEST_MILLIMETRES = 9;

const upright = (region, matrix) => {
  const [x, y, width, height] = touchable(region);
  return around([apply(matrix, [x, y]), apply(matrix, [x + width, y]), apply(matrix, [x + width, y + height]), apply(matrix, [x, y + height])]);
};

function common(areas, i, j) {
  const [a, b] = [4 * i, 4 * j];
  if (areas[a] >= areas[b] + areas[b + 2] || areas[b] >= areas[a] + areas[a + 2] || areas[a + 1] >= areas[b + 1] + areas[b + 3] || areas[b + 1] >= areas[a + 1] + areas[a + 3]) return null;
  const [ax, ay, aw, ah] = areas.subarray(a, a + 4);
  const [bx, by, bw, bh] = areas.subarray(b, b + 4);
  const x = Math.max(ax, bx);
  const y = Math.max(ay, by);
  const width = Math.min(ax + aw, bx + bw) - x;
  const height = Math.min(ay + ah, by + bh) - y;
  return width > 1e-9 && height > 1e-9 ? [x, y, width, height] : null;
}

/** The sentence that says which of two overlapping regions takes a touch. */
function verdict(front, back) {
  const test = front.spec.hitTest?.kind;
  if (test === "passThrough") return `"${front.id}" is in front and lets touches through where it has no region inside; there "${back.id}" takes them`;
  if (test === "translucent") return `"${front.id}" is in front, and both get the touch`;
  if (front.shape) return `"${front.id}" is in front and takes the touch within its shape`;
  return `"${front.id}" is in front and takes the touch`;
}

/**
 * The pairs of regions of the same level whose touchable areas overlap. Only their upright rectangles are compared, so turned regions and shapes may
 * not really overlap.
 * @param {Region[]} regions
 * @returns {{front: Region, back: Region, rect: number[], text: string}[]}
 */
export function overlaps(regions) {
  const found = [];
  const levels = new Map();
  for (const region of regions) {
    const level = region.parent ? region.parent.key : `windows of ${region.screen}`;
    if (!levels.has(level)) levels.set(level, []);
    if (region.takesTouches) levels.get(level).push(region);
  }
  const height = (region) => (typeof region.spec.level === "number" ? region.spec.level : 0);
  for (const siblings of levels.values()) {
    const areas = Float64Array.from(siblings.flatMap((region) => upright(region, region.toParent)));
    for (let i = 0; i < siblings.length; i += 1) {
      for (let j = i + 1; j < siblings.length; j += 1) {
        const rect = common(areas, i, j);
        if (!rect) continue;
        const isFront = !siblings[i].parent && height(siblings[i]) > height(siblings[j]);
        const [front, back] = isFront ? [siblings[i], siblings[j]] : [siblings[j], siblings[i]];
        found.push({ front, back, rect, text: `"${front.id}" and "${back.id}" overlap by ${short(rect[2])} × ${short(rect[3])} points: ${verdict(front, back)}` });
        if (found.length >= 500) return found;
      }
    }
  }
  return found;
}

const short = (number) => String(Math.round(number * 10) / 10);

/**
 * The size of a control for a finger, in its own points: of a slider's knob with its hitInsets, otherwise of its touchable area; null for other
 * regions.
 */
export function target(region) {
  if (!["button", "switch", "slider"].includes(region.kind) || !region.takesTouches) return null;
  const [, , width, height] = touchable(region);
  if (region.kind !== "slider") return [width, height];
  const side = Math.min(region.bounds[2], region.bounds[3]);
  const knob = typeof region.spec.knobSize === "number" ? region.spec.knobSize : side;
  const less = [region.bounds[2] - width, region.bounds[3] - height];
  return region.bounds[2] >= region.bounds[3] ? [knob - less[0], side - less[1]] : [side - less[0], knob - less[1]];
}

/**
 * The controls that are less than 9 mm wide or high.
 * @param {Region[]} regions
 * @param {(screen: number) => [number, number] | null} scale points per millimetre along x and y, if known
 */
export function tooSmall(regions, scale) {
  return regions.flatMap((region) => {
    const size = target(region);
    const points = scale(region.screen);
    if (!size || !points) return [];
    const [a, b, c, d] = region.toScreen;
    const length = (x, y) => Math.hypot(x / points[0], y / points[1]);
    const [width, height] = [Math.max(0, size[0]) * length(a, b), Math.max(0, size[1]) * length(c, d)];
    if (Math.min(width, height) >= SMALLEST_MILLIMETRES - 0.05) return [];
    const part = region.kind === "slider" ? "the knob of " : "";
    return [{ region, width, height, text: `${part}"${region.id}" is ${short(width)} × ${short(height)} mm; a finger needs ${SMALLEST_MILLIMETRES} mm` }];
  });
}
