// @ts-check
// The moving layer of the picture: touches with their trails and receivers, gestures, cancels.

import { addOutline, apply } from "../shared/geometry.js";
import { isolate } from "../shared/isolate.js";
import { FADE } from "./model.js";
import { colours, touchColour } from "./palette.js";
import { shaped } from "./regions.js";
import { Tags } from "./tags.js";
import { gestureText } from "./words.js";

/** @typedef {import("../shared/geometry.js").Matrix} Matrix */
/** @typedef {import("./model.js").Touch} Touch */
/** @typedef {{screen: string, toPicture: Matrix, now: number, trails: boolean, raw: boolean, selected: number | null, own: Set<number>}} How */

/** The tags of the layer. */
export const tags = new Tags();
const TAU = 2 * Math.PI;
/** The font of names and tags. */
export const FONT = "600 13px system-ui, 'Liberation Sans', 'DejaVu Sans', sans-serif";

/** @param {import("./model.js").State} state @param {{panel: string, target?: string | null}} thing */
export function screenOf(state, thing) {
  return state.panels.get(thing.panel)?.screen ?? (thing.target && state.regions.get(thing.target)?.screen) ?? thing.panel.replace(/-[^-]*$/, "");
}

/**
 * Draws the layer.
 * @param {CanvasRenderingContext2D} context in CSS pixels
 * @param {import("./model.js").State} state
 * @param {How} how
 * @returns {boolean} whether something fades, so that it must be drawn again
 */
export function drawFingers(context, state, how) {
  const isHere = (/** @type {Touch} */ touch) => screenOf(state, touch) === how.screen;
  const down = [...state.touches.values()].filter(isHere);
  const over = state.recent.filter((touch) => isHere(touch) && how.now - /** @type {number} */ (touch.endedAt) < FADE);
  context.font = FONT;
  context.textBaseline = "middle";
  context.lineJoin = "bevel";
  const { canvas } = context;
  tags.begin([canvas.width / devicePixelRatio, canvas.height / devicePixelRatio]);
  for (const touch of down) if (touch.x !== undefined) tags.keepFree(...apply(how.toPicture, [touch.x, /** @type {number} */ (touch.y)]), reachOf(touch, how.toPicture[0]));
  for (const touch of down) drawReceivers(context, state, touch, how.toPicture);
  // The first ones get the best places for their tags, so touches that are down come before others.
  for (const touch of down) if (touch.x !== undefined) drawTouch(context, touch, how);
  drawSensitive(context, state, down, how);
  for (const gesture of state.gestures.values()) drawGesture(context, state, gesture, how);
  for (const touch of over) drawOver(context, touch, how);
  // A touch that was selected long ago is shown where it began.
  const chosen = how.selected !== null && !state.touches.has(how.selected) && state.recent.find((touch) => touch.id === how.selected && isHere(touch));
  if (chosen && chosen.x !== undefined) ring(context, apply(how.toPicture, [chosen.x, /** @type {number} */ (chosen.y)]), 20, colours.selected);
  return over.length > 0 || (how.trails && down.some((touch) => touch.trail.length > 3 && how.now - touch.trail[0] < 1000));
}

/** @param {CanvasRenderingContext2D} context @param {import("./model.js").State} state @param {Touch} touch @param {Matrix} toPicture */
function drawReceivers(context, state, touch, toPicture) {
  if (touch.sensitive) return;
  for (const [id, { phase }] of touch.receivers) {
    const region = phase === "cancelled" ? null : state.regions.get(id);
    if (!region) continue;
    context.beginPath();
    addOutline(context, shaped(state, region), toPicture);
    context.strokeStyle = touchColour(touch.id);
    context.globalAlpha = 0.9;
    context.lineWidth = 2;
    context.stroke();
  }
  context.globalAlpha = 1;
}

/**
 * Draws the number of fingers in each sensitive region, because they have no place.
 * @param {CanvasRenderingContext2D} context
 * @param {import("./model.js").State} state
 * @param {Touch[]} down
 * @param {How} how
 */
