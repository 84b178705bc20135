// @ts-check
// Adding, removing, moving and copying regions in a configuration's text. An entry keeps its style and its comments.

import { applied } from "./patch.js";
import {
  columnOf, commentsOf, dashOf, endOf, isFlowNode, isMap, isSequence, lineStart, nextLine, nodeAt, pairOf, plain, readSource, startOf, startOfPair,
} from "./yamlSource.js";
import { blockLines, flowNode, flowText, shifted } from "./yamlText.js";
import {
  flowInsertion, flowRemoval, isReplaceable, lineInsertion, valuePatch, withKey, withoutKey, withoutKeyLine, withValuesAt,
} from "./yamlValues.js";

/** @typedef {import('./yamlSource.js').Source} Source */
/** @typedef {import('./yamlSource.js').Path} Path */

/** The most columns of an entry that is written in one line. */
const WIDTH = 120;

/** The lines of an entry of a block list, with the comments directly above it, and those directly below it that are indented more. */
export function extentOf(source, list, index) {
  const { text } = source;
  const dash = dashOf(list, index);
  const indent = columnOf(text, dash);
  const commentAt = (start) => {
    const line = text.slice(start, nextLine(text, start + 1));
    return line.trimStart().startsWith("#") ? line.length - line.trimStart().length : -1;
  };
  let start = lineStart(text, dash);
  while (start > 0) {
    const above = lineStart(text, start - 1);
    if (commentAt(above) !== indent) break;
    start = above;
  }
  let end = nextLine(text, endOf(list.items[index]));
  while (end < text.length && commentAt(end) > indent) end = nextLine(text, end + 1);
  return { start, end, indent };
}

/**
 * The text with a new region.
 * @param {Source} source
 * @param {Path} listPath ends with "children" or "windows"
 * @param {number} index
 * @param {Record<string, any>} region
 */
export function withRegion(source, listPath, index, region) {
  return withItem(source, listPath, index, { flow: flowText(region, source), lines: blockLines(region), comments: [], prefersFlow: undefined });
}

/**
 * The contents of an entry, for writing it in another place.
 * @typedef {Object} Item
 * @property {string} flow in one line
 * @property {string[]} [lines] as lines of a block, without the dash
 * @property {{text: string, indent: number}} [block] its lines in the block list, with its dash and comments
 * @property {string[]} comments
 * @property {boolean} [prefersFlow] undefined: as its new siblings
 */

/** The text with another entry in a list, which is added if there is none. @param {Item} item */
export function withItem(source, listPath, index, item) {
  const list = nodeAt(source.root, listPath);
  if (list && !isSequence(list)) {
    const [holder, key] = [listPath.slice(0, -1), String(listPath.at(-1))];
    if (!["", "~", "null"].includes(plain(list))) throw new Error(`“${key}” is not a list. Correct it in the tab “Text”.`);
    return withFirst(readSource(source.library, withoutKey(source, holder, key)), listPath, item, undefined);
  }
  if (!list || list.items.length === 0) return withFirst(source, listPath, item, list);
  if (isFlowNode(list)) return applied(source.text, [flowInsertion(source, list, index, flowWithComments(source, list, item))]);
  return applied(source.text, [insertion(source, list, index, item)]);
}

/** The patch that puts an entry into a list in block style. @param {Item} item */
function insertion(source, list, index, item) {
  const indent = columnOf(source.text, dashOf(list, 0));
  const offset = index < list.items.length ? extentOf(source, list, index).start : extentOf(source, list, list.items.length - 1).end;
  const sibling = list.items[Math.max(0, Math.min(index, list.items.length) - 1)];
  return lineInsertion(source, offset, entry(source, item, indent, isMap(sibling) && isFlowNode(sibling)));
}

