// @ts-check
// The parts of the page that were made for regions, found again after a change.

/** @typedef {import("./model.js").Region} Region */

/**
 * The parts of the page for the regions of one list.
 * @template {{key: string, spec: any}} Made
 */
export class Kept {
  /** @type {Map<string, Made>} by the keys of their regions */
  #made = new Map();

  /** @param {string} key @returns {Made|undefined} */
  get(key) {
    return this.#made.get(key);
  }

  /**
   * The part of each region. A region that only has another place in its list keeps its part, because its `spec` is the same object; one that was
   * edited keeps it by its key. The caller updates `key` and `spec` of the parts.
   * @param {Region[]} regions
   * @param {(region: Region) => Made} make makes the part of a new region
   * @param {(part: Made) => void} drop is called for each part whose region is gone
   * @returns {Made[]}
   */
  match(regions, make, drop) {
    const old = this.#made;
    /** @type {(Made|undefined)[]} */
    const found = regions.map((region) => {
      const made = old.get(region.key);
      return made?.spec === region.spec ? made : undefined;
    });
    if (!found.includes(undefined) && old.size === regions.length) return /** @type {Made[]} */ (found);
    const missing = found.flatMap((made, index) => (made ? [] : [index]));
    const left = new Set(old.values());
    for (const made of found) if (made) left.delete(made);
    const bySpec = new Map([...left].map((made) => [made.spec, made]));
    for (const index of missing) {
      const made = bySpec.get(regions[index].spec);
      if (made && left.delete(made)) found[index] = made;
    }
    for (const index of missing) {
      const made = old.get(regions[index].key);
      if (!found[index]) found[index] = made && left.delete(made) ? made : make(regions[index]);
    }
    left.forEach(drop);
    this.#made = new Map(regions.map((region, index) => [region.key, /** @type {Made} */ (found[index])]));
    return /** @type {Made[]} */ (found);
  }
}
