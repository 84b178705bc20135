// @ts-check
// The region that a touch hits, and the point at which an activation touches an element, as in touchd's core.

import { apply, around, corners, inverse } from "../shared/geometry.js";
import { touchable } from "./model.js";

/** @typedef {import("./model.js").Region} Region */
/** @typedef {import("../shared/geometry.js").Point} Point */
/** @typedef {import("../shared/geometry.js").Rect} Rect */

/** Whether a point of a rectangle lies in a shape. @param {any} shape @param {Point} point @param {Rect} rect */
function isInShape(shape, [x, y], [left, top, width, height]) {
  if (shape?.kind === "ellipse") {
    const [u, v] = [(x - left - width / 2) / (width / 2), (y - top - height / 2) / (height / 2)];
    return u * u + v * v <= 1;
  }
  if (shape?.kind === "roundedRectangle") {
    const radius = Math.min(shape.radius ?? 0, width / 2, height / 2);
    const near = (value, from, length) => Math.min(Math.max(value, from + radius), from + length - radius) - value;
    return near(x, left, width) ** 2 + near(y, top, height) ** 2 <= radius * radius;
  }
  if (shape?.kind !== "polygon" || !shape.points?.length) return true;
  let isInside = false;
  let last = shape.points.at(-1);
  for (const corner of shape.points) {
    if (corner[1] > y !== last[1] > y && x < ((last[0] - corner[0]) * (y - corner[1])) / (last[1] - corner[1]) + corner[0]) isInside = !isInside;
    last = corner;
  }
  return isInside;
}

const isInside = (inner, outer) => {
  for (let region = inner.parent; region; region = region.parent) if (region === outer) return true;
  return false;
};

/** The outermost sensitive region around a region, or the region itself. @param {Region} region @returns {Region|null} */
function sensitiveRoot(region) {
  let found = null;
  for (let around = /** @type {Region|null} */ (region); around; around = around.parent) if (around.spec.sensitive === true) found = around;
  return found;
}

/** The regions of a screen, for hit tests. */
export class HitTester {
  /** @type {Map<string, Region>} */
  #byID = new Map();
  /** @type {Region[]} back to front */
  #windows;
  /**
   * The map from the screen to each region, the part that takes touches, and the box around it on the screen.
   * @type {Map<Region, {back: import("../shared/geometry.js").Matrix|null, rect: Rect, box: Rect}>}
   */
  #parts;

