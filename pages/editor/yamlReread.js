// @ts-check
// Reading a text again after a small change: only the changed value is parsed, because parsing thousands of regions for each key takes too long.

import { changedEntries } from "./yamlEntries.js";
import { moveAfter, moveEntries, moveNode } from "./yamlMoves.js";
import { isDuplicateKey, isFlowNode, isMap, isSequence, keyOf, nameAt, parsesAsJSON, plain, readSource } from "./yamlSource.js";

/** @typedef {import("./yamlSource.js").Source} Source */
/** @typedef {import("./yamlSource.js").Path} Path */

/** @typedef {{index: number, removed: number, items: any[]}} Splice entries of the list at the path: how many were removed, and the new ones */

/** A scalar that means the same wherever it stands. */
const PLAIN = /^-?[A-Za-z0-9_][A-Za-z0-9_.+-]*$/;

/**
 * The source of a text that was changed. Changes the nodes of the previous source, so that it must not be used any more. A text is
 * parsed as a whole if the change is neither within a scalar, a line in flow style or a list of JSON, nor one of whole entries of a list.
 * @param {Source} source without errors of syntax
 * @param {string} text
 * @returns {{source: Source, path: Path|null, entries?: Splice}} with the path of the changed value, or null if everything was read again
 */
export function rereadSource(source, text) {
  const all = () => ({ source: readSource(source.library, text), path: null });
  // Only the whole text shows whether it is JSON now.
  if (source.errors.length > 0 || !source.root || (!source.isJSON && text.trimStart().startsWith("{"))) return all();
  const change = differenceOf(source.text, text);
  const holder = holderOf(source.root, change, source.text);
  if (!holder) return rereadEntries(source, text, change) ?? all();
  const { node, path } = holder;
  const delta = text.length - source.text.length;
  // A collection keeps its brackets.
  const isFlow = isFlowNode(node);
  const [start, end] = isFlow ? [node.range[0] + 1, node.range[1] - 1] : [node.range[0], node.range[1]];
  const written = text.slice(node.range[0], node.range[1] + delta);
  // In JSON lines mean nothing, so that a whole list can be read alone.
  const isAlone = source.isJSON ? parsesAsJSON(written) : !/[\r\n]/.test(written) && !/[\r\n]/.test(source.text.slice(node.range[0], node.range[1]));
  if (!isAlone) return rereadEntries(source, text, change) ?? all();
  if (!isFlow) {
    if (!PLAIN.test(written)) return all();
    node.value = node.source = node.srcToken.source = written;
  } else {
    const again = source.library.parseDocument(written, { schema: "failsafe", keepSourceTokens: true, prettyErrors: false });
    const { contents } = again;
    if (again.errors.some((error) => !source.isJSON || isDuplicateKey(error)) || !isFlowNode(contents) || isMap(contents) !== isMap(node) || contents.range[1] !== written.length || !isOrdinary(contents)) return all();
    moveNode(contents, node.range[0]);
    node.items = contents.items;
    node.srcToken.items = contents.srcToken.items;
  }
  if (delta !== 0) moveAfter(source.root, start, end, delta, isFlow ? node : null);
  return { source: { ...source, text, newline: text.includes("\r\n") ? "\r\n" : "\n" }, path };
}

/** The same for whole entries of a list in block style. */
function rereadEntries(source, text, change) {
  const entries = changedEntries(source, text, change);
  if (!entries) return null;
  const { node, path, index, removed, from, to, written } = entries;
  const gone = source.text.slice(from, to);
  const delta = text.length - source.text.length;
  // New entries in front of old ones, which have only moved, are read alone.
  const isBefore = removed > 0 && written.length > gone.length && written.endsWith(gone) && written[written.length - gone.length - 1] === "\n";
  const added = readEntries(source, isBefore ? written.slice(0, -gone.length) : written, from);
  if (!added) return null;
  const old = { from, items: node.items.splice(index, removed), tokens: node.srcToken.items.splice(index, removed) };
  moveAfter(source.root, from, to, delta, null, { node, index });
  if (isBefore) moveEntries(old, delta);
  const [items, tokens] = isBefore ? [[...added.items, ...old.items], [...added.tokens, ...old.tokens]] : [added.items, added.tokens];
  node.items.splice(index, 0, ...items);
  node.srcToken.items.splice(index, 0, ...tokens);
  const keep = isBefore ? source.removed : withRemoved(source.removed, gone, old);
  return { source: { ...source, text, newline: text.includes("\r\n") ? "\r\n" : "\n", removed: keep }, path,
    entries: { index, removed: isBefore ? 0 : removed, items: added.items } };
}

