// @ts-check
// Lists that follow the state: rows are kept by their keys, and an element is written to only if its text changes.

/** @template T */
export class Rows {
  /** @type {Map<string | number, {element: HTMLElement, fill: (item: T) => void}>} */
  #rows = new Map();

  /** @param {HTMLElement} list @param {(item: T) => {element: HTMLElement, fill: (item: T) => void}} make */
  constructor(list, make) {
    this.list = list;
    this.make = make;
  }

  /** @param {T[]} items @param {(item: T) => string | number} key */
  show(items, key) {
    const gone = new Set(this.#rows.keys());
    let next = /** @type {Element | null} */ (this.list.firstElementChild);
    for (const item of items) {
      const name = key(item);
      let row = this.#rows.get(name);
      gone.delete(name);
      if (!row) this.#rows.set(name, (row = this.make(item)));
      row.fill(item);
      if (row.element === next) next = next.nextElementSibling;
      else this.list.insertBefore(row.element, next);
    }
    for (const name of gone) {
      this.#rows.get(name)?.element.remove();
      this.#rows.delete(name);
    }
  }
}

/** @param {Element} element @param {string} text */
export function setText(element, text) {
  if (element.textContent !== text) element.textContent = text;
}

/** @param {Element} element @param {string} name @param {string} value */
export function attribute(element, name, value) {
  if (element.getAttribute(name) !== value) element.setAttribute(name, value);
}

/** @param {string} tag @param {string} [className] @param {string} [text] */
export function make(tag, className, text) {
  const element = document.createElement(tag);
  if (className) element.className = className;
  if (text !== undefined) element.textContent = text;
  return element;
}

/** @param {string} id @returns {any} */
export const element = (id) => document.getElementById(id);
