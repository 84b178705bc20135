// @ts-check
// Fingers and the mouse on the picture. A tap selects; a drag moves, resizes, draws, chooses with a band, or moves the picture; two fingers zoom.

import { BandDrag, DrawDrag, MoveDrag, PanDrag, ResizeDrag } from "./drags.js";
import { canHold, drawn, holds } from "./model.js";

/** @typedef {import("./model.js").Region} Region */
/** The distance in pixels from which a finger drags. */
const SLOP = 8;
/** The longest time between the taps of a double tap, in ms. */
const QUICK = 500;
const isNear = (a, b) => Math.hypot(a[0] - b[0], a[1] - b[1]) < SLOP;

export class Pointer {
  /** @type {"select"|"draw"|"pick"} */
  mode = "select";
  snaps = true;
  /** Whether Ctrl or Cmd is held. */
  ignoresSnapping = false;
  /** Whether each tap adds a region or removes it, as with Shift. */
  adds = false;
  /** Whether Space is down, with which a drag moves the picture. */
  #isPanning = false;
  /** Whether something was pressed since Space went down. */
  #hasPanned = false;
  /** @type {Map<number, [number, number]>} the fingers, with their places in pixels */
  #down = new Map();
  /** @type {{id: number, drag: import("./drags.js").Drag, start: [number, number], isMoving: boolean}|"pinch"|null} */
  #current = null;
  /** Whether a drag is changing the text. */
  #isDropping = false;
  /** @type {{place: [number, number], key: string|null, time: number}} */
  #lastTap = { place: [-99, -99], key: null, time: -Infinity };

  /** @param {import("./canvas.js").Canvas} canvas @param {{pick: (point: [number, number]) => void, draw: (parent: Region|null, frame: number[]) => void, where: (text: string) => void, drawn: (isMore: boolean) => void}} answers */
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
    canvas.doc.addEventListener("changed", () => {
      // A drag knows the regions as they were when it began.
      if (this.#current !== "pinch") this.cancel();
      // The place that a drag has shown is no longer true.
      if (!this.#isDropping) answers.where("");
    });
    // The mouse selects without focusing, because the focus follows the selection by other means.
    svg.addEventListener("mousedown", (event) => event.preventDefault());
    // A text of the page that is still selected would be copied instead of the regions.
    svg.addEventListener("pointerdown", () => getSelection()?.removeAllRanges());
    svg.addEventListener("focusin", (event) => this.#down.size === 0 && event.target instanceof SVGElement && this.#focused(event.target.dataset.key));
  }

  /** Selects a region that gets the focus, unless it is one of several chosen ones. @param {string|undefined} key */
  #focused(key) {
    if (key && !this.doc.chosen.some((region) => region.key === key)) this.doc.select(key);
  }

  /** @returns {[number, number]} */
  #pixel(event) {
    const box = this.canvas.svg.getBoundingClientRect();
    return [event.clientX - box.left, event.clientY - box.top];
  }

