// @ts-check
// Changing what people hear of a region, the keys of its `accessibility`, in a configuration's text.

import { isMap, nodeAt, pairOf } from "./yamlSource.js";
import { withValue } from "./yamlValues.js";

/** @typedef {import('./yamlSource.js').Source} Source */
/** @typedef {import('./yamlSource.js').Path} Path */

/**
 * The text with another value of a key of a region's `accessibility`. The map is added with its first key, and removed with its last one.
 * @param {Source} source
 * @param {Path} path of the region
 * @param {string} key
 * @param {any} value undefined removes the key
 * @returns {string}
 */
export function withAccessibility(source, path, key, value) {
  const at = [...path, "accessibility"];
  const map = nodeAt(source.root, at);
  if (!isMap(map)) return value === undefined ? source.text : withValue(source, at, { [key]: value });
  const isLast = map.items.length === 1 && pairOf(map, key) !== undefined;
  return withValue(source, value === undefined && isLast ? at : [...at, key], value);
}
