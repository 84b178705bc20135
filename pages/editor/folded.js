// @ts-check
// The regions whose children are folded away in the list, remembered in the browser for each file.

/** @typedef {import("./model.js").Region} Region */

export class Folded {
  /** @type {Set<string>} by name, so that other regions can come and go */
  #names = new Set();
  #file = "";
  /** Changes with the folded regions. */
  version = 0;

  /** @param {import("./document.js").EditorDocument} doc */
  constructor(doc) {
    doc.addEventListener("opened", () => this.#open(doc.name));
  }

  #open(file) {
    this.#file = `touchd.folded ${file}`;
    this.#names = new Set(stored(this.#file));
    this.version += 1;
  }

  /** @param {Region} region */
  has(region) {
    return this.#names.has(region.name);
  }

  /** @param {Region} region */
  set(region, isFolded) {
    if (this.has(region) === isFolded) return;
    if (isFolded) this.#names.add(region.name);
    else this.#names.delete(region.name);
    this.version += 1;
    try {
      if (this.#names.size > 0) localStorage.setItem(this.#file, JSON.stringify([...this.#names]));
      else localStorage.removeItem(this.#file);
    } catch {
      // Storage is full or switched off: they are remembered until the page is closed.
    }
  }

  /** Unfolds everything around a region. @param {Region} region */
  reveal(region) {
    for (let at = region.parent; at; at = at.parent) this.set(at, false);
  }
}

/** @param {string} file @returns {string[]} */
function stored(file) {
  try {
    const names = JSON.parse(localStorage.getItem(file) ?? "[]");
    return Array.isArray(names) ? names.map(String) : [];
  } catch {
    return [];
  }
}