function drawSensitive(context, state, down, how) {
  /** @type {Map<string, number>} */
  const counts = new Map();
  for (const touch of down) if (touch.sensitive && touch.target) counts.set(touch.target, (counts.get(touch.target) ?? 0) + 1);
  for (const [id, count] of counts) {
    const region = state.regions.get(id);
    if (!region) continue;
    const [x, y, width, height] = region.bounds;
    const [px, py] = apply(how.toPicture, apply(region.toScreen, [x + width / 2, y + height / 2]));
    tags.put(context, count === 1 ? "1 finger is in here" : `${count} fingers are in here`, px, py, colours.sensitiveName);
  }
}

/** The radius of a finger in the picture. @param {Touch} touch @param {number} scale */
const reachOf = ({ major, minor }, scale) => Math.max(7, (Math.max(major ?? 0, minor ?? 0) / 2) * scale || 17);

/** @param {CanvasRenderingContext2D} context @param {Touch} touch @param {How} how */
function drawTouch(context, touch, how) {
  const colour = touchColour(touch.id);
  if (how.trails) trail(context, touch, colour, how, 1);
  const [x, y] = apply(how.toPicture, [/** @type {number} */ (touch.x), /** @type {number} */ (touch.y)]);
  const scale = how.toPicture[0];
  const major = Math.max(7, ((touch.major ?? 0) / 2) * scale || 17);
  const minor = Math.max(7, ((touch.minor ?? touch.major ?? 0) / 2) * scale || 17);
  context.beginPath();
  // The orientation is the angle of the long axis from the vertical.
  context.ellipse(x, y, minor, major, touch.orientation ?? 0, 0, TAU);
  context.fillStyle = colour;
  context.globalAlpha = 0.3;
  context.fill();
  context.globalAlpha = 1;
  context.strokeStyle = colour;
  context.lineWidth = touch.tool === "pen" ? 1 : 2;
  context.stroke();
  const reach = Math.max(major, minor);
  if (touch.pressure !== undefined) {
    context.beginPath();
    context.arc(x, y, reach + 5, -TAU / 4, -TAU / 4 + TAU * Math.min(1, Math.max(0.02, touch.pressure)));
    context.lineWidth = 4;
    context.stroke();
  }
  if (how.raw && touch.raw) drawRaw(context, [x, y], apply(how.toPicture, touch.raw));
  if (touch.id === how.selected) ring(context, [x, y], reach + 10, colours.selected);
  // The mark of a finger from this page.
  if (how.own.has(touch.id)) {
    ring(context, [x, y], reach + 16, colours.own);
    tags.put(context, "from here", x, y + reach + 32, colours.own);
  }
  const names = [...touch.receivers].filter(([, r]) => r.phase !== "cancelled").map(([id]) => (id ? isolate(id) : "nobody"));
  tags.put(context, `#${touch.number} ${names.join(", ") || "nobody"}`, x, y - reach - 20, colour);
}

/**
 * Draws the place before the filters: a cross, and a line to the place after the filters.
 * @param {CanvasRenderingContext2D} context
 * @param {[number, number]} at
 * @param {[number, number]} raw
 */
function drawRaw(context, [x, y], [rx, ry]) {
  // If the filters change nothing, the cross would only hide the finger.
  if (Math.hypot(rx - x, ry - y) < 2) return;
  context.beginPath();
  context.moveTo(x, y);
  context.lineTo(rx, ry);
  context.moveTo(rx - 6, ry - 6);
  context.lineTo(rx + 6, ry + 6);
  context.moveTo(rx - 6, ry + 6);
  context.lineTo(rx + 6, ry - 6);
  context.strokeStyle = colours.raw;
  context.lineWidth = 1.5;
  context.stroke();
}

