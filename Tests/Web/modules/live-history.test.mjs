// pages/live/history.js, player.js and recording.js. TOUCHD_SEED=N repeats a random case.
import assert from "node:assert/strict";
import test from "node:test";
import { History } from "../../../pages/live/history.js";
import { apply, copy, empty } from "../../../pages/live/model.js";
import { Player } from "../../../pages/live/player.js";
import { isConfiguration, sessionHistory } from "../../../pages/live/recording.js";
import { frame, random, randomLines, snapshot, touch } from "./live-lines.mjs";

const seed = Number(process.env.TOUCHD_SEED ?? Date.now() % 1e9);

function filled(lines, limits) {
  const history = new History(limits);
  for (const { at, line } of lines) history.push(JSON.stringify(line), line, at);
  return history;
}

test(`any place that is scrubbed to has the state of playing straight to it (seed ${seed})`, () => {
  const next = random(seed);
  for (let round = 0; round < 8; round++) {
    const lines = randomLines(seed + round, 600);
    const history = filled(lines, { milliseconds: Infinity, bytes: Infinity, chunkLines: 1 + next(60), chunkMilliseconds: 1 + next(2000) });
    const straight = empty();
    const states = lines.map(({ at, line }) => {
      apply(straight, line, at);
      return copy(straight);
    });
    assert.deepEqual(history.head, states.at(-1));
    let cursor = null;
    for (let i = 0; i < 120; i++) {
      const number = next(3) ? next(lines.length) : Math.min(lines.length - 1, (cursor?.number ?? 0) + next(5));
      cursor = history.seek(number, cursor);
      assert.equal(cursor.number, number);
      assert.deepEqual(cursor.state, states[number], `line ${number} of round ${round}`);
    }
  }
});

test("what is older than a minute goes, and what is left is the same as before", () => {
  const lines = randomLines(seed, 3000);
  const history = filled(lines, { milliseconds: 20_000, bytes: Infinity, chunkMilliseconds: 500, chunkLines: 50 });
  assert.ok(history.start > 0);
  assert.ok(history.endAt - history.startAt < 20_000 + 4000, "a chunk more at the most");
  assert.ok(history.endAt - history.startAt >= 20_000);
  const straight = empty();
  for (const { at, line } of lines.slice(0, history.start + 11)) apply(straight, line, at);
  assert.deepEqual(history.seek(history.start + 10).state, straight);
});

test("memory is bounded, however much comes", () => {
  const history = new History({ bytes: 100_000 });
  for (let n = 0; n < 5000; n++) {
    const line = frame(n, touch(1, n ? "moved" : "began", "ok", n, n));
    history.push(JSON.stringify(line), line, n / 100);
  }
  assert.ok(history.bytes <= 100_000 + 60_000, String(history.bytes));
  assert.ok(history.start > 1000);
});

test("what is frozen stays as it is while more comes", () => {
  const history = filled(randomLines(seed, 100));
  const frozen = history.freeze();
  const [end, state] = [frozen.end, structuredClone(frozen.head)];
  for (const { at, line } of randomLines(seed + 1, 100)) history.push(JSON.stringify(line), line, history.endAt + at);
  assert.equal(frozen.end, end);
  assert.deepEqual(frozen.head, state);
  assert.deepEqual(frozen.seek(end - 1).state, state);
});

test("a time finds the last line that had come by then", () => {
  const history = filled([0, 10, 10, 30].map((at) => ({ at, line: { type: "whatever" } })));
  assert.deepEqual([-5, 0, 9, 10, 29, 30, 99].map((at) => history.numberAt(at)), [0, 0, 0, 2, 2, 3, 3]);
});

function kiosk() {
  return filled([snapshot, frame(1, touch(7, "began", "ok", 1, 1)), { type: "whatever" }, frame(2, touch(7, "moved", "ok", 9, 9)), frame(3, touch(7, "ended", "ok", 9, 9))].map((line, i) => ({ at: 100 * i, line })));
}

test("a pause holds what is shown, steps go frame by frame, and live is what comes", () => {
  const live = kiosk();
  const player = new Player(live);
  assert.ok(player.isLive);
  player.pause();
  const more = frame(4, touch(8, "began", "ok", 1, 1));
  live.push(JSON.stringify(more), more, 500);
  assert.equal(player.state.touches.size, 0);
  player.step(-1);
  assert.deepEqual([player.at, player.state.touches.get(7).x], [300, 9]);
  player.step(-1);
  assert.deepEqual([player.at, player.state.touches.get(7).x], [100, 1]);
  player.step(-1);
  assert.equal(player.at, 0, "before the first frame is the beginning");
  player.step(1);
  player.step(1);
  assert.equal(player.at, 300);
  player.seek(200);
  player.step(-1);
  assert.equal(player.at, 0, "lines after a frame are no frames of their own");
  player.goLive();
  assert.ok(player.state.touches.has(8));
});

test("played, it moves with the clock and stops at the end; played again, it begins anew", () => {
  const player = new Player(kiosk());
  player.seek(0);
  player.play(1000);
  player.tick(1150);
  assert.deepEqual([player.at, player.number], [150, 1]);
  player.speed = 2;
  player.tick(1225);
  assert.deepEqual([player.at, player.number], [300, 3]);
  player.tick(9000);
  assert.deepEqual([player.at, player.isPlaying], [400, false]);
  player.play(10_000);
  assert.equal(player.at, 0);
});

test("a recording's clock is its own, and begins at 0", () => {
  const lines = [snapshot, frame(5_000_000, touch(7, "began", "ok", 1, 1)), frame(5_250_000, touch(7, "ended", "ok", 1, 1))];
  const history = sessionHistory(lines.map((line) => JSON.stringify(line)).join("\n") + "\n");
  assert.deepEqual([history.startAt, history.endAt, history.end], [0, 250, 3]);
  const player = new Player(new History());
  player.open(history, "demo.evemu", 0);
  assert.deepEqual([player.isLive, player.isPlaying, player.recording], [false, true, "demo.evemu"]);
  player.goLive();
  assert.deepEqual([player.isLive, player.recording], [true, null]);
});

test("a configuration is told from a recording, also from libinput's YAML", () => {
  assert.ok(isConfiguration("version: 1\nscreens:\n  - id: main\n"));
  assert.ok(!isConfiguration("# libinput record\nversion: 1\nndevices: 1\nlibinput:\n  version: x\ndevices:\n- node: /dev/input/event0\n"));
  assert.ok(!isConfiguration("# EVEMU 1.3\nN: screens: 1\n"));
});
