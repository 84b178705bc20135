// @ts-check
// The two canvases: regions below, drawn when they change, and fingers above, drawn when something is new.

import { contains, fit, identity, screenSize } from "../shared/geometry.js";
import { drawFingers, touchNear } from "./fingers.js";
import { backToFront, drawRegions } from "./regions.js";
import { element } from "./rows.js";

/** @typedef {import("./model.js").State} State */
/** @typedef {{screen: string, now: number, names: boolean, trails: boolean, raw: boolean, selected: number | null, region: string | null}} Shown */

/** How large a screen is, as far as can be known. @param {State} state @param {string} screen */
export const sizeOf = (state, screen) => state.facts.sizes[screen] ?? state.screens.get(screen)?.size ?? screenSize(state.regions.values(), screen);

export class Picture {
  #regions = layer(element("regions"));
  #fingers = layer(element("fingers"));
  #drawn = "";
  #toPicture = identity;
  #isEmpty = true;

  /** @param {() => void} changed called when the picture has another size */
  constructor(changed) {
    const glass = element("glass");
    new ResizeObserver(() => {
      const { clientWidth: width, clientHeight: height } = glass;
      for (const { canvas } of [this.#regions, this.#fingers]) {
        canvas.width = Math.round(width * devicePixelRatio);
        canvas.height = Math.round(height * devicePixelRatio);
      }
      this.#drawn = "";
      changed();
    }).observe(glass);
  }

  /** The picture's size in CSS pixels. @returns {[number, number]} */
  get #size() {
    const { width, height } = this.#fingers.canvas;
    return [width / devicePixelRatio, height / devicePixelRatio];
  }

  /** @param {State} state @param {object} source the state's history: of another one the regions are others @param {Shown} shown @returns {boolean} whether something fades */
  draw(state, source, shown) {
    const size = sizeOf(state, shown.screen);
    const key = [id(source), state.revision, shown.screen, shown.names, shown.region, size].join(" ");
    if (key !== this.#drawn) {
      this.#drawn = key;
      this.#isEmpty = size === null;
      clear(this.#regions, this.#size);
      if (size) {
        this.#toPicture = fit(size, this.#size, 6);
        drawRegions(this.#regions, state, { screen: shown.screen, size, toPicture: this.#toPicture, names: shown.names, selected: shown.region });
      }
    }
    clear(this.#fingers, this.#size);
    return !this.#isEmpty && drawFingers(this.#fingers, state, { ...shown, toPicture: this.#toPicture });
  }

  /**
   * What is at a place in the picture: a touch, else the front region.
   * @param {State} state @param {Shown} shown @param {[number, number]} point
   */
  at(state, shown, point) {
    const touch = touchNear(state, { ...shown, toPicture: this.#toPicture }, point);
    if (touch) return { touch, region: null };
    const [scale, , , , x, y] = this.#toPicture;
    const place = /** @type {[number, number]} */ ([(point[0] - x) / scale, (point[1] - y) / scale]);
    const region = backToFront(state.regions.values(), shown.screen).findLast((r) => !r.refuses && contains(r, place));
    return { touch: null, region: region ?? null };
  }
}

/** @param {HTMLCanvasElement} canvas */
const layer = (canvas) => /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d"));

/** @param {CanvasRenderingContext2D} context @param {[number, number]} size */
function clear(context, [width, height]) {
  context.setTransform(devicePixelRatio, 0, 0, devicePixelRatio, 0, 0);
  context.clearRect(0, 0, width, height);
}

/** @type {WeakMap<object, number>} */
const ids = new WeakMap();
let lastID = 0;

/** @param {object} object */
function id(object) {
  const known = ids.get(object) ?? ++lastID;
  ids.set(object, known);
  return known;
}
