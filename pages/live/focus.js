// @ts-check
// The focus of the accessible glass and what is said, as parts of the state.

/** @typedef {import("./model.js").State} State */
/**
 * The element with the focus. Of a surface alone, only its region is known.
 * @typedef {{region: string, path?: string, label?: string, role?: string, value?: any, states?: string[], frame?: import("../shared/geometry.js").Rect}} Focus
 */
/** @typedef {{number: number, at: number, kind: "speak" | "sound" | "pause" | "resume", text: string, language?: string, isPrivate: boolean}} Said */

const SAID = 150;
/** The most characters of a text that are shown, as in `touchctl monitor --focus`. */
const TEXT = 2000;

export const noSpeech = () => ({
  /** The reason why nothing is known of speech, if the bridge has given one. @type {string | null} */
  problem: null,
  count: 0,
  /** The transcript, the latest last. @type {Said[]} */
  said: /** @type {Said[]} */ ([]),
});

/** Applies a line that moves the focus, or that says that it is on a surface. @param {State} state @param {any} line */
export function applyFocus(state, line) {
  if (line.type === "focus") state.focus.set(line.screen, line);
  else if (state.focus.get(line.screen)?.region !== line.surface) state.focus.set(line.screen, { region: line.surface });
}

/** Forgets the focus of a screen that is idle: it ends then, unless a profile keeps it. @param {State} state @param {string} screen */
export function forgetFocus(state, screen) {
  const { activity, accessibility } = state.screens.get(screen);
  if (activity === "idle" && !accessibility?.profiles.length) state.focus.delete(screen);
}

/**
 * Applies a line of the bridge about speech, or the page's own one with the answer to its request.
 * @param {State} state
 * @param {any} line
 */
export function applySpeech(state, line) {
  const { speech } = state;
  if (line.action === undefined) speech.problem = line.problem ?? null;
  else if (line.action !== "interrupt") {
    const text = cut(line.text ?? line.sound ?? "");
    speech.said.push({ number: ++speech.count, at: state.at, kind: line.action, text, language: line.language, isPrivate: line.private === true });
    if (speech.said.length > SAID) speech.said.shift();
  }
}

/** @param {string} text */
function cut(text) {
  return text.length <= TEXT ? text : [...text].slice(0, TEXT).join("");
}
