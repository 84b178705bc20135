// @ts-check
// Moves the regions in a scroll view. No line but the view's own events reports their movement.

import { inverse, then } from "../shared/geometry.js";

/** @typedef {import("../shared/geometry.js").Matrix} Matrix */

/**
 * Moves the contents of a scroll view according to the event, and stores the view's offset and scale.
 * @param {{regions: Map<string, any>, revision: number}} state
 * @param {{region: string, offset: [number, number], zoomScale: number}} event
 */
export function scrolled(state, event) {
  const view = state.regions.get(event.region);
  if (!view) return;
  const from = { offset: view.offset ?? [0, 0], zoomScale: view.zoomScale ?? 1 };
  const [x, y, width, height] = view.bounds;
  /** The map from points relative to the view's top left to the screen. @type {Matrix} */
  const window = then([1, 0, 0, 1, x, y], view.toScreen);
  const back = inverse(window);
  if (!back) return;
  const scale = event.zoomScale / from.zoomScale;
  /** @type {Matrix} */
  const shift = [scale, 0, 0, scale, from.offset[0] * scale - event.offset[0], from.offset[1] * scale - event.offset[1]];
  const move = then(then(back, shift), window);
  for (const region of state.regions.values()) {
    if (region.path.startsWith(view.path + "/")) state.regions.set(region.id, { ...region, toScreen: then(region.toScreen, move) });
  }
  // The region's own space begins at the offset, like the origin of UIKit's bounds.
  const toScreen = then([1, 0, 0, 1, x - event.offset[0], y - event.offset[1]], view.toScreen);
  state.regions.set(view.id, { ...view, bounds: [...event.offset, width, height], toScreen, offset: event.offset, zoomScale: event.zoomScale });
  state.revision++;
}
