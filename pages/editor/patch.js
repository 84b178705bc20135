// @ts-check
// Small changes of a text. Each replaces the part from `start` to `end` with `text`.

/** @typedef {{start: number, end: number, text: string}} Patch */

/**
 * The text after all patches.
 * @param {string} text
 * @param {Patch[]} patches which do not overlap
 */
export function applied(text, patches) {
  const pieces = [];
  let at = 0;
  // Of several patches at one place, the last comes first.
  for (const patch of [...patches].reverse().sort((a, b) => a.start - b.start)) {
    pieces.push(text.slice(at, patch.start), patch.text);
    at = patch.end;
  }
  return pieces.join("") + text.slice(at);
}

/**
 * The patch that removes the part from start to end, and the whole line if nothing else is on it.
 * @param {string} text
 */
export function withoutLine(text, start, end) {
  const lineStart = text.lastIndexOf("\n", start - 1) + 1;
  const lineEnd = text.indexOf("\n", end);
  const next = lineEnd < 0 ? text.length : lineEnd + 1;
  const isAlone = text.slice(lineStart, start).trim() === "" && text.slice(end, next).trim() === "";
  return isAlone ? { start: lineStart, end: next, text: "" } : { start, end, text: "" };
}
