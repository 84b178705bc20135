// @ts-check
// The visible part of the screen, and its scale, which are changed by pinch, wheel and buttons.

import { apply, fit, inverse } from "../shared/geometry.js";

/** The room around what is zoomed to, for its handles, in pixels. */
const ROOM = 48;

export class View extends EventTarget {
  /** @type {import("../shared/geometry.js").Matrix} from points of the screen to pixels of the canvas */
  matrix = [1, 0, 0, 1, 0, 0];
  isFitted = true;
  /** @type {[number, number]} */
  #screen = [1, 1];
  /** @type {[number, number]} */
  #canvas = [1, 1];

  get scale() {
    return this.matrix[0];
  }

  /** @param {[number, number]} screen @param {[number, number]} canvas */
  resize(screen, canvas) {
    this.#screen = screen;
    this.#canvas = canvas;
    if (this.isFitted) this.fit();
  }

  /** The room around the screen: for the knobs at its edges, and less in a small window. */
  get #margin() {
    return Math.max(8, Math.min(24, 0.03 * Math.min(...this.#canvas)));
  }

  fit() {
    this.isFitted = true;
    this.#set(fit(this.#screen, this.#canvas, this.#margin));
  }

  /** Shows a rectangle of the screen as large as possible. @param {import("../shared/geometry.js").Rect} rect */
  zoomTo([x, y, width, height]) {
    this.isFitted = false;
    const [across, down] = this.#canvas;
    const room = 2 * ROOM;
    const scale = this.#limited(Math.min((across - room) / Math.max(width, 1), (down - room) / Math.max(height, 1)));
    this.#set([scale, 0, 0, scale, across / 2 - (x + width / 2) * scale, down / 2 - (y + height / 2) * scale]);
  }

  /** A scale within the limits. @param {number} scale */
  #limited(scale) {
    const least = fit(this.#screen, this.#canvas, this.#margin)[0] / 4;
    return Math.max(least, Math.min(20, scale));
  }

  pan(dx, dy) {
    this.isFitted = false;
    const [a, b, c, d, tx, ty] = this.matrix;
    this.#set([a, b, c, d, tx + dx, ty + dy]);
  }

  /** Zooms by a factor. The given place (in pixels) stays. */
  zoom(factor, [x, y] = [this.#canvas[0] / 2, this.#canvas[1] / 2]) {
    this.isFitted = false;
    const scale = this.#limited(this.scale * factor);
    const real = scale / this.scale;
    const [, , , , tx, ty] = this.matrix;
    this.#set([scale, 0, 0, scale, x + (tx - x) * real, y + (ty - y) * real]);
  }

  /** @param {import("../shared/geometry.js").Point} pixel */
  point(pixel) {
    return apply(/** @type {any} */ (inverse(this.matrix)), pixel);
  }

  /** @param {import("../shared/geometry.js").Matrix} matrix */
  #set(matrix) {
    this.matrix = matrix;
    this.dispatchEvent(new Event("changed"));
  }
}
