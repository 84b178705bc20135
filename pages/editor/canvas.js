// @ts-check
// The picture: an element for each region, in drawing order; above them the names, and the handles and guides of the selected region. Only what has
// changed is drawn again, so that a key takes as long with thousands of regions as with ten.

import { addOutline, apply, around, corners, identity, then } from "../shared/geometry.js";
import { HeardLayer } from "./heardLayer.js";
import { Kept } from "./kept.js";
import { drawn, touchable } from "./model.js";
import { LETTER, NamePlaces, shortened } from "./names.js";
import { onceAFrame } from "./onceAFrame.js";
import { make } from "./svg.js";

/** @typedef {import("./model.js").Region} Region */

/** The handles: the edges that each one moves, and its place. */
export const HANDLES = {
  topLeft: { left: 1, top: 1, at: [0, 0] }, top: { top: 1, at: [0.5, 0] }, topRight: { right: 1, top: 1, at: [1, 0] }, right: { right: 1, at: [1, 0.5] },
  bottomRight: { right: 1, bottom: 1, at: [1, 1] }, bottom: { bottom: 1, at: [0.5, 1] }, bottomLeft: { left: 1, bottom: 1, at: [0, 1] }, left: { left: 1, at: [0, 0.5] },
};
/** The size of a handle for a finger, in pixels. */
const HANDLE = 44;

/** A path as text, for addOutline. */
class PathText {
  text = "";
  moveTo(x, y) { this.text += `M${short(x)} ${short(y)}`; }
  lineTo(x, y) { this.text += `L${short(x)} ${short(y)}`; }
  bezierCurveTo(...numbers) { this.text += `C${numbers.map(short).join(" ")}`; }
  closePath() { this.text += "Z"; }
}
const short = (number) => Math.round(number * 100) / 100;

/** @param {any} placed @param {any} matrix */
function outline(placed, matrix) {
  const path = new PathText();
  addOutline(/** @type {any} */ (path), placed, matrix);
  return path.text;
}

/** The elements of a region. `box` is the upright rectangle around the region on the screen. */
/** @typedef {{key: string, spec: any, path: SVGElement, insets: SVGElement|null, attributes: Record<string, string>, region: Region|null, signs: string, box: number[], name: SVGElement|null, nameAt: string}} Drawn */

export class Canvas {
  /** @type {Kept<Drawn>} */
  #elements = new Kept();
  /** @type {Drawn[]} back to front */
  #order = [];
  /** The regions that were drawn last. */
  #drawn = { regions: /** @type {Region[]} */ ([]), screen: -1, marks: /** @type {any} */ (null), hit: /** @type {any} */ (null), isHeard: false };
  /** @type {Drawn|null} the selected region, and the one at which Tab stops */
  #selected = null;
  /** @type {Drawn|null} */
  #stop = null;
  /** Whether findings, hits or numbers of elements were drawn at regions. */
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
  extra = { guides: /** @type {{x?: number, y?: number, space: any}|null} */ (null), rect: /** @type {any} */ (null), point: /** @type {any} */ (null), overlap: /** @type {any} */ (null) };
  grid = 0;
  /** @type {Map<string, string>} the worst finding of each region */
  marks = new Map();
  /** @type {Set<string>} names of regions that the last tested point hits */
  hit = new Set();

  /** @param {SVGSVGElement} svg @param {import("./document.js").EditorDocument} doc @param {import("./view.js").View} view */
  constructor(svg, doc, view) {
    this.svg = svg;
    this.doc = doc;
    this.view = view;
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
    this.#set(this.#grid, "d", this.#gridLines(width, height));
    this.#set(this.#regions, "transform", `matrix(${view.matrix.join(" ")})`);
    this.heard.draw(doc, view);
    const last = this.#drawn;
    const hadFocus = this.#regions.contains(document.activeElement);
    const isHeard = this.heard.isOn;
    // Moving the picture changes no region in it.
    if (last.regions !== doc.shown || last.screen !== doc.screen || last.marks !== this.marks || last.hit !== this.hit || last.isHeard !== isHeard) {
      this.#drawn = { regions: doc.shown, screen: doc.screen, marks: this.marks, hit: this.hit, isHeard };
      this.#drawRegions(drawn(doc.shown, doc.screen));
    }
    this.#drawSelection();
    // The focus follows the selection. With nothing selected it stays, because a region that gets the focus is selected.
    if (hadFocus && doc.selection !== null && document.activeElement !== this.#stop?.path) this.#stop?.path.focus({ preventScroll: true });
    this.#drawNames();
    this.#drawAbove();
  }

  /** Sets an attribute if it differs. */
  #set(element, name, value) {
    if (element.getAttribute(name) !== value) element.setAttribute(name, value);
  }

