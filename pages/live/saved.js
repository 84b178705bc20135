// @ts-check
// A live history as a file: touchd's lines, one per line of text, like the output of `touchctl replay --session`. A snapshot comes first, made from the
// state at the start. The lines have no place of a finger in a sensitive region, because touchd sends none. Private texts are left out.

/** @typedef {import("./model.js").State} State */

/** The keys of the texts that a private element is spoken with. */
const TEXTS = ["label", "value", "hint", "text"];

/** The name of a saved file. @param {Date} date */
export function savedName(date) {
  const two = (/** @type {number} */ number) => String(number).padStart(2, "0");
  const [day, time] = [[date.getFullYear(), date.getMonth() + 1, date.getDate()], [date.getHours(), date.getMinutes(), date.getSeconds()]];
  return `touchd-${day.map(two).join("-")}-${time.map(two).join("")}.jsonl`;
}

/** The lines of a history with line feeds, from its start on. @param {import("./history.js").History} history @returns {string[]} */
export function savedLines(history) {
  const lines = linesOf(history.startState);
  for (let number = history.start; number < history.end; number++) {
    const text = saved(/** @type {import("./history.js").Entry} */ (history.entry(number)).text);
    if (text !== null) lines.push(text);
  }
  return lines.map((line) => line + "\n");
}

/** The lines that make a state, except the fingers that are down: they are counted in the snapshot. @param {State} state @returns {string[]} */
function linesOf(state) {
  const facts = { type: "facts", ...state.facts, sensitive: [...state.sensitive] };
  const touches = [...state.touches.keys()].map((id) => ({ id }));
  const snapshot = { type: "snapshot", generation: state.generation, panels: [...state.panels.values()], screens: [...state.screens.values()], regions: [...state.regions.values()], touches };
  const focus = [...state.focus].map(([screen, one]) => ({ type: "focus", screen, ...one }));
  // Before the first snapshot of a connection nothing is known.
  const all = state.screens.size ? [facts, snapshot, ...focus, ...(state.connected ? [] : [{ type: "lost" }])] : [facts];
  return all.map((line) => saved(JSON.stringify(line))).filter((text) => text !== null);
}

/** A line as it is saved; null if it is left out. @param {string} text @returns {string | null} */
function saved(text) {
  if (text.startsWith('{"type":"rights"')) return null;
  // The number of the configuration is the page's own.
  if (text.startsWith('{"type":"facts"')) return JSON.stringify({ ...JSON.parse(text), configuration: null });
  if (!text.includes('"private":true')) return text;
  const line = JSON.parse(text, (_, value) => (value?.private === true && value.type !== "accessibility" ? withoutTexts(value) : value));
  return line.type === "speech" ? null : JSON.stringify(line);
}

/** @param {Record<string, any>} element */
function withoutTexts(element) {
  return Object.fromEntries(Object.entries(element).filter(([key]) => !TEXTS.includes(key)));
}
