// @ts-check
// Small changes of a text: replace what is from `start` to `end` by `text`.

/** @typedef {{start: number, end: number, text: string}} Patch */

/**
 * @param {string} text
 * @param {Patch[]} patches which do not overlap
 */
export function applied(text, patches) {
  let result = text;
  for (const patch of [...patches].sort((a, b) => b.start - a.start)) {
    result = result.slice(0, patch.start) + patch.text + result.slice(patch.end);
  }
  return result;
}

/**
 * The patch that takes away what is from start to end, and its line, if nothing else is left on it.
 * @param {string} text
 */
export function withoutLine(text, start, end) {
  const lineStart = text.lastIndexOf("\n", start - 1) + 1;
  const lineEnd = text.indexOf("\n", end);
  const next = lineEnd < 0 ? text.length : lineEnd + 1;
  const isAlone = text.slice(lineStart, start).trim() === "" && text.slice(end, next).trim() === "";
  return isAlone ? { start: lineStart, end: next, text: "" } : { start, end, text: "" };
}
