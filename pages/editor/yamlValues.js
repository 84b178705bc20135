// @ts-check
// Changing keys and values in a configuration's text. Only the changed parts of the text differ afterwards.

import { applied, withoutLine } from "./patch.js";
import {
  columnOf, commentsOf, dashOf, endOf, endOfPair, isCollection, isFlowNode, isMap, isSequence, keyOf, lineStart, nameAt, nextLine, nodeAt, pairOf, plain, readSource,
  startOf, startOfPair,
} from "./yamlSource.js";
import { blockLines, flowText, quotedText, scalarText } from "./yamlText.js";

/** @typedef {import('./yamlSource.js').Source} Source */
/** @typedef {import('./yamlSource.js').Path} Path */

/** The order in which new keys of a region are written. Other keys come after the existing ones, and children last. */
const ORDER = ["version", "id", "type", "kind", "size", "frame", "center", "bounds", "transform", "level", "hidden"];
const LAST = ["gestures", "panels", "windows", "children"];

const rank = (key) => {
  const first = ORDER.indexOf(key);
  const last = LAST.indexOf(key);
  return first >= 0 ? first : last >= 0 ? 200 + last : 100;
};

export const equal = (a, b) =>
  a === b ||
  (Array.isArray(a) && Array.isArray(b) && a.length === b.length && a.every((item, index) => equal(item, b[index]))) ||
  (isObject(a) && isObject(b) && Object.keys(a).length === Object.keys(b).length && Object.keys(a).every((key) => key in b && equal(a[key], b[key])));
const isObject = (value) => value !== null && typeof value === "object" && !Array.isArray(value);

/**
 * The text with the value at a path set, with the key added or, for undefined, with the key removed.
 * @param {Source} source
 * @param {Path} path ends with a key of a map, or with the index of an existing entry
 * @param {any} value
 * @returns {string}
 */
export function withValue(source, path, value) {
  const holder = nodeAt(source.root, path.slice(0, -1));
  const last = path.at(-1);
  if (isMap(holder)) {
    const pair = pairOf(holder, last);
    if (value === undefined) return pair ? withoutKey(source, path.slice(0, -1), String(last)) : source.text;
    if (!pair) return withKey(source, path.slice(0, -1), String(last), value);
    return withNode(source, path, pair.value, value, pair);
  }
  if (!isSequence(holder)) throw new Error(`nothing at ${path.slice(0, -1).join(".")}`);
  return value === undefined ? withoutEntry(source, path.slice(0, -1), Number(last)) : withNode(source, path, holder.items[Number(last)], value);
}

/** The text with a node changed part by part. */
function withNode(source, path, node, value, pair) {
  const key = nameAt(path);
  if (node && equal(plain(node, key), value)) return source.text;
  const isEmpty = !node || node.range[1] === node.range[0];
  if (isMap(node) && isObject(value) && Object.keys(value).length > 0) {
    const gone = node.items.map(keyOf).filter((name) => !(name in value));
    // New keys come first, so that the map is never empty.
    const changes = [...Object.entries(value), ...gone.map((name) => [name, undefined])];
    return changes.reduce((text, [name, item]) => withValue(readSource(source.library, text), [...path, name], item), source.text);
  }
  if (isSequence(node) && Array.isArray(value) && value.length > 0 && node.items.length > 0) {
    if (node.items.length === value.length && !node.items.some(isCollection)) return withScalars(source, node, value, key);
    let text = source.text;
    const common = Math.min(node.items.length, value.length);
    for (let index = 0; index < common; index += 1) text = withValue(readSource(source.library, text), [...path, index], value[index]);
    for (let index = common; index < value.length; index += 1) text = withEntry(readSource(source.library, text), path, index, value[index]);
    for (let index = node.items.length - 1; index >= common; index -= 1) text = withoutEntry(readSource(source.library, text), path, index);
    return text;
  }
  if (!isEmpty && isReplaceable(node)) return applied(source.text, [valuePatch(source, node, value)]);
  const text = valueText(source, node, value);
  if (!pair) return applied(source.text, [{ start: startOf(node), end: endOf(node), text }]);
  // A block, or nothing: the value after the colon is removed. Comments of the block stay on their lines.
  if (isEmpty) return applied(source.text, [{ start: endOfPair(pair), end: endOfPair(pair), text: ` ${text}` }]);
  const colon = pair.srcToken.sep.find((token) => token.type === "map-value-ind").offset + 1;
  const patches = [{ start: colon, end: colon, text: ` ${text}` }];
  for (const part of parts(source, node)) patches.push(withoutLine(source.text, part.start, part.end));
  return applied(source.text, patches);
}

