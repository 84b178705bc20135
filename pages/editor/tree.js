// @ts-check
// The regions as a list, front ones first: an entry for each, which is kept as long as its region is there. Regions with children can be folded, and a
// search leaves those that match, with the regions around them.

import { moveInto, reorder, siblingsOf } from "./commands.js";
import { element } from "./element.js";
import { Folded } from "./folded.js";
import { Kept } from "./kept.js";
import { frontFirst } from "./model.js";
import { onceAFrame } from "./onceAFrame.js";

/** @typedef {import("./model.js").Region} Region */
/** @typedef {{key: string, item: HTMLElement, id: HTMLElement, mark: HTMLElement, kind: HTMLElement, spec: any, signs: any[]}} Row */

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

/** The most entries of a part of the list, and the height of one. The browser lays out and paints only the parts in sight. */
const [PART, LINE] = [50, 36];

export class Tree {
  /** @type {Map<string, string>} the worst finding of each region */
  marks = new Map();
  /** @type {Kept<Row>} */
  #rows = new Kept();
  /** @type {Region[]} the regions that have an entry now */
  #shown = [];
  /** The state that the entries show. */
  #made = { regions: /** @type {Region[]} */ ([]), screen: -1, search: "", folded: -1, aside: -1, marks: /** @type {any} */ (null) };
  /** @type {Set<Row>} the entries of the chosen regions */
  #chosen = new Set();
  /** The key of the entry to which Ctrl with an arrow has gone without choosing it. @type {string|null} */
  #cursor = null;
  /** @type {Row|null} the entry at which Tab stops */
  #stop = null;
  #lastSelection = "";
  /** Called by Enter on an entry. */
  onEnter = () => {};

