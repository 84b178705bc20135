// @ts-check
// The places of the picture and the lists: beside each other, below each other, or one at a time, so that the picture stays large in any window.

import { element } from "./rows.js";

/** @typedef {[number, number]} Size width and height in CSS pixels */
/** @typedef {{kind: "beside" | "below" | "pages", isLow: boolean, aside: number, picture: number}} Arrangement `aside` is the width of the lists beside the picture, `picture` the height of the picture above them */

/** The least part of the largest picture that would fit the window, in each direction. The tests demand 0.6. */
const SHARE = 0.61;
/** The room around the screen in its box: the canvases' margins and those of the box. */
const AROUND = /** @type {Size} */ ([20, 16]);
/** The height of a window below which the switches are above the lists, not above the picture. */
const LOW = 600;
const LEAST_ASIDE = /** @type {Size} */ ([290, 200]);
const USUAL_ASIDE = 380;
const MOST_ASIDE = 560;

/** The part of the largest possible picture that a box has room for. @param {Size} box @param {Size} glass @param {Size} window */
export function shareOf([width, height], glass, window) {
  const scale = Math.min((width - AROUND[0]) / glass[0], (height - AROUND[1]) / glass[1]);
  return scale / Math.min(window[0] / glass[0], window[1] / glass[1]);
}

/**
 * Chooses the arrangement for a window.
 * @param {{window: Size, room: Size, head: number, glass: Size}} how `room` is what is left for the picture and the lists; `head` is the height of the switches; `glass` is the screen's size
 * @returns {Arrangement}
 */
export function arrange({ window, room: [width, height], head, glass }) {
  const isLow = window[1] < LOW;
  const aspect = glass[0] / glass[1];
  const beside = () => {
    const high = height - (isLow ? 0 : head);
    const needed = Math.ceil((high - AROUND[1]) * aspect) + AROUND[0];
    const least = width < 1000 ? LEAST_ASIDE[0] : USUAL_ASIDE;
    const aside = Math.round(Math.max(least, Math.min(MOST_ASIDE, width - needed)));
    return { kind: /** @type {const} */ ("beside"), isLow, aside, picture: 0, share: shareOf([width - aside, high], glass, window) };
  };
  const below = () => {
    const high = height - head;
    const needed = Math.ceil((width - AROUND[0]) / aspect) + AROUND[1];
    const picture = Math.round(Math.min(needed, high - Math.max(LEAST_ASIDE[1], 0.3 * high)));
    return { kind: /** @type {const} */ ("below"), isLow, aside: 0, picture: picture + head, share: shareOf([width, picture], glass, window) };
  };
  const ways = window[0] > window[1] ? [beside, below] : [below, beside];
  for (const way of ways) {
    const { share, ...arrangement } = way();
    if (share >= SHARE) return arrangement;
  }
  return { kind: "pages", isLow, aside: 0, picture: 0 };
}

export class Layout {
  #main = element("main");
  /** @type {Size} */
  #glass = [1080, 1920];
  #tabs;

  /** Arranges the page, now and whenever its size changes. @param {import("./tabs.js").Tabs} tabs */
  constructor(tabs) {
    this.#tabs = tabs;
    const again = new ResizeObserver(() => this.#arrange());
    for (const part of [this.#main, element("head"), element("transport")]) again.observe(part);
    tabs.onShow = () => this.#showPage();
  }

  /** Sets the size of the screen that is shown. @param {Size | null} glass */
  fit(glass) {
    if (!glass || (glass[0] === this.#glass[0] && glass[1] === this.#glass[1])) return;
    this.#glass = glass;
    this.#arrange();
  }

  #arrange() {
    const main = this.#main;
    const room = /** @type {Size} */ ([main.clientWidth, main.clientHeight - element("transport").offsetHeight - 1]);
    const { kind, isLow, aside, picture } = arrange({ window: [innerWidth, innerHeight], room, head: element("head").offsetHeight, glass: this.#glass });
    main.dataset.layout = kind === "beside" && isLow ? "beside-low" : kind;
    main.style.setProperty("--aside", `${aside}px`);
    main.style.setProperty("--picture", `${picture}px`);
    const isPaged = kind === "pages";
    if (element("tab-picture").hidden !== isPaged) return;
    element("tab-picture").hidden = !isPaged;
    this.#tabs.show(isPaged ? "picture" : "touches");
  }

  /** Hides the picture while another page is shown. */
  #showPage() {
    this.#main.dataset.page = this.#tabs.current === "picture" ? "picture" : "lists";
  }
}
