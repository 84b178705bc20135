// @ts-check
// Why a touch goes to its receivers, in plain words, from its trace line and from its later events.

import { isolate } from "../shared/isolate.js";
import { reasonText, round } from "./words.js";

/** @typedef {{region: string, answer: string, place?: string, decides: boolean}} Asked */
/** @typedef {{title: string, id: number, story: string[], asked: Asked[], unasked: {region: string, because: string}[]}} Explanation */

/** @param {string[]} all names @returns {string} */
export function list(all) {
  const names = all.map((name) => (name === "nobody" ? name : isolate(name)));
  return names.length < 2 ? names.join("") : names.slice(0, -1).join(", ") + " and " + names[names.length - 1];
}

/** The sentences about the parts of a decision. @param {any} trace @returns {string[]} */
function decision(trace) {
  const story = [];
  story.push(trace.hit ? `The point hits ${isolate(trace.hit)}.` : "The point hits no region.");
  if (trace.decidedBy) story.push(`The interceptor ${isolate(trace.decidedBy)} has decided who gets it.`);
  if (trace.target && trace.target !== trace.hit) story.push(`So its target is ${isolate(trace.target)}.`);
  if (trace.blockedBy) {
    story.push(
      trace.blockedBy === trace.target
        ? `${isolate(trace.target)} takes no second finger while one is down on it.`
        : `${trace.target ? isolate(trace.target) : "The target"} takes no finger while one is down on ${isolate(trace.blockedBy)}, which is exclusive.`,
    );
  }
  const [now, later] = [trace.receivers ?? [], trace.withheldFrom ?? []];
  if (now.length) story.push(`It goes to ${list(now)}.`);
  else story.push(later.length ? "Nobody gets it yet." : "Nobody gets it.");
  if (later.length) story.push(`It is delayed for ${list(later)} until it is decided who gets it.`);
  return story;
}

/** The sentences about the touch's end for each receiver. @param {import("./model.js").Touch} touch @returns {string[]} */
function outcome(touch) {
  const story = [];
  for (const [region, { phase, reason }] of touch.receivers) {
    const who = region ? isolate(region) : "nobody";
    if (phase === "cancelled") story.push(`Cancelled for ${who}: ${reasonText(reason)}.`);
    else if (phase === "ended") story.push(`Ended for ${who}.`);
  }
  return story;
}

/**
 * Explains a touch.
 * @param {import("./model.js").Touch | null} touch null if no receiver has it yet
 * @param {any} trace null if there is none: tracing began later, or is not allowed
 * @returns {Explanation}
 */
export function explain(touch, trace) {
  const id = touch?.id ?? trace?.touch;
  const name = touch ? `#${touch.number}` : String(id);
  if (touch?.sensitive || trace?.sensitive) {
    const target = touch?.target ?? trace?.hit;
    const where = target ? isolate(target) : "a sensitive region";
    return { title: `Touch ${name}`, id, story: [`A finger is in ${where}, which is sensitive. Its place and its receivers are not shown.`, ...(touch ? outcome(touch) : [])], asked: [], unasked: [] };
  }
  const panel = touch?.panel ?? trace?.panel;
  const injected = panel?.endsWith("-injected") ? ", injected by a client" : "";
  const place = trace?.x !== undefined ? ` at ${round(trace.x)}, ${round(trace.y)}` : "";
  const title = `Touch ${name}${place} on ${isolate(panel)}${injected}`;
  const known = touch ? outcome(touch) : [];
  if (!trace) {
    const receivers = touch ? [...touch.receivers.keys()].filter(Boolean) : [];
    const goes = receivers.length ? `It goes to ${list(receivers)}.` : "Nobody gets it.";
    return { title, id, story: ["No explanation: its begin was not traced.", goes, ...known], asked: [], unasked: [] };
  }
  const asked = (trace.asked ?? []).map((/** @type {any} */ entry) => ({
    region: entry.region,
    answer: entry.answer,
    place: entry.local.map((/** @type {number} */ v) => round(v)).join(", "),
    decides: entry.region === trace.hit,
  }));
  return { title, id, story: [...decision(trace), ...known], asked, unasked: trace.unasked ?? [] };
}

/** The receivers of a touch, in a few words for a row. @param {import("./model.js").Touch} touch */
export function whoHas(touch) {
  if (touch.sensitive) return `in ${touch.target ? isolate(touch.target) : "a sensitive region"} (sensitive)`;
  const now = [...touch.receivers].filter(([, r]) => r.phase !== "cancelled").map(([region]) => region || "nobody");
  if (now.length) return list(now);
  return "cancelled: " + reasonText([...touch.receivers.values()].at(-1)?.reason);
}
