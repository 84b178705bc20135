// @ts-check
// The state of the glass, made from the protocol's lines: the same lines give the same state. There is no DOM and no clock: ages are counted in `at`,
// the milliseconds that come with each line.

import { applyFocus, applySpeech, forgetFocus, noSpeech } from "./focus.js";
import { scrolled } from "./scrolled.js";
import { applyTouch, recordSensitive } from "./touches.js";
import { labelOfLine, wordsOfEvent, wordsOfLine } from "./words.js";

/** The time for which ended touches are still shown, in ms. */
export const FADE = 1500;
const EVENTS = 150;
const ENDS_OF_CONTROLS = new Set(["touchUpInside", "touchUpOutside", "touchCancel"]);
const DRAGS = new Set(["touchDragInside", "touchDragOutside"]);

/** @typedef {import("./touches.js").Touch} Touch */
/** @typedef {{number: number, at: number, time: number | null, kind: string, touch?: number, text: string, label?: string}} Logged `label` is somebody else's text, which is shown after `text` */
/** @typedef {ReturnType<typeof empty>} State */

export function empty() {
  return {
    at: 0,
    /** The event time of the last frame in µs. @type {number | null} */
    time: null,
    connected: false,
    generation: 0,
    /** A number that rises when regions change or move. */
    revision: 0,
    /** @type {Map<string, any>} */
    screens: new Map(),
    /** @type {Map<string, any>} */
    panels: new Map(),
    /** The regions by ID, front to back within a parent, as on the wire. @type {Map<string, any>} */
    regions: new Map(),
    /** The IDs of regions known to be sensitive. @type {Set<string>} */
    sensitive: new Set(),
    /**
     * The facts about screens and regions that are in the configuration and not on the wire.
     * @type {{sizes: Record<string, [number, number]>, shapes: Record<string, any>, accessible: string[], configuration: number | null}}
     */
    facts: { sizes: {}, shapes: {}, accessible: [], configuration: null },
    /** The touches that are down. @type {Map<number, Touch>} */
    touches: new Map(),
    /** The number of touches that have begun. */
    begun: 0,
    /** The touches that have ended, the latest first. @type {Touch[]} */
    recent: [],
    /** The explanations of touches that have not begun for any receiver. @type {Map<number, any>} */
    waiting: new Map(),
    /** @type {Map<string, any>} */
    gestures: new Map(),
    /** @type {Map<string, any>} */
    controls: new Map(),
    /** @type {Map<string, any>} */
    scrolls: new Map(),
    /** @type {Map<number, any>} */
    questions: new Map(),
    /** @type {{clients: any[], time: number} | null} */
    clients: null,
    /** The rights of this connection; null if they are not known. @type {string[] | null} */
    rights: null,
    /** The element with the focus, by screen. @type {Map<string, import("./focus.js").Focus>} */
    focus: new Map(),
    speech: noSpeech(),
    logged: 0,
    /** The events, the latest last. @type {Logged[]} */
    events: [],
  };
}

/** An independent copy of a state. Lines and regions are shared, because nothing changes them. @param {State} state @returns {State} */
export function copy(state) {
  const touch = (/** @type {Touch} */ t) => ({ ...t, receivers: new Map(t.receivers), trail: t.trail.slice() });
  return {
    ...state,
    screens: new Map(state.screens),
    panels: new Map(state.panels),
    regions: new Map(state.regions),
    sensitive: new Set(state.sensitive),
    touches: new Map([...state.touches].map(([id, t]) => [id, touch(t)])),
    recent: state.recent.slice(),
    waiting: new Map(state.waiting),
    gestures: new Map(state.gestures),
    controls: new Map(state.controls),
    scrolls: new Map(state.scrolls),
    questions: new Map(state.questions),
    focus: new Map(state.focus),
    speech: { ...state.speech, said: state.speech.said.slice() },
    events: state.events.slice(),
  };
}

