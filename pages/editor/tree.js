// @ts-check
// The regions as a list, front ones first, and the actions for the selected one.

import { add, addInMiddle, duplicate, isIn, moveInto, remove, reorder } from "./commands.js";
import { element } from "./element.js";
import { onceAFrame } from "./onceAFrame.js";

/** @typedef {import("./model.js").Region} Region */

export class Tree {
  /** @type {Map<string, string>} the worst finding of each region */
  marks = new Map();

  /** @param {HTMLElement} list @param {HTMLElement} actions @param {import("./document.js").EditorDocument} doc */
  constructor(list, actions, doc) {
    this.list = list;
    this.actions = actions;
    this.doc = doc;
    for (const event of ["changed", "selected"]) doc.addEventListener(event, () => this.later());
    list.addEventListener("keydown", (event) => this.#key(event));
  }

  later = onceAFrame(() => this.#draw());

  /** The regions of the screen in the file's order, back to front. @returns {Region[]} */
  get #regions() {
    return this.doc.regions.filter((region) => region.screen === this.doc.screen);
  }

  #draw() {
    const hadFocus = this.list.contains(document.activeElement);
    const selected = this.doc.selected;
    const items = this.#regions.map((region) => {
      const isSelected = region === selected;
      const mark = this.marks.get(region.key);
      const item = element("li", { role: "treeitem", "aria-level": region.depth + 1, "aria-selected": String(isSelected), "data-key": region.key, tabIndex: isSelected ? 0 : -1,
        onclick: () => { this.doc.select(region.key); this.list.querySelector('[aria-selected="true"]')?.focus(); } },
        element("span", { class: region.takesTouches ? "id" : "id closed" }, region.id || "(no id)"), mark && element("span", { class: `mark ${mark}`, title: mark }), element("span", { class: "kind" }, region.kind));
      item.style.paddingLeft = `${8 + region.depth * 16}px`;
      return item;
    });
    if (!selected && items[0]) items[0].tabIndex = 0;
    this.list.replaceChildren(...items);
    const current = /** @type {HTMLElement|null} */ (this.list.querySelector('[aria-selected="true"]'));
    current?.scrollIntoView({ block: "nearest" });
    if (hadFocus) (current ?? items[0])?.focus({ preventScroll: true });
    this.#drawActions(selected);
  }

  /** @param {Region|null} region */
  #drawActions(region) {
    const { doc } = this;
    if (!doc.isOpen || !doc.isReadable) return this.actions.replaceChildren();
    const focused = this.actions.contains(document.activeElement) ? /** @type {HTMLElement} */ (document.activeElement).dataset.name : null;
    const button = (name, text, title, act, isOff = false) => element("button", { "data-name": name, title, disabled: isOff, onclick: act }, text);
    const others = region ? this.#regions.filter((one) => !isIn(one, region) && one !== region.parent) : [];
    const into = element("select", { "data-name": "into", "aria-label": "Move into", disabled: !region, onchange: () => {
      if (region && into.value !== "") moveInto(doc, region, into.value === "-" ? null : doc.regions.find((one) => one.key === into.value) ?? null);
    } }, element("option", { value: "" }, "Move into …"), region?.parent && element("option", { value: "-" }, "the screen, as a window"), ...others.map((one) => element("option", { value: one.key }, one.name)));
    this.actions.replaceChildren(
      button("add", "Add", "A new region in this one (N)", () => addInMiddle(doc, region)),
      button("window", "Window", "A new window over the whole screen", () => add(doc, null, [0, 0, ...doc.size])),
      button("copy", "Duplicate", "Ctrl-D", () => region && duplicate(doc, region), !region),
      button("delete", "Delete", "Delete", () => region && remove(doc, region), !region),
      button("back", "To back", "One step to the back ([); with Shift all the way", (event) => region && reorder(doc, region, event.shiftKey ? -1e6 : -1), !region),
      button("front", "To front", "One step to the front (]); with Shift all the way", (event) => region && reorder(doc, region, event.shiftKey ? 1e6 : 1), !region),
      into);
    if (focused) /** @type {HTMLElement|null} */ (this.actions.querySelector(`[data-name="${focused}"]`))?.focus();
  }

  #key(event) {
    const regions = this.#regions;
    const region = this.doc.selected;
    const at = regions.findIndex((one) => one === region);
    const go = (index) => this.doc.select(regions[Math.max(0, Math.min(regions.length - 1, index))]?.key ?? null);
    if (event.ctrlKey || event.metaKey) return;
    if (event.altKey && region) {
      if (event.key === "ArrowUp") reorder(this.doc, region, -1);
      else if (event.key === "ArrowDown") reorder(this.doc, region, 1);
      else if (event.key === "ArrowLeft" && region.parent) moveInto(this.doc, region, region.parent.parent);
      else if (event.key === "ArrowRight") {
        const siblings = region.parent ? region.parent.children : regions.filter((one) => !one.parent);
        const before = siblings[siblings.indexOf(region) - 1];
        if (before) moveInto(this.doc, region, before);
      } else return;
    } else if (event.key === "ArrowDown") go(at + 1);
    else if (event.key === "ArrowUp") go(at < 0 ? 0 : at - 1);
    else if (event.key === "ArrowLeft" && region?.parent) this.doc.select(region.parent.key);
    else if (event.key === "ArrowRight" && region?.children[0]) this.doc.select(region.children[0].key);
    else if (event.key === "Home") go(0);
    else if (event.key === "End") go(regions.length - 1);
    else return;
    event.preventDefault();
    event.stopPropagation();
  }
}
