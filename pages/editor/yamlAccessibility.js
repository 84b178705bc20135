// @ts-check
// Changing what people hear of a region, the keys of its `accessibility`, in a configuration's text.

import { isMap, isSequence, nodeAt, pairOf, plain, readSource } from "./yamlSource.js";
import { scalarText } from "./yamlText.js";
import { withinList, withItem } from "./yamlRegions.js";
import { withoutEntry, withValue } from "./yamlValues.js";

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

/**
 * The text with other `elements` of a region. Entries that stay keep their style, and in block style their comments.
 * @param {Source} source
 * @param {Path} path of the region
 * @param {string[]|undefined} elements undefined removes the list
 * @returns {string}
 */
export function withElements(source, path, elements) {
  const at = [...path, "accessibility", "elements"];
  const list = nodeAt(source.root, at);
  if (!elements || !isSequence(list) || list.items.length === 0) return withAccessibility(source, path, "elements", elements);
  let { text } = source;
  const read = () => readSource(source.library, text);
  const now = plain(list, "accessibility.elements");
  elements.forEach((id, index) => {
    if (now[index] === id) return;
    const from = now.indexOf(id, index);
    text = from < 0 ? withItem(read(), at, index, { flow: scalarText(id, source), comments: [] }) : withinList(read(), at, from, index).text;
    now.splice(index, 0, from < 0 ? id : now.splice(from, 1)[0]);
  });
  for (let index = now.length - 1; index >= elements.length; index -= 1) text = withoutEntry(read(), at, index);
  return text;
}