/** The text that is written in place of a node. */
function valueText(source, node, value) {
  const style = { isJSON: source.isJSON, quote: typeof value === "string" && node?.type?.startsWith("QUOTE") ? node.type : undefined };
  return isObject(value) || Array.isArray(value) ? flowText(value, style) : scalarText(value, style);
}

/** Whether `valuePatch` can replace a node: true for scalars, and for lists and maps in flow style. */
export const isReplaceable = (node) => !isCollection(node) || isFlowNode(node);

/** The patch that replaces a node with another value. */
export function valuePatch(source, node, value) {
  const text = valueText(source, node, value) + (node.type?.startsWith("BLOCK") ? source.newline : "");
  return { start: startOf(node), end: node.range[1], text };
}

/**
 * The text with other values at these paths. Scalars, and lists and maps in flow style, are replaced together, so that the text is not parsed for
 * each.
 * @param {Source} source
 * @param {[Path, any][]} changes of existing values; undefined removes a key
 * @returns {string}
 */
export function withValuesAt(source, changes) {
  const isAtOnce = ([path, value]) => value !== undefined && isReplaceable(nodeAt(source.root, path));
  const text = applied(source.text, changes.filter(isAtOnce).map(([path, value]) => valuePatch(source, nodeAt(source.root, path), value)));
  return changes.filter((change) => !isAtOnce(change))
    .reduce((text, [path, value]) => withValue(readSource(source.library, text), path, value), text);
}

/** The lines of a block that are removed with its value, each with the comment behind it: all except comments and empty lines. */
function parts(source, node) {
  const found = [];
  const end = endOf(node);
  const first = isSequence(node) ? dashOf(node, 0) : startOf(node);
  // A line of a long text may look like a comment.
  const comments = new Set(commentsOf(source.library, source.text).map(({ offset }) => offset));
  for (let at = first; at < end; at = nextLine(source.text, at + 1)) {
    const line = source.text.slice(at, nextLine(source.text, at + 1));
    if (line.trim() !== "" && !comments.has(at + line.length - line.trimStart().length)) found.push({ start: at, end: at + line.trimEnd().length });
  }
  return found;
}

function withScalars(source, node, values, key) {
  const patches = node.items.flatMap((item, index) =>
    equal(plain(item, key), values[index])
      ? []
      : [valuePatch(source, item, values[index])]);
  return applied(source.text, patches);
}

/** Adds a key to a map. `text` is the value's text, by default in flow style. */
export function withKey(source, mapPath, key, value, text = flowText(value, source)) {
  const map = nodeAt(source.root, mapPath);
  const name = source.isJSON ? quotedText(key) : scalarText(key, source);
  const before = map.items.filter((pair) => rank(keyOf(pair)) <= rank(key)).at(-1) ?? map.items[0];
  if (isFlowNode(map)) return applied(source.text, [flowInsertion(source, map, map.items.indexOf(before) + 1, `${name}: ${text}`)]);
  const indent = " ".repeat(columnOf(source.text, startOfPair(map.items[0])));
  return applied(source.text, [lineInsertion(source, nextLine(source.text, endOfPair(before)), `${indent}${name}:${text.startsWith("\n") || text.startsWith("\r") ? "" : " "}${text}`)]);
}

