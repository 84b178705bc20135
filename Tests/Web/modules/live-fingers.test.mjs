// pages/live/fingers.js: what is drawn of the touches.
import assert from "node:assert/strict";
import test from "node:test";
import { drawFingers } from "../../../pages/live/fingers.js";
import { apply, empty } from "../../../pages/live/model.js";
import { colours } from "../../../pages/live/palette.js";
import { frame, snapshot, touch } from "./live-lines.mjs";

globalThis.devicePixelRatio = 1;
colours.raw = "the colour of raw places";

/** A canvas context that records the lines of the paths that are stroked in the colour of raw places. */
function recorder() {
  let lines = [];
  const strokes = [];
  let place = null;
  const own = {
    canvas: { width: 540, height: 960 },
    beginPath: () => { lines = []; },
    moveTo: (...to) => { place = to; },
    lineTo: (...to) => { lines.push([...place, ...to]); place = to; },
    stroke: () => own.strokeStyle === colours.raw && strokes.push(lines),
    measureText: (text) => ({ width: 8 * text.length }),
  };
  const context = new Proxy(own, { get: (target, name) => target[name] ?? (() => {}) });
  return { context, strokes };
}

function strokesWith(raw) {
  const state = empty();
  apply(state, snapshot, 0);
  apply(state, frame(1, touch(7, "began", "ok", 100, 200, { raw })), 10);
  const { context, strokes } = recorder();
  drawFingers(context, state, { screen: "main", toPicture: [0.5, 0, 0, 0.5, 0, 0], now: 10, trails: false, raw: true, selected: null, own: new Set() });
  return strokes;
}

test("a line leads to the place before the filters, which is a cross", () => {
  assert.deepEqual(strokesWith([140, 240]), [[[50, 100, 70, 120], [64, 114, 76, 126], [64, 126, 76, 114]]]);
});

test("there is no cross where the filters change nothing", () => {
  assert.deepEqual(strokesWith([102, 201]), []);
});
