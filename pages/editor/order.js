// @ts-check
// Moving an element in the order of the focus, by the `elements` of one region.

import { FocusRing, elementsOf } from "./ring.js";

/** @typedef {import("./model.js").Region} Region */

/**
 * The place to which a step moves an element: before or after the nearest sibling in the order, or out of the regions around it if it is their first or
 * last one. Null at the end of a window, of the modal region or of a sensitive region.
 * @param {FocusRing} ring
 * @param {Region} region
 * @param {-1|1} step
 * @returns {{holder: Region, other: Region}|null}
 */
export function stepOf(ring, region, step) {
  for (let node = region; ; ) {
    const holder = ring.holder(node);
    if (!holder) return null;
    const siblings = ring.ordered(holder);
    const other = siblings[siblings.indexOf(node) + step];
    if (other) return { holder, other };
    // The region around is announced before what is in it, so the first one in it can go before it.
    const around = ring.holder(holder);
    if (!around || holder.spec.sensitive === true) return null;
    if (step < 0 && ring.places.includes(holder)) return { holder: around, other: holder };
    node = holder;
  }
}

/**
 * The change that moves an element, with what is in it, by a step.
 * @param {Region[]} regions of all screens
 * @param {Region} region a place of its screen's order
 * @param {-1|1} step
 * @returns {{holder: Region, elements: string[]|undefined}|null} the region whose `elements` change, and the new ones, or undefined if the order of
 *   the file will do; null if the element cannot be moved so
 */
export function movedInOrder(regions, region, step) {
  const ring = new FocusRing(regions, region.screen);
  const place = ring.places.includes(region) ? stepOf(ring, region, step) : null;
  if (!place) return null;
  const { holder, other } = place;
  const wanted = withBlock(ring, region, other, step);
  const isRight = (elements) => {
    const { places } = new FocusRing(regions, region.screen, (one) => (one === holder ? elements ?? [] : elementsOf(one)));
    return places.length === wanted.length && places.every((one, index) => one === wanted[index]);
  };
  const old = elementsOf(holder);
  const isOld = (id) => id !== region.id && old.includes(id);
  if (old.every((id) => ring.byID.has(id) && ring.isListed(ring.byID.get(id), holder)) && isRight(undefined)) return { holder, elements: undefined };
  const rest = ring.ordered(holder).filter((one) => !ring.isListed(one, holder)).map((one) => one.id);
  const all = [...old, ...rest].filter((id) => id !== region.id);
  all.splice(all.indexOf(other.id) + (step > 0 ? 1 : 0), 0, region.id);
  // The old names stay, with those that have no effect. No shorter list puts one of the two before the other.
  const least = Math.max(all.findLastIndex(isOld), Math.min(all.indexOf(region.id), all.indexOf(other.id))) + 1;
  for (let length = least; length <= all.length; length += 1) {
    const elements = all.slice(0, length);
    if (isRight(elements)) return { holder, elements };
  }
  return null;
}

/** The places after the step. @param {FocusRing} ring @param {Region} region @param {Region} other @param {-1|1} step */
function withBlock(ring, region, other, step) {
  const block = ring.block(region);
  const places = ring.places.filter((place) => !block.includes(place));
  const others = ring.block(other).filter((place) => !block.includes(place));
  const at = step < 0 ? places.indexOf(others[0]) : places.indexOf(/** @type {Region} */ (others.at(-1))) + 1;
  places.splice(at, 0, ...block);
  return places;
}
