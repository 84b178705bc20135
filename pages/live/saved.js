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
  const lines = [...linesOf(history.startState), ...fingersOf(history)];
  for (let number = history.start; number < history.end; number++) {
    const text = saved(/** @type {import("./history.js").Entry} */ (history.entry(number)).text);
    if (text !== null) lines.push(text);
  }
  return lines.map((line) => line + "\n");
}

/** The lines that make a state, except the fingers that are down. @param {State} state @returns {string[]} */
function linesOf(state) {
  const facts = { type: "facts", ...state.facts, sensitive: [...state.sensitive] };
  const touches = [...state.touches.keys()].map((id) => ({ id }));
  const snapshot = { type: "snapshot", generation: state.generation, panels: [...state.panels.values()], screens: [...state.screens.values()], regions: [...state.regions.values()], touches };
  const focus = [...state.focus].map(([screen, one]) => ({ type: "focus", screen, ...one }));
  // Before the first snapshot of a connection nothing is known.
  const all = state.screens.size ? [facts, snapshot, ...(state.connected ? [] : [{ type: "lost" }]), ...focus] : [facts];
  return all.map((line) => saved(JSON.stringify(line))).filter((text) => text !== null);
}

/** The keys of a touch that its events have, if it has them. */
const PLACE = /** @type {const} */ (["x", "y", "raw", "pressure", "major", "minor", "orientation", "tool", "distance"]);

/**
 * The lines that make the fingers that are down at the start: a frame for each panel, in which they begin where they are, after their explanations. Their
 * timestamps are those of the real begins.
 * @param {import("./history.js").History} history
 * @returns {string[]}
 */
function fingersOf(history) {
  const { touches, waiting, time: last } = history.startState;
  const why = [...[...touches.values()].map((touch) => touch.why), ...waiting.values()].filter((line) => line);
  /** @type {Map<string, any[]>} */
  const panels = new Map();
  for (const touch of touches.values()) panels.set(touch.panel, [...(panels.get(touch.panel) ?? []), ...eventsOf(touch)]);
  // These lines get the time of the first line, so that the saved history does not begin earlier than the page's.
  const time = firstTime(history) ?? last ?? 0;
  const frames = [...panels].map(([panel, events]) => ({ type: "frame", time, panel, events }));
  return [...why.map((line) => ({ ...line, time })), ...frames].flatMap((line) => saved(JSON.stringify(line)) ?? []);
}

/** The events that make a touch: for each receiver its begin, and what has become of it. @param {import("./touches.js").Touch} touch */
function eventsOf(touch) {
  const place = Object.fromEntries(PLACE.filter((key) => touch[key] !== undefined).map((key) => [key, touch[key]]));
  // touchd sends no place of a sensitive touch.
  const kind = touch.sensitive && touch.x === undefined ? "sensitive" : "touch";
  const event = (/** @type {string} */ region, /** @type {object} */ more) => ({ event: kind, id: touch.id, region: region || null, target: touch.target, timestamp: touch.beganTime, ...place, ...more });
  const receivers = [...touch.receivers];
  return [...receivers.map(([region]) => event(region, { phase: "began" })), ...receivers.filter(([, { phase }]) => phase !== "began").map(([region, receipt]) => event(region, receipt))];
}

/** The time of the first kept line that has one. @param {import("./history.js").History} history @returns {number|null} */
function firstTime(history) {
  for (let number = history.start; number < history.end; number++) {
    const { time } = JSON.parse(/** @type {import("./history.js").Entry} */ (history.entry(number)).text);
    if (typeof time === "number") return time;
  }
  return null;
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
