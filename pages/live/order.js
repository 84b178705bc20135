// @ts-check
// The order in which the focus goes through the elements, as numbers in the picture. touchctl computes it from the configuration, as touchd does.

import { colours } from "./palette.js";

/** @typedef {import("./model.js").State} State */
/** @typedef {Map<string, string[]>} Order the IDs of the elements' regions, by screen */

/** The most configurations and orders that are kept. */
const KEPT = 20;

export class Orders {
  /** The configurations' texts, by number. @type {Map<number, string>} */
  #texts = new Map();
  #count = 0;
  /** @type {Map<string, Order | null>} */
  #orders = new Map();
  /** The reason why there is no order, if touchctl has given one. */
  problem = "";

  /**
   * Creates the orders.
   * @param {(configuration: string) => Promise<string>} compute the lines of `touchctl regions --accessibility --json`
   * @param {(text: string) => Promise<any>} parse returns a configuration as an object
   * @param {() => void} changed called when an order has come
   */
  constructor(compute, parse, changed) {
    this.compute = compute;
    this.parse = parse;
    this.changed = changed;
  }

  /** Keeps a configuration, and returns its number for the state's facts. @param {string} text */
  add(text) {
    this.#texts.set(++this.#count, text);
    drop(this.#texts);
    return this.#count;
  }

  /** The order in a state, if it is known already; otherwise it is computed. @param {State} state @returns {Order | null} */
  of(state) {
    const { configuration } = state.facts;
    const text = configuration === null ? undefined : this.#texts.get(configuration);
    if (text === undefined) return null;
    const profiles = [...state.screens.values()].map(({ screen, accessibility }) => ({ screen, on: accessibility?.profiles ?? [] }));
    const key = JSON.stringify([configuration, profiles]);
    if (!this.#orders.has(key)) {
      this.#orders.set(key, null);
      drop(this.#orders);
      this.#compute(text, profiles).then((order) => {
        this.#orders.set(key, order);
        this.problem = "";
      }, (error) => (this.problem = error.message)).finally(this.changed);
    }
    return this.#orders.get(key) ?? null;
  }

  /** @param {string} text @param {{screen: string, on: string[]}[]} profiles @returns {Promise<Order>} */
  async #compute(text, profiles) {
    if (profiles.some(({ on }) => on.length)) text = withProfiles(text, await this.parse(text), profiles);
    /** @type {Order} */
    const order = new Map();
    for (const line of (await this.compute(text)).split("\n")) {
      if (!line) continue;
      const { screen, region } = JSON.parse(line);
      const regions = order.get(screen);
      if (regions) regions.push(region);
      else order.set(screen, [region]);
    }
    return order;
  }
}

/** @param {Map<any, any>} map */
function drop(map) {
  if (map.size > KEPT) map.delete(map.keys().next().value);
}

/**
 * The configuration with the regions hidden and shown that the profiles hide and show; its text if they do neither.
 * @param {string} text
 * @param {any} configuration
 * @param {{screen: string, on: string[]}[]} profiles
 */
export function withProfiles(text, configuration, profiles) {
  /** @type {Map<string, boolean>} */
  const hidden = new Map();
  for (const { screen, on } of profiles) {
    const rules = configuration?.screens?.find((/** @type {any} */ one) => one?.id === screen)?.accessibility?.profiles ?? [];
    for (const id of on) {
      const rule = rules.find((/** @type {any} */ one) => one?.id === id);
      for (const region of rule?.show ?? []) hidden.set(region, false);
      for (const region of rule?.hide ?? []) hidden.set(region, true);
    }
  }
  if (!hidden.size) return text;
  const changed = JSON.parse(JSON.stringify(configuration));
  const visit = (/** @type {any} */ region) => {
    const isHidden = hidden.get(region?.id);
    if (isHidden !== undefined) region.hidden = isHidden;
    for (const child of region?.children ?? []) visit(child);
  };
  for (const screen of changed.screens) for (const window of screen?.windows ?? []) visit(window);
  return JSON.stringify(changed, null, 1);
}

const SIZE = 18;
/** The distance of a number from the region's edge, which the outline of the focus covers. */
const INSET = 5;

/**
 * Draws the number of each place of the order, at the top right of its region.
 * @param {CanvasRenderingContext2D} context
 * @param {(import("../shared/geometry.js").Rect | undefined)[]} boxes the visible part of each region in the picture, in the order; none if it is gone
 */
export function drawOrder(context, boxes) {
  context.font = "700 12px system-ui, 'Liberation Sans', 'DejaVu Sans', sans-serif";
  context.textBaseline = "middle";
  context.textAlign = "center";
  /** @type {Set<string>} */
  const taken = new Set();
  boxes.forEach((box, index) => {
    // A region may be scrolled out of sight.
    if (!box || box[2] < 1 || box[3] < 1) return;
    const text = String(index + 1);
    const wide = Math.max(SIZE, context.measureText(text).width + 8);
    const right = box[0] + box[2] - INSET;
    let top = box[1] + INSET;
    const corner = () => `${Math.round(right)} ${Math.round(top)}`;
    while (taken.has(corner())) top += SIZE;
    taken.add(corner());
    context.fillStyle = colours.order;
    context.fillRect(right - wide, top, wide, SIZE);
    context.fillStyle = colours.screen;
    context.fillText(text, right - wide / 2, top + SIZE / 2 + 0.5);
  });
  context.textAlign = "start";
}