  /**
   * @param {{list: HTMLElement, find: HTMLInputElement, found: HTMLElement}} parts
   * @param {import("./document.js").EditorDocument} doc
   * @param {import("./aside.js").Aside} aside
   */
  constructor({ list, find, found }, doc, aside) {
    this.list = list;
    this.find = find;
    this.found = found;
    this.doc = doc;
    this.aside = aside;
    aside.addEventListener("changed", () => this.later());
    list.addEventListener("pointerover", (event) => this.#showSigns(/** @type {Element} */ (event.target).closest("li")));
    this.folded = new Folded(doc);
    for (const event of ["changed", "selected"]) doc.addEventListener(event, () => this.later());
    doc.addEventListener("selected", () => (this.#cursor = null));
    list.addEventListener("keydown", (event) => this.#key(event));
    list.addEventListener("click", (event) => this.#click(event, /** @type {HTMLElement} */ (event.target)));
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
    const made = { regions: doc.regions, screen: doc.screen, search, folded: this.folded.version, aside: this.aside.version, marks: this.marks };
    if (Object.entries(made).some(([name, value]) => value !== this.#made[name])) {
      this.#made = made;
      this.#drawRows(search);
    }
    const row = this.#rows.get(selected?.key ?? "") ?? null;
    const chosen = new Set(doc.chosen.flatMap(({ key }) => this.#rows.get(key) ?? []));
    for (const one of this.#chosen) if (!chosen.has(one)) one.item.setAttribute("aria-selected", "false");
    for (const one of chosen) {
      if (this.#chosen.has(one)) continue;
      one.item.setAttribute("aria-selected", "true");
      this.#showSigns(one.item);
    }
    this.#chosen = chosen;
    const stop = this.#rows.get(this.#cursor ?? "") ?? row ?? this.#rows.get(this.#shown[0]?.key) ?? null;
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
    const regions = frontFirst(this.doc.regions, this.doc.screen);
    const { found, around } = search === "" ? { found: new Set(), around: new Set() } : matching(regions, search);
    const open = new Set();
    this.#shown = regions.filter((region) => {
      const isShown = search === "" ? !region.parent || open.has(region.parent) : found.has(region) || around.has(region);
      if (isShown && !this.folded.has(region)) open.add(region);
      return isShown;
    });
    this.found.hidden = search === "";
    this.found.textContent = search === "" ? "" : found.size === 0 ? "No region matches." : `${found.size} of ${regions.length} regions`;
    const rows = this.#rows.match(this.#shown, newRow, ({ item }) => item.remove());
    rows.forEach((row, index) => {
      const region = this.#shown[index];
      this.#fill(row, region, search === "" || found.has(region), search !== "" || !this.folded.has(region));
    });
    this.#place(rows);
  }

  /** Puts the entries in order. An entry stays in its part if it can, so that few are moved. @param {Row[]} rows */
  #place(rows) {
    const parts = /** @type {HTMLElement[]} */ ([...this.list.children]);
    const places = new Map(parts.map((part, index) => [part, index]));
    /** @type {HTMLElement|null} */
    let part = null;
    /** @type {Element|null} */
    let next = null;
    let count = 0;
    for (const { item } of rows) {
      const own = item.parentElement;
      if (own && own !== part && (places.get(own) ?? -1) > (part ? places.get(part) ?? -1 : -1)) {
        part = own;
        next = part.firstElementChild;
        count = 0;
      } else if (!part || count >= PART) {
        const behind = part ? part.nextSibling : this.list.firstChild;
        const place = part ? places.get(part) ?? 0 : -0.5;
        part = element("div", { role: "presentation", class: "part" });
        this.list.insertBefore(part, behind);
        places.set(part, place + 2 ** -30);
        next = null;
        count = 0;
      }
      if (item === next) next = next.nextElementSibling;
      else part.insertBefore(item, next);
      count += 1;
    }
    for (const one of this.list.querySelectorAll(".part")) {
      const { length } = one.children;
      if (length === 0) one.remove();
      else if (/** @type {any} */ (one).entries !== length) one.style.containIntrinsicBlockSize = `auto ${(one.entries = length) * LINE}px`;
    }
  }

  /** Writes a region into an entry, as far as it has changed. @param {Row} row @param {Region} region */
  #fill(row, region, isFound, isOpen) {
    const mark = this.marks.get(region.key) ?? "";
    const isParent = region.children.length > 0;
    const aside = this.aside.describe(region);
    const isAside = (kind) => aside !== "" && this.aside.has(kind, region);
    const signs = [mark, region.takesTouches, region.depth, isFound, isParent, isOpen, aside, isAside("locked"), isAside("hidden")];
    const { item } = row;
    if (row.key !== region.key) item.setAttribute("data-key", (row.key = region.key));
    if (row.spec === region.spec && signs.every((sign, index) => sign === row.signs[index])) return;
    [row.spec, row.signs] = [region.spec, signs];
    const id = region.id || "(no id)";
    if (row.id.textContent !== id) row.id.textContent = id;
    row.id.className = region.takesTouches ? "id" : "id closed";
    row.mark.className = mark ? `mark ${mark}` : "mark";
    row.mark.title = mark;
    row.mark.hidden = mark === "";
    if (row.kind.textContent !== region.kind) row.kind.textContent = region.kind;
    item.classList.toggle("around", !isFound);
    this.#describe(item, region);
    item.setAttribute("aria-level", String(region.depth + 1));
    if (isParent) item.setAttribute("aria-expanded", String(isOpen));
    else item.removeAttribute("aria-expanded");
    item.style.setProperty("--depth", String(region.depth));
  }

  /** Shows whether a region is locked or hidden. @param {HTMLElement} item @param {Region} region */
  #describe(item, region) {
    const words = this.aside.describe(region);
    item.classList.toggle("locked", this.aside.has("locked", region));
    item.classList.toggle("hidden", this.aside.has("hidden", region));
    item.classList.toggle("aside", words !== "");
    if (words !== "") item.setAttribute("aria-description", words);
    else item.removeAttribute("aria-description");
    if (words !== "") this.#showSigns(item);
  }

  /** Adds the signs to an entry. Most entries of a long list never need them. @param {Element|null} item */
  #showSigns(item) {
    if (item && !item.querySelector(".sign")) item.append(...this.aside.signs());
  }

  /** Goes to the entry at which Tab stops. */
  focus() {
    this.#draw();
    this.#stop?.item.focus();
  }

  #regionOf(key) {
    return this.#shown.find((region) => region.key === key);
  }

  /** @param {MouseEvent} event @param {HTMLElement} target */
  #click(event, target) {
    const item = /** @type {HTMLElement|null} */ (target.closest("li"));
    const region = item && this.#regionOf(item.dataset.key);
    if (!item || !region) return;
    if (target.matches(".fold") && region.children.length > 0 && this.find.value.trim() === "") return this.#fold(region, !this.folded.has(region));
    const sign = /** @type {HTMLElement|null} */ (target.closest(".sign"));
    if (sign) return this.aside.toggle(/** @type {any} */ (sign.dataset.aside), this.doc.chosen.includes(region) ? this.doc.chosen : [region]);
    if (event.ctrlKey || event.metaKey) this.doc.toggle(region.key);
    else if (event.shiftKey) this.#chooseTo(region);
    else this.doc.select(region.key);
    item.focus();
  }

  /** Chooses all regions between the primary one and another one, which becomes the primary. @param {Region} region */
  #chooseTo(region) {
    const { doc } = this;
    const [from, to] = [this.#shown.findIndex((one) => one.key === doc.selection), this.#shown.indexOf(region)];
    const keys = this.#shown.slice(Math.min(from < 0 ? to : from, to), Math.max(from, to) + 1).map((one) => one.key);
    const rest = doc.chosen.map((one) => one.key).filter((key) => !keys.includes(key));
    doc.choose([...rest, ...(from <= to ? keys : keys.reverse())]);
  }

  /** Goes to an entry without choosing it. @param {number} index */
  #goTo(index) {
    this.#cursor = this.#shown[Math.max(0, Math.min(this.#shown.length - 1, index))]?.key ?? null;
    this.#draw();
    this.#stop?.item.scrollIntoView({ block: "nearest" });
  }

  /** Adds the region of an entry to the chosen ones, or removes it, and stays there. @param {string} key */
  #toggle(key) {
    this.doc.toggle(key);
    this.#cursor = key;
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
      this.#stop?.item.focus();
    } else {
      return;
    }
    event.preventDefault();
  }

  #key(event) {
    const region = this.doc.selected;
    const at = this.#shown.findIndex((one) => one.key === (this.#cursor ?? region?.key));
    const step = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0;
    const isMore = event.shiftKey && !event.altKey && step !== 0 && this.#shown[at + step];
    const go = (index) => this.doc.select(this.#shown[Math.max(0, Math.min(this.#shown.length - 1, index))]?.key ?? null);
    const isFoldable = region && region.children.length > 0 && this.find.value.trim() === "";
    if (event.ctrlKey && !event.shiftKey && !event.altKey && step !== 0) this.#goTo(at < 0 ? 0 : at + step);
    else if (event.ctrlKey && event.key === " " && at >= 0) this.#toggle(this.#shown[at].key);
    else if (event.ctrlKey || event.metaKey) return;
    else if (isMore) this.doc.extend(isMore.key);
    else if (event.altKey && region) {
      if (event.key === "ArrowUp") reorder(this.doc, region, 1);
      else if (event.key === "ArrowDown") reorder(this.doc, region, -1);
      else if (event.key === "ArrowLeft" && region.parent) moveInto(this.doc, region, region.parent.parent);
      else if (event.key === "ArrowRight") {
        const siblings = siblingsOf(this.doc, region.parent);
        const above = siblings[siblings.indexOf(region) + 1];
        if (above) moveInto(this.doc, region, above);
      } else return;
    } else if (event.key === "ArrowDown") go(at + 1);
    else if (event.key === "ArrowUp") go(at < 0 ? 0 : at - 1);
    else if (event.key === "ArrowLeft" && isFoldable && !this.folded.has(region)) this.#fold(region, true);
    else if (event.key === "ArrowLeft" && region?.parent) this.doc.select(region.parent.key);
    else if (event.key === "ArrowRight" && isFoldable && this.folded.has(region)) this.#fold(region, false);
    else if (event.key === "ArrowRight" && at >= 0 && this.#shown[at + 1]?.parent === region) go(at + 1);
    else if (event.key === "Enter" && region) this.onEnter();
    else if (event.key === "Home") go(0);
    else if (event.key === "End") go(this.#shown.length - 1);
    else return;
    event.preventDefault();
    event.stopPropagation();
  }
}

/** A copy of an element takes less time than making it anew. */
const ROW = element("li", { role: "treeitem", "aria-selected": "false", tabIndex: -1 }, element("span", { class: "fold", "aria-hidden": "true" }),
  element("span", { class: "id" }), element("span", { class: "mark", hidden: true }), element("span", { class: "kind" }));

/** @param {Region} region @returns {Row} */
function newRow({ key }) {
  const item = ROW.cloneNode(true);
  const [, id, mark, kind] = item.children;
  item.setAttribute("data-key", key);
  return { key, item, id, mark, kind, spec: null, signs: [] };
}