/** The patch that inserts a line at an offset where lines begin, or at the end of a text without a final line break. */
export function lineInsertion(source, offset, lines) {
  const isOpen = offset > 0 && source.text[offset - 1] !== "\n";
  return { start: offset, end: offset, text: isOpen ? source.newline + lines : lines + source.newline };
}

const isPair = (item) => item.key !== undefined;
const begin = (item) => (isPair(item) ? startOfPair(item) : startOf(item));
const end = (item) => (isPair(item) ? endOfPair(item) : endOf(item));

/** The patch that inserts an entry into a flow collection at an index. If each entry has its own line, so does the new one. */
export function flowInsertion(source, node, index, text) {
  const { items } = node;
  if (items.length === 0) {
    const start = startOf(node) + 1;
    const isMapping = isMap(node) && !/^\s/.test(source.text.slice(start));
    return { start, end: start, text: isMapping && !source.isJSON ? ` ${text} ` : text };
  }
  const ownLine = (item) => source.text.slice(lineStart(source.text, begin(item)), begin(item)).trim() === "";
  const sample = items[Math.min(index, items.length - 1)];
  const indent = source.newline + source.text.slice(lineStart(source.text, begin(sample)), begin(sample));
  if (index < items.length) return { start: begin(sample), end: begin(sample), text: ownLine(sample) ? `${text},${indent}` : `${text}, ` };
  const at = end(sample);
  return { start: at, end: at, text: ownLine(sample) ? `,${indent}${text}` : `, ${text}` };
}

/** The patches that remove an entry of a flow collection with one comma. Comments stay. */
export function flowRemoval(source, node, index) {
  const { items } = node;
  const item = items[index];
  if (items.length === 1) {
    const comma = commaAfter(source, node, index);
    const patches = [withoutLine(source.text, begin(item), end(item))];
    if (comma !== undefined) patches.push({ start: comma, end: comma + 1, text: "" });
    return patches;
  }
  const isLast = index === items.length - 1;
  const [from, to] = isLast ? [end(items[index - 1]), end(item)] : [begin(item), begin(items[index + 1])];
  if (!source.text.slice(isLast ? from : end(item), isLast ? begin(item) : to).includes("#")) return [{ start: from, end: to, text: "" }];
  const comma = isLast ? commaBefore(node, index) : commaBefore(node, index + 1);
  if (!isLast && source.text.slice(end(item), comma).trim() === "") return [withoutLine(source.text, begin(item), comma + 1)];
  return [withoutLine(source.text, begin(item), end(item)), { start: comma, end: comma + 1, text: "" }];
}

const commaBefore = (node, index) => node.srcToken.items[index].start.find((token) => token.type === "comma")?.offset;
const commaAfter = (source, node, index) => node.srcToken.items[index + 1] && commaBefore(node, index + 1);

/** Removes a key and its value. */
export function withoutKey(source, mapPath, key) {
  const map = nodeAt(source.root, mapPath);
  const index = map.items.findIndex((pair) => keyOf(pair) === key);
  const pair = map.items[index];
  if (map.items.length === 1) return withNode(source, mapPath, map, {}, mapPath.length ? pairAt(source, mapPath) : undefined);
  const comments = innerComments(source, pair.value);
  if (isFlowNode(map)) return applied(source.text, keeping(source, map, flowRemoval(source, map, index), comments));
  const { text } = source;
  const start = startOfPair(pair);
  const lead = text.slice(lineStart(text, start), start);
  if (index === 0 && lead.trim() !== "") {
    // The dash in front of the first key stays.
    const next = startOfPair(map.items[1]);
    const between = text.slice(endOfPair(pair), next);
    const inner = isCollection(pair.value) ? commentsOf(source.library, text.slice(start, endOfPair(pair))) : [];
    if (inner.length > 0) {
      const pad = source.newline + " ".repeat(columnOf(text, start));
      const kept = [...inner, ...commentsOf(source.library, between)].map((comment) => comment.text + pad).join("");
      return applied(text, [{ start, end: next, text: kept }]);
    }
    if (!between.includes("#")) return applied(text, [{ start, end: next, text: "" }]);
    return applied(text, [{ start, end: endOfPair(pair), text: "" }]);
  }
  const value = pair.value;
  if (isCollection(value) && !isFlowNode(value)) {
    const patches = [withoutKeyLine(source, pair), ...parts(source, value).map((part) => withoutLine(text, part.start, part.end))];
    return applied(text, patches);
  }
  const kept = comments.map((comment) => " ".repeat(lead.length) + comment + source.newline).join("");
  return applied(text, [{ start: lineStart(text, start), end: nextLine(text, endOfPair(pair)), text: kept }]);
}

