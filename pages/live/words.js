// @ts-check
// Lines and events as text for the event list.

import { isolate } from "../shared/isolate.js";

/** The reasons of cancels, in a few words. @type {Record<string, string>} */
export const REASONS = {
  deviceRemoved: "the panel was unplugged, or its recording has ended",
  deviceDisabled: "the panel was disabled or opened again",
  resync: "events were lost, and the finger has lifted or is a different one",
  identityChanged: "the panel replaced it with another finger",
  palm: "it is a palm",
  stylus: "a pen came",
  contactLimit: "too many fingers are down",
  stuck: "the panel did not report it for too long",
  outputInactive: "the panel's display is off, unplugged or shows another terminal",
  regionRemoved: "its region was removed",
  stolen: "an interceptor stole it",
  clientGone: "the client that had claimed its region, or injected it, disconnected",
  unresponsive: "the client that had claimed its region did not answer in time",
  reload: "the configuration was reloaded",
  lagged: "this page was too slow",
  shutdown: "touchd stopped",
  gesture: "a gesture or a scroll view took it over",
  locked: "the screen is closed for cleaning, or locked",
  rule: "a rule for the surface's touches ended it",
};

/** @param {string | undefined} reason */
export const reasonText = (reason) => (reason ? REASONS[reason] ?? reason : "");

/** @param {number} value @param {number} [digits] */
export const round = (value, digits = 0) => String(Math.round(value * 10 ** digits) / 10 ** digits);

/** @param {any[]} things @param {string} name */
const some = (things, name) => `${things.length} ${name}${things.length === 1 ? "" : "s"}`;

/** The values of a gesture, for people. @param {any} event */
export function gestureText(event) {
  const parts = [];
  if (event.scale !== undefined) parts.push("× " + round(event.scale, 2));
  if (event.rotation !== undefined) parts.push(round((event.rotation * 180) / Math.PI) + "°");
  if (event.translation !== undefined) parts.push(event.translation.map((/** @type {number} */ v) => round(v)).join(", "));
  if (event.direction !== undefined) parts.push(event.direction);
  if (event.taps > 1) parts.push(event.taps + " taps");
  return parts.join("  ");
}

/** The number of a touch for people, such as "#4". IDs may have 16 digits. @param {{touches: Map<number, any>, recent: any[]}} state @param {number} id */
export function shortNumber({ touches, recent }, id) {
  const number = (touches.get(id) ?? recent.find((touch) => touch.id === id))?.number;
  return number === undefined ? String(id) : `#${number}`;
}

/** The text for an event of a frame; null for motion. @param {any} event @param {{touches: Map<number, any>, recent: any[]}} state @returns {string | null} */
export function wordsOfEvent(event, state) {
  switch (event.event) {
    case "touch": {
      const place = ` at ${round(event.x)}, ${round(event.y)}`;
      const who = event.region ? isolate(event.region) : "nobody";
      const touch = `touch ${shortNumber(state, event.id)}`;
      if (event.phase === "began") return `${touch} began for ${who}` + (event.target !== event.region && event.target ? `, on ${isolate(event.target)},` : "") + place;
      if (event.phase === "ended") return `${touch} ended for ${who}${place}`;
      return `${touch} cancelled for ${who}: ${reasonText(event.reason)}`;
    }
    case "sensitive": {
      if (event.phase === "began") return `a finger is in ${isolate(event.target ?? event.region)}, which is sensitive`;
      return `a finger in ${isolate(event.target ?? event.region)} ${event.phase === "ended" ? "lifted" : "was cancelled: " + reasonText(event.reason)}`;
    }
    case "outside":
      return `touch ${shortNumber(state, event.id)} began outside ${isolate(event.region)}`;
    case "gesture":
      return `gesture ${isolate(event.gesture)} (${event.kind}) ${event.state} on ${isolate(event.region)} ${gestureText(event)}`.trimEnd();
    case "control":
      if (event.action === "valueChanged") return `control ${isolate(event.region)} is ${event.value ?? (event.isOn ? "on" : "off")}`;
      return `control ${isolate(event.region)} ${event.action}`;
    case "scroll":
      return `scroll ${isolate(event.region)} ${event.state} at ${event.offset.map((/** @type {number} */ v) => round(v)).join(", ")}` + (event.zoomScale === 1 ? "" : ` × ${round(event.zoomScale, 2)}`);
    default:
      return event.event ?? null;
  }
}