  /** @param {Region[]} regions back to front */
  #drawRegions(regions) {
    const [marks, hit, words] = [this.marks, this.hit, this.heard.words];
    const isSigned = marks.size + hit.size + words.size > 0 || this.#isSigned;
    this.#isSigned = marks.size + hit.size + words.size > 0;
    const order = this.#elements.match(regions, newDrawn, ({ path, insets, name }) => [path, insets, name].forEach((part) => part?.remove()));
    let isMoved = order.length !== this.#order.length;
    order.forEach((element, index) => {
      if (element.region !== regions[index] || isSigned) this.#update(element, regions[index]);
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

  /** @param {Drawn} element @param {Region} region */
  #update(element, region) {
    const mark = this.marks.get(region.key);
    const heard = this.heard.words.get(region.key) ?? "";
    const signs = `${mark} ${this.hit.has(region.name)} ${region.takesTouches} ${region.name} ${heard}`;
    const before = element.region;
    element.region = region;
    element.spec = region.spec;
    if (element.key !== region.key) element.path.setAttribute("data-key", (element.key = region.key));
    if (before?.spec === region.spec && element.signs === signs && before.toScreen.every((number, index) => number === region.toScreen[index])) return;
    element.signs = signs;
    element.box = around(corners(region));
    const [x, y, width, height] = around(corners({ bounds: region.bounds, toScreen: region.toParent }));
    const attributes = {
      d: outline(region, identity),
      class: ["region", region.spec.sensitive === true ? "sensitive" : "", region.takesTouches ? "" : "closed",
        mark === "error" ? "wrong" : mark === "warning" ? "warned" : "", this.hit.has(region.name) ? "hit" : ""].join(" ").trim(),
      "data-kind": region.kind,
      "aria-label": `${region.name}, ${region.kind}, ${short(width)} × ${short(height)} at ${short(x)}, ${short(y)}${heard ? `; ${heard}` : ""}`,
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

  /** Marks the selected region. Tab stops there, or at the first region. */
  #drawSelection() {
    const selected = this.#elements.get(this.doc.selection ?? "") ?? null;
    if (selected !== this.#selected) {
      this.#selected?.path.setAttribute("aria-pressed", "false");
      selected?.path.setAttribute("aria-pressed", "true");
      this.#selected = selected;
    }
    const stop = selected ?? this.#order[0] ?? null;
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

  #gridLines(width, height) {
    const step = this.grid;
    if (!step || step * this.view.scale < 4) return "";
    const path = new PathText();
    const line = (a, b) => {
      path.moveTo(...apply(this.view.matrix, a));
      path.lineTo(...apply(this.view.matrix, b));
    };
    for (let x = step; x < width; x += step) line([x, 0], [x, height]);
    for (let y = step; y < height; y += step) line([0, y], [width, y]);
    return path.text;
  }

  #drawAbove() {
    const { doc, view, extra } = this;
    const parts = /** @type {[string, Record<string, any>][]} */ ([]);
    const region = doc.selected;
    if (region && region.screen === doc.screen) {
      parts.push(["path", { class: "selected", d: outline({ bounds: region.bounds, toScreen: region.toScreen }, view.matrix) }]);
      for (const [name, [x, y]] of handlePlaces(region, view)) {
        parts.push(["rect", { class: "handle", "data-handle": name, x: x - HANDLE / 2, y: y - HANDLE / 2, width: HANDLE, height: HANDLE }]);
        parts.push(["circle", { class: "knob", cx: x, cy: y, r: 7 }]);
      }
    }
    if (extra.guides) {
      const matrix = then(extra.guides.space, view.matrix);
      const far = 1e5;
      for (const [from, to] of [[[extra.guides.x, -far], [extra.guides.x, far]], [[-far, extra.guides.y], [far, extra.guides.y]]]) {
        if (from.includes(undefined)) continue;
        const [[x1, y1], [x2, y2]] = [apply(matrix, /** @type {any} */ (from)), apply(matrix, /** @type {any} */ (to))];
        parts.push(["line", { class: "guide", x1, y1, x2, y2 }]);
      }
    }
    if (extra.overlap) parts.push(["path", { class: "overlap", d: outline(extra.overlap, view.matrix) }]);
    if (extra.rect) parts.push(["path", { class: "new", d: outline(extra.rect, view.matrix) }]);
    if (extra.point) {
      const [cx, cy] = apply(view.matrix, extra.point);
      parts.push(["circle", { class: "point", cx, cy, r: 9 }], ["circle", { class: "point", cx, cy, r: 1 }]);
    }
    const above = JSON.stringify(parts);
    if (above === this.#above) return;
    this.#above = above;
    this.#selection.replaceChildren(...parts.map(([name, attributes]) => make(name, attributes)));
  }

  /** Focuses a region. @param {string} key */
  focus(key) {
    this.draw();
    this.#elements.get(key)?.path.focus({ preventScroll: true });
  }

  /** The key of the region that is a number of steps in front of the selected one, or behind it. @param {number} steps @returns {string|null} */
  neighbour(steps) {
    const at = this.#order.findIndex(({ region }) => region?.key === this.doc.selection);
    const index = at < 0 ? (steps < 0 ? this.#order.length - 1 : 0) : at + steps;
    return this.#order[Math.max(0, Math.min(this.#order.length - 1, index))]?.region?.key ?? null;
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

/**
 * The places of a region's handles in pixels. They lie outside the region, so that they do not cover a small one. Handles of edges are left out if
 * there is no room.
 * @param {Region} region
 * @param {import("./view.js").View} view
 * @returns {[string, [number, number]][]}
 */
export function handlePlaces(region, view) {
  const matrix = then(region.toScreen, view.matrix);
  const [x, y, width, height] = region.bounds;
  const middle = apply(matrix, [x + width / 2, y + height / 2]);
  const [across, down] = [width * Math.hypot(matrix[0], matrix[1]), height * Math.hypot(matrix[2], matrix[3])];
  const found = [];
  for (const [name, { at }] of Object.entries(HANDLES)) {
    if (at[0] === 0.5 && across < 3 * HANDLE) continue;
    if (at[1] === 0.5 && down < 3 * HANDLE) continue;
    const place = apply(matrix, [x + width * at[0], y + height * at[1]]);
    const way = [place[0] - middle[0], place[1] - middle[1]];
    const length = Math.hypot(...way) || 1;
    const outside = across < 3 * HANDLE || down < 3 * HANDLE ? 16 : 0;
    found.push([name, [place[0] + (way[0] / length) * outside, place[1] + (way[1] / length) * outside]]);
  }
  return found;
}
