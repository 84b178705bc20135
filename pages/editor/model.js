// @ts-check
// The regions of a configuration as a list, each with its place, for the picture and the tree.

import { apply, around, corners, identity, inverse, then } from "../shared/geometry.js";

/** @typedef {import('../shared/geometry.js').Matrix} Matrix */
/** @typedef {import('../shared/geometry.js').Rect} Rect */
/** @typedef {import('./yamlSource.js').Path} Path */

/**
 * A region.
 * @typedef {Object} Region
 * @property {Path} path its path in the configuration
 * @property {string} key the path as one string
 * @property {string} id
 * @property {string} name the IDs from the window to the region, as on the wire
 * @property {any} spec its keys as in the file
 * @property {string} kind
 * @property {Region|null} parent
 * @property {Region[]} children back to front
 * @property {number} depth 0 for windows
 * @property {number} screen
 * @property {Rect} bounds
 * @property {Matrix} toParent
 * @property {Matrix} toScreen
 * @property {any} shape
 * @property {boolean} takesTouches true if neither the region nor one around it is hidden or without interaction
 */

const isNumbers = (value, count) => Array.isArray(value) && value.length === count && value.every((item) => typeof item === "number" && Number.isFinite(item));

/** The place of a region: its bounds, and the map from them to its parent. Missing or invalid values count as 0; check reports them. */
export function placeOfSpec(spec) {
  if (isNumbers(spec?.frame, 4)) {
    const [x, y, width, height] = spec.frame;
    const origin = isNumbers(spec.bounds, 4) ? spec.bounds : [0, 0];
    return { bounds: /** @type {Rect} */ ([origin[0], origin[1], width, height]), toParent: /** @type {Matrix} */ ([1, 0, 0, 1, x - origin[0], y - origin[1]]) };
  }
  const bounds = /** @type {Rect} */ (isNumbers(spec?.bounds, 4) ? spec.bounds : [0, 0, 0, 0]);
  const center = isNumbers(spec?.center, 2) ? spec.center : [0, 0];
  const [a, b, c, d, tx, ty] = isNumbers(spec?.transform, 6) ? spec.transform : identity;
  const [mx, my] = [bounds[0] + bounds[2] / 2, bounds[1] + bounds[3] / 2];
  return { bounds, toParent: /** @type {Matrix} */ ([a, b, c, d, center[0] + tx - (a * mx + c * my), center[1] + ty - (b * mx + d * my)]) };
}

/**
 * All regions, each list back to front, parents before children. This is the drawing order, except for windows' levels.
 * @param {any} configuration
 * @param {Region[]} [previous] the regions before a change. Those whose `spec` is the same object, and those in them, are used again
 * @returns {Region[]}
 */
export function regionsOf(configuration, previous = []) {
  const found = [];
  const known = new Map(previous.map((region) => [region.key, region]));
  const addAgain = (region) => {
    found.push(region);
    region.children.forEach(addAgain);
  };
  const add = (list, path, parent, screen) => {
    const prefix = keyOfPath(path);
    const regions = [];
    for (let index = 0; Array.isArray(list) && index < list.length; index += 1) {
      const spec = list[index];
      if (!spec || typeof spec !== "object" || Array.isArray(spec)) continue;
      const before = known.get(`${prefix}.${index}`);
      if (before?.spec === spec && before.parent === parent) {
        addAgain(before);
        regions.push(before);
        continue;
      }
      const { bounds, toParent } = placeOfSpec(spec);
      const id = String(spec.id ?? "");
      const kind = typeof spec.kind === "string" ? spec.kind : parent ? "view" : "window";
      const ownPath = [...path, index];
      const isOpen = spec.hidden !== true && !(spec.alpha <= 0.01) && (spec.userInteractionEnabled ?? !["imageView", "label"].includes(kind)) && spec.hitTest?.kind !== "ignore";
      const region = {
        path: ownPath, key: `${prefix}.${index}`, id, name: parent ? `${parent.name}/${id}` : id, spec, kind, parent, children: [], depth: parent ? parent.depth + 1 : 0,
        screen, bounds, toParent, toScreen: then(toParent, parent ? parent.toScreen : identity), shape: shapeOf(spec),
        takesTouches: isOpen && (!parent || parent.takesTouches),
      };
      found.push(region);
      if (spec.children) region.children = add(spec.children, [...ownPath, "children"], region, screen);
      regions.push(region);
    }
    return regions;
  };
  const screens = Array.isArray(configuration?.screens) ? configuration.screens : [];
  screens.forEach((screen, index) => add(screen?.windows, ["screens", index, "windows"], null, index));
  return found;
}

function shapeOf(spec) {
  const shape = spec.shape;
  if (shape?.kind === "polygon" && !(Array.isArray(shape.points) && shape.points.every((point) => isNumbers(point, 2)))) return undefined;
  return shape && typeof shape === "object" ? shape : undefined;
}

/** @param {Path} path */
export const keyOfPath = (path) => path.join(".");

/** The level of the window that a region is in, or is. @param {Region} region */
function levelOf(region) {
  let top = region;
  while (top.parent) top = top.parent;
  return typeof top.spec.level === "number" ? top.spec.level : 0;
}

