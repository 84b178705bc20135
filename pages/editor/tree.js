// @ts-check
// The regions as a list, back ones first: an entry for each, which is kept as long as its region is there. Regions with children can be folded, and a
// search leaves those that match, with the regions around them.

import { reorder, moveInto } from "./commands.js";
import { element } from "./element.js";
import { Folded } from "./folded.js";
import { onceAFrame } from "./onceAFrame.js";

/** @typedef {import("./model.js").Region} Region */
/** @typedef {{item: HTMLElement, id: HTMLElement, mark: HTMLElement, kind: HTMLElement, spec: any, words: string}} Row */

/** The regions that match a search by ID, kind or label, and all regions around them. @param {Region[]} regions @param {string} search */
export function matching(regions, search) {
  const words = search.toLowerCase();
  const [found, around] = [new Set(), new Set()];
  for (const region of regions) {
    const label = region.spec.accessibility?.label ?? "";
    if (!`${region.id}\n${region.kind}\n${label}`.toLowerCase().includes(words)) continue;
    found.add(region);
    for (let at = region.parent; at && !around.has(at); at = at.parent) around.add(at);
  }
  return { found, around };
}

/** The entries of a part of the list, and the height of one. The browser lays out and paints only the parts in sight. */
const [PART, LINE] = [50, 36];

export class Tree {
  /** @type {Map<string, string>} the worst finding of each region */
  marks = new Map();
  /** @type {Map<string, Row>} by key */
  #rows = new Map();
  /** @type {Region[]} the regions that have an entry now */
  #shown = [];
  /** The state that the entries show. */
  #made = { regions: /** @type {Region[]} */ ([]), screen: -1, search: "", folded: -1, marks: /** @type {any} */ (null) };
  /** @type {Row|null} */
  #selected = null;
  /** @type {Row|null} the entry at which Tab stops */
  #stop = null;
  #lastSelection = "";

  /**
   * @param {{list: HTMLElement, find: HTMLInputElement, found: HTMLElement}} parts
   * @param {import("./document.js").EditorDocument} doc
   */
  constructor({ list, find, found }, doc) {
    this.list = list;
    this.find = find;
    this.found = found;
    this.doc = doc;
    this.folded = new Folded(doc);
    for (const event of ["changed", "selected"]) doc.addEventListener(event, () => this.later());
    list.addEventListener("keydown", (event) => this.#key(event));
    list.addEventListener("click", (event) => this.#click(/** @type {HTMLElement} */ (event.target)));
    find.addEventListener("input", () => this.later());
    find.addEventListener("keydown", (event) => this.#findKey(event));
  }

  later = onceAFrame(() => this.#draw());

  #draw() {
    const { doc } = this;
    const hadFocus = this.list.contains(document.activeElement);
    const selected = doc.selected;
    const selection = `${doc.name} ${doc.selection}`;
    const isOther = selection !== this.#lastSelection;
    this.#lastSelection = selected ? selection : "";
    if (selected && isOther) this.folded.reveal(selected);
    const search = this.find.value.trim();
    const made = { regions: doc.regions, screen: doc.screen, search, folded: this.folded.version, marks: this.marks };
    if (Object.entries(made).some(([name, value]) => value !== this.#made[name])) {
      this.#made = made;
      this.#drawRows(search);
    }
    const row = this.#rows.get(selected?.key ?? "") ?? null;
    if (row !== this.#selected) {
      this.#selected?.item.setAttribute("aria-selected", "false");
      row?.item.setAttribute("aria-selected", "true");
      this.#selected = row;
    }
    const stop = row ?? this.#rows.get(this.#shown[0]?.key) ?? null;
    if (stop !== this.#stop) {
      if (this.#stop) this.#stop.item.tabIndex = -1;
      if (stop) stop.item.tabIndex = 0;
      this.#stop = stop;
    }
    if (row && isOther) row.item.scrollIntoView({ block: "nearest" });
    if (hadFocus && document.activeElement !== stop?.item) stop?.item.focus({ preventScroll: true });
  }

  /** @param {string} search */
  #drawRows(search) {
    const regions = this.doc.regions.filter((region) => region.screen === this.doc.screen);
    const { found, around } = search === "" ? { found: new Set(), around: new Set() } : matching(regions, search);
    const open = new Set();
    this.#shown = regions.filter((region) => {
      const isShown = search === "" ? !region.parent || open.has(region.parent) : found.has(region) || around.has(region);
      if (isShown && !this.folded.has(region)) open.add(region);
      return isShown;
    });
    this.found.hidden = search === "";
    this.found.textContent = search === "" ? "" : found.size === 0 ? "No region matches." : `${found.size} of ${regions.length} regions`;
    const seen = new Set(this.#shown.map((region) => region.key));
    for (const [key, { item }] of this.#rows) {
      if (seen.has(key)) continue;
      item.remove();
      this.#rows.delete(key);
    }
    for (let start = 0; start < this.#shown.length; start += PART) {
      const part = this.#partAt(start / PART);
      const regions = this.#shown.slice(start, start + PART);
      part.style.containIntrinsicBlockSize = `auto ${regions.length * LINE}px`;
      let next = part.firstElementChild;
      for (const region of regions) {
        const { item } = this.#row(region, search === "" || found.has(region), search !== "" || !this.folded.has(region));
        if (item === next) next = next.nextElementSibling;
        else part.insertBefore(item, next);
      }
    }
    while (this.list.children.length > Math.ceil(this.#shown.length / PART)) this.list.lastElementChild?.remove();
  }

  /** @param {number} index @returns {HTMLElement} */
  #partAt(index) {
    const part = this.list.children[index] ?? element("div", { role: "presentation", class: "part" });
    if (!part.parentNode) this.list.append(part);
    return /** @type {HTMLElement} */ (part);
  }

  /** The entry of a region, with other words if they have changed. @param {Region} region @returns {Row} */
  #row(region, isFound, isOpen) {
    const row = this.#rows.get(region.key) ?? this.#newRow(region.key);
    const mark = this.marks.get(region.key) ?? "";
    const isParent = region.children.length > 0;
    const words = `${mark} ${region.takesTouches} ${region.depth} ${isFound} ${isParent} ${isOpen}`;
    if (row.spec === region.spec && row.words === words) return row;
    [row.spec, row.words] = [region.spec, words];
    const { item } = row;
    const id = region.id || "(no id)";
    if (row.id.textContent !== id) row.id.textContent = id;
    row.id.className = region.takesTouches ? "id" : "id closed";
    row.mark.className = mark ? `mark ${mark}` : "mark";
    row.mark.title = mark;
    row.mark.hidden = mark === "";
    if (row.kind.textContent !== region.kind) row.kind.textContent = region.kind;
    item.classList.toggle("around", !isFound);
    item.setAttribute("aria-level", String(region.depth + 1));
    if (isParent) item.setAttribute("aria-expanded", String(isOpen));
    else item.removeAttribute("aria-expanded");
    item.style.setProperty("--depth", String(region.depth));
    return row;
  }

  #newRow(key) {
    const [id, mark, kind] = [element("span", { class: "id" }), element("span", { class: "mark", hidden: true }), element("span", { class: "kind" })];
    const item = element("li", { role: "treeitem", "aria-selected": "false", "data-key": key, tabIndex: -1 }, element("span", { class: "fold", "aria-hidden": "true" }), id, mark, kind);
    const row = { item, id, mark, kind, spec: null, words: "" };
    this.#rows.set(key, row);
    return row;
  }

  #regionOf(key) {
    return this.#shown.find((region) => region.key === key);
  }

  /** @param {HTMLElement} target */
  #click(target) {
    const item = /** @type {HTMLElement|null} */ (target.closest("li"));
    const region = item && this.#regionOf(item.dataset.key);
    if (!item || !region) return;
    if (target.matches(".fold") && region.children.length > 0 && this.find.value.trim() === "") return this.#fold(region, !this.folded.has(region));
    this.doc.select(region.key);
    item.focus();
  }

