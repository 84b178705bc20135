// @ts-check
// The user's commands for regions, by finger or by key. Each is one change of the text.

import { apply, inverse } from "../shared/geometry.js";
import { freshId, freshNames, keyOfPath, movedBy, placeOfSpec, resizedBy, spaceOf, tidy } from "./model.js";
import { movedInOrder } from "./order.js";
import { withAccessibility, withElements } from "./yamlAccessibility.js";
import { renamings, walk, withCopies, withCopy, withRegion, withRegionMoved, withoutRegion } from "./yamlRegions.js";
import { readSource } from "./yamlSource.js";
import { withValue } from "./yamlValues.js";

/** @typedef {import("./document.js").EditorDocument} EditorDocument */
/** @typedef {import("./model.js").Region} Region */
/** @typedef {import("./yamlSource.js").Path} Path */

/** Sets keys of a region. @param {EditorDocument} doc @param {Region} region @param {Record<string, any>} keys */
export function setKeys(doc, region, keys, join = "") {
  const changes = Object.entries(keys).map(([key, value]) => /** @type {[any[], any]} */ ([[...region.path, key], value]));
  let source = doc.source;
  changes.forEach(([path, value], index) => {
    const text = withValue(source, path, value);
    source = index < changes.length - 1 ? readSource(doc.library, text) : { ...source, text };
  });
  doc.change(source.text, { join });
}

/** Sets the value at a path; undefined removes it. @param {EditorDocument} doc */
export function setAt(doc, path, value) {
  const isHeard = path.at(-2) === "accessibility";
  doc.change(isHeard ? withAccessibility(doc.source, path.slice(0, -2), path.at(-1), value) : withValue(doc.source, path, value));
}

/** Sets keys of several regions in one step. @param {EditorDocument} doc @param {[Region, Record<string, any>][]} changes */
export function setAll(doc, changes, join = "") {
  doc.together(() => changes.forEach(([region, keys]) => setKeys(doc, region, keys)), join);
}

/** Moves regions. @param {EditorDocument} doc @param {Region[]} regions in points of their parents */
export function move(doc, regions, dx, dy) {
  setAll(doc, regions.map((region) => [region, movedBy(region.spec, dx, dy)]), `move ${regions.map((region) => region.key)}`);
}

/** @param {EditorDocument} doc @param {Region} region @param {{left?: number, top?: number, right?: number, bottom?: number}} edges */
export function resize(doc, region, edges) {
  setKeys(doc, region, resizedBy(region.spec, edges), `resize ${region.key}`);
}

/** Moves an element by a step in the order of the focus. @param {EditorDocument} doc @param {Region} region @param {-1|1} step @returns {boolean} */
export function moveInOrder(doc, region, step, join = "") {
  const change = movedInOrder(doc.regions, region, step);
  if (change) doc.change(withElements(doc.source, change.holder.path, change.elements), { join });
  return change !== null;
}

/** The list for a new region: the parent's children, or the screen's windows. */
const listOf = (doc, parent) => (parent ? [...parent.path, "children"] : ["screens", doc.screen, "windows"]);
/** The regions in a region, or the windows of the screen. @param {EditorDocument} doc @param {Region|null} parent @returns {Region[]} */
export const siblingsOf = (doc, parent) => (parent ? parent.children : doc.regions.filter((region) => !region.parent && region.screen === doc.screen));
/** The bounds of a region, or of the screen. @param {EditorDocument} doc @param {Region|null} parent @returns {import("../shared/geometry.js").Rect} */
export const boundsOf = (doc, parent) => (parent ? parent.bounds : [0, 0, ...doc.size]);
/** All IDs in a configuration: of regions, gestures and everything else. @param {any} configuration @returns {Set<string>} */
export function idsIn(configuration) {
  const ids = new Set();
  walk(configuration, [], (key, value) => key === "id" && ids.add(String(value)));
  return ids;
}

/** Adds a region in front of its siblings. @param {EditorDocument} doc @param {Region|null} parent @param {number[]} frame in the parent's points */
export function add(doc, parent, frame) {
  const list = listOf(doc, parent);
  const index = siblingsOf(doc, parent).length;
  const id = freshId(idsIn(doc.configuration), parent ? "region1" : "window1");
  const region = parent ? { id, kind: "button", frame } : { id, frame };
  doc.change(withRegion(doc.source, list, index, region), { select: keyOfPath([...list, index]) });
}

/** Adds a region in the middle of another one, for the keyboard. @param {EditorDocument} doc @param {Region|null} parent */
export function addInMiddle(doc, parent) {
  const [x, y, width, height] = parent ? parent.bounds : [0, 0, ...doc.size];
  const side = (length) => Math.max(1, Math.round(parent ? Math.min(length / 2, 200) : length));
  const [w, h] = [side(width), side(height)];
  add(doc, parent, [Math.round(x + (width - w) / 2), Math.round(y + (height - h) / 2), w, h]);
}

