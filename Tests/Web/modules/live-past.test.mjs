// pages/live/heat.js, ghosts.js and past.js. TOUCHD_SEED=N repeats a random case.
import assert from "node:assert/strict";
import test from "node:test";
import { Ghosts, ghostText } from "../../../pages/live/ghosts.js";
import { HeatGrid, heatText, opacity } from "../../../pages/live/heat.js";
import { History } from "../../../pages/live/history.js";
import { Past } from "../../../pages/live/past.js";
import { frame, randomLines, snapshot, touch } from "./live-lines.mjs";

const seed = Number(process.env.TOUCHD_SEED ?? Date.now() % 1e9);
const sizeOf = (state, screen) => (state.screens.has(screen) ? [1080, 1920] : null);

function filled(lines, limits) {
  const history = new History(limits);
  for (const line of lines) history.push(JSON.stringify(line), line, (line.time ?? 0) / 1000);
  return history;
}

function read(history) {
  const past = new Past(sizeOf);
  do past.read(history, 100);
  while (past.isBehind);
  return past;
}

test("a touch counts each time it enters a cell, for all its receivers together", () => {
  // 36 cells along the shorter side: 30 points each.
  const heat = read(filled([snapshot,
    frame(1, touch(1, "began", "kiosk", 15, 15), touch(1, "began", "ok", 15, 15)), frame(2, touch(1, "moved", "kiosk", 20, 20), touch(1, "moved", "ok", 20, 20)),
    frame(3, touch(1, "moved", "kiosk", 40, 20)), frame(4, touch(1, "ended", "kiosk", 20, 20), touch(1, "ended", "ok", 20, 20)),
    frame(5, touch(2, "began", "ok", 15, 15)), frame(6, touch(2, "ended", "ok", 15, 15)),
    frame(7, touch(3, "began", null, -5, 15)), frame(8, touch(3, "moved", null, 1080, 1920)), frame(9, touch(3, "ended", null, 1079, 1919)),
  ])).heatOf("main");
  assert.deepEqual([heat.columns, heat.rows, heat.side], [36, 64, 30]);
  assert.deepEqual([...heat.counts].sort((a, b) => a[0] - b[0]), [[0, 3], [1, 1], [36 * 64 - 1, 1]]);
  assert.deepEqual(heat.range, [1, 3]);
});

test("a long, narrow screen has no more than 200 cells along it", () => {
  const heat = new HeatGrid([100, 4000]);
  assert.deepEqual([heat.columns, heat.rows], [5, 200]);
});

test("fingers in sensitive regions are not counted", () => {
  const past = read(filled([snapshot, frame(1, { event: "sensitive", id: 1, phase: "began", region: null, target: "pin" })]));
  assert.equal(past.heatOf("main"), null);
});

test(`what the history drops is not counted, and reading at once or bit by bit is the same (seed ${seed})`, () => {
  for (let round = 0; round < 5; round++) {
    const history = new History({ milliseconds: 10_000, chunkMilliseconds: 500, chunkLines: 40 });
    const past = new Past(sizeOf);
    for (const [index, { at, line }] of randomLines(seed + round, 1500).entries()) {
      history.push(JSON.stringify(line), line, at);
      if (index % 30 === 0) past.read(history, Infinity);
    }
    past.read(history, Infinity);
    assert.ok(history.start > 0);
    const [kept, all] = [past.heatOf("main"), read(history).heatOf("main")];
    // A touch that was down before the first kept line has entered its cell earlier.
    let differences = 0;
    for (const [cell, count] of all.counts) differences += Math.abs(count - (kept.counts.get(cell) ?? 0));
    assert.ok(differences <= 20, String(differences));
    for (const [cell, count] of kept.counts) assert.ok(count > 0 && (all.counts.get(cell) ?? 0) >= count);
  }
});

const tap = (id, at, x, y, more = {}) => [frame(at, touch(id, "began", "ok", x, y, more)), frame(at + 40_000, touch(id, "ended", "ok", x, y, more))];

test("three touches in a row at the very same point that never moved are suspect", () => {
  const places = (...lines) => read(filled([snapshot, ...lines.flat()])).ghostsOf("main");
  const three = [0, 1, 2].map((n) => tap(n, 1_000_000 * n, 500, 600));
  assert.deepEqual(places(...three), [{ place: [500, 600], touches: 3, first: 0, last: 2_040_000 }]);
  assert.deepEqual(places(...three.slice(1)), [], "two are a person");
  assert.deepEqual(places(three[0], tap(1, 1_000_000, 500, 600.5), three[2]), [], "half a point beside it is another place");
  assert.deepEqual(places(three[0], three[1], tap(2, 3_050_000, 500, 600)), [], "more than 2 s later a new row begins");
  assert.equal(places(three[0], three[1], tap(2, 3_040_000, 500, 600)).length, 1, "2 s are near enough");
  assert.deepEqual(places(three[0], three[1], [frame(2_000_000, touch(2, "began", "ok", 500, 600)), frame(2_010_000, touch(2, "moved", "ok", 501, 600)), frame(2_020_000, touch(2, "ended", "ok", 500, 600))]), [],
    "what has moved is a finger");
  assert.deepEqual(places(three[0], three[1], [frame(2_000_000, touch(2, "began", "ok", 500, 600))]), [], "what is still down may yet move");
  assert.equal(places(...three.map(([began, ended]) => [began, frame(ended.time, { ...ended.events[0], phase: "cancelled", reason: "palm" })])).length, 1, "cancelled ones count");
});

