// @ts-check
// Lists of findings: results of check, overlaps, regions that are too small, and why a point hits a region.

import { element } from "./element.js";
import { isMap, isSequence, keyOf, nodeAt, startOf } from "./yamlSource.js";

/** @typedef {import("./yamlSource.js").Path} Path */

/**
 * The offset in a text of a line and a column (both from 1, columns in characters).
 * @param {string} text
 */
export function offsetOf(text, line, column) {
  let start = 0;
  for (let count = 1; count < line; count += 1) {
    const end = text.indexOf("\n", start);
    if (end < 0) return text.length;
    start = end + 1;
  }
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
  const parts = isMap(node) ? node.items.map((pair) => ({ step: keyOf(pair), from: pair.key.range[0], value: pair.value }))
    : isSequence(node) ? node.items.map((item, index) => ({ step: index, from: item?.range[0] ?? 0, value: item })) : [];
  const part = parts.filter(({ from }) => from <= offset).at(-1);
  return part ? pathAt(part.value, offset, [...path, part.step]) : path;
}

/** The lines printed by check, as diagnostics with the path of the value that each concerns. @param {import("./yamlSource.js").Source} source */
export function diagnosticsOf(ndjson, source) {
  return ndjson.split("\n").filter((line) => line.trim() !== "").map((line) => {
    const one = JSON.parse(line);
    const offset = one.line === undefined ? 0 : offsetOf(source.text, one.line, one.column ?? 1);
    return { ...one, offset, path: one.line === undefined || source.errors.length > 0 ? [] : pathAt(source.root, offset) };
  });
}

/** The key of the innermost existing region on a path. */
export function regionKeyOf(path, regions) {
  const keys = new Set(regions.map((region) => region.key));
  for (let length = path.length; length > 0; length -= 1) {
    const key = path.slice(0, length).join(".");
    if (keys.has(key)) return key;
  }
  return null;
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
  const region = regions.find((one) => one.key === key);
  if (!region) return { ...finding, region: null };
  const heard = HEARD[finding.id];
  const isWhole = finding.offset === startOf(nodeAt(source.root, region.path));
  return { ...finding, region: key, path: heard ? [...region.path, "accessibility", heard] : isWhole ? region.path : finding.path };
}

/** A list of lines, which may be buttons. @param {{place?: string, text: string, kind?: string, choose?: () => void}[]} entries */
export function list(entries, nothing) {
  if (entries.length === 0) return element("p", { class: "row hint" }, nothing);
  return element("ul", {}, ...entries.map((entry) => element("li", {}, element("button", { onclick: entry.choose, disabled: !entry.choose },
    entry.place && element("span", { class: "place" }, entry.place), element("span", { class: entry.kind === "error" ? "error" : entry.kind === "warning" ? "warn" : "" }, entry.text)))));
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
