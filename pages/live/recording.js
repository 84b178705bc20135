// @ts-check
// The bridge's output for a recording (`touchctl replay --session`) as a history, with the recording's clock.

import { History } from "./history.js";

/** Whether a dropped file is a configuration of touchd, rather than a recording in libinput's YAML. @param {string} text */
export function isConfiguration(text) {
  return /^screens\s*:/m.test(text) && !/^(libinput|devices)\s*:/m.test(text);
}

/**
 * The history of a session.
 * @param {string} lines JSON, one object per line
 * @param {import("./facts.js").Facts | null} facts the known facts of the configuration
 * @returns {History} the whole recording; a live history keeps only a minute
 */
export function sessionHistory(lines, facts = null) {
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
  for (const text of lines.split("\n")) if (text) push(text);
  return history;
}