/** The regions of a screen back to front, with windows of a higher level in front. @param {Region[]} regions */
export function drawn(regions, screen) {
  return regions.filter((region) => region.screen === screen).map((region) => ({ region, level: levelOf(region) })).sort((a, b) => a.level - b.level).map(({ region }) => region);
}

/** The regions of a screen as a list of layers: of siblings the front one first, and each before the regions in it. @param {Region[]} regions */
export function frontFirst(regions, screen) {
  const found = /** @type {Region[]} */ ([]);
  const add = (region) => {
    found.push(region);
    for (let at = region.children.length - 1; at >= 0; at -= 1) add(region.children[at]);
  };
  regions.filter((region) => region.screen === screen && !region.parent).sort((a, b) => levelOf(a) - levelOf(b)).reverse().forEach(add);
  return found;
}

/** The area that takes touches: the region's bounds with its hitInsets. @param {Region} region @returns {Rect} */
export function touchable(region) {
  const [top, left, bottom, right] = isNumbers(region.spec.hitInsets, 4) ? region.spec.hitInsets : [0, 0, 0, 0];
  const [x, y, width, height] = region.bounds;
  return [x + left, y + top, Math.max(0, width - left - right), Math.max(0, height - top - bottom)];
}

/** The upright rectangle around a region in its parent. @param {Region} region */
export const rectOf = (region) => around(corners({ bounds: region.bounds, toScreen: region.toParent }));

/** The upright rectangle around the region on the screen. @param {Region} region */
export const onScreen = (region) => around(corners(region));

/** Whether a point of the screen lies in the region's bounds. @param {Region} region */
export function holds(region, point) {
  const back = inverse(region.toScreen);
  if (!back) return false;
  const [x, y] = apply(back, point);
  const [left, top, width, height] = region.bounds;
  return x >= left && y >= top && x < left + width && y < top + height;
}

/** The map from the space of a region's frame, which is its parent's, to the screen. @param {Region} region @returns {Matrix} */
export const spaceOf = (region) => (region.parent ? region.parent.toScreen : identity);

/**
 * The keys with their values after a region has moved by a distance in its parent.
 * @param {any} spec
 */
export function movedBy(spec, dx, dy) {
  if (isNumbers(spec.frame, 4)) return { frame: [spec.frame[0] + dx, spec.frame[1] + dy, spec.frame[2], spec.frame[3]] };
  const center = isNumbers(spec.center, 2) ? spec.center : [0, 0];
  return { center: [center[0] + dx, center[1] + dy] };
}

/**
 * The keys with their values after edges of a region have moved by distances in its own space. The other edges stay in place.
 * @param {any} spec
 * @param {{left?: number, top?: number, right?: number, bottom?: number}} edges
 */
export function resizedBy(spec, { left = 0, top = 0, right = 0, bottom = 0 }) {
  const { bounds: [x, y, width, height], toParent } = placeOfSpec(spec);
  const newWidth = Math.max(0, width - left + right);
  const newHeight = Math.max(0, height - top + bottom);
  // An edge cannot pass the opposite one.
  const l = left === 0 ? 0 : width + right - newWidth;
  const t = top === 0 ? 0 : height + bottom - newHeight;
  if (isNumbers(spec.frame, 4)) {
    const frame = [spec.frame[0] + l, spec.frame[1] + t, newWidth, newHeight];
    return isNumbers(spec.bounds, 4) ? { frame, bounds: [x, y, newWidth, newHeight] } : { frame };
  }
  const transform = isNumbers(spec.transform, 6) ? spec.transform : identity;
  const middle = apply(toParent, [x + l + newWidth / 2, y + t + newHeight / 2]);
  return { bounds: [x, y, newWidth, newHeight], center: [middle[0] - transform[4], middle[1] - transform[5]] };
}

/**
 * An ID that is not in use: a word and a number; for a copy, the original's ID with the next free number.
 * @param {Set<string>} ids
 * @param {string} word
 * @param {Map<string, number>} from the first number that may be free, by word; saves time if many IDs are made
 */
export function freshId(ids, word, from = new Map()) {
  if (!ids.has(word)) return word;
  const stem = word.replace(/[0-9]+$/, "") || word;
  for (let number = from.get(stem) ?? 2; ; number += 1) {
    if (ids.has(`${stem}${number}`)) continue;
    from.set(stem, number + 1);
    return `${stem}${number}`;
  }
}

/** Names that are not in use, each given once: an ID itself if it is free, otherwise with the next free number. @param {Set<string>} ids that are in use */
export function freshNames(ids) {
  const used = new Set(ids);
  const from = new Map();
  return (/** @type {string} */ id) => {
    const name = freshId(used, id, from);
    used.add(name);
    return name;
  };
}

/** A number without the errors of calculating it, as the commands write it. @param {number} number */
export const tidy = (number) => Math.round(number * 1000) / 1000;

/** Whether a region can have others in it. @param {Region} region */
export const canHold = (region) => ["window", "view", "scrollView"].includes(region.kind);
