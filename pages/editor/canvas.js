// @ts-check
// The picture: an element for each region, in drawing order; above them the names, and the handles and guides of the chosen ones. Only what has
// changed is drawn again, so that a key takes as long with thousands of regions as with ten.

import { around, corners, identity } from "../shared/geometry.js";
import { partsAbove } from "./above.js";
import { HeardLayer } from "./heardLayer.js";
import { Kept } from "./kept.js";
import { drawn, touchable } from "./model.js";
import { LETTER, NamePlaces, shortened } from "./names.js";
import { onceAFrame } from "./onceAFrame.js";
import { gridLines, outline, short } from "./outline.js";
import { make } from "./svg.js";

/** @typedef {import("./model.js").Region} Region */

/** The elements of a region. `box` is the upright rectangle around the region on the screen. */
/** @typedef {{key: string, spec: any, path: SVGElement, insets: SVGElement|null, attributes: Record<string, string>, region: Region|null, signs: string, box: number[], name: SVGElement|null, nameAt: string}} Drawn */

export class Canvas {
  /** @type {Kept<Drawn>} */
  #elements = new Kept();
  /** @type {Drawn[]} back to front */
  #order = [];
  /** The regions that were drawn last. */
  #drawn = { regions: /** @type {Region[]} */ ([]), screen: -1, marks: /** @type {any} */ (null), hit: /** @type {any} */ (null), isHeard: false, aside: 0 };
  /** @type {Set<Drawn>} the chosen regions */
  #chosen = new Set();
  /** @type {Drawn|null} the region at which Tab stops */
  #stop = null;
  /** True if findings, hits or numbers of elements were drawn at regions. */
  #isSigned = false;
  /** The drawings above the regions, as text. */
  #above = "";
  #size = [0, 0];
  #ground = make("path", { class: "screen" });
  #grid = make("path", { class: "grid" });
  #regions = make("g");
  #names = make("g", { "aria-hidden": "true" });
  #selection = make("g");
  heard = new HeardLayer();
  /** The drawings above the regions, without the selection. */
  extra = { guides: /** @type {import("./above.js").Guides|null} */ (null), rect: /** @type {any} */ (null), point: /** @type {any} */ (null), overlap: /** @type {any} */ (null) };
  grid = 0;
  /** @type {Map<string, string>} the worst finding of each region */
  marks = new Map();
  /** @type {Set<string>} names of regions that the last tested point hits */
  hit = new Set();

  /**
   * @param {SVGSVGElement} svg
   * @param {import("./document.js").EditorDocument} doc
   * @param {import("./view.js").View} view
   * @param {import("./aside.js").Aside} aside
   */
  constructor(svg, doc, view, aside) {
    this.svg = svg;
    this.doc = doc;
    this.view = view;
    this.aside = aside;
    aside.addEventListener("changed", () => this.redraw());
    svg.append(this.#ground, this.#grid, this.#regions, this.#names, this.heard.group, this.#selection);
    for (const event of ["changed", "selected", "preview"]) doc.addEventListener(event, () => this.redraw());
    view.addEventListener("changed", () => this.redraw());
    new ResizeObserver(([{ contentRect: { width, height } }]) => {
      this.#size = [width, height];
      this.#resize();
    }).observe(svg);
    let size = "";
    doc.addEventListener("changed", () => {
      if (size === (size = doc.size.join())) return;
      this.#resize();
    });
  }

  #resize() {
    const [screenWidth, screenHeight] = this.doc.size;
    // The page's places depend on the shape of the glass.
    const page = /** @type {HTMLElement} */ (this.svg.closest("main"));
    page.dataset.glass = screenWidth > screenHeight ? "wide" : "upright";
    page.style.setProperty("--glass", String(screenWidth / screenHeight));
    const [width, height] = this.#size;
    if (width > 0 && height > 0) this.view.resize(this.doc.size, [width, height]);
    this.redraw();
  }

  redraw = onceAFrame(() => this.draw());

