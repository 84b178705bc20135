// @ts-check
// Names of regions, gestures and clients in sentences. A name may be in a script that is written from right to left, and must not move the words around
// it. In a text a name lies between two characters of Unicode, in an element of a page it is a <bdi>.

const [FIRST, LAST] = ["\u2068", "\u2069"];
const CONTROLS = /[\u202a-\u202e\u2066-\u2069]/g;

/** The name, isolated. @param {unknown} name */
export const isolate = (name) => FIRST + String(name).replace(CONTROLS, "") + LAST;

/** A text without the marks of its names, for attributes and comparisons. @param {string} text */
export const plain = (text) => text.replaceAll(FIRST, "").replaceAll(LAST, "");

/** The parts of a text: names, and what is between them. @param {string} text @returns {{text: string, isName: boolean}[]} */
export function partsOf(text) {
  const parts = [];
  for (const [index, piece] of text.split(FIRST).entries()) {
    const [name, rest] = index === 0 ? [null, piece] : split(piece);
    if (name !== null) parts.push({ text: name, isName: true });
    if (rest) parts.push({ text: rest, isName: false });
  }
  return parts;
}

/** @param {string} piece @returns {[string, string]} */
function split(piece) {
  const end = piece.indexOf(LAST);
  return end < 0 ? [piece, ""] : [piece.slice(0, end), piece.slice(end + 1)];
}

/** @type {WeakMap<Element, string>} */
const shown = new WeakMap();

/** Sets an element's text, with each name in a <bdi>. Long paths may break after each part. @template {Element} T @param {T} element @param {string} text @returns {T} */
export function setWords(element, text) {
  if (shown.get(element) === text) return element;
  shown.set(element, text);
  element.replaceChildren(...partsOf(text).map((part) => (part.isName ? nameElement(part.text) : part.text)));
  return element;
}

/** @param {string} name */
function nameElement(name) {
  const element = document.createElement("bdi");
  name.split("/").forEach((part, i, parts) => {
    element.append(part + (i < parts.length - 1 ? "/" : ""));
    if (i < parts.length - 1) element.append(document.createElement("wbr"));
  });
  return element;
}
