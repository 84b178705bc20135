// @ts-check

/** Creates an element of a picture. @param {string} name @param {Record<string, any>} [attributes] @param {string} [text] @returns {SVGElement} */
export function make(name, attributes = {}, text = "") {
  const element = /** @type {SVGElement} */ (document.createElementNS("http://www.w3.org/2000/svg", name));
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, String(value));
  if (text !== "") element.textContent = text;
  return element;
}