/** The entries of a list in block style whose lines are to stand at an offset, or null. @returns {{items: any[], tokens: any[]}|null} */
function readEntries(source, lines, offset) {
  const kept = source.removed?.get(lines);
  if (kept) {
    // Entries that are put back, by undo or in another place, need not be parsed again.
    source.removed?.delete(lines);
    moveEntries(kept, offset - kept.from);
    return kept;
  }
  if (lines === "") return { items: [], tokens: [] };
  const { contents, errors } = source.library.parseDocument(lines, { schema: "failsafe", keepSourceTokens: true, prettyErrors: false });
  if (errors.length > 0 || contents?.srcToken?.type !== "block-seq" || contents.srcToken.items.length !== contents.items.length || !isOrdinary(contents)) return null;
  moveNode(contents, offset);
  return { items: contents.items, tokens: contents.srcToken.items };
}

/** The texts of removed entries that are kept with their nodes: so many, and each of so many characters. */
const [MOST_KEPT, LONGEST_KEPT] = [8, 200000];

/** The removed entries with those of one more text. The oldest ones are forgotten. */
function withRemoved(removed, text, entries) {
  if (entries.items.length === 0 || text.length > LONGEST_KEPT) return removed;
  removed?.delete(text);
  return new Map([...(removed ?? []), [text, entries]].slice(-MOST_KEPT));
}

/** Whether a node consists of maps with values, lists and scalars only. */
function isOrdinary(node) {
  if (!Array.isArray(node?.range)) return false;
  if (isMap(node)) return node.items.every(({ key, value }) => isOrdinary(key) && isOrdinary(value));
  if (isSequence(node)) return node.items.every(isOrdinary);
  return ["PLAIN", "QUOTE_DOUBLE", "QUOTE_SINGLE"].includes(node.type);
}

/** The part of a text that a change replaced: its start, and its end before the change. */
function differenceOf(before, after) {
  // Whole pieces are compared first, because comparing letter by letter takes milliseconds.
  const most = Math.min(before.length, after.length);
  let from = 0;
  for (let step = 1 << 16; step >= 1; step >>= 1) {
    while (from + step <= most && before.slice(from, from + step) === after.slice(from, from + step)) from += step;
  }
  let same = 0;
  const end = (text, step) => text.slice(text.length - same - step, text.length - same);
  for (let step = 1 << 16; step >= 1; step >>= 1) {
    while (same + step <= most - from && end(before, step) === end(after, step)) same += step;
  }
  return { from, to: before.length - same };
}

/** The innermost value that holds a change, and can be read alone. */
function holderOf(root, { from, to }, text) {
  let [node, found] = [root, /** @type {{node: any, path: Path}|null} */ (null)];
  const path = /** @type {Path} */ ([]);
  while (node) {
    if (isFlowNode(node) && node.range[0] < from && to < node.range[1] && text[node.range[1] - 1] === (isMap(node) ? "}" : "]")) found = { node, path: [...path] };
    else if (node.type === "PLAIN" && node.range[1] > node.range[0] && !node.anchor && !node.tag && node.srcToken?.source.length === node.range[1] - node.range[0]) return { node, path };
    if (!isMap(node) && !isSequence(node)) break;
    const holds = (value) => value?.range && value.range[0] <= from && to <= value.range[1];
    const at = node.items.findIndex((item) => holds(isMap(node) ? item.value : item));
    if (at < 0) break;
    path.push(isMap(node) ? keyOf(node.items[at]) : at);
    node = isMap(node) ? node.items[at].value : node.items[at];
  }
  return found;
}

/**
 * The values of a configuration after a change, with those that did not change shared.
 * @param {any} configuration
 * @param {Path} path of the changed value
 * @param {any} node the changed value
 * @param {Splice} [entries] the changed entries, if it is a list of which only those changed
 */
export function withPlain(configuration, path, node, entries = /** @type {Splice|undefined} */ (undefined)) {
  const set = (value, depth) => {
    if (depth === path.length) return entries ? value.toSpliced(entries.index, entries.removed, ...entries.items.map((item) => plain(item, nameAt(path)))) : plain(node, nameAt(path));
    const copy = Array.isArray(value) ? [...value] : { ...value };
    copy[path[depth]] = set(value[path[depth]], depth + 1);
    return copy;
  };
  return set(configuration, 0);
}
