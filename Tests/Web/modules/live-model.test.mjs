// pages/live/model.js and its parts.
import assert from "node:assert/strict";
import test from "node:test";
import { factsOf } from "../../../pages/live/facts.js";
import { apply, copy, empty } from "../../../pages/live/model.js";
import { bare, frame, region, regions, snapshot, touch, trace } from "./live-lines.mjs";

function after(...lines) {
  const state = empty();
  lines.forEach((line, i) => apply(state, line, i * 10));
  return state;
}

test("a touch is down from its begin to its end, with its trail, its axes and its explanation", () => {
  const state = after(snapshot, trace(7), frame(1, touch(7, "began", "ok", 10, 20)), frame(2, touch(7, "moved", "ok", 30, 40, { pressure: 0.5, raw: [31, 42] })));
  const down = state.touches.get(7);
  assert.deepEqual([down.x, down.y, down.pressure, down.raw], [30, 40, 0.5, [31, 42]]);
  assert.deepEqual(down.trail, [20, 10, 20, 30, 30, 40]);
  assert.equal(down.why.hit, "kiosk/ok");
  assert.equal(state.waiting.size, 0);
  apply(state, frame(3, touch(7, "ended", "ok", 30, 40)), 40);
  assert.equal(state.touches.size, 0);
  assert.equal(state.recent[0].id, 7);
  assert.equal(state.recent[0].endedAt, 40);
});

test("a touch of several receivers is over when it is over for the last one", () => {
  const state = after(snapshot, frame(1, touch(7, "began", "ok", 1, 1), touch(7, "began", "list", 1, 1)), frame(2, touch(7, "cancelled", "ok", 2, 2, { reason: "stolen" })));
  assert.deepEqual([...state.touches.get(7).receivers], [["ok", { phase: "cancelled", reason: "stolen" }], ["list", { phase: "began" }]]);
  apply(state, frame(3, touch(7, "ended", "list", 2, 2)), 30);
  assert.equal(state.touches.size, 0);
  assert.equal(state.recent[0].reason, undefined);
});

test("a cancel leaves its reason", () => {
  const state = after(snapshot, frame(1, touch(7, "began", "ok", 1, 1)), frame(2, touch(7, "cancelled", "ok", 2, 2, { reason: "palm" })));
  assert.equal(state.recent[0].reason, "palm");
  assert.match(bare(state.events.at(-1).text), /cancelled for ok: it is a palm/);
});

test("of what began before this page came nothing is shown", () => {
  const state = after(snapshot, frame(1, touch(7, "moved", "ok", 1, 1)), frame(2, touch(7, "ended", "ok", 1, 1)));
  assert.equal(state.touches.size + state.recent.length, 0);
});

test("no finger, gesture, control or scroll outlives the connection", () => {
  const state = after(snapshot, frame(1, touch(7, "began", "ok", 1, 1), { event: "control", region: "ok", action: "touchDown", id: 7 },
    { event: "gesture", gesture: "g", kind: "pan", region: "kiosk", state: "began", touches: [7] }, { event: "scroll", region: "list", offset: [0, 0], zoomScale: 1, state: "began" }), { type: "lost" });
  assert.equal(state.touches.size + state.gestures.size + state.controls.size + state.scrolls.size, 0);
  assert.equal(state.connected, false);
  for (const line of [snapshot, { type: "lagged", merged: 1, cancelled: [7] }]) {
    assert.equal(after(snapshot, frame(1, touch(7, "began", "ok", 1, 1)), line).touches.size, 0);
  }
});

test("nor does what was known of the other clients", () => {
  const state = after(snapshot, { type: "clients", clients: [{ client: 1 }] });
  assert.equal(state.clients.clients.length, 1);
  apply(state, { type: "lost" }, 20);
  assert.equal(state.clients, null);
});

test("gestures, controls and scrolls are in progress until they end", () => {
  const gesture = (state) => ({ event: "gesture", gesture: "turn", kind: "rotation", region: "kiosk", state, touches: [7], rotation: 1 });
  const control = (action) => ({ event: "control", region: "ok", action, id: 7 });
  const state = after(snapshot, frame(1, gesture("began"), control("touchDown")));
  assert.deepEqual([state.gestures.size, state.controls.size], [1, 1]);
  apply(state, frame(2, gesture("changed"), control("touchDragExit")), 20);
  assert.equal(state.controls.get("ok").action, "touchDragExit");
  apply(state, frame(3, gesture("ended"), control("touchUpOutside")), 30);
  assert.deepEqual([state.gestures.size, state.controls.size], [0, 0]);
  apply(state, frame(4, gesture("recognized")), 40);
  assert.equal(state.gestures.size, 0);
});

