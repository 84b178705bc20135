// @ts-check
// The buttons below the list, for the selected region.

import { duplicate, isIn, moveInto, remove, reorder } from "./commands.js";
import { element } from "./element.js";
import { onceAFrame } from "./onceAFrame.js";

/** @typedef {import("./model.js").Region} Region */

export class Actions {
  /**
   * @param {HTMLElement} holder
   * @param {import("./document.js").EditorDocument} doc
   * @param {import("./adding.js").Adding} adding
   * @param {Node[]} more controls behind the others
   */
  constructor(holder, doc, adding, more) {
    this.holder = holder;
    this.doc = doc;
    this.more = more;
    const button = (name, text, title, act) => element("button", { "data-name": name, title, onclick: (event) => act(doc.selected, event) }, text);
    this.always = [
      button("add", "Add", "A new region in this one (N)", (region) => adding.inMiddle(region)),
      button("window", "Window", "A new window over the whole screen", () => adding.inMiddle(null)),
    ];
    this.ofRegion = [
      button("copy", "Duplicate", "20 points to the right and down (Ctrl-D)", (region) => region && duplicate(doc, doc.topmost)),
      button("delete", "Delete", "Delete", (region) => region && remove(doc, doc.topmost)),
      button("back", "To back", "One step to the back ([); with Shift all the way", (region, event) => region && reorder(doc, region, event.shiftKey ? -1e6 : -1)),
      button("front", "To front", "One step to the front (]); with Shift all the way", (region, event) => region && reorder(doc, region, event.shiftKey ? 1e6 : 1)),
    ];
    this.into = element("select", { "data-name": "into", "aria-label": "Move into", onchange: () => this.#moveInto() });
    // Thousands of choices are listed when somebody goes there, not with each selection.
    for (const event of ["pointerdown", "focus"]) this.into.addEventListener(event, () => this.#list());
    for (const event of ["changed", "selected"]) doc.addEventListener(event, () => this.later());
  }

  later = onceAFrame(() => this.#draw());

  #draw() {
    const { doc, holder } = this;
    if (!doc.isOpen || !doc.isReadable) return holder.replaceChildren();
    const region = doc.selected;
    for (const one of [...this.ofRegion, this.into]) if (one.disabled !== !region) one.disabled = !region;
    if (this.listed !== region) this.into.replaceChildren(element("option", { value: "" }, "Move into …"));
    this.listed = null;
    if (document.activeElement === this.into) this.#list();
    if (!holder.firstChild) holder.append(...this.always, ...this.ofRegion, this.into, ...this.more);
  }

  #list() {
    const { doc, into } = this;
    const region = doc.selected;
    if (!region || this.listed === region) return;
    this.listed = region;
    const others = doc.regions.filter((one) => one.screen === doc.screen && !isIn(one, region) && one !== region.parent);
    into.replaceChildren(element("option", { value: "" }, "Move into …"), ...(region.parent ? [element("option", { value: "-" }, "the screen, as a window")] : []),
      ...others.map((one) => element("option", { value: one.key }, one.name)));
  }

  #moveInto() {
    const { doc, into } = this;
    const region = doc.selected;
    if (region && into.value !== "") moveInto(doc, region, into.value === "-" ? null : (doc.regions.find((one) => one.key === into.value) ?? null));
  }
}
