// @ts-check
// Reading a text again after whole entries of a list in block style were added, removed or moved: only their lines are parsed.

import { columnOf, dashesOf, endOf, isMap, isSequence, keyOf, lineStart, nextLine } from "./yamlSource.js";

/** @typedef {import("./yamlSource.js").Source} Source */
/** @typedef {import("./yamlSource.js").Path} Path */
/** @typedef {{node: any, path: Path, index: number, removed: number, from: number, to: number, written: string}} Entries */

/**
 * The entries that a change replaced, with the text of the new ones; null if it changed anything else.
 * @param {Source} source
 * @param {string} text after the change
 * @param {{from: number, to: number}} change
 * @returns {Entries|null}
 */
export function changedEntries(source, text, { from, to }) {
  const before = source.text;
  const delta = text.length - before.length;
  // A removed line and the next one may begin alike, so that the change seems to begin within the line.
  const lead = from - lineStart(before, from);
  const start = from - lead;
  const last = to - lead;
  const isShifted = last >= start && last + delta >= start && (last === 0 || before[last - 1] === "\n") && text.slice(last + delta) === before.slice(last);
  const end = isShifted ? last : to;
  for (const { node, path } of listsAt(source.root, start).reverse()) {
    if (node.srcToken.items.length !== node.items.length) continue;
    const dashes = dashesOf(node);
    const borders = [...dashes.map((dash) => lineStart(before, dash)), nextLine(before, endOf(node.items.at(-1)))];
    const index = borders.indexOf(start);
    // The list begins at its first entry, which is therefore read again if one is put before it.
    const after = borders.findIndex((border, at) => border >= end && at > 0);
    if (index < 0 || after < index || (index === 0 && after === node.items.length)) continue;
    const written = text.slice(start, borders[after] + delta);
    if (!isWhole(before, start) || !isWhole(before, borders[after]) || !isWhole(written, written.length)) continue;
    const column = columnOf(before, dashes[0]);
    if (written !== "" && (!written.startsWith(`${" ".repeat(column)}- `) || /#|^\s*$/m.test(written.slice(0, -1)))) continue;
    if (before.slice(borders[0], dashes[0]).trim() !== "") continue;
    return { node, path, index, removed: after - index, from: start, to: borders[after], written };
  }
  return null;
}

/** Whether a line ends in front of an offset, and neither it nor the next one is empty or a comment. */
function isWhole(text, offset) {
  if (offset > 0 && text[offset - 1] !== "\n") return false;
  const lines = [text.slice(lineStart(text, offset - 1), offset), text.slice(offset, nextLine(text, offset + 1))];
  return !/^\s*(#|$)/.test(lines[0] || "x") && !/^\s*(#|$)/.test(lines[1] || "x");
}

/** The lists in block style around an offset, the outermost first. @returns {{node: any, path: Path}[]} */
function listsAt(root, offset) {
  const found = [];
  const path = /** @type {Path} */ ([]);
  for (let node = root; node; ) {
    if (node.srcToken?.type === "block-seq") found.push({ node, path: [...path] });
    const at = isMap(node) ? node.items.findLastIndex(({ key }) => key?.range?.[0] < offset) : isSequence(node) ? node.items.findLastIndex((item) => item?.range?.[0] < offset) : -1;
    if (at < 0) break;
    path.push(isMap(node) ? keyOf(node.items[at]) : at);
    node = isMap(node) ? node.items[at].value : node.items[at];
  }
  return found;
}
