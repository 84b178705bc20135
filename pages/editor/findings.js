// @ts-check
// Lists of findings: results of check, overlaps, regions that are too small, and why a point hits a region.

import { element } from "./element.js";
import { isMap, isSequence, keyOf, nodeAt, startOf } from "./yamlSource.js";

/** @typedef {import("./yamlSource.js").Path} Path */

/** The most entries of a list. The rest is counted. */
const MOST = 200;

/** The offsets of all lines. @param {string} text @returns {number[]} */
function linesOf(text) {
  const starts = [0];
  for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1)) starts.push(at + 1);
  return starts;
}

/**
 * The offset in a text of a line and a column (both from 1, columns in characters).
 * @param {string} text
 */
export function offsetOf(text, line, column, lines = linesOf(text)) {
  if (line > lines.length) return text.length;
  const start = lines[Math.max(0, line - 1)];
  let at = start;
  for (let count = 1; count < column && at < text.length && text[at] !== "\n"; count += 1) at += (text.codePointAt(at) ?? 0) > 0xffff ? 2 : 1;
  return at;
}

/**
 * The path of the innermost value, or key, at an offset.
 * @param {any} node
 * @param {number} offset
 * @returns {Path}
 */
export function pathAt(node, offset, path = /** @type {Path} */ ([])) {
  if (isMap(node)) {
    const pair = node.items.findLast(({ key }) => key.range[0] <= offset);
    return pair ? pathAt(pair.value, offset, [...path, keyOf(pair)]) : path;
  }
  const index = isSequence(node) ? node.items.findLastIndex((item) => (item?.range[0] ?? 0) <= offset) : -1;
  return index >= 0 ? pathAt(node.items[index], offset, [...path, index]) : path;
}

/** The lines printed by check, as diagnostics with the path of the value that each concerns. @param {import("./yamlSource.js").Source} source */
export function diagnosticsOf(ndjson, source) {
  const lines = linesOf(source.text);
  return ndjson.split("\n").filter((line) => line.trim() !== "").map((line) => {
    const one = JSON.parse(line);
    const offset = one.line === undefined ? 0 : offsetOf(source.text, one.line, one.column ?? 1, lines);
    return { ...one, offset, path: one.line === undefined || source.errors.length > 0 ? [] : pathAt(source.root, offset) };
  });
}

/** The key of the innermost existing region on a path. */
export function regionKeyOf(path, regions) {
  const known = byKey(regions);
  for (let length = path.length; length > 0; length -= 1) {
    const key = path.slice(0, length).join(".");
    if (known.has(key)) return key;
  }
  return null;
}

/** @type {WeakMap<import("./model.js").Region[], Map<string, import("./model.js").Region>>} */
const indexes = new WeakMap();

/** Regions by their keys. The index is made once for each list. @param {import("./model.js").Region[]} regions */
function byKey(regions) {
  const known = indexes.get(regions) ?? new Map(regions.map((region) => [region.key, region]));
  indexes.set(regions, known);
  return known;
}

/** The keys of `accessibility` that warnings of check ask for. check points at the whole map, or at a region without one. */
const HEARD = { "no-label": "label", "no-language": "language", "covered-element": "activationPoint" };

/**
 * A finding with its region, and with the path of the key that it is about: of the region, if it concerns the region as a whole.
 * @param {any} finding of diagnosticsOf
 * @param {import("./yamlSource.js").Source} source
 * @param {import("./model.js").Region[]} regions
 */
export function aimed(finding, source, regions) {
  const key = regionKeyOf(finding.path, regions);
  const region = byKey(regions).get(key ?? "");
  if (!region) return { ...finding, region: null };
  const heard = HEARD[finding.id];
  const isWhole = finding.offset === startOf(nodeAt(source.root, region.path));
  return { ...finding, region: key, path: heard ? [...region.path, "accessibility", heard] : isWhole ? region.path : finding.path };
}

/** A list of lines, which may be buttons. @param {{place?: string, text: string, kind?: string, choose?: () => void}[]} entries */
export function list(entries, nothing) {
  if (entries.length === 0) return element("p", { class: "row hint" }, nothing);
  return element("ul", {}, ...entries.slice(0, MOST).map((entry) => element("li", {}, element("button", { onclick: entry.choose, disabled: !entry.choose },
    entry.place && element("span", { class: "place" }, entry.place), element("span", { class: entry.kind === "error" ? "error" : entry.kind === "warning" ? "warn" : "" }, entry.text)))),
    entries.length > MOST && element("li", { class: "row hint" }, `and ${entries.length - MOST} more`));
}

/** The region that a point hits, and all regions that were asked. @param {any} answer of touchctl hit @param {(name: string) => void} choose */
export function hitList(answer, [x, y], choose) {
  const point = `(${Math.round(x)}, ${Math.round(y)})`;
  return element("div", {}, element("p", { class: "said" }, `${point} hits `, element("strong", {}, answer.hit ?? "no region"), answer.hit === null ? "" : ". Asked, in this order:"),
    list([...answer.asked.map((one) => ({ text: `${one.region}: ${one.answer}`, choose: () => choose(one.region) })),
      ...answer.unasked.map((one) => ({ text: `${one.region}: not asked: ${one.because}`, choose: () => choose(one.region) }))], "No region was asked."));
}

/** The tabs below the picture. */
export class Tabs {
  /** @type {(name: string) => void} called when a tab opens */
  onShow = () => {};

  /** @param {HTMLElement} holder @param {HTMLElement} main */
  constructor(holder, main) {
    this.main = main;
    this.tabs = /** @type {HTMLElement[]} */ ([...holder.querySelectorAll('[role="tab"]')]);
    this.names = new Map(this.tabs.map((tab) => [tab.id.replace("tab-", ""), tab.textContent ?? ""]));
    for (const tab of this.tabs) tab.addEventListener("click", () => this.show(tab.id.replace("tab-", "")));
    holder.addEventListener("keydown", (event) => {
      const way = event.key === "ArrowRight" ? 1 : event.key === "ArrowLeft" ? -1 : 0;
      const at = this.tabs.indexOf(/** @type {any} */ (document.activeElement));
      if (way === 0 || at < 0) return;
      const next = this.tabs[(at + way + this.tabs.length) % this.tabs.length];
      next.focus();
      this.show(next.id.replace("tab-", ""));
    });
  }

  show(name) {
    for (const tab of this.tabs) {
      const isShown = tab.id === `tab-${name}`;
      tab.setAttribute("aria-selected", String(isShown));
      tab.tabIndex = isShown ? 0 : -1;
      const panel = document.getElementById(tab.getAttribute("aria-controls") ?? "");
      if (panel) panel.hidden = !isShown;
    }
    this.main.dataset.tab = name;
    this.onShow(name);
  }

  /** @param {string} name @param {number} number @param {string} [kind] */
  count(name, number, kind = "") {
    const tab = this.tabs.find((one) => one.id === `tab-${name}`);
    tab?.replaceChildren(this.names.get(name) ?? "", ...(number > 0 ? [element("span", { class: `count ${kind}` }, String(number))] : []));
  }
}
