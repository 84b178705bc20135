// @ts-check
// Fingers and the mouse on the picture. A tap selects; the selected region is moved and resized; other drags move the picture; two fingers zoom.

import { apply, around, corners, identity, inverse } from "../shared/geometry.js";
import { add, setKeys } from "./commands.js";
import { HANDLES } from "./canvas.js";
import { drawn, holds, movedBy, placeOfSpec, resizedBy, spaceOf } from "./model.js";
import { guides, snapEdge, snapMove } from "./snap.js";

/** @typedef {import("./model.js").Region} Region */
/** The distance in pixels from which a finger drags. */
const SLOP = 8;
/** The distance in pixels within which edges snap. */
const REACH = 10;

export class Pointer {
  /** @type {"select"|"draw"|"pick"} */
  mode = "select";
  snaps = true;
  /** @type {Map<number, [number, number]>} */
  #down = new Map();
  /** @type {any} the current drag */
  #drag = null;
  #lastTap = { place: [-99, -99] };

  /** @param {import("./canvas.js").Canvas} canvas @param {{pick: (point: [number, number]) => void, where: (text: string) => void, drawn: () => void}} answers */
  constructor(canvas, answers) {
    this.canvas = canvas;
    this.doc = canvas.doc;
    this.view = canvas.view;
    this.answers = answers;
    const { svg } = canvas;
    svg.addEventListener("pointerdown", (event) => this.#begin(event));
    svg.addEventListener("pointermove", (event) => this.#move(event));
    svg.addEventListener("pointerup", (event) => this.#end(event, true));
    svg.addEventListener("pointercancel", (event) => this.#end(event, false));
    svg.addEventListener("wheel", (event) => {
      event.preventDefault();
      this.view.zoom(Math.exp(-event.deltaY / 400), this.#pixel(event));
    }, { passive: false });
    // The mouse selects without focusing, because the focus follows the selection by other means.
    svg.addEventListener("mousedown", (event) => event.preventDefault());
    svg.addEventListener("focusin", (event) => this.#down.size === 0 && event.target instanceof SVGElement && event.target.dataset.key && this.doc.select(event.target.dataset.key));
  }

  /** @returns {[number, number]} */
  #pixel(event) {
    const box = this.canvas.svg.getBoundingClientRect();
    return [event.clientX - box.left, event.clientY - box.top];
  }

  #begin(event) {
    if (event.button > 1) return;
    const pixel = this.#pixel(event);
    this.canvas.svg.setPointerCapture(event.pointerId);
    this.#down.set(event.pointerId, pixel);
    if (this.#down.size === 2) {
      this.#giveUp();
      this.#drag = { kind: "pinch" };
      return;
    }
    if (this.#down.size > 1) return;
    this.#drag = { ...this.#what(event, pixel), id: event.pointerId, start: pixel, last: pixel, isMoving: false };
  }

  #what(event, pixel) {
    const point = this.view.point(pixel);
    if (event.button === 1) return { kind: "pan" };
    if (this.mode === "draw") return { kind: "draw", point, parent: this.#parentAt(point) };
    const handle = event.target instanceof SVGElement ? event.target.dataset.handle : undefined;
    const region = this.doc.selected;
    if (this.mode === "select" && region && handle) return { kind: "resize", handle, region };
    if (this.mode === "select" && region && region.screen === this.doc.screen && holds(region, point)) return { kind: "move", region };
    return { kind: "pan" };
  }

  /** The parent of a drawn region: the selected region if the finger began in it, otherwise the front region there that can have children. */
  #parentAt(point) {
    const selected = this.doc.selected;
    const fits = (region) => ["window", "view", "scrollView"].includes(region.kind) && holds(region, point);
    if (selected && fits(selected)) return selected;
    return this.#stack(point).find((region) => fits(region) && region.spec.hitTest?.kind !== "passThrough") ?? null;
  }

  /** The regions at a point, front to back. @returns {Region[]} */
  #stack(point) {
    return drawn(this.doc.regions, this.doc.screen).filter((region) => holds(region, point)).reverse();
  }

  #move(event) {
    const pixel = this.#pixel(event);
    const known = this.#down.get(event.pointerId);
    const point = this.view.point(pixel);
    if (!known) return this.answers.where(this.doc.isOpen ? `${Math.round(point[0])}, ${Math.round(point[1])}` : "");
    const drag = this.#drag;
    if (drag?.kind === "pinch") this.#pinch(event.pointerId, pixel);
    this.#down.set(event.pointerId, pixel);
    if (!drag || drag.kind === "pinch" || drag.id !== event.pointerId) return;
    if (!drag.isMoving && Math.hypot(pixel[0] - drag.start[0], pixel[1] - drag.start[1]) < SLOP) return;
    drag.isMoving = true;
    if (drag.kind === "pan") this.view.pan(pixel[0] - drag.last[0], pixel[1] - drag.last[1]);
    drag.last = pixel;
    if (drag.kind === "move") this.#moveRegion(drag, point);
    if (drag.kind === "resize") this.#resizeRegion(drag, point);
    if (drag.kind === "draw") this.#drawRegion(drag, point);
  }

  #pinch(id, pixel) {
    const ids = [...this.#down.keys()].slice(0, 2);
    const before = ids.map((one) => this.#down.get(one));
    const after = ids.map((one) => (one === id ? pixel : this.#down.get(one)));
    const middle = ([a, b]) => /** @type {[number, number]} */ ([(a[0] + b[0]) / 2, (a[1] + b[1]) / 2]);
    const apart = ([a, b]) => Math.max(1, Math.hypot(a[0] - b[0], a[1] - b[1]));
    this.view.pan(middle(after)[0] - middle(before)[0], middle(after)[1] - middle(before)[1]);
    this.view.zoom(apart(after) / apart(before), middle(after));
  }

  /** The places that edges snap to, in the space of a region's frame. A drag finds them once. */
  #places(drag, region, parent) {
    if (drag.places?.snaps === this.snaps) return drag.places;
    return (drag.places = { snaps: this.snaps, ...this.#placesOf(region, parent) });
  }

  #placesOf(region, parent) {
    const siblings = (parent ? parent.children : this.doc.regions.filter((one) => !one.parent && one.screen === this.doc.screen)).filter((one) => one !== region && one.key !== region?.key);
    const rects = siblings.map((one) => around(corners({ bounds: one.bounds, toScreen: one.toParent })));
    return this.snaps ? guides(rects, parent ? parent.bounds : [0, 0, ...this.doc.size]) : { x: [], y: [] };
  }

  /** The finger's movement in a space. */
  #way(drag, point, space) {
    const back = inverse(space);
    if (!back) return [0, 0];
    const [from, to] = [apply(back, this.view.point(drag.start)), apply(back, point)];
    return [to[0] - from[0], to[1] - from[1]];
  }

  #options(space) {
    const scale = this.view.scale * (Math.hypot(space[0], space[1]) || 1);
    return { reach: REACH / scale, grid: this.canvas.grid };
  }

  #moveRegion(drag, point) {
    const { region } = drag;
    const space = spaceOf(region);
    const [dx, dy] = this.#way(drag, point, space);
    const rect = around(corners({ bounds: region.bounds, toScreen: region.toParent }));
    const at = [Math.round(rect[0] + dx), Math.round(rect[1] + dy)];
    const snap = snapMove([at[0], at[1], rect[2], rect[3]], this.#places(drag, region, region.parent), this.#options(space));
    drag.keys = movedBy(region.spec, tidy(at[0] + snap.dx - rect[0]), tidy(at[1] + snap.dy - rect[1]));
    this.#show(drag, { ...snap.lines, space });
  }

  #resizeRegion(drag, point) {
    const { region } = drag;
    const handle = HANDLES[drag.handle];
    const [dx, dy] = this.#way(drag, point, region.toScreen);
    const [x, y, width, height] = region.bounds;
    const edges = {};
    const edge = {};
    const isUpright = region.toParent[1] === 0 && region.toParent[2] === 0 && region.toParent[0] === 1 && region.toParent[3] === 1;
    const [ox, oy] = isUpright ? [region.toParent[4], region.toParent[5]] : [0, 0];
    if (handle.left) edge.x = Math.round(x + dx) + ox;
    if (handle.right) edge.x = Math.round(x + width + dx) + ox;
    if (handle.top) edge.y = Math.round(y + dy) + oy;
    if (handle.bottom) edge.y = Math.round(y + height + dy) + oy;
    const snap = isUpright ? snapEdge(edge, this.#places(drag, region, region.parent), this.#options(spaceOf(region))) : { dx: 0, dy: 0, lines: {} };
    if (handle.left) edges.left = tidy(edge.x + snap.dx - ox - x);
    if (handle.right) edges.right = tidy(edge.x + snap.dx - ox - x - width);
    if (handle.top) edges.top = tidy(edge.y + snap.dy - oy - y);
    if (handle.bottom) edges.bottom = tidy(edge.y + snap.dy - oy - y - height);
    drag.keys = resizedBy(region.spec, edges);
    this.#show(drag, { ...snap.lines, space: spaceOf(region) });
  }

  #show(drag, lines) {
    this.canvas.extra.guides = lines;
    this.doc.preview([[drag.region, drag.keys]]);
    const { bounds, toParent } = placeOfSpec({ ...drag.region.spec, ...drag.keys });
    const [x, y, width, height] = around(corners({ bounds, toScreen: toParent })).map((number) => Math.round(number * 10) / 10);
    this.answers.where(`${drag.region.id}: ${width} × ${height} at ${x}, ${y}`);
  }

  #drawRegion(drag, point) {
    const space = drag.parent ? drag.parent.toScreen : identity;
    const back = inverse(space);
    if (!back) return;
    const places = this.#places(drag, null, drag.parent);
    const snapped = (place) => {
      const [x, y] = apply(back, place).map(Math.round);
      const { dx, dy } = snapEdge({ x, y }, places, this.#options(space));
      return [tidy(x + dx), tidy(y + dy)];
    };
    drag.frame = around(/** @type {any} */ ([snapped(drag.point), snapped(point)]));
    this.canvas.extra.rect = { bounds: drag.frame, toScreen: space };
    const name = drag.parent ? `in ${drag.parent.name}` : "as a window";
    this.answers.where(`new region ${name}: ${drag.frame[2]} × ${drag.frame[3]} at ${drag.frame[0]}, ${drag.frame[1]}`);
    this.canvas.redraw();
  }

  #end(event, isUp) {
    const drag = this.#drag;
    const pixel = this.#down.get(event.pointerId);
    this.#down.delete(event.pointerId);
    if (!drag || !pixel) return;
    if (drag.kind === "pinch") {
      if (this.#down.size === 0) this.#drag = null;
      return;
    }
    if (drag.id !== event.pointerId) return;
    this.#drag = null;
    if (!isUp) return this.#clear();
    if (!drag.isMoving) {
      this.#clear();
      return this.#tap(this.#pixel(event));
    }
    if (drag.kind === "draw" && drag.frame?.[2] > 0 && drag.frame?.[3] > 0) {
      add(this.doc, drag.parent, drag.frame);
      this.answers.drawn();
    }
    if (drag.keys) setKeys(this.doc, drag.region, drag.keys);
    this.#clear();
  }

  #giveUp() {
    this.#drag = null;
    this.#clear();
  }

  #clear() {
    this.canvas.extra.guides = this.canvas.extra.rect = null;
    if (this.doc.previewed) this.doc.preview(null);
    this.canvas.redraw();
  }

  /** Selects the front region at the place; a second tap in the same place selects the one behind it. */
  #tap(pixel) {
    const point = this.view.point(pixel);
    if (this.mode === "pick") return this.answers.pick(point);
    const stack = this.#stack(point);
    const isAgain = Math.hypot(pixel[0] - this.#lastTap.place[0], pixel[1] - this.#lastTap.place[1]) < SLOP;
    this.#lastTap = { place: pixel };
    const at = stack.findIndex((region) => region.key === this.doc.selection);
    const next = isAgain && at >= 0 ? stack[(at + 1) % stack.length] : stack[0];
    this.doc.select(next?.key ?? null);
    if (next) this.canvas.focus(next.key);
  }
}

const tidy = (number) => Math.round(number * 1000) / 1000;
