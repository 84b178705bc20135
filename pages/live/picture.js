// @ts-check
// The two canvases: the regions below, drawn when they change, and the fingers above, drawn when something is new.

import { contains, fit, identity, then } from "../shared/geometry.js";
import { FONT, drawFingers, tags, touchNear } from "./fingers.js";
import { drawGhosts } from "./ghosts.js";
import { drawFocus } from "./outline.js";
import { colours } from "./palette.js";
import { backToFront, drawRegions } from "./regions.js";
import { element } from "./rows.js";
import { ALL, sceneOf } from "./scene.js";
import { cut } from "./tags.js";
import { Zoom } from "./zoom.js";

/** @typedef {import("./model.js").State} State */
/** @typedef {{screen: string, now: number, names: boolean, trails: boolean, raw: boolean, selected: number | null, region: string | null, own: Set<number>, order?: string[] | null,
 *   heat?: (screen: string) => import("./heat.js").HeatGrid | null, ghosts?: (screen: string) => import("./ghosts.js").Ghost[], past?: number}} Shown `screen` may be all screens, and `past` rises with each change of the heat map */

/** The margin around the screen for its edge, in CSS pixels. */
const MARGIN = 6;

export class Picture {
  #glass = element("glass");
  #regions = layer(element("regions"));
  #fingers = layer(element("fingers"));
  #drawn = "";
  #toPicture = identity;
  #isEmpty = true;
  zoom = new Zoom();

  /** Creates the picture. @param {() => void} changed called when the place for the picture has changed */
  constructor(changed) {
    new ResizeObserver(() => {
      this.#drawn = "";
      changed();
    }).observe(this.#glass);
  }

  /** Draws the picture again as a whole, because the zoom has changed. */
  redraw() {
    this.#drawn = "";
  }

  /**
   * Draws the picture.
   * @param {State} state
   * @param {object} source the history that the state is from; another history has other regions
   * @param {Shown} shown
   * @returns {boolean} whether something fades
   */
  draw(state, source, shown) {
    const scene = sceneOf(state, shown.screen);
    const key = [id(source), colours.revision, state.revision, JSON.stringify(scene), shown.names, shown.region, shown.order, shown.heat ? shown.past : ""].join(" ");
    if (key !== this.#drawn) {
      this.#drawn = key;
      this.#isEmpty = scene === null;
      if (scene) {
        this.#place(scene.size);
        clear(this.#regions);
        for (const place of scene.places) {
          const { screen, size } = place;
          const toPicture = this.#matrixOf(place);
          drawRegions(this.#regions, state, { screen, size, toPicture, names: shown.names, selected: shown.region, order: shown.order ?? null, heat: shown.heat?.(screen) });
          if (shown.screen === ALL) drawName(this.#regions, place, toPicture);
        }
      }
    }
    clear(this.#fingers);
    let fades = false;
    for (const place of scene?.places ?? []) {
      const { screen } = place;
      const toPicture = this.#matrixOf(place);
      drawFocus(this.#fingers, state, screen, toPicture);
      fades = drawFingers(this.#fingers, state, { ...shown, screen, toPicture }) || fades;
      if (shown.ghosts) drawGhosts(this.#fingers, shown.ghosts(screen), toPicture, tags);
    }
    return fades;
  }

  /** The matrix from points of a screen to the picture. @param {import("./scene.js").Place} place */
  #matrixOf({ left, top }) {
    return then([1, 0, 0, 1, left, top], this.#toPicture);
  }

  /** Makes the canvases no larger than the picture, because the cost of a frame grows with their area. @param {[number, number]} screen */
  #place([width, height]) {
    const box = /** @type {[number, number]} */ ([this.#glass.clientWidth, this.#glass.clientHeight]);
    const fitted = fit([width, height], box, MARGIN);
    const [scale, , , , left, top] = fitted;
    const isZoomed = this.zoom.factor > 1;
    const [w, h] = isZoomed ? box : [Math.ceil(width * scale) + 2 * MARGIN, Math.ceil(height * scale) + 2 * MARGIN];
    const [x, y] = isZoomed ? [0, 0] : [Math.floor(left) - MARGIN, Math.floor(top) - MARGIN];
    this.#toPicture = isZoomed ? this.zoom.matrix(fitted, [width, height], box) : [scale, 0, 0, scale, MARGIN, MARGIN];
    for (const { canvas } of [this.#regions, this.#fingers]) {
      const pixels = [Math.round(w * devicePixelRatio), Math.round(h * devicePixelRatio)];
      if (canvas.width !== pixels[0]) canvas.width = pixels[0];
      if (canvas.height !== pixels[1]) canvas.height = pixels[1];
      Object.assign(canvas.style, { left: `${x}px`, top: `${y}px`, width: `${w}px`, height: `${h}px` });
    }
  }

  /**
   * The place on the screen of a place in the picture, within the screen.
   * @param {[number, number]} point
   * @param {[number, number]} size the screen's
   * @returns {[number, number]}
   */
  placeOf(point, size) {
    const [scale, , , , x, y] = this.#toPicture;
    // The right and lower edges of a screen are outside it.
    const within = (/** @type {number} */ value, /** @type {number} */ length) => Math.min(Math.max(value, 0), length - 0.01);
    return [within((point[0] - x) / scale, size[0]), within((point[1] - y) / scale, size[1])];
  }

  /**
   * The touch at a place in the picture, otherwise the front region.
   * @param {State} state
   * @param {Shown} shown
   * @param {[number, number]} point
   */
  at(state, shown, point) {
    for (const one of sceneOf(state, shown.screen)?.places ?? []) {
      const { screen, size } = one;
      const toPicture = this.#matrixOf(one);
      const touch = touchNear(state, { ...shown, screen, toPicture }, point);
      if (touch) return { touch, region: null };
      const [scale, , , , x, y] = toPicture;
      const place = /** @type {[number, number]} */ ([(point[0] - x) / scale, (point[1] - y) / scale]);
      const isOn = place.every((value, axis) => value >= 0 && value < size[axis]);
      const region = isOn && backToFront(state.regions.values(), screen).findLast((r) => !r.refuses && contains(r, place));
      if (region) return { touch: null, region };
    }
    return { touch: null, region: null };
  }
}

/** Draws a screen's name above it. @param {CanvasRenderingContext2D} context @param {import("./scene.js").Place} place @param {import("../shared/geometry.js").Matrix} toPicture */
function drawName(context, { screen, size }, [scale, , , , x, y]) {
  context.font = FONT;
  context.textBaseline = "alphabetic";
  context.fillStyle = colours.name;
  context.fillText(cut(context, screen, size[0] * scale).text, x, y - 5);
}

/** @param {HTMLCanvasElement} canvas */
const layer = (canvas) => /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d"));

/** @param {CanvasRenderingContext2D} context */
function clear(context) {
  context.setTransform(1, 0, 0, 1, 0, 0);
  context.clearRect(0, 0, context.canvas.width, context.canvas.height);
  context.setTransform(devicePixelRatio, 0, 0, devicePixelRatio, 0, 0);
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
