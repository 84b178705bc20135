// @ts-check
// The drags on the picture. Each begins when a finger or the mouse has left the place that it pressed, and ends when it lifts.

import { apply, around, corners, identity, inverse } from "../shared/geometry.js";
import { HANDLES } from "./above.js";
import { union } from "./align.js";
import { distances, snapGaps } from "./gaps.js";
import { boundsOf, isIn, setAll, siblingsOf } from "./commands.js";
import { movedBy, onScreen, placeOfSpec, rectOf, resizedBy, spaceOf, tidy } from "./model.js";
import { guides, snapEdge, snapMove } from "./snap.js";

/** @typedef {import("./model.js").Region} Region */
/** @typedef {import("../shared/geometry.js").Point} Point */
/** @typedef {import("../shared/geometry.js").Rect} Rect */

/** The distance in pixels of the display within which edges snap. */
const REACH = 6;

/** A drag. The page's pointer calls `begin` once, `move` for each place, and `drop` at the end, unless the drag is given up. */
export class Drag {
  /** @type {{snaps: boolean, x: number[], y: number[], rects: Rect[]}|null} the places that edges snap to, and the rectangles of the siblings */
  #places = null;

  /** @param {import("./pointer.js").Pointer} pointer @param {Point} pixel the pressed place in pixels */
  constructor(pointer, pixel) {
    this.pointer = pointer;
    this.canvas = pointer.canvas;
    this.doc = pointer.doc;
    this.view = pointer.view;
    this.pressed = pixel;
    this.from = this.view.point(pixel);
  }

  begin() {}

  /** @param {Point} point of the screen @param {Point} pixel */
  move(point, pixel) {}

  /** @param {PointerEvent} event */
  drop(event) {}

  /** The places that edges snap to, in a region's space. A drag finds them once. @param {Region|null} parent @param {Region[]} moved */
  places(parent, moved) {
    const snaps = this.pointer.snaps && !this.pointer.ignoresSnapping;
    if (this.#places?.snaps !== snaps) {
      const rects = this.others(parent, moved);
      this.#places = { snaps, rects, ...(snaps ? guides(rects, boundsOf(this.doc, parent)) : { x: [], y: [] }) };
    }
    return this.#places;
  }

  /** The rectangles of the regions in a region, without those that are moved. @param {Region|null} parent @param {Region[]} moved @returns {Rect[]} */
  others(parent, moved) {
    const keys = new Set(moved.map((region) => region.key));
    return siblingsOf(this.doc, parent).filter((one) => !keys.has(one.key) && !this.canvas.aside.isHidden(one)).map(rectOf);
  }

  /** Shows the distances of a rectangle in its parent, and the lines at which it has snapped. @param {Rect} rect @param {Region|null} parent */
  showDistances(rect, parent, lines = {}) {
    const { rects = [] } = this.#places ?? {};
    this.canvas.extra.guides = { ...lines, distances: distances(rect, rects, boundsOf(this.doc, parent)), space: parent ? parent.toScreen : identity };
  }

  /** The movement so far, in a space. @param {Point} point @param {import("../shared/geometry.js").Matrix} space @returns {Point} */
  way(point, space) {
    const back = inverse(space);
    if (!back) return [0, 0];
    const [from, to] = [apply(back, this.from), apply(back, point)];
    return [to[0] - from[0], to[1] - from[1]];
  }

  options(space) {
    const scale = this.view.scale * (Math.hypot(space[0], space[1]) || 1);
    return { reach: REACH / scale, grid: this.pointer.ignoresSnapping ? 0 : this.canvas.grid };
  }
}

/** Moves the picture. */
export class PanDrag extends Drag {
  last = this.pressed;

  move(_, pixel) {
    this.view.pan(pixel[0] - this.last[0], pixel[1] - this.last[1]);
    this.last = pixel;
  }
}

/** Moves the chosen regions. If the pressed region is not chosen, the drag chooses it first. */
export class MoveDrag extends Drag {
  /** @type {Region[]} */
  regions = [];
  /** @type {[Region, Record<string, any>][]} */
  changes = [];