/** The text of an entry of a block list, with its dash. */
function entry(source, item, indent, siblingIsFlow) {
  if (item.block) return shifted(item.block.text, indent - item.block.indent).replace(/\r?\n$/, "");
  const pad = " ".repeat(indent);
  const above = item.comments.map((text) => `${pad}${text}${source.newline}`).join("");
  const isFlow = (item.prefersFlow ?? siblingIsFlow) && pad.length + item.flow.length + 2 <= WIDTH;
  if (isFlow || !item.lines) return `${above}${pad}- ${item.flow}`;
  return `${above}${pad}- ${item.lines.join(`${source.newline}${pad}  `)}`;
}

function flowWithComments(source, list, item) {
  if (item.comments.length === 0) return item.flow;
  const line = source.text.slice(lineStart(source.text, startOf(list)));
  const pad = " ".repeat(line.length - line.trimStart().length + 4);
  return `${source.newline}${item.comments.map((text) => `${pad}${text}${source.newline}`).join("")}${pad}${item.flow}`;
}

/**
 * Returns the text with the first entry of a list. Adds the list if there is none, as a block if the region around it can have one: each further region
 * is then a line in the differences of files.
 */
function withFirst(source, listPath, item, list) {
  const holderPath = listPath.slice(0, -1);
  const holder = nodeAt(source.root, holderPath);
  const key = String(listPath.at(-1));
  if (list && isFlowNode(list) && (source.isJSON || isFlowNode(holder))) {
    return applied(source.text, [flowInsertion(source, list, 0, flowWithComments(source, list, item))]);
  }
  if (isFlowNode(holder)) {
    const opened = source.isJSON ? undefined : asBlock(source, holderPath);
    if (opened) return withFirst(readSource(source.library, opened), listPath, item, undefined);
    return withKey(source, holderPath, key, undefined, `[${flowWithComments(source, holder, item)}]`);
  }
  if (list) return withFirst(readSource(source.library, withoutKey(source, holderPath, key)), listPath, item, undefined);
  const indent = columnOf(source.text, startOfPair(holder.items[0])) + 2;
  // A window usually gets regions.
  return withKey(source, holderPath, key, undefined, source.newline + entry(source, item, indent, key !== "windows"));
}

/** The lines of a flow map as a block, if it is an entry of a block list and has no comments; undefined otherwise. A comment behind it stays on its line. */
function asBlock(source, path) {
  const list = nodeAt(source.root, path.slice(0, -1));
  const map = nodeAt(source.root, path);
  const text = source.text.slice(startOf(map), endOf(map));
  if (!list || isFlowNode(list) || map.items.length === 0 || commentsOf(source.library, text).length > 0) return undefined;
  const indent = " ".repeat(columnOf(source.text, startOf(map)));
  const isNull = (node) => !node || (node.type === "PLAIN" && node.range[1] === node.range[0]);
  const valueOf = (node) => (isNull(node) ? "" : ` ${isFlowNode(node) ? flowPart(source, node) : flowNode(node, source)}`);
  const lines = map.items.map((pair) => `${flowNode(pair.key, source)}:${valueOf(pair.value)}`);
  const behind = /^[ \t]+#[^\r\n]*/.exec(source.text.slice(endOf(map)))?.[0] ?? "";
  lines[0] += behind;
  return applied(source.text, [{ start: startOf(map), end: endOf(map) + behind.length, text: lines.join(`${source.newline}${indent}`) }]);
}

const flowPart = (source, node) => {
  const text = source.text.slice(startOf(node), endOf(node));
  return text.includes("\n") ? flowNode(node, source) : text;
};

/** The entry of a list at a path, for writing it in another place. @returns {Item} */
export function itemAt(source, path) {
  const list = nodeAt(source.root, path.slice(0, -1));
  const index = Number(path.at(-1));
  const node = list.items[index];
  const comments = (from, to) => commentsOf(source.library, source.text.slice(from, to)).map((comment) => comment.text);
  if (isFlowNode(list)) return { flow: flowPart(source, node), comments: comments(startOf(node), endOf(node)), prefersFlow: true };
  const { start, end, indent } = extentOf(source, list, index);
  const text = source.text.slice(start, end);
  return { flow: flowNode(node, source), comments: comments(start, end), block: { text, indent } };
}