/** @param {CanvasRenderingContext2D} context @param {Touch} touch @param {string} colour @param {How} how @param {number} alpha */
function trail(context, { trail: points }, colour, how, alpha) {
  if (points.length < 6) return;
  context.strokeStyle = colour;
  context.lineWidth = 3;
  // Three strokes, older ones fainter, and no finer than visible: a stroke for each piece would cost ten times as much.
  const count = points.length / 3;
  for (let part = 0; part < 3; part++) {
    const [from, to] = [Math.floor((count * part) / 3), Math.min(count - 1, Math.floor((count * (part + 1)) / 3))];
    context.beginPath();
    let [lastX, lastY] = [NaN, NaN];
    for (let i = from; i <= to; i++) {
      const [x, y] = apply(how.toPicture, [points[3 * i + 1], points[3 * i + 2]]);
      if (i > from && i < to && Math.abs(x - lastX) + Math.abs(y - lastY) < 5) continue;
      if (i === from) context.moveTo(x, y);
      else context.lineTo(x, y);
      [lastX, lastY] = [x, y];
    }
    context.globalAlpha = alpha * (0.25 + 0.25 * part);
    context.stroke();
  }
  context.globalAlpha = 1;
}

/**
 * Draws a touch that has just ended; a cancelled one gets a mark with its reason.
 * @param {CanvasRenderingContext2D} context
 * @param {Touch} touch
 * @param {How} how
 */
function drawOver(context, touch, how) {
  const left = 1 - (how.now - /** @type {number} */ (touch.endedAt)) / FADE;
  if (touch.x === undefined || touch.y === undefined || left <= 0) return;
  if (how.trails) trail(context, touch, touchColour(touch.id), how, left);
  const [x, y] = apply(how.toPicture, [touch.x, touch.y]);
  context.globalAlpha = left;
  if (touch.reason === undefined) {
    ring(context, [x, y], 10 + 14 * (1 - left), touchColour(touch.id));
  } else {
    context.globalAlpha = Math.min(1, 2 * left);
    context.strokeStyle = colours.cancel;
    context.lineWidth = 3;
    context.beginPath();
    context.moveTo(x - 11, y - 11);
    context.lineTo(x + 11, y + 11);
    context.moveTo(x + 11, y - 11);
    context.lineTo(x - 11, y + 11);
    context.stroke();
    tags.put(context, "cancelled: " + touch.reason, x, y + 26, colours.cancel);
  }
  context.globalAlpha = 1;
}

/** @param {CanvasRenderingContext2D} context @param {import("./model.js").State} state @param {any} gesture @param {How} how */
function drawGesture(context, state, gesture, how) {
  const region = state.regions.get(gesture.region);
  if (!region || region.screen !== how.screen || !gesture.local) return;
  const [x, y] = apply(how.toPicture, apply(region.toScreen, gesture.local));
  context.strokeStyle = colours.selected;
  context.globalAlpha = 0.6;
  context.lineWidth = 1.5;
  context.setLineDash([6, 5]);
  context.beginPath();
  for (const id of gesture.touches) {
    const touch = state.touches.get(id);
    if (touch?.x === undefined || touch.y === undefined) continue;
    context.moveTo(x, y);
    context.lineTo(...apply(how.toPicture, [touch.x, touch.y]));
  }
  context.stroke();
  context.setLineDash([]);
  context.globalAlpha = 1;
  context.beginPath();
  context.arc(x, y, 5, 0, TAU);
  context.fillStyle = colours.selected;
  context.fill();
  tags.put(context, `${isolate(gesture.gesture)} ${gestureText(gesture)}`.trim(), x, y + 20, colours.selected);
}

/** @param {CanvasRenderingContext2D} context @param {[number, number]} at @param {number} radius @param {string} colour */
function ring(context, [x, y], radius, colour) {
  context.beginPath();
  context.arc(x, y, radius, 0, TAU);
  context.strokeStyle = colour;
  context.lineWidth = 2;
  context.stroke();
}

/**
 * The touch nearest to a place in the picture, if one is near.
 * @param {import("./model.js").State} state
 * @param {How} how
 * @param {[number, number]} point
 */
export function touchNear(state, how, [x, y]) {
  let best = null;
  let least = 45;
  for (const touch of [...state.touches.values(), ...state.recent.filter((t) => how.now - /** @type {number} */ (t.endedAt) < FADE)]) {
    if (touch.x === undefined || touch.y === undefined || screenOf(state, touch) !== how.screen) continue;
    const [tx, ty] = apply(how.toPicture, [touch.x, touch.y]);
    const distance = Math.hypot(tx - x, ty - y);
    if (distance < least) [best, least] = [touch, distance];
  }
  return best;
}