/** The text for a line that is not a frame; null for most. @param {any} line @param {{questions: Map<number, any>}} state @returns {string | null} */
export function wordsOfLine(line, state) {
  switch (line.type) {
    case "snapshot": {
      const before = line.touches.length ? `; not shown: ${some(line.touches, "finger")} that began before` : "";
      return `snapshot: ${some(line.regions, "region")}, ${some(line.panels, "panel")}${before}`;
    }
    case "tree":
      return `regions came, went or changed places: ${line.regions.length} now`;
    case "changed": {
      const ids = line.regions.slice(0, 3).map((/** @type {any} */ region) => region.id);
      return `changed: ${ids.map(isolate).join(", ")}${line.regions.length > 3 ? ` and ${line.regions.length - 3} more` : ""}`;
    }
    case "config":
      return line.ok ? "configuration reloaded" : "configuration refused, the old one stays: " + line.message;
    case "panel":
      return `panel ${isolate(line.panel)} ${line.state}`;
    case "screen":
      return `screen ${isolate(line.screen)}: display ${line.display}, ${line.activity}, mode ${line.mode}`;
    case "staff":
      return `staff gesture ${isolate(line.id)} on screen ${isolate(line.screen)}`;
    case "kioskGesture":
      return `kiosk gesture ${isolate(line.id)} on screen ${isolate(line.screen)}`;
    case "accessibility":
      return `screen ${isolate(line.screen)}: ${line.profiles.length ? `${line.profiles.map(isolate).join(", ")} ${line.profiles.length === 1 ? "is" : "are"} on` : "no profile is on"}` + (line.by ? ` (by ${line.by})` : "");
    case "focus":
      return `focus on ${isolate(line.path ?? line.region)}` + (line.by ? ` (by ${line.by})` : "");
    case "navigate":
      return `the focus is on the surface ${isolate(line.surface)}: ${line.direction}`;
    case "activate":
      return `${isolate(line.region)} activated` + (line.touch === null ? ", without a touch" : "");
    case "cue":
      // Each contact has one, and is in the list itself.
      return line.cue === "down" ? null : `cue ${line.cue}`;
    case "accessibilityGesture":
      return `${line.kind} of ${line.fingers} fingers` + (line.direction ? ` ${line.direction}` : "");
    case "question":
      return `question ${line.id} to the client of ${isolate(line.region)}: ${line.ask} ${isolate(line.gesture)}?`;
    case "settled":
      return `question ${line.id}: ${line.value === null ? "void" : line.value ? "yes" : "no"} (${line.by})`;
    case "lagged":
      return `this page was too slow: ${line.merged} moves merged, ${line.cancelled.length} touches cancelled`;
    case "warning":
      return "warning: " + line.message;
    case "bye":
      return "touchd has closed the connection: " + line.message;
    case "lost":
      return "the connection is lost";
    default:
      return null;
  }
}

/** The texts of an element, with its role and value, as one text. @param {any} element */
export function elementText({ label, role, value, states = [] }) {
  return [label, role, value === undefined ? "" : typeof value === "boolean" ? (value ? "on" : "off") : String(value), ...states].filter(Boolean).join(", ");
}

/** The text of others that belongs to a line's words: the element's, for a focus. @param {any} line @returns {string} */
export function labelOfLine(line) {
  return line.type === "focus" ? elementText(line) : "";
}
