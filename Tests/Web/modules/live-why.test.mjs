// pages/live/why.js and words.js
import assert from "node:assert/strict";
import test from "node:test";
import { apply, empty } from "../../../pages/live/model.js";
import { explain, list, whoHas } from "../../../pages/live/why.js";
import { frame, snapshot, touch, trace } from "./live-lines.mjs";

function down(why, ...events) {
  const state = empty();
  for (const line of [snapshot, why, frame(1, ...events)]) if (line) apply(state, line, 1);
  return state.touches.get(7) ?? state.recent[0];
}
const told = (why, ...events) => {
  const t = events.length ? down(why, ...events) : null;
  return explain(t, t ? t.why : why);
};

test("a plain hit: which regions were asked, their answers, and who gets it", () => {
  const { title, story, asked, unasked } = told(trace(7), touch(7, "began", "ok", 5, 6));
  assert.equal(title, "Touch 7 at 5, 6 on main-0");
  assert.deepEqual(story, ["The point hits kiosk/ok.", "It goes to kiosk/ok."]);
  assert.deepEqual(asked, [
    { region: "kiosk", place: "5, 6", answer: "contains the point; a child is hit", decides: false },
    { region: "kiosk/ok", place: "1, 2", answer: "hit", decides: true },
  ]);
  assert.deepEqual(unasked, []);
});

test("who decided, who blocked, from whom it is withheld", () => {
  assert.deepEqual(told(trace(7, { decidedBy: "guard", target: "kiosk/list", receivers: ["kiosk/list"] }), touch(7, "began", "list", 5, 6)).story,
    ["The point hits kiosk/ok.", "The interceptor guard has decided who gets it.", "So its target is kiosk/list.", "It goes to kiosk/list."]);
  assert.deepEqual(told(trace(7, { blockedBy: "kiosk/ok", receivers: [] }), touch(7, "began", null, 5, 6)).story,
    ["The point hits kiosk/ok.", "kiosk/ok takes no second finger while one is down on it.", "Nobody gets it."]);
  assert.match(told(trace(7, { blockedBy: "kiosk/list", receivers: [] }), touch(7, "began", null, 5, 6)).story[1], /no finger while one is down on kiosk\/list, which is exclusive/);
  assert.deepEqual(told(trace(7, { receivers: [], withheldFrom: ["kiosk/ok", "kiosk/list"] })).story.slice(1),
    ["Nobody gets it yet.", "It is delayed for kiosk/ok and kiosk/list until it is decided who gets it."]);
  assert.deepEqual(told(trace(7, { hit: null, target: null, receivers: [] }), touch(7, "began", null, 5, 6)).story, ["The point hits no region.", "Nobody gets it."]);
});

test("what became of it is told too", () => {
  assert.deepEqual(told(trace(7), touch(7, "began", "ok", 5, 6), touch(7, "cancelled", "ok", 5, 6, { reason: "gesture" })).story.at(-1),
    "Cancelled for ok: a gesture or a scroll view took it over.");
  assert.equal(whoHas(down(trace(7), touch(7, "began", "ok", 5, 6), touch(7, "cancelled", "ok", 5, 6, { reason: "palm" }))), "cancelled: it is a palm");
  assert.equal(whoHas(down(null, touch(7, "began", null, 5, 6))), "nobody");
});

test("without a trace it is told who gets it", () => {
  assert.deepEqual(told(null, touch(7, "began", "ok", 5, 6)).story, ["No explanation: its begin was not traced.", "It goes to ok."]);
});

test("of a sensitive touch no place, no receiver and no region that was asked is told", () => {
  const why = { type: "trace", touch: 7, time: 1, panel: "main-0", hit: "kiosk/pin", target: "kiosk/pin", sensitive: true };
  const { title, story, asked } = told(why, { event: "sensitive", id: 7, phase: "began", region: null, target: "pin" });
  assert.equal(title, "Touch 7");
  assert.match(story[0], /pin, which is sensitive/);
  assert.deepEqual(asked, []);
});

test("names in a list", () => assert.deepEqual([list([]), list(["a"]), list(["a", "b"]), list(["a", "b", "c"])], ["", "a", "a and b", "a, b and c"]));
