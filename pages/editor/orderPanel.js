// @ts-check
// The elements of the screen in the order of the focus, as a list in which they can be moved.

import { moveInOrder } from "./commands.js";
import { element } from "./element.js";
import { onceAFrame } from "./onceAFrame.js";
import { stepOf } from "./order.js";
import { FocusRing, announcement, isSilent, spokenAfterLabel } from "./ring.js";

/** @typedef {import("./model.js").Region} Region */

export class OrderPanel {
  #dragged = "";

  /**
   * @param {HTMLElement} holder
   * @param {import("./document.js").EditorDocument} doc
   * @param {(region: Region) => void} edit goes to what people hear of a region
   */
  constructor(holder, doc, edit) {
    this.holder = holder;
    this.doc = doc;
    this.edit = edit;
    this.earlier = element("button", { id: "order-earlier", "aria-keyshortcuts": "Alt+ArrowUp", title: "Alt-up in the list", onclick: () => this.#move(-1) }, "Earlier");
    this.later = element("button", { id: "order-later", "aria-keyshortcuts": "Alt+ArrowDown", title: "Alt-down in the list", onclick: () => this.#move(1) }, "Later");
    this.said = element("span", { class: "hint", id: "order-said", role: "status" });
    this.note = element("p", { class: "row hint" });
    this.list = element("ol", { class: "order", role: "listbox", "aria-label": "Order of the focus", onkeydown: (event) => this.#key(event) });
    holder.replaceChildren(element("div", { class: "row" }, this.earlier, this.later, this.said), this.note, this.list);
    doc.addEventListener("changed", () => this.show());
    doc.addEventListener("selected", () => {
      this.said.textContent = "";
      this.show();
    });
  }

  /** Shows the list before the next frame, if its tab is open. */
  show = onceAFrame(() => !this.holder.hidden && this.#draw());

  get #ring() {
    return new FocusRing(this.doc.regions, this.doc.screen);
  }

  #draw() {
    const hadFocus = this.list.contains(document.activeElement);
    const ring = this.#ring;
    const selected = this.doc.selected;
    const at = selected ? ring.places.indexOf(selected) : -1;
    this.list.replaceChildren(...ring.places.map((region, index) => this.#row(region, index, index === at, at < 0 && index === 0)));
    this.earlier.disabled = at < 0 || !stepOf(ring, ring.places[at], -1);
    this.later.disabled = at < 0 || !stepOf(ring, ring.places[at], 1);
    const screen = this.doc.screens[this.doc.screen];
    this.note.textContent = [
      this.doc.isOpen && !screen?.accessibility ? "This screen has no “accessibility” section, so touchd has no focus on it." : "",
      ring.modal ? `The focus stays in “${ring.modal.id}”, which is modal.` : "",
      ring.places.length === 0 ? "No element: the focus has nowhere to go." : at < 0 ? "Select an element to move it." : "",
    ].filter((part) => part !== "").join(" ");
    const current = this.list.querySelector('[aria-selected="true"]');
    current?.scrollIntoView({ block: "nearest" });
    if (hadFocus) (current ?? this.list.firstElementChild)?.focus({ preventScroll: true });
  }

  /** @param {Region} region */
  #row(region, index, isSelected, isFirst) {
    const { label } = announcement(region);
    const name = isSilent(region) ? element("span", { class: "error" }, "no label") : element("bdi", {}, label ?? "application");
    return element("li", { role: "option", "aria-selected": String(isSelected), "data-key": region.key, tabIndex: isSelected || isFirst ? 0 : -1, draggable: true,
      onclick: () => this.#select(region), ondblclick: () => this.edit(region),
      ondragstart: () => (this.#dragged = region.key), ondragover: (event) => this.#dragged !== "" && event.preventDefault(), ondragend: () => (this.#dragged = ""),
      ondrop: (event) => { event.preventDefault(); this.#drop(index); } },
      element("span", { class: "place" }, String(index + 1)), element("span", { class: "words" }, name, spokenAfterLabel(region)), element("span", { class: "kind" }, region.id));
  }

  /** @param {Region} region */
  #select(region) {
    this.doc.select(region.key);
    this.list.querySelector(`[data-key="${CSS.escape(region.key)}"]`)?.focus({ preventScroll: true });
  }

  #move(step) {
    const region = this.doc.selected;
    if (!region) return;
    const isMoved = moveInOrder(this.doc, region, step);
    const { places } = this.#ring;
    const name = announcement(region).label ?? region.id;
    const place = places.findIndex((one) => one.key === region.key) + 1;
    this.said.textContent = isMoved ? `${name} is number ${place} of ${places.length}.` : `${name} cannot go ${step < 0 ? "before" : "behind"} what is around it.`;
    // A button that is off has no focus.
    requestAnimationFrame(() => this.holder.contains(document.activeElement) || this.list.querySelector('[aria-selected="true"]')?.focus({ preventScroll: true }));
  }

  /** Moves the dragged element step by step, until it is at a place or cannot go on. The steps are undone together. @param {number} to */
  #drop(to) {
    const key = this.#dragged;
    this.#dragged = "";
    this.doc.select(key);
    const indexOf = () => this.#ring.places.findIndex((region) => region.key === key);
    const step = Math.sign(to - indexOf());
    while (step !== 0 && (to - indexOf()) * step > 0) {
      const region = this.doc.regions.find((one) => one.key === key);
      if (!region || !moveInOrder(this.doc, region, step, `order ${key}`)) break;
    }
    this.doc.history.endStep();
  }

  #key(event) {
    if (event.ctrlKey || event.metaKey) return;
    const { places } = this.#ring;
    const at = places.findIndex((region) => region.key === this.doc.selection);
    const go = (index) => places.length > 0 && this.#select(places[Math.max(0, Math.min(places.length - 1, index))]);
    if (event.altKey && (event.key === "ArrowUp" || event.key === "ArrowDown")) this.#move(event.key === "ArrowUp" ? -1 : 1);
    else if (event.altKey) return;
    else if (event.key === "ArrowDown") go(at + 1);
    else if (event.key === "ArrowUp") go(at < 0 ? 0 : at - 1);
    else if (event.key === "Home") go(0);
    else if (event.key === "End") go(places.length - 1);
    else if (event.key === "Enter" && at >= 0) this.edit(places[at]);
    else if (event.key === " ") go(Math.max(0, at));
    else return;
    event.preventDefault();
    event.stopPropagation();
  }
}
