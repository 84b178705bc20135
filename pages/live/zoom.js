// @ts-check
// Zooming and panning of the picture: by wheel, by two fingers, by dragging, and with the keys + − 0.

/** @typedef {import("../shared/geometry.js").Matrix} Matrix */
/** @typedef {[number, number]} Place in CSS pixels of the box of the picture */

const MOST = 40;
/** The distance in CSS pixels from which a press is a drag. */
const DRAG = 6;

/** The zoomed part of a picture: a factor, and the translation of the picture. */
export class Zoom {
  factor = 1;
  /** @type {Place} the translation of the fitted picture, after scaling */
  #shift = [0, 0];

  /** The matrix from points of the screen to pixels of the box. @param {Matrix} fitted the same without a zoom @param {[number, number]} size the screen's @param {Place} box */
  matrix([scale, , , , left, top], size, box) {
    const zoomed = scale * this.factor;
    const at = /** @type {const} */ ([0, 1]).map((axis) => {
      const length = size[axis] * zoomed;
      const wanted = [left, top][axis] * this.factor + this.#shift[axis];
      // The screen fills the box, or lies in it as a whole, so that it cannot be lost.
      const [low, high] = length > box[axis] ? [box[axis] - length, 0] : [0, box[axis] - length];
      const kept = Math.min(high, Math.max(low, wanted));
      this.#shift[axis] += kept - wanted;
      return kept;
    });
    return /** @type {Matrix} */ ([zoomed, 0, 0, zoomed, at[0], at[1]]);
  }

  /** Zooms by a factor. What is at the place stays there. @param {number} by @param {Place} place */
  about(by, place) {
    const factor = Math.min(MOST, Math.max(1, this.factor * by));
    const real = factor / this.factor;
    this.factor = factor;
    this.#shift = factor === 1 ? [0, 0] : /** @type {Place} */ (this.#shift.map((shift, axis) => place[axis] - (place[axis] - shift) * real));
  }

  /** @param {number} x @param {number} y */
  pan(x, y) {
    if (this.factor > 1) this.#shift = [this.#shift[0] + x, this.#shift[1] + y];
  }
}

/**
 * Lets pointers, the wheel and keys change a zoom.
 * @param {Zoom} zoom
 * @param {HTMLElement} glass the box of the picture
 * @param {HTMLElement} canvas
 * @param {{isOff: () => boolean, changed: () => void}} how `isOff`: pointers are fingers on the screen now
 * @returns {() => boolean} whether the last press was a drag, and so chooses nothing
 */
export function followZoom(zoom, glass, canvas, { isOff, changed }) {
  /** @type {Map<number, Place>} */
  const down = new Map();
  let moved = 0;
  const placeOf = (/** @type {PointerEvent | WheelEvent} */ { clientX, clientY }) => {
    const { left, top } = glass.getBoundingClientRect();
    return /** @type {Place} */ ([clientX - left, clientY - top]);
  };
  const middle = () => /** @type {Place} */ ([glass.clientWidth / 2, glass.clientHeight / 2]);
  canvas.addEventListener("pointerdown", (event) => {
    if (isOff()) return;
    if (!down.size) moved = 0;
    down.set(event.pointerId, placeOf(event));
    canvas.setPointerCapture(event.pointerId);
  });
  canvas.addEventListener("pointermove", (event) => {
    const before = down.get(event.pointerId);
    if (!before) return;
    const after = placeOf(event);
    moved += Math.hypot(after[0] - before[0], after[1] - before[1]);
    const other = [...down].find(([id]) => id !== event.pointerId)?.[1];
    down.set(event.pointerId, after);
    if (moved < DRAG) return;
    if (other) {
      const distance = (/** @type {Place} */ place) => Math.max(1, Math.hypot(place[0] - other[0], place[1] - other[1]));
      zoom.about(distance(after) / distance(before), other);
    } else zoom.pan(after[0] - before[0], after[1] - before[1]);
    changed();
  });
  for (const type of ["pointerup", "pointercancel"]) canvas.addEventListener(type, (event) => down.delete(/** @type {PointerEvent} */ (event).pointerId));
  glass.addEventListener("wheel", (event) => {
    event.preventDefault();
    zoom.about(Math.exp(-event.deltaY * 0.002), placeOf(event));
    changed();
  }, { passive: false });
  canvas.addEventListener("keydown", (event) => {
    const by = { "+": 1.5, "=": 1.5, "-": 1 / 1.5, 0: 1 / MOST }[event.key];
    if (!by || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    zoom.about(by, middle());
    changed();
  });
  return () => moved >= DRAG;
}
