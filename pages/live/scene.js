// @ts-check
// The screens in the picture: one, or all of them side by side, each with its name above it.

import { screenSize } from "../shared/geometry.js";

/** @typedef {import("./model.js").State} State */
/** @typedef {{screen: string, size: [number, number], left: number, top: number}} Place a screen in the scene, in points */
/** @typedef {{size: [number, number], places: Place[]}} Scene */

/** The choice of all screens. No screen has this ID. */
export const ALL = "*";

/** The distance between screens, and the height of the line with their names, as a share of the highest screen. */
const GAP = 0.04;
const NAMES = 0.06;

/** The size of a screen, as far as it is known. @param {State} state @param {string} screen @returns {[number, number] | null} */
export const sizeOf = (state, screen) => state.facts.sizes[screen] ?? state.screens.get(screen)?.size ?? screenSize(state.regions.values(), screen);

/** The screens that a choice shows. @param {State} state @param {string} screen an ID, or `ALL` @returns {string[]} */
export const shownScreens = (state, screen) => (screen === ALL ? [...state.screens.keys()] : [screen]);

/** The scene of a choice; null if no size is known. @param {State} state @param {string} screen an ID, or `ALL` @returns {Scene | null} */
export function sceneOf(state, screen) {
  const known = shownScreens(state, screen).flatMap((name) => {
    const size = sizeOf(state, name);
    return size ? [{ screen: name, size }] : [];
  });
  if (!known.length) return null;
  if (screen !== ALL) return { size: known[0].size, places: [{ ...known[0], left: 0, top: 0 }] };
  const highest = Math.max(...known.map(({ size }) => size[1]));
  const top = NAMES * highest;
  let left = 0;
  const places = known.map((one) => {
    const place = { ...one, left, top };
    left += one.size[0] + GAP * highest;
    return place;
  });
  return { size: [left - GAP * highest, top + highest], places };
}
