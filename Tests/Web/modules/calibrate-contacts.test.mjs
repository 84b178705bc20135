// The conversion of touchd's panel recordings to taps, for every way a panel may report contacts.
import assert from "node:assert/strict";
import test from "node:test";
import { places } from "../../../pages/calibrate/crosses.js";
import { TapReader } from "../../../pages/calibrate/contacts.js";

const SLOTS = ["# EVEMU 1.3", "N: x", "A: 2f 0 9 0 0 0", "A: 35 0 999 0 0 10", "A: 36 0 499 0 0 10", "A: 39 0 65535 0 0 0"];
const report = (...events) => [...events.map((event) => [0, ...event]), [0, 0, 0, 0]];

test("a tap is where the finger was on average", () => {
  const reader = new TapReader(SLOTS);
  assert.deepEqual(reader.handle(report([3, 0x39, 5], [3, 0x35, 100], [3, 0x36, 50])), []);
  assert.deepEqual(reader.handle(report([3, 0x35, 110])), []);
  const [[x, y]] = reader.handle(report([3, 0x39, -1]));
  assert.ok(Math.abs(x - 0.105) < 1e-9 && Math.abs(y - 0.1) < 1e-9);
  assert.deepEqual(reader.millimetres, [100, 50]);
});

test("an axis that did not change since the slot's last finger keeps its value", () => {
  const reader = new TapReader(SLOTS);
  reader.handle(report([3, 0x39, 5], [3, 0x35, 100], [3, 0x36, 50]));
  reader.handle(report([3, 0x39, -1]));
  reader.handle(report([3, 0x39, 6], [3, 0x35, 200]));
  assert.deepEqual(reader.handle(report([3, 0x39, -1])), [[0.2, 0.1]]);
});

test("two fingers, a drag and lost events are no tap", () => {
  const reader = new TapReader(SLOTS);
  reader.handle(report([3, 0x39, 5], [3, 0x35, 100], [3, 0x36, 50], [3, 0x2f, 1], [3, 0x39, 6], [3, 0x35, 200], [3, 0x36, 50]));
  assert.deepEqual(reader.handle(report([3, 0x39, -1])), []);
  assert.deepEqual(reader.handle(report([3, 0x2f, 0], [3, 0x39, -1])), []);
  reader.handle(report([3, 0x39, 7], [3, 0x35, 100], [3, 0x36, 50]));
  reader.handle(report([3, 0x35, 300]));
  assert.deepEqual(reader.handle(report([3, 0x39, -1])), []);
  reader.handle(report([3, 0x39, 8], [3, 0x35, 100], [3, 0x36, 50]));
  assert.deepEqual(reader.handle([[0, 0, 3, 0], [0, 0, 0, 0]]), []);
  assert.deepEqual(reader.handle(report([3, 0x39, -1])), []);
});

test("a panel of one contact, and one whose position is on other axes", () => {
  const lines = ["A: 00 100 199 0 0 0", "A: 01 0 99 0 0 0", "A: 02 0 9 0 0 0", "A: 03 0 9 0 0 0"];
  const one = new TapReader(lines);
  one.handle(report([3, 0, 150], [3, 1, 50], [1, 0x14a, 1]));
  assert.deepEqual(one.handle(report([1, 0x14a, 0])), [[0.5, 0.5]]);
  assert.equal(one.millimetres, null);
  const other = new TapReader(lines, ["position"]);
  other.handle(report([3, 2, 1], [3, 3, 2], [1, 0x14a, 1]));
  assert.deepEqual(other.handle(report([1, 0x14a, 0])), [[0.1, 0.2]]);
});

test("a panel without slots", () => {
  const reader = new TapReader(["A: 35 0 9 0 0 0", "A: 36 0 9 0 0 0"]);
  reader.handle(report([3, 0x35, 1], [3, 0x36, 2], [0, 2, 0]));
  assert.deepEqual(reader.handle(report([0, 2, 0])), [[0.1, 0.2]]);
});

test("crosses are spread over the window, as many as are wanted", () => {
  for (const count of [5, 6, 9, 13]) {
    const all = places(count);
    assert.equal(new Set(all.map(String)).size, count);
    assert.ok(all.flat().every((part) => part > 0.05 && part < 0.95));
  }
});