test("a finger in a sensitive region has no place, and the region is known for it", () => {
  const state = after(snapshot, { type: "trace", touch: 7, time: 1, panel: "main-0", hit: "kiosk/pin", target: "kiosk/pin", sensitive: true },
    frame(1, { event: "sensitive", id: 7, phase: "began", region: "pin", target: "pin" }));
  assert.equal(state.touches.get(7).sensitive, true);
  assert.equal(state.touches.get(7).x, undefined);
  assert.ok(state.sensitive.has("pin"));
});

test("what is in a scroll view moves and grows with it", () => {
  const state = after(snapshot, frame(1, { event: "scroll", region: "list", offset: [0, 150], zoomScale: 1, state: "began" }));
  assert.deepEqual(state.regions.get("row").toScreen, [1, 0, 0, 1, 100, 150]);
  assert.deepEqual(state.regions.get("list").bounds, [0, 150, 500, 500]);
  assert.deepEqual(state.regions.get("list").toScreen, [1, 0, 0, 1, 100, -50]);
  apply(state, frame(2, { event: "scroll", region: "list", offset: [100, 0], zoomScale: 2, state: "changed" }), 9);
  assert.deepEqual(state.regions.get("row").toScreen, [2, 0, 0, 2, 0, 500]);
  apply(state, frame(3, { event: "scroll", region: "list", offset: [0, 0], zoomScale: 1, state: "changed" }), 9);
  assert.deepEqual(state.regions.get("row").toScreen, [1, 0, 0, 1, 100, 300]);
});

test("a slider's value is in its region, also after a drag of a finger", () => {
  const state = after(snapshot, { type: "changed", generation: 2, regions: [region("kiosk/ok", "slider", [0, 0, 9, 9], [1, 0, 0, 1, 0, 0], { value: 3 })] },
    frame(1, { event: "control", region: "ok", action: "valueChanged", id: 7, value: 8 }));
  assert.equal(state.regions.get("ok").value, 8);
});

test("trees, panels and screens follow their lines", () => {
  const state = after(snapshot, { type: "tree", generation: 5, regions: regions.slice(0, 2) }, { type: "panel", panel: "main-injected", state: "added", screen: "main" },
    { type: "screen", screen: "main", display: "off", activity: "idle", idle: 60, mode: "cleaning", lastTouch: null });
  assert.deepEqual([state.regions.size, state.generation, state.panels.size], [2, 5, 2]);
  assert.equal(state.screens.get("main").mode, "cleaning");
  apply(state, { type: "config", ok: true, generation: 6, panels: snapshot.panels, regions }, 40);
  assert.deepEqual([state.regions.size, [...state.panels.keys()]], [5, ["main-injected", "main-0"]]);
  apply(state, { type: "config", ok: false, generation: 6, message: "x:1:1: error" }, 50);
  assert.match(state.events.at(-1).text, /refused.*x:1:1/);
});

test("trails, events and touches that are over are bounded", () => {
  const state = after(snapshot);
  for (let n = 0; n < 3000; n++) apply(state, frame(n, touch(1, n ? "moved" : "began", "ok", n, n)), n / 10);
  assert.ok(state.touches.get(1).trail.length <= 3 * 91);
  for (let n = 2; n < 500; n++) apply(state, frame(n, touch(n, "began", "ok", n, n), touch(n, "ended", "ok", n, n)), 1000 + n);
  assert.ok(state.recent.length <= 20);
  assert.ok(state.events.length <= 150);
  for (let n = 0; n < 500; n++) apply(state, trace(1000 + n), 2000);
  assert.ok(state.waiting.size <= 64);
});

test("a copy stays as it was", () => {
  const state = after(snapshot, frame(1, touch(7, "began", "ok", 1, 1)));
  const before = copy(state);
  const same = structuredClone(before);
  apply(state, frame(2, touch(7, "moved", "list", 5, 5), { event: "scroll", region: "list", offset: [0, 9], zoomScale: 1, state: "began" }), 50);
  apply(state, { type: "tree", generation: 3, regions: [] }, 60);
  assert.deepEqual(before, same);
});

test("a configuration says what the wire does not", () => {
  const configuration = { screens: [{ id: "main", size: [800, 600], accessibility: {}, windows: [{ id: "w", children: [{ id: "pin", sensitive: true, children: [{ id: "key", shape: { kind: "ellipse" } }] }] }] }] };
  assert.deepEqual(factsOf(configuration), { sizes: { main: [800, 600] }, sensitive: ["pin"], shapes: { key: { kind: "ellipse" } }, accessible: ["main"] });
  assert.deepEqual(factsOf(null), { sizes: {}, sensitive: [], shapes: {}, accessible: [] });
});
