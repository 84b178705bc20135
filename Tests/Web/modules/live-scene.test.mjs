// pages/live/scene.js: the screens side by side.
import assert from "node:assert/strict";
import test from "node:test";
import { apply, empty } from "../../../pages/live/model.js";
import { ALL, sceneOf, shownScreens } from "../../../pages/live/scene.js";
import { snapshot } from "./live-lines.mjs";

function state() {
  const made = empty();
  apply(made, { ...snapshot, screens: ["main", "desk", "unknown"].map((screen) => ({ screen, mode: "normal" })) }, 0);
  apply(made, { type: "facts", sensitive: [], shapes: {}, sizes: { main: [1080, 1920], desk: [800, 600] } }, 0);
  return made;
}

test("one screen fills the scene", () => {
  assert.deepEqual(sceneOf(state(), "main"), { size: [1080, 1920], places: [{ screen: "main", size: [1080, 1920], left: 0, top: 0 }] });
  assert.equal(sceneOf(state(), "unknown"), null);
  assert.deepEqual(shownScreens(state(), "desk"), ["desk"]);
});

test("all screens lie side by side, in their order, with room for their names, and none covers another", () => {
  const { size, places } = sceneOf(state(), ALL);
  assert.deepEqual(places.map(({ screen }) => screen), ["main", "desk"], "a screen without a size is left out");
  assert.ok(places[1].left > places[0].left + 1080);
  assert.ok(places.every(({ top }) => top > 50));
  for (const { size: own, left, top } of places) assert.ok(left + own[0] <= size[0] + 1e-9 && top + own[1] <= size[1] + 1e-9);
  assert.deepEqual(shownScreens(state(), ALL), ["main", "desk", "unknown"]);
  assert.equal(sceneOf(empty(), ALL), null);
});
