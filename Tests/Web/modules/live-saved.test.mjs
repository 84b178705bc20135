// pages/live/saved.js: a history that is saved and opened again. TOUCHD_SEED=N repeats a random case.
import assert from "node:assert/strict";
import test from "node:test";
import { History } from "../../../pages/live/history.js";
import { isSession, sessionHistory } from "../../../pages/live/recording.js";
import { savedLines, savedName } from "../../../pages/live/saved.js";
import { focus, frame, profiles, randomLines, said, snapshot, touch, trace } from "./live-lines.mjs";

const seed = Number(process.env.TOUCHD_SEED ?? Date.now() % 1e9);

function filled(lines, limits) {
  const history = new History(limits);
  for (const [index, line] of lines.entries()) history.push(JSON.stringify(line), line, line.time ? line.time / 1000 : index);
  return history;
}
const save = (history) => savedLines(history).join("");
const opened = (text) => sessionHistory(text, null, "saved.jsonl");
/** The touches that are down, with their receivers. */
const down = ({ touches }) => [...touches.values()].map(({ id, panel, target, x, y, receivers }) => ({ id, panel, target, x, y, receivers: new Map([...receivers].sort()) })).sort((a, b) => a.id - b.id);
/** The parts of a state about regions and screens. */
const still = ({ regions, screens, panels, sensitive, focus }) => ({ regions, screens, panels, sensitive, focus });

test(`what is saved and opened again ends in the same state (seed ${seed})`, () => {
  for (let round = 0; round < 10; round++) {
    const history = new History({ milliseconds: 10_000, chunkMilliseconds: 500, chunkLines: 40 });
    for (const { at, line } of randomLines(seed + round, 800)) history.push(JSON.stringify(line), line, at);
    assert.ok(history.start > 0, "the snapshot itself is no longer kept");
    const again = opened(save(history));
    assert.deepEqual(still(again.head), still(history.head));
    const frames = (one) => Array.from({ length: one.end - one.start }, (_, n) => one.entry(one.start + n)).filter((entry) => entry.frame).map(({ text }) => text);
    assert.deepEqual(frames(again).slice(-frames(history).length), frames(history));
    assert.deepEqual(down(again.head), down(history.head));
  }
});

test("fingers that are down at the start of what is kept are there from the start", () => {
  const long = [snapshot, trace(7), frame(1000, touch(7, "began", "ok", 100, 1700), touch(7, "began", "kiosk", 100, 1700, { target: "ok" }), touch(7, "cancelled", "kiosk", 100, 1700, { target: "ok", reason: "gesture" })),
    frame(2000, { event: "sensitive", id: 8, phase: "began", region: "pin", target: "kiosk/pin" })];
  for (let n = 1; n < 100; n++) long.push({ ...frame(1_000_000 * n, touch(9 + n, "began", "ok", n, n), touch(9 + n, "ended", "ok", n, n)) });
  long.push(frame(100_000_000, touch(7, "moved", "ok", 130, 1750, { pressure: 0.5 })));
  const history = filled(long);
  assert.ok(history.start > 4, "their begins are no longer kept");
  const text = save(history);
  const again = opened(text);
  const { state } = again.seek(text.split("\n").findIndex((line) => line.startsWith('{"type":"frame"')));
  const finger = state.touches.get(7);
  assert.deepEqual([finger.x, finger.y, finger.beganTime, finger.target, finger.why.target], [100, 1700, 1000, "ok", "kiosk/ok"]);
  assert.deepEqual([...finger.receivers], [["ok", { phase: "began" }], ["kiosk", { phase: "cancelled", reason: "gesture" }]]);
  assert.deepEqual([state.touches.get(8).sensitive, state.touches.get(8).x], [true, undefined], "a sensitive one has no place");
  assert.deepEqual(down(again.head), down(history.head));
  assert.deepEqual([again.head.touches.get(7).x, again.head.touches.get(7).pressure], [130, 0.5]);
  assert.equal(again.endAt - again.startAt, history.endAt - history.startAt, "it is as long as before");
  const frames = (saved) => saved.split("\n").filter((line) => line.startsWith('{"type":"frame"')).length;
  assert.equal(frames(save(again)), frames(text), "saved again it has no more frames");
});

