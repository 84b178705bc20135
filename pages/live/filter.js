// @ts-check
// The filter of the lists: each of its words must occur in an item's region, client or reason, or in its other words.

import { plain } from "../shared/isolate.js";
import { reasonText } from "./words.js";

/** @typedef {import("./model.js").State} State */

/** The filter's words. @param {string} text @returns {string[]} */
export const wordsOf = (text) => text.toLocaleLowerCase().split(/\s+/).filter(Boolean);

/** Whether each word occurs in one of the texts. @param {string[]} words @param {(string | null | undefined)[]} texts */
export function holds(words, texts) {
  if (!words.length) return true;
  const all = plain(texts.filter(Boolean).join("\n")).toLocaleLowerCase();
  return words.every((word) => all.includes(word));
}

/** The names of the clients that have claimed a region, or the sensitive region that it lies in: another claim covers its region alone. @param {State} state @param {string | null} region its path or its ID @returns {string[]} */
export function clientsOf(state, region) {
  if (!region || !state.clients) return [];
  const path = state.regions.get(region)?.path ?? region;
  const isAbove = (/** @type {string} */ claim) => {
    const claimed = state.regions.get(claim)?.path ?? claim;
    return path === claimed || (state.sensitive.has(claim.slice(claim.lastIndexOf("/") + 1)) && path.startsWith(claimed + "/"));
  };
  return state.clients.clients.filter(({ claims }) => claims.some(isAbove)).map(({ name, program }) => name ?? program);
}

/** The texts of a touch that the filter looks at. @param {State} state @param {import("./model.js").Touch} touch */
export function textsOfTouch(state, touch) {
  const regions = [...touch.receivers.keys(), touch.target ?? ""].filter(Boolean);
  const paths = regions.map((region) => state.regions.get(region)?.path ?? region);
  const reasons = [...touch.receivers.values()].flatMap(({ reason }) => (reason ? [reason, reasonText(reason)] : []));
  return [`#${touch.number}`, touch.panel, ...paths, ...regions.flatMap((region) => clientsOf(state, region)), ...reasons];
}

/** The texts of a client that the filter looks at. @param {any} client */
export const textsOfClient = ({ name, program, token, subscriptions, claims }) => [name, program, token, ...subscriptions.flatMap((/** @type {any} */ s) => s.regions), ...claims];