test("the panel's place decides, not the one after the filters", () => {
  const raw = [0, 1, 2].flatMap((n) => tap(n, 1_000_000 * n, 500 + n, 600, { raw: [510, 610] }));
  assert.deepEqual(read(filled([snapshot, ...raw])).ghostsOf("main").map(({ touches }) => touches), [3]);
  const smooth = [0, 1, 2].flatMap((n) => tap(n, 1_000_000 * n, 500, 600, { raw: [510 + n, 610] }));
  assert.deepEqual(read(filled([snapshot, ...smooth])).ghostsOf("main"), []);
});

test("a touch for several receivers is one touch", () => {
  const both = (phase, id, time) => frame(time, touch(id, phase, "kiosk", 500, 600), touch(id, phase, "ok", 500, 600));
  const lines = [0, 1].flatMap((n) => [both("began", n, 1_000_000 * n), both("ended", n, 1_000_000 * n + 1)]);
  assert.deepEqual(read(filled([snapshot, ...lines])).ghostsOf("main"), []);
});

test("the ends of touches that are lost do not come, and other screens have other ghosts", () => {
  const lines = [0, 1, 2].flatMap((n) => tap(n, 1_000_000 * n, 500, 600));
  const cut = [snapshot, frame(0, touch(0, "began", "ok", 1, 1)), { type: "lost" }, snapshot, ...lines];
  assert.equal(read(filled(cut)).ghostsOf("main").length, 1);
  assert.deepEqual(read(filled(cut)).ghostsOf("desk"), []);
  assert.equal(read(filled(cut)).heatOf("desk"), null);
});

test("ghosts that the history drops are forgotten", () => {
  const lines = [0, 1, 2].flatMap((n) => tap(n, 1_000_000 * n, 500, 600));
  const history = filled([snapshot, ...lines]);
  const past = new Past(sizeOf);
  past.read(history);
  assert.equal(past.ghostsOf("main").length, 1);
  for (let n = 3; n < 100; n++) for (const line of tap(n, 1_000_000 * n, 100 + n, 600)) history.push(JSON.stringify(line), line, line.time / 1000);
  past.read(history);
  assert.deepEqual(past.ghostsOf("main"), []);
});

test("another history is read from its start, and nothing is kept once it is switched off", () => {
  const [one, other] = [filled([snapshot, ...tap(1, 0, 15, 15)]), filled([snapshot, ...tap(1, 0, 100, 100), ...tap(2, 100_000, 100, 100)])];
  const past = new Past(sizeOf);
  past.read(one);
  past.read(other);
  assert.deepEqual([...past.heatOf("main").counts], [[3 * 36 + 3, 2]]);
  past.clear();
  assert.equal(past.heatOf("main"), null);
  assert.equal(past.isBehind, false);
});

test("a long recording is read in parts", () => {
  const history = filled([snapshot, ...Array.from({ length: 5000 }, (_, n) => tap(n, 50_000 * n, n % 1000, 5)).flat()], { milliseconds: Infinity, bytes: Infinity });
  const past = new Past(sizeOf);
  past.read(history);
  assert.ok(past.isBehind);
  let reads = 1;
  for (; past.isBehind; reads++) past.read(history);
  assert.equal(reads, 4);
  assert.equal([...past.heatOf("main").counts.values()].reduce((sum, count) => sum + count), 5000);
});

test("the words have the numbers", () => {
  const heat = new HeatGrid([360, 360]);
  assert.equal(heatText(null, "the last 60 s"), "Heat map: no touch in the last 60 s");
  heat.add(1, [5, 5], 0);
  assert.equal(heatText(heat, "the recording"), "Heat map of the recording: 1 touch in a cell");
  heat.add(1, [15, 5], 1);
  heat.add(2, [15, 5], 1);
  assert.equal(heatText(heat, "the recording"), "Heat map of the recording: 1 to 2 touches in a cell");
  assert.equal(ghostText([], "the recording"), "No suspected ghost in the recording");
  assert.equal(ghostText([{ place: [1, 1], touches: 4, first: 0, last: 1 }], "the last 60 s"), "Suspected ghosts in the last 60 s: 4 touches at 1 place");
  assert.ok(opacity(1, 1000) >= 0.17 && opacity(1000, 1000) <= 0.71 && opacity(250, 1000) === opacity(240, 1000));
  assert.ok(new Ghosts().places.length === 0);
});
