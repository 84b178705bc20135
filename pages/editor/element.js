// @ts-check
// Creating elements of the page in one expression.

/**
 * Creates an element.
 * @param {string} name
 * @param {Record<string, any>} [properties] `class`, `data-…` and `aria-…` are attributes, `on…` are listeners, all others are properties
 * @param {...(Node|string|null|undefined|false)} content
 * @returns {any}
 */
export function element(name, properties = {}, ...content) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(properties)) {
    if (value === undefined || value === null) continue;
    if (key === "class" || key === "role" || key === "for" || key.includes("-")) made.setAttribute(key, String(value));
    else if (key.startsWith("on")) made.addEventListener(key.slice(2), value);
    else made[key] = value;
  }
  made.append(...content.filter((part) => part !== null && part !== undefined && part !== false));
  return made;
}

/** @param {string} id @returns {any} */
export const byId = (id) => document.getElementById(id);