/** The text without a region and its descendants. A list that becomes empty is removed as well. */
export function withoutRegion(source, path) {
  const listPath = path.slice(0, -1);
  const list = nodeAt(source.root, listPath);
  const index = Number(path.at(-1));
  if (isFlowNode(list)) {
    const holder = nodeAt(source.root, listPath.slice(0, -1));
    if (list.items.length === 1 && holder.items.length > 1) return withoutFlowList(source, holder, listPath, list);
    return applied(source.text, flowRemoval(source, list, index));
  }
  const { start, end } = extentOf(source, list, index);
  if (list.items.length > 1) return applied(source.text, [{ start, end, text: "" }]);
  const pair = pairOf(nodeAt(source.root, listPath.slice(0, -1)), listPath.at(-1));
  return applied(source.text, [withoutKeyLine(source, pair), { start, end, text: "" }]);
}

/** The text without a list that has one entry. Comments that are in the list but not in the entry are kept. */
function withoutFlowList(source, holder, listPath, list) {
  const item = list.items[0];
  const isOutside = ({ offset }) => startOf(list) + offset < startOf(item) || startOf(list) + offset >= endOf(item);
  const kept = commentsOf(source.library, source.text.slice(startOf(list), endOf(list))).filter(isOutside);
  if (kept.length === 0) return withoutKey(source, listPath.slice(0, -1), String(listPath.at(-1)));
  const patches = flowRemoval(source, holder, holder.items.indexOf(pairOf(holder, listPath.at(-1))));
  const line = source.text.slice(lineStart(source.text, startOf(list)));
  const pad = source.newline + " ".repeat(line.length - line.trimStart().length + 4);
  patches[0].text += kept.map((comment) => pad + comment.text).join("") + pad;
  return applied(source.text, patches);
}

/**
 * Moves a region, in its list or into another one.
 * @param {Source} source
 * @param {Path} path
 * @param {Path} listPath
 * @param {number} index the place among the regions of the new list before the move
 * @returns {{text: string, path: Path}} with the region's new path
 */
export function withRegionMoved(source, path, listPath, index) {
  const oldList = path.slice(0, -1);
  const from = Number(path.at(-1));
  if (starts(listPath, path)) throw new Error("a region cannot be moved into itself");
  if (starts(listPath, oldList) && listPath.length === oldList.length) return withinList(source, oldList, from, index);
  let text = withItem(source, listPath, index, itemAt(source, path));
  const shiftedPath = [...path];
  const depth = listPath.length;
  if (starts(path, listPath) && Number(path[depth]) >= index) shiftedPath[depth] = Number(path[depth]) + 1;
  text = withoutRegion(readSource(source.library, text), shiftedPath);
  const newPath = [...listPath, index];
  if (starts(newPath, oldList) && Number(newPath[oldList.length]) > from) newPath[oldList.length] = Number(newPath[oldList.length]) - 1;
  return { text, path: newPath };
}

const starts = (path, prefix) => prefix.length <= path.length && prefix.every((step, index) => step === path[index]);

/** Moves an entry in its list to the place in front of the entry at `index`. */
export function withinList(source, listPath, from, index) {
  const list = nodeAt(source.root, listPath);
  const to = index > from ? index - 1 : index;
  if (to === from) return { text: source.text, path: [...listPath, from] };
  const order = list.items.map((_, at) => at);
  order.splice(to, 0, ...order.splice(from, 1));
  const spans = list.items.map((item, at) => (isFlowNode(list) ? { start: startOf(item), end: endOf(item) } : extentOf(source, list, at)));
  const isOpen = !isFlowNode(list) && spans.at(-1).end === source.text.length && !source.text.endsWith("\n");
  const read = (at) => source.text.slice(spans[at].start, spans[at].end) + (isOpen && at === spans.length - 1 ? source.newline : "");
  const patches = spans.map(({ start, end }, at) => ({ start, end, text: read(order[at]) }));
  const text = applied(source.text, patches.filter((patch, at) => order[at] !== at));
  return { text: isOpen ? text.replace(/\r?\n$/, "") : text, path: [...listPath, to] };
}

