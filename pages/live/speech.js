// @ts-check
// The tab "Speech": the focus, and what touchd-speak would say.

import { attribute, element, make, Rows, setText } from "./rows.js";
import { shownScreens } from "./scene.js";
import { elementText } from "./words.js";

/** @typedef {import("./model.js").State} State */
/** @typedef {import("./focus.js").Said} Said */

/** @type {Record<Said["kind"], string>} */
const VERBS = { speak: "", sound: "plays ", pause: "pauses", resume: "goes on" };

/** @param {(said: Said) => string} clock */
export function speechRows(clock) {
  /** @type {Rows<Said>} */
  const rows = new Rows(element("speech-rows"), (said) => {
    const item = make("li", "is-" + said.kind);
    const text = make("p", "", VERBS[said.kind]);
    if (said.text) text.append(isolated(said.text, said.language));
    if (said.isPrivate) text.append(make("span", "hint", " (headset only)"));
    item.append(make("span", "time mono", clock(said)), text);
    return { element: item, fill: () => {} };
  });
  const [hint, place, words] = [element("speech-hint"), element("focus-place"), element("focus-words")];
  return (/** @type {State} */ state, /** @type {string} */ screen, /** @type {boolean} */ isRecording) => {
    const focus = shownScreens(state, screen).map((one) => state.focus.get(one)).find(Boolean);
    setText(place, focus ? focus.path ?? focus.region : "nothing has it");
    setText(words, focus ? elementText(focus) : "");
    const text = hintOf(state, isRecording);
    hint.hidden = !text;
    setText(hint, text);
    attribute(hint, "class", state.speech.problem && !isRecording ? "error" : "hint");
    rows.show(state.speech.said.slice().reverse(), ({ number, at }) => `${number} ${at}`);
  };
}

/** The reason why the list is empty or incomplete; empty if there is none. @param {State} state @param {boolean} isRecording */
function hintOf({ rights, speech, screens }, isRecording) {
  if (isRecording) return speech.said.length ? "" : "What is said comes from the bridge with touchd's lines, so a recording of a panel has none of it.";
  if (speech.problem) return speech.problem;
  if (rights && !rights.includes("accessibility")) {
    return 'This connection does not learn where the focus is. It needs the right accessibility: add { user: touchd-web-admin, allow: [accessibility, status] } to "access" in touchd\'s configuration.';
  }
  if (![...screens.values()].some(({ accessibility }) => accessibility)) return "No screen has an accessible glass: the configuration has no section \"accessibility\".";
  return speech.said.length ? "" : "Nothing has been said yet. touchd-speak speaks while one of its profiles is on.";
}

/** Text of others, whose direction does not change that of the text around it. @param {string} text @param {string} [language] */
export function isolated(text, language) {
  const part = make("bdi", "", text);
  if (language) part.lang = language;
  return part;
}