  /** Lets drags move the picture while Space is down. Returns whether something was pressed meanwhile. @param {boolean} isDown */
  space(isDown) {
    if (isDown && !this.#isPanning) this.#hasPanned = false;
    this.#isPanning = isDown;
    this.canvas.svg.classList.toggle("panning", isDown);
    return this.#hasPanned;
  }

  /** Gives up the drag in progress. Returns whether there was one. */
  cancel() {
    const hadDrag = this.#current !== null;
    this.#giveUp();
    return hadDrag;
  }

  #begin(event) {
    if (event.button > 1) return;
    const pixel = this.#pixel(event);
    this.#hasPanned = true;
    this.canvas.svg.setPointerCapture(event.pointerId);
    this.#down.set(event.pointerId, pixel);
    if (this.#down.size === 2) {
      this.#giveUp();
      this.#current = "pinch";
      return;
    }
    if (this.#down.size > 1) return;
    this.#current = { id: event.pointerId, drag: this.#dragAt(event, pixel), start: pixel, isMoving: false };
  }

  /** The drag that a press begins. @param {PointerEvent} event @param {[number, number]} pixel */
  #dragAt(event, pixel) {
    const { doc } = this;
    const point = this.view.point(pixel);
    if (event.button === 1 || this.#isPanning || this.mode === "pick") return new PanDrag(this, pixel);
    if (this.mode === "draw") return new DrawDrag(this, pixel, this.#parentAt(point));
    const handle = event.target instanceof SVGElement ? event.target.dataset.handle : undefined;
    if (doc.selected && handle) return new ResizeDrag(this, pixel, doc.selected, handle);
    const isChosen = (region) => doc.chosen.includes(region);
    const stack = this.#stack(point);
    // The region that was tapped here last is not always the front one. With Alt the chosen ones are moved from anywhere.
    const tapped = this.#isTapped(pixel) ? stack.find((region) => region.key === doc.selection) : undefined;
    const front = tapped ?? stack[0] ?? null;
    if (event.altKey && doc.selected) return new MoveDrag(this, pixel, doc.selected, true);
    if (event.shiftKey && (!front?.parent || (front.children.length > 0 && !isChosen(front)))) return new BandDrag(this, pixel, front);
    // A window often covers the whole screen, so it is moved only when it is chosen.
    if (front && (front.parent || isChosen(front))) return new MoveDrag(this, pixel, front, event.shiftKey || this.adds);
    return new PanDrag(this, pixel);
  }

  /** The parent of a drawn region: the selected region if the finger began in it, otherwise the front region there that can have children. */
  #parentAt(point) {
    const selected = this.doc.selected;
    const fits = (region) => canHold(region) && holds(region, point);
    if (selected && selected.screen === this.doc.screen && fits(selected)) return selected;
    return this.#stack(point).find((region) => fits(region) && region.spec.hitTest?.kind !== "passThrough") ?? null;
  }

  /** Whether a region can be picked in the picture. @param {Region} region */
  isPickable(region) {
    return !this.canvas.aside.isLocked(region) && !this.canvas.aside.isHidden(region);
  }

  /** Whether the last tap was at a place, and has selected what is selected. @param {[number, number]} pixel */
  #isTapped(pixel) {
    return isNear(this.#lastTap.place, pixel) && this.#lastTap.key !== null && this.#lastTap.key === this.doc.selection;
  }

  /** The regions at a point that can be picked, front to back. @returns {Region[]} */
  #stack(point) {
    return drawn(this.doc.regions, this.doc.screen).filter((region) => holds(region, point) && this.isPickable(region)).reverse();
  }

  #move(event) {
    const pixel = this.#pixel(event);
    const known = this.#down.get(event.pointerId);
    const point = this.view.point(pixel);
    if (!known) return this.answers.where(this.doc.isOpen ? `${Math.round(point[0])}, ${Math.round(point[1])}` : "");
    const current = this.#current;
    if (current === "pinch") this.#pinch(event.pointerId, pixel);
    this.#down.set(event.pointerId, pixel);
    if (!current || current === "pinch" || current.id !== event.pointerId) return;
    if (!current.isMoving) {
      if (isNear(pixel, current.start)) return;
      current.isMoving = true;
      current.drag.begin();
    }
    this.ignoresSnapping = event.ctrlKey || event.metaKey;
    current.drag.move(point, pixel);
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

  #end(event, isUp) {
    const current = this.#current;
    const pixel = this.#down.get(event.pointerId);
    this.#down.delete(event.pointerId);
    if (!current || !pixel) return;
    if (current === "pinch") {
      if (this.#down.size === 0) this.#current = null;
      return;
    }
    if (current.id !== event.pointerId) return;
    this.#current = null;
    if (isUp && current.isMoving) {
      this.#isDropping = true;
      try {
        current.drag.drop(event);
      } finally {
        this.#isDropping = false;
      }
    }
    this.#clear();
    if (isUp && !current.isMoving && event.button === 0 && !this.#isPanning) this.#tap(this.#pixel(event), event);
  }

  #giveUp() {
    this.#current = null;
    this.#clear();
  }

  #clear() {
    this.canvas.extra.guides = this.canvas.extra.rect = null;
    if (this.doc.previewed) this.doc.preview(null);
    this.canvas.redraw();
  }

  /**
   * Selects the front region at the place, also with a slow tap on a region behind it that is selected; the second tap of a double tap selects the one
   * behind it, and each further quick tap the next one. With Shift or Ctrl a tap adds the front region to the chosen ones, or removes it.
   */
  #tap(pixel, event) {
    const point = this.view.point(pixel);
    if (this.mode === "pick") return this.answers.pick(point);
    const stack = this.#stack(point);
    if (this.adds || event.shiftKey || event.ctrlKey || event.metaKey) {
      this.#lastTap.key = null;
      if (stack[0]) this.doc.toggle(stack[0].key);
      if (this.doc.selection) this.canvas.focus(this.doc.selection);
      return;
    }
    // A slow tap selects the front region, however often people make sure of it.
    const isQuick = this.#isTapped(pixel) && event.timeStamp - this.#lastTap.time < QUICK;
    const at = isQuick ? stack.findIndex((region) => region.key === this.doc.selection) : -1;
    const next = stack[(at + 1) % stack.length];
    this.#lastTap = { place: pixel, key: next?.key ?? null, time: event.timeStamp };
    this.doc.select(next?.key ?? null);
    if (next) this.canvas.focus(next.key);
  }
}