/** The comments in a collection in flow style. */
const innerComments = (source, node) =>
  isCollection(node) && isFlowNode(node) ? commentsOf(source.library, source.text.slice(startOf(node), endOf(node))).map((comment) => comment.text) : [];

/** The patches that remove a part of a flow collection, with the comments of the part left in its place. */
function keeping(source, node, patches, comments) {
  if (comments.length === 0) return patches;
  const line = source.text.slice(lineStart(source.text, startOf(node)));
  const pad = source.newline + " ".repeat(line.length - line.trimStart().length + 4);
  patches[0].text += comments.map((comment) => pad + comment).join("") + pad;
  return patches;
}

/** Removes a key whose value begins on the next line, and the comment behind the key. */
export function withoutKeyLine(source, pair) {
  const colon = pair.srcToken.sep.find((token) => token.type === "map-value-ind").offset + 1;
  const rest = /^[ \t]*#[^\r\n]*/.exec(source.text.slice(colon))?.[0] ?? "";
  return withoutLine(source.text, startOfPair(pair), colon + rest.length);
}

const pairAt = (source, path) => {
  const holder = nodeAt(source.root, path.slice(0, -1));
  return isMap(holder) ? pairOf(holder, path.at(-1)) : undefined;
};

/** Adds an entry to a list that has entries. */
export function withEntry(source, listPath, index, value) {
  const list = nodeAt(source.root, listPath);
  if (isFlowNode(list)) return applied(source.text, [flowInsertion(source, list, index, flowText(value, source))]);
  const indent = " ".repeat(columnOf(source.text, dashOf(list, 0)));
  const sample = list.items[Math.min(index, list.items.length - 1)];
  const isBlock = isMap(sample) && !isFlowNode(sample) && isObject(value) && Object.keys(value).length > 0;
  const lines = isBlock ? blockLines(value).join(`${source.newline}${indent}  `) : flowText(value, source);
  const offset = index < list.items.length ? lineStart(source.text, dashOf(list, index)) : nextLine(source.text, endOf(list));
  return applied(source.text, [lineInsertion(source, offset, `${indent}- ${lines}`)]);
}

/** Removes an entry of a list. Removing the last one leaves an empty list. */
export function withoutEntry(source, listPath, index) {
  const list = nodeAt(source.root, listPath);
  if (isFlowNode(list)) return applied(source.text, flowRemoval(source, list, index));
  if (list.items.length === 1) return withNode(source, listPath, list, [], pairAt(source, listPath));
  const item = list.items[index];
  const start = dashOf(list, index);
  const patches = [];
  for (let at = start; at < endOf(item); at = nextLine(source.text, at + 1)) {
    const line = source.text.slice(at, Math.min(endOf(item), nextLine(source.text, at + 1)));
    if (line.trim() !== "" && !line.trimStart().startsWith("#")) patches.push({ start: lineStart(source.text, at), end: nextLine(source.text, at + line.trimEnd().length), text: "" });
  }
  return applied(source.text, patches);
}
