// The focus and the transcript in pages/live/model.js, and the order of the focus in pages/live/order.js.
import assert from "node:assert/strict";
import test from "node:test";
import { plain } from "../../../pages/shared/isolate.js";
import { apply, copy, empty } from "../../../pages/live/model.js";
import { Orders, withProfiles } from "../../../pages/live/order.js";
import { focused } from "../../../pages/live/outline.js";
import { focus, profiles, region, said, snapshot } from "./live-lines.mjs";

function after(...lines) {
  const state = empty();
  lines.forEach((line, i) => apply(state, line, i * 10));
  return state;
}

test("the focus is where the last line says, on each screen", () => {
  const state = after(snapshot, focus("ok", { label: "Buy" }), focus("list"), focus("there", { screen: "side" }));
  assert.deepEqual([...state.focus].map(([screen, { region }]) => [screen, region]), [["main", "list"], ["side", "there"]]);
});

test("the focus ends with the profiles, a snapshot, a lost connection and an idle screen", () => {
  const idle = { type: "screen", screen: "main", display: "on", activity: "idle", idle: 60, mode: "normal", lastTouch: null };
  for (const end of [profiles(), snapshot, { type: "lost" }, { type: "lagged", merged: 1, cancelled: [] }, idle]) {
    assert.equal(after(snapshot, focus("ok"), end).focus.size, 0, end.type);
  }
  assert.equal(after(snapshot, profiles("speech"), focus("ok"), idle).focus.size, 1, "a profile keeps it");
  assert.equal(after(snapshot, profiles("speech"), focus("ok"), profiles("speech", "low")).focus.size, 1);
});

test("on a surface the element that its reader names has the focus", () => {
  const element = focus("app", { path: "app", frame: [10, 20, 30, 40] });
  const state = after({ ...snapshot, regions: [region("app", "surface", [0, 0, 1080, 1920], [1, 0, 0, 1, 0, 0])] }, { type: "navigate", screen: "main", turn: 1, time: 1, surface: "app", direction: "next" });
  assert.deepEqual(focused(state, state.focus.get("main")).bounds, [0, 0, 1080, 1920]);
  apply(state, element, 20);
  assert.deepEqual(focused(state, state.focus.get("main")), { bounds: [10, 20, 30, 40], toScreen: [1, 0, 0, 1, 0, 0] });
  apply(state, { type: "explore", screen: "main", turn: 3, time: 3, surface: "app", x: 1, y: 1 }, 30);
  assert.equal(state.focus.get("main"), element, "until it names another one");
});

test("the outline of a region is where the region is now, and nowhere when it is gone", () => {
  const state = after(snapshot, focus("row", { path: "kiosk/list/row", frame: [0, 0, 1, 1] }), { type: "frame", time: 1, panel: "main-0", events: [{ event: "scroll", region: "list", offset: [0, 150], zoomScale: 1, state: "began" }] });
  assert.deepEqual(focused(state, state.focus.get("main")).toScreen, [1, 0, 0, 1, 100, 150]);
  apply(state, { type: "tree", generation: 3, regions: [] }, 60);
  assert.equal(focused(state, state.focus.get("main")), null);
});

test("what is said is in the transcript, with its mark, and is bounded", () => {
  const state = after(snapshot, said("speak", { text: "<b>Buy</b>", language: "en" }), said("interrupt"), said("sound", { sound: "bell" }), said("speak", { text: "1234", private: true }), said("pause"));
  assert.deepEqual(state.speech.said.map(({ kind, text, isPrivate }) => [kind, text, isPrivate]),
    [["speak", "<b>Buy</b>", false], ["sound", "bell", false], ["speak", "1234", true], ["pause", "", false]]);
  apply(state, said("speak", { text: "💶".repeat(3000) }), 90);
  assert.equal([...state.speech.said.at(-1).text].length, 2000);
  for (let n = 0; n < 500; n++) apply(state, said("speak", { text: String(n) }), 100 + n);
  assert.equal(state.speech.said.length, 150);
  assert.equal(new Set(state.speech.said.map(({ number }) => number)).size, 150);
});