  /** @param {Region} lead the pressed region @param {boolean} adds whether the other chosen regions stay chosen */
  constructor(pointer, pixel, lead, adds) {
    super(pointer, pixel);
    this.lead = lead;
    this.adds = adds;
  }

  begin() {
    const { doc, lead } = this;
    if (!doc.chosen.includes(lead)) this.adds ? doc.toggle(lead.key) : doc.select(lead.key);
    this.regions = doc.topmost.filter((region) => region.screen === doc.screen && this.pointer.isPickable(region));
    // A chosen region inside another one moves along with it.
    if (!this.regions.includes(lead)) this.lead = this.regions.find((region) => isIn(lead, region)) ?? this.regions[0];
    if (this.lead) this.beside = this.regions.filter((region) => region.parent === this.lead.parent);
  }

  move(point) {
    const { lead, regions } = this;
    if (!lead) return;
    const space = spaceOf(lead);
    const [dx, dy] = this.way(point, space);
    const rect = union(this.beside.map(rectOf));
    const at = [Math.round(rect[0] + dx), Math.round(rect[1] + dy)];
    const places = this.places(lead.parent, this.beside);
    const options = this.options(space);
    const snap = snapMove([at[0], at[1], rect[2], rect[3]], places, options);
    if (places.snaps) withGaps(snap, snapGaps([at[0], at[1], rect[2], rect[3]], places.rects, options.reach));
    const step = /** @type {Point} */ ([tidy(at[0] + snap.dx - rect[0]), tidy(at[1] + snap.dy - rect[1])]);
    this.changes = regions.map((region) => [region, movedBy(region.spec, ...(region.parent === lead.parent ? step : inSpace(step, space, spaceOf(region))))]);
    const place = /** @type {Rect} */ ([rect[0] + step[0], rect[1] + step[1], rect[2], rect[3]]);
    this.showDistances(place, lead.parent, snap.lines);
    this.doc.preview(this.changes);
    this.pointer.answers.where(`${regions.length === 1 ? lead.id : `${regions.length} regions`}: ${sizeAndPlace(place)}`);
  }

  drop() {
    setAll(this.doc, this.changes);
  }
}

/** Snaps to equal gaps where no edge snaps, or only one that is farther. @param {{dx: number, dy: number, lines: {x?: number, y?: number}}} snap @param {{dx?: number, dy?: number}} gaps */
function withGaps(snap, gaps) {
  for (const [way, line] of [["dx", "x"], ["dy", "y"]]) {
    if (gaps[way] === undefined || (snap.lines[line] !== undefined && Math.abs(snap[way]) <= Math.abs(gaps[way]))) continue;
    snap[way] = gaps[way];
    delete snap.lines[line];
  }
}

/** A movement in another space. @param {Point} way @returns {Point} */
function inSpace([dx, dy], from, to) {
  const back = inverse(to);
  if (!back) return [0, 0];
  const [x, y] = [from[0] * dx + from[2] * dy, from[1] * dx + from[3] * dy];
  return [tidy(back[0] * x + back[2] * y), tidy(back[1] * x + back[3] * y)];
}

/** Resizes the selected region at a handle. */
export class ResizeDrag extends Drag {
  keys = {};

  /** @param {Region} region @param {string} handle */
  constructor(pointer, pixel, region, handle) {
    super(pointer, pixel);
    this.region = region;
    this.handle = HANDLES[handle];
  }

