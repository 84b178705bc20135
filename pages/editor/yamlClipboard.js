// @ts-check
// Regions as text for the clipboard: a list in YAML with their comments, and back again.

import { freshNames } from "./model.js";
import { itemAt, renamings, withItem } from "./yamlRegions.js";
import { isFlowNode, isMap, isSequence, lineStart, nodeAt, plain, readSource, startOf } from "./yamlSource.js";
import { jsonNode, shifted } from "./yamlText.js";
import { withValuesAt } from "./yamlValues.js";

/** @typedef {import("./yamlSource.js").Source} Source */
/** @typedef {import("./yamlSource.js").Path} Path */

/** The longest text that is read as regions. */
const LONGEST = 1e6;
/** The keys of which a region has one at least. */
const KEYS = ["id", "frame", "center", "kind"];

/** The regions at these paths as a list. @param {Source} source @param {Path[]} paths @returns {string} */
export function copiedText(source, paths) {
  return paths.map((path) => {
    const { block, comments, flow } = itemAt(source, path);
    const text = block ? shifted(block.text, -block.indent) : `${comments.map((comment) => `${comment}\n`).join("")}- ${flow}\n`;
    return text.replaceAll("\r\n", "\n").replace(/\n*$/, "\n");
  }).join("");
}

/**
 * Reads regions from a text: a list of them, or one alone. Fails with a message for people.
 * @param {any} library
 * @param {string} text
 * @returns {Source} of a list in block style
 */
export function pastedRegions(library, text) {
  const refuse = (why) => new Error(`The clipboard has no region: ${why}`);
  if (text.trim() === "") throw refuse("it has no text.");
  if (text.length > LONGEST) throw refuse(`its text has more than ${LONGEST / 1e6} million characters.`);
  const source = readSource(library, text.replaceAll("\r\n", "\n").replace(/\n*$/, "\n"));
  if (source.errors.length > 0) throw refuse(`${source.errors[0].message.replace(/\.$/, "")}. Copy whole regions, each with its first line.`);
  if (isMap(source.root) && nodeAt(source.root, ["screens"])) throw refuse("it is a whole configuration. Save it as a file and open that.");
  const list = asBlockList(source);
  if (!list) throw refuse("it is neither a region nor a list of regions.");
  for (const entry of list.root.items) {
    const value = isMap(entry) ? plain(entry) : null;
    if (!value || !KEYS.some((key) => key in value)) throw refuse(`an entry of its list has none of the keys ${KEYS.slice(0, -1).join(", ")} and ${KEYS.at(-1)}.`);
  }
  return list;
}

/** The source with its regions as a list in block style, or null if it has no regions. @param {Source} source @returns {Source|null} */
function asBlockList(source) {
  const { root, text, library } = source;
  if (isSequence(root) && !isFlowNode(root)) return { ...source, isJSON: false };
  if (isSequence(root) && root.items.length > 0) return readSource(library, root.items.map((_, index) => copiedText(source, [[index]])).join(""));
  if (!isMap(root) || root.items.length === 0) return null;
  const start = lineStart(text, startOf(root));
  const lines = shifted(text.slice(start), 2 - (startOf(root) - start));
  const list = readSource(library, `${text.slice(0, start)}- ${lines.trimStart()}`);
  return list.errors.length === 0 && isSequence(list.root) ? list : null;
}

/**
 * Writes regions into a list of a configuration. Fails with a message for people if nothing can hold the list. IDs that are in use are renamed, and references among the regions refer to the new IDs.
 * @param {Source} source
 * @param {Path} listPath ends with "children" or "windows"
 * @param {number} index the place of the first one
 * @param {Source} regions of pastedRegions
 * @param {{ids: Set<string>, keys: (spec: any) => Record<string, any>}} options `ids`: all that are in use; `keys`: other values of some keys of a region, or undefined
 * @returns {{text: string, paths: Path[]}}
 */
export function withPasted(source, listPath, index, regions, { ids, keys }) {
  if (!isMap(nodeAt(source.root, listPath.slice(0, -1)))) throw new Error("The file has no screen to paste into.");
  // Only a region of a screen can be of the kind “window”, which is its kind without the key as well.
  const isWindow = (spec) => listPath.at(-1) === "children" && spec.kind === "window";
  const { list, count } = renamed(regions, ids, (spec) => ({ ...keys(spec), ...(isWindow(spec) && { kind: undefined }) }));
  const items = Array.from({ length: count }, (_, at) => itemAt(list, [at]));
  const block = items.map((item) => `${(item.block?.text ?? "").replace(/\n*$/, "")}\n`).join("").replaceAll("\n", source.newline);
  const text = withItem(source, listPath, index, {
    flow: source.isJSON ? list.root.items.map((node) => jsonNode(node)).join(", ") : items.map((item) => item.flow).join(", "),
    comments: source.isJSON ? [] : items.flatMap((item) => item.comments),
    block: { text: block, indent: items[0].block?.indent ?? 0 },
  });
  return { text, paths: items.map((_, at) => [...listPath, index + at]) };
}

/** The regions with IDs that are not in use, and with other values of some keys. @returns {{list: Source, count: number}} */
function renamed(regions, ids, keys) {
  const values = plain(regions.root);
  const changes = renamings(values, freshNames(ids)).flatMap((own, at) => own.map(([path, name]) => /** @type {[Path, any]} */ ([[at, ...path], name])));
  values.forEach((spec, at) => Object.entries(keys(spec)).forEach(([key, one]) => key in spec && changes.push([[at, key], one])));
  return { list: readSource(regions.library, withValuesAt(regions, changes)), count: values.length };
}