  draw() {
    const { doc, view } = this;
    const [width, height] = doc.size;
    this.#set(this.#ground, "d", outline({ bounds: [0, 0, width, height], toScreen: [1, 0, 0, 1, 0, 0] }, view.matrix));
    this.#set(this.#grid, "d", gridLines([width, height], this.grid, view.matrix));
    this.#set(this.#regions, "transform", `matrix(${view.matrix.join(" ")})`);
    this.heard.draw(doc, view, this.aside);
    const last = this.#drawn;
    const hadFocus = this.#regions.contains(document.activeElement);
    const isHeard = this.heard.isOn;
    const isSet = last.aside !== this.aside.version;
    // Moving the picture changes no region in it.
    if (last.regions !== doc.shown || last.screen !== doc.screen || last.marks !== this.marks || last.hit !== this.hit || last.isHeard !== isHeard || isSet) {
      this.#drawn = { regions: doc.shown, screen: doc.screen, marks: this.marks, hit: this.hit, isHeard, aside: this.aside.version };
      this.#drawRegions(drawn(doc.shown, doc.screen).filter((region) => !this.aside.isHidden(region)), isSet);
    }
    this.#drawSelection();
    // The focus follows the selection. With nothing in the picture selected it stays, because a region that gets the focus is selected.
    if (hadFocus && this.#stop?.key === doc.selection && document.activeElement !== this.#stop.path) this.#stop.path.focus({ preventScroll: true });
    this.#drawNames();
    this.#drawAbove();
  }

  /** Sets an attribute if it differs. */
  #set(element, name, value) {
    if (element.getAttribute(name) !== value) element.setAttribute(name, value);
  }