/** Applies a line to the state. @param {State} state @param {any} line @param {number} at */
export function apply(state, line, at) {
  state.at = at;
  switch (line.type) {
    case "snapshot":
      forgetFingers(state);
      state.focus.clear();
      state.connected = true;
      state.panels = new Map(line.panels.map((/** @type {any} */ p) => [p.id, p]));
      state.screens = new Map(line.screens.map((/** @type {any} */ s) => [s.screen, s]));
      setRegions(state, line.regions, line.generation);
      break;
    case "tree":
      setRegions(state, line.regions, line.generation);
      break;
    case "changed":
      for (const region of line.regions) state.regions.set(region.id, region);
      state.generation = line.generation;
      state.revision++;
      break;
    case "config":
      if (line.ok && line.panels) state.panels = new Map([...injected(state), ...line.panels.map((/** @type {any} */ p) => [p.id, p])]);
      if (line.ok && line.regions) setRegions(state, line.regions, line.generation);
      break;
    case "panel":
      if (line.state === "added") state.panels.set(line.panel, { id: line.panel, name: line.name ?? "", screen: line.screen, pointsPerMillimetre: line.pointsPerMillimetre ?? null });
      else state.panels.delete(line.panel);
      break;
    case "screen": {
      const { type, ...screen } = line;
      state.screens.set(line.screen, { ...state.screens.get(line.screen), ...screen });
      forgetFocus(state, line.screen);
      break;
    }
    case "accessibility":
      state.screens.set(line.screen, { ...state.screens.get(line.screen), screen: line.screen, accessibility: { profiles: line.profiles } });
      if (!line.profiles.length) state.focus.delete(line.screen);
      break;
    case "focus":
    case "navigate":
    case "explore":
      applyFocus(state, line);
      break;
    case "speech":
      applySpeech(state, line);
      break;
    case "rights":
      // Not a line of touchd: what the page has asked for.
      state.rights = line.rights;
      break;
    case "trace":
      if (line.sensitive) recordSensitive(state, line.hit);
      state.waiting.set(line.touch, line);
      if (state.waiting.size > 64) state.waiting.delete(/** @type {number} */ (state.waiting.keys().next().value));
      break;
    case "frame":
      state.time = line.time;
      for (const event of line.events) applyEvent(state, event, line);
      dropOldExplanations(state);
      break;
    case "question":
      state.questions.set(line.id, line);
      break;
    case "settled":
      state.questions.delete(line.id);
      break;
    case "clients":
      state.clients = line;
      break;
    case "facts":
      // Not a line of touchd: the configuration's facts that are not on the wire.
      state.sensitive = new Set(line.sensitive);
      state.facts = { sizes: line.sizes, shapes: line.shapes, accessible: line.accessible ?? [], configuration: line.configuration ?? null };
      state.revision++;
      break;
    case "lagged":
      forgetFingers(state);
      state.focus.clear();
      break;
    case "lost":
      // Not a line of touchd: the page writes it when the connection is lost. No finger survives that.
      forgetFingers(state);
      state.focus.clear();
      state.connected = false;
      state.clients = state.rights = null;
      break;
  }
  const text = wordsOfLine(line, state);
  if (text) log(state, line.type, line.time ?? null, text, undefined, labelOfLine(line));
}

/** @param {State} state @param {any} event @param {any} frame */
function applyEvent(state, event, frame) {
  switch (event.event) {
    case "touch":
    case "sensitive":
      applyTouch(state, event, frame);
      break;
    case "gesture": {
      const key = frame.panel + " " + event.gesture;
      if (event.state === "began" || event.state === "changed") state.gestures.set(key, { ...event, panel: frame.panel });
      else state.gestures.delete(key);
      break;
    }
    case "control":
      if (ENDS_OF_CONTROLS.has(event.action)) state.controls.delete(event.region);
      else if (event.action !== "valueChanged" || state.controls.has(event.region)) {
        state.controls.set(event.region, { ...state.controls.get(event.region), ...event });
      }
      setValue(state, event);
      break;
    case "scroll":
      if (event.state === "began" || event.state === "changed") state.scrolls.set(event.region, event);
      else state.scrolls.delete(event.region);
      if (event.state !== "cancelled") scrolled(state, event);
      break;
  }
  const isMotion = event.phase === "moved" || event.state === "changed" || DRAGS.has(event.action);
  const text = isMotion ? null : wordsOfEvent(event, state);
  if (text) log(state, event.phase === "cancelled" ? "cancelled" : event.event, event.timestamp ?? frame.time, text, event.id);
}

/** @param {State} state @param {any} event */
function setValue(state, event) {
  const region = event.action === "valueChanged" && state.regions.get(event.region);
  if (!region) return;
  const { value = region.value, isOn = region.isOn } = event;
  state.regions.set(region.id, { ...region, ...(value === undefined ? {} : { value }), ...(isOn === undefined ? {} : { isOn }) });
}

/** @param {State} state @param {any[]} regions @param {number} generation */
function setRegions(state, regions, generation) {
  state.regions = new Map(regions.map((region) => [region.id, region]));
  state.generation = generation;
  state.revision++;
}

/** The panels of injected fingers, which no list of the configuration has. @param {State} state */
function injected(state) {
  return [...state.panels].filter(([id]) => id.endsWith("-injected"));
}

/** @param {State} state */
function forgetFingers(state) {
  state.touches.clear();
  state.waiting.clear();
  state.gestures.clear();
  state.controls.clear();
  state.scrolls.clear();
  state.questions.clear();
}

/** Drops explanations of touches that no receiver ever got. @param {State} state */
function dropOldExplanations(state) {
  for (const [id, line] of state.waiting) {
    if (state.time === null || state.time - line.time < 10e6) break;
    state.waiting.delete(id);
  }
}

/** @param {State} state @param {string} kind @param {number | null} time @param {string} text @param {number} [touch] @param {string} [label] */
function log(state, kind, time, text, touch, label) {
  state.events.push({ number: ++state.logged, at: state.at, time, kind, text, ...(touch === undefined ? {} : { touch }), ...(label ? { label } : {}) });
  if (state.events.length > EVENTS) state.events.shift();
}