test("a copy has its own focus and transcript", () => {
  const state = after(snapshot, focus("ok"), said("speak", { text: "one" }));
  const before = copy(state);
  const same = structuredClone(before);
  for (const line of [focus("list"), said("speak", { text: "two" }), profiles("speech"), { type: "speech", problem: "gone" }]) apply(state, line, 50);
  assert.deepEqual(before, same);
});

test("a focus is an event, with the element's texts apart from the page's own words", () => {
  const { events } = after(snapshot, profiles("speech"), focus("ok", { path: "kiosk/ok", label: "Buy", role: "button", value: true, states: ["sensitive"], by: "key" }),
    { type: "cue", screen: "main", time: 1, cue: "down" }, { type: "cue", screen: "main", time: 1, cue: "end" }, { type: "activate", screen: "main", turn: 2, time: 1, region: "ok", touch: null });
  assert.deepEqual(events.slice(1).map(({ kind, text, label }) => [kind, plain(text), label]), [
    ["accessibility", "screen main: speech is on (by request)", undefined], ["focus", "focus on kiosk/ok (by key)", "Buy, button, on, sensitive"],
    ["cue", "cue end", undefined], ["activate", "ok activated, without a touch", undefined]]);
});

test("rights and the bridge's answer are known as long as the connection is there", () => {
  const state = after(snapshot, { type: "rights", rights: ["receive"] }, { type: "speech", problem: "no texts" });
  assert.deepEqual([state.rights, state.speech.problem], [["receive"], "no texts"]);
  apply(state, { type: "lost" }, 50);
  assert.equal(state.rights, null);
  apply(state, { type: "speech" }, 60);
  assert.equal(state.speech.problem, null);
});

const TREE = { screens: [{ id: "main", accessibility: { profiles: [{ id: "low", show: ["lowMenu"], hide: ["menu"] }, { id: "speech" }] },
  windows: [{ id: "kiosk", children: [{ id: "menu" }, { id: "lowMenu", hidden: true }] }] }] };

test("profiles hide and show regions of the configuration, and leave its text alone if they do neither", () => {
  const changed = JSON.parse(withProfiles("text", TREE, [{ screen: "main", on: ["low"] }]));
  assert.deepEqual(changed.screens[0].windows[0].children.map(({ hidden }) => hidden), [true, false]);
  assert.equal(TREE.screens[0].windows[0].children[0].hidden, undefined);
  for (const profiles of [[], [{ screen: "main", on: ["speech"] }], [{ screen: "side", on: ["low"] }], [{ screen: "main", on: ["gone"] }]]) assert.equal(withProfiles("text", TREE, profiles), "text");
});

test("an order is computed once for a configuration and its profiles", async () => {
  const asked = [];
  let changes = 0;
  const orders = new Orders(async (text) => {
    asked.push(text);
    if (text === "wrong") throw new Error("configuration:1:1: error");
    return '{"screen":"main","place":1,"region":"b"}\n{"screen":"main","place":2,"region":"a"}\n{"screen":"side","place":1,"region":"c"}\n';
  }, async () => TREE, () => changes++);
  const facts = (configuration) => ({ type: "facts", sizes: {}, sensitive: [], shapes: {}, accessible: ["main"], configuration });
  const state = after(snapshot, facts(orders.add("text")));
  const settled = async (times) => {
    while (changes < times) await new Promise((done) => setTimeout(done, 1));
  };
  assert.equal(orders.of(state), null);
  assert.equal(orders.of(state), null);
  await settled(1);
  assert.deepEqual([...orders.of(state)], [["main", ["b", "a"]], ["side", ["c"]]]);
  assert.deepEqual([asked.length, changes], [1, 1]);
  apply(state, profiles("low"), 20);
  assert.equal(orders.of(state), null);
  await settled(2);
  assert.equal(JSON.parse(asked[1]).screens[0].windows[0].children[0].hidden, true);
  apply(state, profiles(), 25);
  apply(state, facts(orders.add("wrong")), 30);
  orders.of(state);
  await settled(3);
  assert.equal(orders.of(state), null);
  assert.match(orders.problem, /1:1/);
});