/** Regions in the order of the file. @param {EditorDocument} doc @param {Region[]} regions */
export function inOrder(doc, regions) {
  const all = new Set(regions);
  return doc.regions.filter((region) => all.has(region));
}

/** Regions from the last to the first, so that a change at one leaves the places of those to come. @param {EditorDocument} doc @param {Region[]} regions */
const inReverse = (doc, regions) => inOrder(doc, regions).reverse();

/** Deletes regions in one step, and chooses a sibling or the region around. @param {EditorDocument} doc @param {Region[]} regions of which none is inside another */
export function remove(doc, regions) {
  const removed = inReverse(doc, regions);
  const first = removed.at(-1);
  if (!first) return;
  const rest = siblingsOf(doc, first.parent).filter((one) => !removed.includes(one)).length;
  const next = rest > 0 ? keyOfPath([...first.path.slice(0, -1), Math.min(Number(first.path.at(-1)), rest - 1)]) : first.parent?.key;
  doc.together(() => {
    for (const { path } of removed) doc.change(withoutRegion(doc.source, path));
    return next === undefined ? [] : [next];
  });
}

/**
 * Copies regions in one step, and chooses the copies. Each copy lies in front of its original, in the same region. References among the regions
 * lead to the copies.
 * @param {EditorDocument} doc
 * @param {Region[]} regions of which none is inside another
 * @param {number} distance to the right and down, in points of the region around
 */
export function duplicate(doc, regions, distance = 20) {
  const chosen = inReverse(doc, regions);
  const renamed = renamings(chosen.map((region) => region.spec).reverse(), freshNames(idsIn(doc.configuration))).reverse();
  const originals = chosen.map(({ path, spec }, at) => {
    const moved = Object.entries(distance === 0 ? {} : movedBy(spec, distance, distance)).filter(([key]) => key in spec);
    return { path, changes: [...renamed[at], ...moved.map(([key, value]) => /** @type {[Path, any]} */ ([[key], value]))] };
  });
  const atOnce = withCopies(doc.source, originals);
  doc.together(() => {
    if (atOnce !== null) doc.change(atOnce);
    /** @type {Path[]} */
    let paths = [];
    for (const { path: original, changes } of originals) {
      if (atOnce === null) doc.change(withCopy(doc.source, original, changes));
      const depth = original.length - 1;
      const path = original.with(depth, Number(original[depth]) + 1);
      const isBehind = (one) => one.length > depth && Number(one[depth]) >= Number(path[depth]) && path.every((step, index) => index === depth || step === one[index]);
      paths = [path, ...paths.map((one) => (isBehind(one) ? one.with(depth, Number(one[depth]) + 1) : one))];
    }
    return paths.map(keyOfPath);
  });
}

/** Moves a region among its siblings by a number of steps to the front. @param {EditorDocument} doc @param {Region} region */
export function reorder(doc, region, steps) {
  const siblings = siblingsOf(doc, region.parent);
  const from = Number(region.path.at(-1));
  const to = Math.max(0, Math.min(siblings.length - 1, from + steps));
  if (to === from) return;
  const moved = withRegionMoved(doc.source, region.path, region.path.slice(0, -1), to > from ? to + 1 : to);
  doc.change(moved.text, { select: keyOfPath(moved.path) });
}

/**
 * Moves a region into another one, in front of its children. It keeps its place on the screen if the two spaces differ only by a shift.
 * @param {EditorDocument} doc
 * @param {Region} region
 * @param {Region|null} parent
 */
export function moveInto(doc, region, parent) {
  if (parent === region.parent || isIn(parent, region)) return;
  const list = listOf(doc, parent);
  const moved = withRegionMoved(doc.source, region.path, list, siblingsOf(doc, parent).length);
  let text = moved.text;
  const to = parent ? inverse(parent.toScreen) : inverse([1, 0, 0, 1, 0, 0]);
  if (to) {
    const { toParent, bounds } = placeOfSpec(region.spec);
    const corner = apply(toParent, [bounds[0], bounds[1]]);
    const there = apply(to, apply(spaceOf(region), corner));
    const keys = movedBy(region.spec, tidy(there[0] - corner[0]), tidy(there[1] - corner[1]));
    for (const [key, value] of Object.entries(keys)) text = withValue(readSource(doc.library, text), [...moved.path, key], value);
  }
  doc.change(text, { select: keyOfPath(moved.path) });
}

/** @param {Region|null} region @param {Region} other */
export function isIn(region, other) {
  for (let at = region; at; at = at.parent) if (at === other) return true;
  return false;
}