  move(point) {
    const { region, handle } = this;
    const [dx, dy] = this.way(point, region.toScreen);
    const [x, y, width, height] = region.bounds;
    const edges = {};
    const edge = {};
    const isUpright = region.toParent[1] === 0 && region.toParent[2] === 0 && region.toParent[0] === 1 && region.toParent[3] === 1;
    const [ox, oy] = isUpright ? [region.toParent[4], region.toParent[5]] : [0, 0];
    if (handle.left) edge.x = Math.round(x + dx) + ox;
    if (handle.right) edge.x = Math.round(x + width + dx) + ox;
    if (handle.top) edge.y = Math.round(y + dy) + oy;
    if (handle.bottom) edge.y = Math.round(y + height + dy) + oy;
    const places = this.places(region.parent, [region]);
    const snap = isUpright ? snapEdge(edge, places, this.options(spaceOf(region))) : { dx: 0, dy: 0, lines: {} };
    if (handle.left) edges.left = tidy(edge.x + snap.dx - ox - x);
    if (handle.right) edges.right = tidy(edge.x + snap.dx - ox - x - width);
    if (handle.top) edges.top = tidy(edge.y + snap.dy - oy - y);
    if (handle.bottom) edges.bottom = tidy(edge.y + snap.dy - oy - y - height);
    this.keys = resizedBy(region.spec, edges);
    const { bounds, toParent } = placeOfSpec({ ...region.spec, ...this.keys });
    const place = around(corners({ bounds, toScreen: toParent }));
    this.showDistances(place, region.parent, snap.lines);
    this.doc.preview([[region, this.keys]]);
    this.pointer.answers.where(`${region.id}: ${sizeAndPlace(place)}`);
  }

  drop() {
    setAll(this.doc, [[this.region, this.keys]]);
  }
}

/** Draws a new region. */
export class DrawDrag extends Drag {
  /** @type {Rect|null} */
  frame = null;

  /** @param {Region|null} parent */
  constructor(pointer, pixel, parent) {
    super(pointer, pixel);
    this.parent = parent;
  }

  move(point) {
    const { parent } = this;
    const space = parent ? parent.toScreen : identity;
    const back = inverse(space);
    if (!back) return;
    const places = this.places(parent, []);
    const snapped = (place) => {
      const [x, y] = apply(back, place).map(Math.round);
      const { dx, dy } = snapEdge({ x, y }, places, this.options(space));
      return [tidy(x + dx), tidy(y + dy)];
    };
    this.frame = around(/** @type {any} */ ([snapped(this.from), snapped(point)]));
    this.canvas.extra.rect = { bounds: this.frame, toScreen: space };
    this.showDistances(this.frame, parent);
    this.pointer.answers.where(`new region ${parent ? `in ${parent.name}` : "as a window"}: ${sizeAndPlace(this.frame)}`);
    this.canvas.redraw();
  }

  drop(event) {
    if (!this.frame || this.frame[2] === 0 || this.frame[3] === 0) return;
    this.pointer.answers.draw(this.parent, this.frame);
    this.pointer.answers.drawn(event.shiftKey);
  }
}

/** Chooses the regions that a band touches: those in the region where it began, or the windows. */
export class BandDrag extends Drag {
  /** @type {string[]} */
  keys = [];

  /** @param {Region|null} parent */
  constructor(pointer, pixel, parent) {
    super(pointer, pixel);
    this.regions = siblingsOf(this.doc, parent).filter((region) => pointer.isPickable(region)).map((region) => ({ region, box: onScreen(region) }));
  }

  move(point) {
    const band = around([this.from, point]);
    const found = this.regions.filter(({ box }) => box[0] < band[0] + band[2] && band[0] < box[0] + box[2] && box[1] < band[1] + band[3] && band[1] < box[1] + box[3]);
    this.keys = found.map(({ region }) => region.key);
    this.canvas.extra.rect = { bounds: band, toScreen: identity };
    this.pointer.answers.where(`choose ${found.length === 1 ? found[0].region.id : `${found.length} regions`}`);
    this.canvas.redraw();
  }

  drop() {
    const { doc, keys } = this;
    // Regions around the found ones would be moved in their place.
    const rest = doc.chosen.map((region) => region.key).filter((key) => !keys.some((found) => found === key || found.startsWith(`${key}.`)));
    doc.choose([...rest, ...keys]);
    if (doc.selection) this.canvas.focus(doc.selection);
  }
}

const sizeAndPlace = (rect) => {
  const [x, y, width, height] = rect.map((number) => Math.round(number * 10) / 10);
  return `${width} × ${height} at ${x}, ${y}`;
};
