// pages/live/why.js and words.js
import assert from "node:assert/strict";
import test from "node:test";
import { apply, empty } from "../../../pages/live/model.js";
import { partsOf, plain } from "../../../pages/shared/isolate.js";
import { explain, list, whoHas } from "../../../pages/live/why.js";
import { bare, frame, snapshot, touch, trace } from "./live-lines.mjs";

function down(why, ...events) {
  const state = empty();
  for (const line of [snapshot, why, frame(1, ...events)]) if (line) apply(state, line, 1);
  return state.touches.get(7) ?? state.recent[0];
}
const told = (why, ...events) => {
  const t = events.length ? down(why, ...events) : null;
  return bare(explain(t, t ? t.why : why));
};

test("a plain hit: which regions were asked, their answers, and who gets it", () => {
  const { title, story, asked, unasked } = told(trace(7), touch(7, "began", "ok", 5, 6));
  assert.equal(title, "Touch #1 at 5, 6 on main-0");
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
  assert.equal(bare(whoHas(down(trace(7), touch(7, "began", "ok", 5, 6), touch(7, "cancelled", "ok", 5, 6, { reason: "palm" })))), "cancelled: it is a palm");
  assert.equal(bare(whoHas(down(null, touch(7, "began", null, 5, 6)))), "nobody");
});

test("without a trace it is told who gets it", () => {
  assert.deepEqual(told(null, touch(7, "began", "ok", 5, 6)).story, ["No explanation: its begin was not traced.", "It goes to ok."]);
});

test("of a sensitive touch no place, no receiver and no region that was asked is told", () => {
  const why = { type: "trace", touch: 7, time: 1, panel: "main-0", hit: "kiosk/pin", target: "kiosk/pin", sensitive: true };
  const { title, story, asked } = told(why, { event: "sensitive", id: 7, phase: "began", region: null, target: "pin" });
  assert.equal(title, "Touch #1");
  assert.match(story[0], /pin, which is sensitive/);
  assert.deepEqual(asked, []);
});

const bareList = (names) => bare(list(names));

test("names in a list", () => assert.deepEqual([bareList([]), bareList(["a"]), bareList(["a", "b"]), bareList(["a", "b", "c"])], ["", "a", "a and b", "a, b and c"]));

test("a name in a text is isolated, and cannot end its isolation", () => {
  const rtl = "\u05db\u05e8\u05d8\u05d9\u05e1\u2069 203";
  const { story } = explain(down(trace(7, { hit: rtl }), touch(7, "began", "ok", 5, 6)), trace(7, { hit: rtl }));
  assert.equal(story[0], "The point hits \u2068\u05db\u05e8\u05d8\u05d9\u05e1 203\u2069.");
  assert.deepEqual(partsOf(story[0]), [{ text: "The point hits ", isName: false }, { text: "\u05db\u05e8\u05d8\u05d9\u05e1 203", isName: true }, { text: ".", isName: false }]);
  assert.equal(plain(story[1]), "So its target is kiosk/ok.");
});

test("touches are counted for people, however long their IDs are", () => {
  const state = empty();
  for (const line of [snapshot, frame(1, touch(4503599627370499, "began", "ok", 5, 6)), frame(2, touch(9, "began", "ok", 5, 6)), frame(3, touch(9, "ended", "ok", 5, 6))]) apply(state, line, 1);
  assert.deepEqual(bare(state.events.slice(1).map(({ text }) => text)), ["touch #1 began for ok at 5, 6", "touch #2 began for ok at 5, 6", "touch #2 ended for ok at 5, 6"]);
  const told = explain(state.touches.get(4503599627370499), null);
  assert.equal(told.title, "Touch #1 on \u2068main-0\u2069");
  assert.equal(told.id, 4503599627370499);
});