test("a saved history begins with the regions as they were then, and keeps the times", () => {
  const long = [snapshot, { type: "changed", generation: 2, regions: [{ ...snapshot.regions[1], bounds: [0, 0, 7, 7] }] }];
  for (let n = 0; n < 100; n++) long.push(frame(1_000_000 * n + 5, touch(n, "began", "ok", n, n)), frame(1_000_000 * n + 250_005, touch(n, "ended", "ok", n, n)));
  const again = opened(save(filled(long)));
  assert.deepEqual(again.seek(0).state.regions.size, 0);
  assert.deepEqual(again.seek(1).state.regions.get("ok").bounds, [0, 0, 7, 7]);
  assert.ok(again.endAt > 59_000 && again.endAt < 63_000, String(again.endAt));
  assert.equal(again.endAt % 250, 0, "times are those of the events");
});

test("private texts are not saved, and neither is what concerns only this page", () => {
  const secret = { label: "Balance", value: "1234 euros", hint: "hear it", private: true };
  const lines = [snapshot, { type: "rights", rights: ["receive", "inject"] }, { type: "facts", sensitive: ["pin"], sizes: {}, shapes: {}, accessible: ["main"], configuration: 7 },
    profiles("speech"), { ...profiles("speech"), private: true }, focus("ok", secret), said("speak", { text: "1234 euros", private: true }), said("speak", { text: "Welcome" }),
    { type: "explore", screen: "main", surface: "list", element: secret }];
  for (const text of [save(filled(lines)), save(opened(save(filled(lines))))]) {
    for (const word of ["1234", "Balance", "hear it", "rights", '"configuration":7']) assert.ok(!text.includes(word), word);
    assert.ok(text.includes("Welcome") && text.includes('"region":"ok"') && text.includes('"profiles":["speech"],"private":true'));
  }
  // Also in the state at the start, when the lines themselves are gone.
  const late = filled([...lines, ...Array.from({ length: 200 }, (_, n) => frame(1_000_000 * n, touch(n, "began", "ok", n, n)))]);
  assert.ok(late.start > lines.length);
  assert.ok(!/1234|Balance|hear it|rights|"configuration":7/.test(save(late)));
  assert.ok(save(late).includes('{"type":"focus","screen":"main"'), "the focus itself is there");
});

test("a session is told from recordings and configurations", () => {
  assert.ok(isSession(save(filled([snapshot]))));
  assert.ok(isSession('{"type":"hello","protocol":1}\n'));
  for (const text of ["", "{}\n", "null\n", "# EVEMU 1.3\n", "version: 1\n", '{\n  "version": 1,\n  "screens": []\n}\n', '{"version":1,"screens":[]}\n']) assert.ok(!isSession(text), text);
});

test("a damaged file is refused with its name and line", () => {
  const text = save(filled([snapshot, frame(1, touch(1, "began", "ok", 1, 1))]));
  assert.throws(() => opened(text.slice(0, -20) + "\n"), /^Error: saved\.jsonl:3: this is not a line of touchd/);
  assert.throws(() => opened(text + '{"type":"frame","time":3}\n'), /saved\.jsonl:4: /);
  assert.throws(() => opened(text + "7\nnull\n"), /saved\.jsonl:5: /);
});

test("an unconnected page saves what it has", () => {
  const history = filled([snapshot, { type: "lost" }, ...Array.from({ length: 80 }, (_, n) => ({ type: "whatever", time: 1_000_000 * n }))]);
  const again = opened(save(history));
  assert.equal(again.head.connected, false);
  assert.equal(again.head.regions.size, snapshot.regions.length);
  assert.equal(save(new History()).split("\n").length, 2, "only the facts");
});

test("the name has the date and the time", () => {
  assert.equal(savedName(new Date(2026, 10, 7, 9, 5, 3)), "touchd-2026-11-07-090503.jsonl");
});