/** Keys whose values name regions or gestures. */
export const REFERENCES = new Set(["to", "fallback", "insideOf", "deliverTo", "requireToFail", "simultaneousWith", "shouldReceiveNot",
  "touchesShouldCancelNo", "touchesShouldCancelYes", "touchesShouldBeginNo", "elements"]);

/**
 * The changes of regions that give new IDs to them and to everything in them. References among the regions, and to their gestures, lead to the new IDs.
 * @param {any[]} values of the regions
 * @param {(id: string) => string} rename is called for each ID; of two equal ones, references lead to the first
 * @returns {[Path, any][][]} for each region
 */
export function renamings(values, rename) {
  const changes = values.map(() => /** @type {[Path, any][]} */ ([]));
  const names = new Map();
  const visitAll = (visit) => values.forEach((value, index) => walk(value, [], (key, one, path) => visit(changes[index], key, String(one), path)));
  visitAll((own, key, id, path) => {
    if (key !== "id") return;
    const name = rename(id);
    if (name !== id) own.push([path, name]);
    if (!names.has(id)) names.set(id, name);
  });
  visitAll((own, key, id, path) => {
    const name = REFERENCES.has(key) ? names.get(id) : undefined;
    if (name !== undefined && name !== id) own.push([path, name]);
  });
  return changes;
}

/**
 * Copies a region with its descendants, and puts the copy in front of it.
 * @param {Source} source
 * @param {Path} path
 * @param {[Path, any][]} changes values of the region that are others in the copy, such as those of `renamings`
 * @returns {string}
 */
export function withCopy(source, path, changes) {
  const atOnce = withCopies(source, [{ path, changes }]);
  if (atOnce !== null) return atOnce;
  const copy = [...path.slice(0, -1), Number(path.at(-1)) + 1];
  const text = withItem(source, path.slice(0, -1), Number(copy.at(-1)), itemAt(source, path));
  return withValuesAt(readSource(source.library, text), changes.map(([at, value]) => [[...copy, ...at], value]));
}

/**
 * Copies regions as `withCopy` does, without parsing the whole text for each. Returns null if that is not possible: with changes of values in
 * block style, and with comments in a list in flow style.
 * @param {Source} source
 * @param {{path: Path, changes: [Path, any][]}[]} originals of which none is inside another
 * @returns {string|null}
 */
export function withCopies(source, originals) {
  const copies = originals.map(({ path, changes }) => {
    const [list, index, node] = [nodeAt(source.root, path.slice(0, -1)), Number(path.at(-1)), nodeAt(source.root, path)];
    if (!changes.every(([at]) => isReplaceable(nodeAt(node, at)))) return null;
    // The copy has the original's text with other values.
    const { start, end, indent } = isFlowNode(list) ? { start: startOf(node), end: endOf(node), indent: 0 } : extentOf(source, list, index);
    const patches = changes.map(([at, value]) => valuePatch(source, nodeAt(node, at), value))
      .map((patch) => ({ start: patch.start - start, end: patch.end - start, text: patch.text }));
    const text = applied(source.text.slice(start, end), patches);
    if (!isFlowNode(list)) return insertion(source, list, index + 1, { flow: "", comments: [], block: { text, indent } });
    if (text.includes("#") && commentsOf(source.library, text).length > 0) return null;
    const copy = readSource(source.library, text);
    return flowInsertion(source, list, index + 1, flowPart(copy, copy.root));
  });
  return copies.includes(null) ? null : applied(source.text, /** @type {import("./patch.js").Patch[]} */ (copies));
}

/** Visits each scalar in a value, with its key and its path. */
export function walk(value, path, visit, key) {
  if (Array.isArray(value)) value.forEach((item, index) => walk(item, [...path, index], visit, key));
  else if (value && typeof value === "object") for (const [name, item] of Object.entries(value)) walk(item, [...path, name], visit, name);
  else if (key) visit(key, value, path);
}
