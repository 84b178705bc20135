// @ts-check
// The still layer of the picture: the screen and its regions. It is drawn when a region has changed, not for each frame.

import { addOutline, apply, around, corners, then } from "../shared/geometry.js";
import { drawHeat } from "./heat.js";
import { drawOrder } from "./order.js";
import { colours, regionColours } from "./palette.js";

/** @typedef {import("../shared/geometry.js").Matrix} Matrix */

/**
 * The regions of a screen, back to front: a region's children follow it, and the front sibling comes last.
 * @param {Iterable<any>} regions
 * @param {string} screen
 * @returns {any[]}
 */
export function backToFront(regions, screen) {
  /** @type {Map<string, any[]>} */
  const children = new Map();
  const known = new Set();
  const all = [...regions].filter((region) => region.screen === screen);
  for (const { path } of all) known.add(path);
  for (const region of all) {
    // The parent may be a region that this page does not get.
    let parent = region.path;
    do parent = parent.slice(0, Math.max(0, parent.lastIndexOf("/")));
    while (parent && !known.has(parent));
    const siblings = children.get(parent);
    if (siblings) siblings.push(region);
    else children.set(parent, [region]);
  }
  /** @type {any[]} */
  const order = [];
  const visit = (/** @type {string} */ parent) => {
    const siblings = children.get(parent) ?? [];
    for (let i = siblings.length - 1; i >= 0; i--) {
      order.push(siblings[i]);
      visit(siblings[i].path);
    }
  };
  visit("");
  return order;
}

/**
 * Draws the layer.
 * @param {CanvasRenderingContext2D} context in CSS pixels
 * @param {import("./model.js").State} state
 * @param {{screen: string, size: [number, number], toPicture: Matrix, names: boolean, selected: string | null, order: string[] | null, heat?: import("./heat.js").HeatGrid | null}} how
 */
export function drawRegions(context, state, { screen, size, toPicture, names, selected, order: focusOrder, heat }) {
  const [x, y] = apply(toPicture, [0, 0]);
  const [right, bottom] = apply(toPicture, size);
  context.fillStyle = colours.screen;
  context.fillRect(x, y, right - x, bottom - y);
  context.save();
  context.beginPath();
  context.rect(x, y, right - x, bottom - y);
  context.clip();
  if (heat) drawHeat(context, heat, toPicture);
  const order = backToFront(state.regions.values(), screen);
  const secrets = order.filter((region) => state.sensitive.has(region.id)).map((region) => region.path);
  /** @type {import("../shared/geometry.js").Rect} */
  const glass = [x, y, right - x, bottom - y];
  const labels = new Labels(context, glass);
  const views = order.filter(({ kind }) => kind === "scrollView");
  const parents = new Set(order.map(({ path }) => path.slice(0, Math.max(0, path.lastIndexOf("/")))));
  for (const region of order) {
    const isSecret = secrets.some((path) => region.path === path || region.path.startsWith(path + "/"));
    const { fill, line } = isSecret ? { fill: colours.sensitive, line: colours.faint } : regionColours(region);
    const clips = views.filter(({ path }) => region.path.startsWith(path + "/"));
    if (clips.length) context.save();
    for (const view of clips) clipTo(context, view, toPicture);
    context.beginPath();
    addOutline(context, shaped(state, region), toPicture);
    context.fillStyle = fill;
    context.fill();
    context.strokeStyle = region.id === selected ? colours.selected : line;
    context.lineWidth = region.id === selected ? 2.5 : 1;
    context.setLineDash(region.refuses ? [4, 4] : []);
    context.stroke();
    if (clips.length) context.restore();
  }
  context.setLineDash([]);
  const boxOf = (/** @type {any} */ region) => around(corners({ bounds: region.bounds, toScreen: then(region.toScreen, toPicture) }));
  const visible = (/** @type {any} */ region) => views.filter(({ path }) => region.path.startsWith(path + "/")).reduce((box, view) => common(box, boxOf(view)), common(boxOf(region), glass));
  if (names) for (const region of order.reverse()) labels.put(region, visible(region), state.sensitive.has(region.id), !parents.has(region.path));
  if (focusOrder) drawOrder(context, focusOrder.map((id) => state.regions.get(id)).map((region) => region && visible(region)));
  context.restore();
  context.strokeStyle = colours.edge;
  context.lineWidth = 2;
  context.strokeRect(x - 1, y - 1, right - x + 2, bottom - y + 2);
}