  /** @param {Region[]} regions back to front @param {boolean} isSet true if regions have been locked or hidden, or no longer are */
  #drawRegions(regions, isSet) {
    const [marks, hit, words] = [this.marks, this.hit, this.heard.words];
    const isSigned = marks.size + hit.size + words.size > 0 || this.#isSigned;
    this.#isSigned = marks.size + hit.size + words.size > 0;
    const order = this.#elements.match(regions, newDrawn, ({ path, insets, name }) => [path, insets, name].forEach((part) => part?.remove()));
    let isMoved = order.length !== this.#order.length;
    order.forEach((element, index) => {
      if (element.region !== regions[index] || isSigned || isSet) this.#update(element, regions[index], isSigned || isSet);
      isMoved ||= this.#order[index] !== element;
    });
    this.#order = order;
    if (!isMoved) return;
    let next = this.#regions.firstChild;
    for (const { path, insets } of order) {
      for (const part of insets ? [path, insets] : [path]) {
        // Elements in the right place are not moved, because moving an element takes its focus.
        if (part === next) next = next.nextSibling;
        else this.#regions.insertBefore(part, next);
      }
    }
  }

  /** @param {Drawn} element @param {Region} region @param {boolean} isSigned true if its signs may have changed, such as those of findings */
  #update(element, region, isSigned) {
    const before = element.region;
    const isSame = before?.spec === region.spec && before.toScreen.every((number, index) => number === region.toScreen[index]);
    element.region = region;
    element.spec = region.spec;
    if (element.key !== region.key) element.path.setAttribute("data-key", (element.key = region.key));
    // A deleted window changes the keys of all regions behind it, and nothing else.
    if (isSame && !isSigned && before.name === region.name && before.takesTouches === region.takesTouches) return;
    const mark = this.marks.get(region.key);
    const heard = this.heard.words.get(region.key) ?? "";
    const aside = this.aside.describe(region);
    const signs = `${mark} ${this.hit.has(region.name)} ${region.takesTouches} ${region.name} ${heard} ${aside}`;
    if (isSame && element.signs === signs) return;
    element.signs = signs;
    element.box = around(corners(region));
    const [x, y, width, height] = around(corners({ bounds: region.bounds, toScreen: region.toParent }));
    const attributes = {
      d: outline(region, identity),
      class: ["region", region.spec.sensitive === true ? "sensitive" : "", region.takesTouches ? "" : "closed",
        mark === "error" ? "wrong" : mark === "warning" ? "warned" : "", this.hit.has(region.name) ? "hit" : ""].join(" ").trim(),
      "data-kind": region.kind,
      "aria-label": `${region.name}, ${region.kind}, ${short(width)} × ${short(height)} at ${short(x)}, ${short(y)}${[heard, aside].map((words) => words && `; ${words}`).join("")}`,
    };
    for (const [name, value] of Object.entries(attributes)) if (element.attributes[name] !== value) element.path.setAttribute(name, value);
    element.attributes = attributes;
    const area = touchable(region);
    if (area.every((value, index) => value === region.bounds[index])) {
      element.insets?.remove();
      element.insets = null;
      return;
    }
    element.insets ??= make("path", { class: "insets" });
    this.#set(element.insets, "d", outline({ bounds: area, toScreen: region.toScreen }, identity));
    if (element.path.parentNode && element.path.nextSibling !== element.insets) element.path.after(element.insets);
  }

  /** Marks the chosen regions. Tab stops at the primary one, or at the first region. */
  #drawSelection() {
    const chosen = new Set(this.doc.chosen.flatMap(({ key }) => this.#elements.get(key) ?? []));
    for (const element of this.#chosen) if (!chosen.has(element)) element.path.setAttribute("aria-pressed", "false");
    for (const element of chosen) if (!this.#chosen.has(element)) element.path.setAttribute("aria-pressed", "true");
    this.#chosen = chosen;
    const selected = this.#elements.get(this.doc.selection ?? "") ?? null;
    const stop = selected ?? this.#order.find(({ region }) => region && !this.aside.isLocked(region)) ?? null;
    if (stop === this.#stop) return;
    this.#stop?.path.setAttribute("tabindex", "-1");
    stop?.path.setAttribute("tabindex", "0");
    this.#stop = stop;
  }

  /** Draws the names for which there is room, of the regions in sight. */
  #drawNames() {
    const [scale, , , , tx, ty] = this.view.matrix;
    const [across, down] = this.#size;
    const places = new NamePlaces();
    for (const element of this.#order) {
      const { region, box } = element;
      const [left, top] = [box[0] * scale + tx, box[1] * scale + ty];
      const isInSight = left < across && top < down && left + box[2] * scale > 0 && top + box[3] * scale > 0;
      const words = isInSight && box[3] * scale > 16 && !this.heard.isOn ? shortened(region?.id ?? "", Math.floor((box[2] * scale - 8) / LETTER)) : "";
      if (words === "") {
        element.name?.remove();
        element.name = null;
        element.nameAt = "";
        continue;
      }
      const x = left + 5;
      const nameAt = `translate(${short(x)} ${short(places.place(x, top + 16, words.length * LETTER))})`;
      if (!element.name) this.#names.append((element.name = make("text")));
      if (element.name.textContent !== words) element.name.textContent = words;
      if (element.nameAt !== nameAt) element.name.setAttribute("transform", nameAt);
      element.nameAt = nameAt;
    }
  }

  #drawAbove() {
    const parts = partsAbove(this);
    const above = JSON.stringify(parts);
    if (above === this.#above) return;
    this.#above = above;
    this.#selection.replaceChildren(...parts.map((part) => make(...part)));
  }

  /** Focuses a region. @param {string} key */
  focus(key) {
    this.draw();
    this.#elements.get(key)?.path.focus({ preventScroll: true });
  }

  /** The key of the region that is a number of steps in front of the selected one, or behind it, without locked ones. @param {number} steps @returns {string|null} */
  neighbour(steps) {
    const keys = this.#order.flatMap(({ region }) => (region && (region.key === this.doc.selection || !this.aside.isLocked(region)) ? region.key : []));
    const at = keys.indexOf(this.doc.selection ?? "");
    const index = at < 0 ? (steps < 0 ? keys.length - 1 : 0) : at + steps;
    return keys[Math.max(0, Math.min(keys.length - 1, index))] ?? null;
  }
}

/** A copy of an element takes less time than making it anew. */
const PATH = make("path", { tabindex: -1, role: "button", "aria-pressed": false });

/** @param {Region} region @returns {Drawn} */
function newDrawn({ key, spec }) {
  const path = /** @type {SVGElement} */ (PATH.cloneNode());
  path.setAttribute("data-key", key);
  return { key, spec, path, insets: null, attributes: {}, region: null, signs: "", box: [0, 0, 0, 0], name: null, nameAt: "" };
}