  /** @param {Region[]} regions of all screens @param {number} screen @param {[number, number]} size */
  constructor(regions, screen, size) {
    this.size = size;
    for (const region of regions) if (!this.#byID.has(region.id)) this.#byID.set(region.id, region);
    this.#parts = new Map(regions.map((region) => {
      const rect = touchable(region);
      return [region, { back: inverse(region.toScreen), rect, box: around(corners({ bounds: rect, toScreen: region.toScreen })) }];
    }));
    const level = (region) => (typeof region.spec.level === "number" ? region.spec.level : 0);
    this.#windows = regions.filter((region) => !region.parent && region.screen === screen).sort((a, b) => level(a) - level(b));
  }

  /** The region that takes a touch at a point. @param {Point} point @returns {Region|null} */
  hit(point) {
    /** @type {Region[]} the translucent regions that were asked, front to back */
    const translucent = [];
    return this.#among(this.#windows, point, translucent) ?? translucent[0] ?? null;
  }

  /** @param {Region[]} siblings @param {Point} point @param {Region[]} translucent @returns {Region|null} */
  #among(siblings, point, translucent) {
    for (let index = siblings.length - 1; index >= 0; index -= 1) {
      const found = this.#ask(siblings[index], point, translucent);
      if (found) return found;
    }
    return null;
  }

  /** Whether a point of the screen lies in the part of a region that takes touches. @param {Region} region @param {Point} point */
  #contains(region, point) {
    const { back, rect, box } = /** @type {any} */ (this.#parts.get(region));
    // The box has some room for rounding.
    if (!back || point[0] < box[0] - 1 || point[1] < box[1] - 1 || point[0] > box[0] + box[2] + 1 || point[1] > box[1] + box[3] + 1) return false;
    const [x, y] = apply(back, point);
    const [left, top, width, height] = rect;
    return x >= left && x < left + width && y >= top && y < top + height && isInShape(region.shape, [x, y], rect);
  }

  /** @param {Region} region @param {Point} point @param {Region[]} translucent @returns {Region|null} */
  #ask(region, point, translucent) {
    if (!region.takesTouches) return null;
    const { kind, to, when } = region.spec.hitTest ?? {};
    const target = kind === "redirect" ? this.#byID.get(to) : undefined;
    const inChildren = () => this.#among(region.children, point, translucent);
    if (target && when === "always") return target === region ? inChildren() ?? region : target;
    if (!this.#contains(region, point)) return kind === "overflow" && region.spec.clipsToBounds !== true ? inChildren() : null;
    if (kind === "absorb") return region;
    if (target) return target;
    if (kind === "translucent") {
      const at = translucent.findIndex((other) => isInside(region, other));
      translucent.splice(at < 0 ? translucent.length : at, 0, region);
    }
    return inChildren() ?? (kind === "passThrough" || kind === "translucent" ? null : region);
  }

  /** Whether a touch at a point of the screen activates a region. @param {Region} region @param {Point} point */
  #isActivated(region, point) {
    if (!(point[0] >= 0 && point[1] >= 0 && point[0] < this.size[0] && point[1] < this.size[1])) return false;
    const hit = this.hit(point);
    return hit !== null && (hit === region || isInside(hit, region)) && sensitiveRoot(hit) === sensitiveRoot(region);
  }

  /**
   * The point of the screen at which an activation touches a region: the one that it states, or the middle of what takes touches, or the first of 5 × 5
   * points. Null if a touch there hits something else.
   * @param {Region} region
   * @returns {Point|null}
   */
  activationPoint(region) {
    const at = (local) => {
      const point = apply(region.toScreen, local);
      return this.#isActivated(region, point) ? point : null;
    };
    const stated = region.spec.accessibility?.activationPoint;
    if (Array.isArray(stated)) return at([region.bounds[0] + stated[0], region.bounds[1] + stated[1]]);
    const [x, y, width, height] = targetOf(region);
    const middle = at([x + width / 2, y + height / 2]);
    if (middle) return middle;
    for (let row = 0.5; row < 5; row += 1) {
      for (let column = 0.5; column < 5; column += 1) {
        const point = at([x + (width * column) / 5, y + (height * row) / 5]);
        if (point) return point;
      }
    }
    return null;
  }
}

/** The part of a region for a finger: the knob of a slider with its hitInsets, otherwise what takes touches. @param {Region} region @returns {Rect} */
export function targetOf(region) {
  const area = touchable(region);
  if (region.kind !== "slider") return area;
  const [x, y, width, height] = region.bounds;
  const number = (key, otherwise) => (typeof region.spec[key] === "number" ? region.spec[key] : otherwise);
  const isAcross = (region.spec.axis ?? (width >= height ? "horizontal" : "vertical")) === "horizontal";
  const length = isAcross ? width : height;
  const side = Math.min(number("knobSize", Math.min(width, height)), length);
  const [least, most] = [number("minimumValue", 0), number("maximumValue", 1)];
  const value = Math.max(least, Math.min(number("value", 0), most));
  const place = most > least ? ((value - least) / (most - least)) * (length - side) : 0;
  const knob = isAcross ? [x + place, y + height / 2 - side / 2] : [x + width / 2 - side / 2, y + height - side - place];
  // The insets of the region enlarge or shrink its knob.
  const [top, left, bottom, right] = Array.isArray(region.spec.hitInsets) ? region.spec.hitInsets : [0, 0, 0, 0];
  return [knob[0] + left, knob[1] + top, side - left - right, side - top - bottom];
}