/**
 * Clips to a scroll view, because its contents are visible and hit only inside it.
 * @param {CanvasRenderingContext2D} context
 * @param {any} view
 * @param {Matrix} toPicture
 */
function clipTo(context, view, toPicture) {
  context.beginPath();
  addOutline(context, view, toPicture);
  context.clip();
}

/** @param {import("../shared/geometry.js").Rect} a @param {import("../shared/geometry.js").Rect} b @returns {import("../shared/geometry.js").Rect} */
function common([x, y, width, height], [bx, by, bWidth, bHeight]) {
  const [left, top] = [Math.max(x, bx), Math.max(y, by)];
  return [left, top, Math.min(x + width, bx + bWidth) - left, Math.min(y + height, by + bHeight) - top];
}

/** The region with its shape from the configuration. @param {import("./model.js").State} state @param {any} region */
export function shaped(state, region) {
  const shape = state.facts.shapes[region.id];
  return shape ? { ...region, shape } : region;
}

/** The distance between a name and the glass's edge, in CSS pixels. */
const MARGIN = 3;

/** The names of regions. They do not overlap and stay on the glass; a name that finds no room in its region is left out. */
class Labels {
  /** @type {[number, number, number, number][]} */
  #taken = [];
  #glass;

  /** @param {CanvasRenderingContext2D} context @param {import("../shared/geometry.js").Rect} glass */
  constructor(context, glass) {
    this.context = context;
    this.#glass = glass;
    context.font = "12px system-ui, 'Liberation Sans', 'DejaVu Sans', sans-serif";
    context.textBaseline = "middle";
  }

  /**
   * Draws a name: at the top left of a region with children, otherwise in the middle, where it may stick out a little, but not over the glass's
   * edge.
   * @param {any} region
   * @param {[number, number, number, number]} box
   * @param {boolean} isSensitive
   * @param {boolean} isLeaf
   */
  put(region, [x, y, width, height], isSensitive, isLeaf) {
    if (width < 14 || height < 12) return;
    const [glassLeft, glassTop, glassWidth, glassHeight] = this.#glass;
    const text = this.#fitted(isSensitive ? `${region.id} (sensitive)` : region.id, Math.min(isLeaf ? width + 26 : width - 8, glassWidth - 2 * MARGIN));
    if (!text) return;
    const textWidth = this.context.measureText(text).width;
    const middle = Math.min(x + (width - textWidth) / 2, glassLeft + glassWidth - MARGIN - textWidth);
    const left = isLeaf ? Math.max(middle, glassLeft + MARGIN) : x + 5;
    const end = Math.min(y + Math.max(height, 16), glassTop + glassHeight);
    for (let top = isLeaf ? Math.max(Math.min(y + height / 2, glassTop + glassHeight - 8) - 8, glassTop) : y + 3; top + 15 <= end; top += 16) {
      if (this.#taken.some(([l, t, w]) => left < l + w + 4 && l < left + textWidth + 4 && Math.abs(t - top) < 15)) continue;
      this.#taken.push([left, top, textWidth, 15]);
      this.context.fillStyle = isSensitive ? colours.sensitiveName : region.refuses ? colours.faint : colours.name;
      this.context.fillText(text, left, top + 8);
      return;
    }
  }

  /** @param {string} text @param {number} width */
  #fitted(text, width) {
    if (this.context.measureText(text).width <= width) return text;
    for (let letters = text.length - 1; letters >= 3; letters--) {
      const cut = text.slice(0, letters) + "…";
      if (this.context.measureText(cut).width <= width) return cut;
    }
    return "";
  }
}
