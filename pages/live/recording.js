// @ts-check
// A session as a history, with its own clock: the bridge's output for a recording (`touchctl replay --session`), or a saved history.

import { History } from "./history.js";

/** Whether a dropped file is a configuration of touchd, rather than a recording in libinput's YAML. @param {string} text */
export function isConfiguration(text) {
  return /^screens\s*:/m.test(text) && !/^(libinput|devices)\s*:/m.test(text);
}

/** Whether a dropped file is a session: touchd's lines, as `touchctl replay --session` prints them and the page saves them. @param {string} text */
export function isSession(text) {
  try {
    const line = JSON.parse(text.slice(0, text.indexOf("\n")));
    return typeof line?.type === "string";
  } catch {
    return false;
  }
}

/**
 * The history of a session.
 * @param {string} lines JSON, one object per line
 * @param {import("./facts.js").Facts | null} facts the known facts of the configuration, instead of the session's own
 * @param {string} name the name of the file, for errors
 * @returns {History} the whole recording; a live history keeps only a minute
 */
export function sessionHistory(lines, facts = null, name = "") {
  const history = new History({ milliseconds: Infinity, bytes: Infinity });
  let at = 0;
  let begin = /** @type {number | null} */ (null);
  const push = (/** @type {string} */ text) => {
    const line = JSON.parse(text);
    if (line.type === "hello" || line.type === "reply") return;
    if (typeof line.time === "number") {
      begin ??= line.time;
      at = Math.max(at, (line.time - begin) / 1000);
    }
    history.push(text, line, at);
  };
  if (facts) push(JSON.stringify({ type: "facts", ...facts }));
  for (const [index, text] of lines.split("\n").entries()) {
    if (!text || (facts && text.startsWith('{"type":"facts"'))) continue;
    try {
      push(text);
    } catch (error) {
      throw new Error(`${name}:${index + 1}: this is not a line of touchd, so the file is damaged (${/** @type {Error} */ (error).message}).`);
    }
  }
  return history;
}
