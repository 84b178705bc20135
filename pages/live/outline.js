// @ts-check
// The outline of the element with the focus, in the picture's moving layer.

import { addOutline } from "../shared/geometry.js";
import { colours } from "./palette.js";
import { shaped } from "./regions.js";

/** @typedef {import("./model.js").State} State */

/**
 * The region to draw for a focus: as it is now, or the frame of an element of a surface, which is not a region.
 * @param {State} state
 * @param {import("./focus.js").Focus} focus
 * @returns {any} null if the region is gone
 */
export function focused(state, focus) {
  const region = state.regions.get(focus.region);
  if (!region) return null;
  return region.kind === "surface" && focus.frame ? { bounds: focus.frame, toScreen: [1, 0, 0, 1, 0, 0] } : shaped(state, region);
}

/**
 * Draws the outline: a line of a colour that nothing else has, between two dark ones.
 * @param {CanvasRenderingContext2D} context
 * @param {State} state
 * @param {string} screen
 * @param {import("../shared/geometry.js").Matrix} toPicture
 */
export function drawFocus(context, state, screen, toPicture) {
  const focus = state.focus.get(screen);
  const region = focus && focused(state, focus);
  if (!region) return;
  context.lineJoin = "round";
  for (const [width, colour] of /** @type {[number, string][]} */ ([[9, colours.screen], [5, colours.focus]])) {
    context.beginPath();
    addOutline(context, region, toPicture);
    context.lineWidth = width;
    context.strokeStyle = colour;
    context.stroke();
  }
}
