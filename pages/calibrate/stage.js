// @ts-check
// The content of the window while crosses are touched.

import { circle, cross, prepare, trialPlace, trialRadius } from "./crosses.js";
import { colourOf } from "../shared/colours.js";

/** @param {string} id @returns {any} */
const at = (id) => document.getElementById(id);

/** The window, in CSS pixels. */
export const size = () => [window.innerWidth, window.innerHeight];

/** @param {number[]} place a share of the window */
export const inWindow = (place) => place.map((part, axis) => Math.round(part * size()[axis]));

export function open() {
  at("stage").hidden = false;
  at("stage").focus();
}

export function close() {
  at("stage").hidden = true;
}

/** @param {string} text @param {string} [note] */
export function showInstruction(text, note = "") {
  at("instruction").textContent = text;
  at("note").textContent = note;
}

/** @param {string} text */
export function showNote(text) {
  at("note").textContent = text;
}

/** @param {string} text */
export function clock(text) {
  at("clock").textContent = text;
}

/** Draws a cross, and dots at the touched places. @param {number[]} place as a share of the window @param {number[][]} others in CSS pixels */
export function drawCross(place, others) {
  const { context, arm } = prepared(place);
  for (const other of others) circle(context, other, 3, colourOf("line"), true);
  circle(context, inWindow(place), arm * 0.75, colourOf("faint"));
  cross(context, inWindow(place), arm, colourOf("text"));
}

/** Draws the last cross, in the circle that a finger must hit. */
export function drawTrial() {
  const { context, arm } = prepared(trialPlace);
  circle(context, inWindow(trialPlace), trialRadius(size()), colourOf("good"));
  cross(context, inWindow(trialPlace), arm, colourOf("text"));
}

/** @param {number[]} place */
function prepared(place) {
  document.querySelector(".said")?.classList.toggle("high", Math.abs(place[1] - 0.5) < 0.12);
  return { context: prepare(at("cross"), size()), arm: Math.min(...size()) / 22 };
}
