// pages/live/marks.js and history.js: begins and cancels on the time line.
import assert from "node:assert/strict";
import test from "node:test";
import { History } from "../../../pages/live/history.js";
import { marksOf } from "../../../pages/live/marks.js";
import { frame, snapshot, touch } from "./live-lines.mjs";

const push = (history, line, at) => history.push(JSON.stringify(line), line, at);

test("a frame has a mark for begins and one for cancels, and none for moves", () => {
  assert.deepEqual(marksOf(frame(1, touch(1, "began", "ok", 1, 1), touch(2, "began", "ok", 1, 1), touch(3, "cancelled", "ok", 1, 1, { reason: "palm" })), 5),
    [{ at: 5, kind: "began" }, { at: 5, kind: "cancelled" }]);
  assert.deepEqual(marksOf(frame(1, { event: "sensitive", id: 1, phase: "began", region: null, target: "pin" }), 5), [{ at: 5, kind: "began" }]);
  assert.deepEqual(marksOf(frame(1, touch(1, "moved", "ok", 1, 1), touch(2, "ended", "ok", 1, 1), { event: "gesture", gesture: "g", state: "cancelled" }), 5), []);
  assert.deepEqual(marksOf(snapshot, 5), []);
});

test("marks are forgotten with their lines, and a frozen history keeps its own", () => {
  const history = new History({ milliseconds: 1000, chunkMilliseconds: 100 });
  push(history, snapshot, 0);
  for (let at = 100; at <= 3000; at += 100) push(history, frame(at * 1000, touch(at, "began", "ok", 1, 1)), at);
  const frozen = history.freeze();
  const kept = frozen.marks();
  assert.ok(kept[0].at >= 1800 && kept[0].at >= frozen.startAt && kept.at(-1).at === 3000, JSON.stringify(kept));
  push(history, frame(3050000, touch(9, "cancelled", "ok", 1, 1, { reason: "palm" })), 3050);
  assert.deepEqual(frozen.marks(), kept);
  // Touch 9 never began: nothing of it is applied, but its cancel is on the line.
  assert.equal(history.marks().at(-1).kind, "cancelled");
});
