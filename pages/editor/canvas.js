// @ts-check
// The picture: an element for each region, in drawing order, so that Tab goes from one to the next; above them the handles and guides of the selected
// region.

import { addOutline, apply, around, corners, then } from "../shared/geometry.js";
import { HeardLayer } from "./heardLayer.js";
import { drawn, touchable } from "./model.js";
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

export class Canvas {
  /** @type {Map<string, {path: SVGElement, text: SVGElement, insets: SVGElement}>} */
  #elements = new Map();
  #ground = make("path", { class: "screen" });
  #grid = make("path", { class: "grid" });
  #regions = make("g");
  #above = make("g");
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
    svg.append(this.#ground, this.#grid, this.#regions, this.heard.group, this.#above);
    for (const event of ["changed", "selected", "preview"]) doc.addEventListener(event, () => this.redraw());
    view.addEventListener("changed", () => this.redraw());
    new ResizeObserver(() => this.#resize()).observe(svg);
    doc.addEventListener("changed", () => this.#resize());
  }

  #resize() {
    const { width, height } = this.svg.getBoundingClientRect();
    const [screenWidth, screenHeight] = this.doc.size;
    // The page's places depend on the shape of the glass.
    const page = /** @type {HTMLElement} */ (this.svg.closest("main"));
    page.dataset.glass = screenWidth > screenHeight ? "wide" : "upright";
    page.style.setProperty("--glass", String(screenWidth / screenHeight));
    if (width > 0 && height > 0) this.view.resize(this.doc.size, [width, height]);
    this.redraw();
  }

  redraw = onceAFrame(() => this.draw());

  draw() {
    const { doc, view } = this;
    const [width, height] = doc.size;
    this.#ground.setAttribute("d", outline({ bounds: [0, 0, width, height], toScreen: [1, 0, 0, 1, 0, 0] }, view.matrix));
    this.#grid.setAttribute("d", this.#gridLines(width, height));
    this.heard.draw(doc, view);
    const regions = drawn(doc.shown, doc.screen);
    const seen = new Set();
    this.#names = [];
    let before = null;
    for (const region of regions) {
      seen.add(region.key);
      const element = this.#elementOf(region.key);
      this.#update(element, region);
      // Elements in the right place are not moved, because moving an element takes its focus.
      const expected = before ? before.nextSibling : this.#regions.firstChild;
      if (element.path !== expected) this.#regions.insertBefore(element.path, expected);
      element.path.after(element.insets, element.text);
      before = element.text;
    }
    for (const [key, element] of this.#elements) {
      if (seen.has(key)) continue;
      for (const part of Object.values(element)) part.remove();
      this.#elements.delete(key);
    }
    this.#drawAbove();
  }

  #elementOf(key) {
    let element = this.#elements.get(key);
    if (!element) {
      element = { path: make("path", { "data-key": key, tabindex: 0, role: "button" }), text: make("text"), insets: make("path", { class: "insets" }) };
      this.#elements.set(key, element);
    }
    return element;
  }

  /** @param {{path: SVGElement, text: SVGElement, insets: SVGElement}} element @param {Region} region */
  #update({ path, text, insets }, region) {
    const { view } = this;
    const mark = this.marks.get(region.key);
    path.setAttribute("d", outline(region, view.matrix));
    path.setAttribute("class", ["region", region.spec.sensitive === true ? "sensitive" : "", region.takesTouches ? "" : "closed",
      mark === "error" ? "wrong" : mark === "warning" ? "warned" : "", this.hit.has(region.name) ? "hit" : ""].join(" ").trim());
    path.setAttribute("data-kind", region.kind);
    const heard = this.heard.words.get(region.key);
    const [x, y, width, height] = around(corners({ bounds: region.bounds, toScreen: region.toParent }));
    path.setAttribute("aria-label", `${region.name}, ${region.kind}, ${short(width)} × ${short(height)} at ${short(x)}, ${short(y)}${heard ? `; ${heard}` : ""}`);
    path.setAttribute("aria-pressed", String(region.key === this.doc.selection));
    const area = touchable(region);
    const hasInsets = area.some((value, index) => value !== region.bounds[index]);
    insets.setAttribute("d", hasInsets ? outline({ bounds: area, toScreen: region.toScreen }, view.matrix) : "");
    const [left, top, w, h] = around(corners({ bounds: region.bounds, toScreen: then(region.toScreen, view.matrix) }));
    const room = Math.floor((w - 8) / 7.5);
    const name = region.id.length <= room ? region.id : room > 2 ? `${region.id.slice(0, room - 1)}…` : "";
    text.textContent = h > 16 && !this.heard.isOn ? name : "";
    this.#place(text, left + 5, top + 16);
  }

  /** Moves a name down to a free place. @param {SVGElement} text */
  #place(text, x, y) {
    const width = (text.textContent?.length ?? 0) * 7.5;
    const isTaken = (top) => this.#names.some((box) => x < box.x + box.width && box.x < x + width && top < box.y + 15 && box.y < top + 15);
    let top = y;
    while (width > 0 && isTaken(top) && top < y + 64) top += 15;
    if (width > 0) this.#names.push({ x, y: top, width });
    text.setAttribute("x", String(short(x)));
    text.setAttribute("y", String(short(top)));
  }

  /** @type {{x: number, y: number, width: number}[]} the names that are drawn */
  #names = [];

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
    const parts = [];
    const region = doc.selected;
    if (region && region.screen === doc.screen) {
      parts.push(make("path", { class: "selected", d: outline({ bounds: region.bounds, toScreen: region.toScreen }, view.matrix) }));
      for (const [name, [x, y]] of handlePlaces(region, view)) {
        parts.push(make("rect", { class: "handle", "data-handle": name, x: x - HANDLE / 2, y: y - HANDLE / 2, width: HANDLE, height: HANDLE }));
        parts.push(make("circle", { class: "knob", cx: x, cy: y, r: 7 }));
      }
    }
    if (extra.guides) {
      const matrix = then(extra.guides.space, view.matrix);
      const far = 1e5;
      for (const [from, to] of [[[extra.guides.x, -far], [extra.guides.x, far]], [[-far, extra.guides.y], [far, extra.guides.y]]]) {
        if (from.includes(undefined)) continue;
        const [[x1, y1], [x2, y2]] = [apply(matrix, /** @type {any} */ (from)), apply(matrix, /** @type {any} */ (to))];
        parts.push(make("line", { class: "guide", x1, y1, x2, y2 }));
      }
    }
    if (extra.overlap) parts.push(make("path", { class: "overlap", d: outline(extra.overlap, view.matrix) }));
    if (extra.rect) parts.push(make("path", { class: "new", d: outline(extra.rect, view.matrix) }));
    if (extra.point) {
      const [cx, cy] = apply(view.matrix, extra.point);
      parts.push(make("circle", { class: "point", cx, cy, r: 9 }), make("circle", { class: "point", cx, cy, r: 1 }));
    }
    this.#above.replaceChildren(...parts);
  }

  /** Focuses a region. @param {string} key */
  focus(key) {
    this.draw();
    this.#elements.get(key)?.path.focus({ preventScroll: true });
  }
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