  /** @param {Region} region */
  #fold(region, isFolded) {
    this.folded.set(region, isFolded);
    // A selected region that is no longer there cannot have the focus.
    for (let at = this.doc.selected?.parent; isFolded && at; at = at.parent) if (at === region) this.doc.select(region.key);
    this.later();
  }

  #findKey(event) {
    if (event.key === "Escape" && this.find.value !== "") {
      this.find.value = "";
      this.later();
    } else if (event.key === "Enter" || event.key === "ArrowDown") {
      this.#draw();
      const { found } = matching(this.#shown, this.find.value.trim());
      const first = this.#shown.find((region) => found.has(region));
      if (!first) return;
      this.doc.select(first.key);
      this.#draw();
      this.#selected?.item.focus();
    } else {
      return;
    }
    event.preventDefault();
  }

  #key(event) {
    const region = this.doc.selected;
    const at = this.#shown.findIndex((one) => one.key === region?.key);
    const go = (index) => this.doc.select(this.#shown[Math.max(0, Math.min(this.#shown.length - 1, index))]?.key ?? null);
    const isFoldable = region && region.children.length > 0 && this.find.value.trim() === "";
    if (event.ctrlKey || event.metaKey) return;
    if (event.altKey && region) {
      if (event.key === "ArrowUp") reorder(this.doc, region, -1);
      else if (event.key === "ArrowDown") reorder(this.doc, region, 1);
      else if (event.key === "ArrowLeft" && region.parent) moveInto(this.doc, region, region.parent.parent);
      else if (event.key === "ArrowRight") {
        const siblings = region.parent ? region.parent.children : this.doc.regions.filter((one) => one.screen === this.doc.screen && !one.parent);
        const before = siblings[siblings.indexOf(region) - 1];
        if (before) moveInto(this.doc, region, before);
      } else return;
    } else if (event.key === "ArrowDown") go(at + 1);
    else if (event.key === "ArrowUp") go(at < 0 ? 0 : at - 1);
    else if (event.key === "ArrowLeft" && isFoldable && !this.folded.has(region)) this.#fold(region, true);
    else if (event.key === "ArrowLeft" && region?.parent) this.doc.select(region.parent.key);
    else if (event.key === "ArrowRight" && isFoldable && this.folded.has(region)) this.#fold(region, false);
    else if (event.key === "ArrowRight" && at >= 0 && this.#shown[at + 1]?.parent === region) go(at + 1);
    else if (event.key === "Home") go(0);
    else if (event.key === "End") go(this.#shown.length - 1);
    else return;
    event.preventDefault();
    event.stopPropagation();
  }
}
