// pages/live/regions.js: names on the picture.
import assert from "node:assert/strict";
import test from "node:test";
import { backToFront, drawRegions } from "../../../pages/live/regions.js";
import { empty } from "../../../pages/live/model.js";

/** Returns the names drawn on a canvas with 7 pixels per letter. */
function namesOf(boxes, size) {
  const names = [];
  const noted = { measureText: (text) => ({ width: 7 * text.length }), fillText: (text, x, y) => names.push({ text, left: x, right: x + 7 * text.length, top: y - 8, bottom: y + 8 }) };
  const context = new Proxy(noted, { get: (target, key) => target[key] ?? (() => {}), set: () => true });
  const state = empty();
  for (const [id, bounds] of Object.entries(boxes)) {
    const [x, y, width, height] = bounds;
    state.regions.set(id, { id, path: id, kind: "view", screen: "main", bounds: [0, 0, width, height], toScreen: [1, 0, 0, 1, x, y] });
  }
  drawRegions(context, state, { screen: "main", size, toPicture: [1, 0, 0, 1, 0, 0], names: true, selected: null });
  return names;
}

const onGlass = ({ left, right, top, bottom }, [width, height]) => left >= 0 && right <= width && top >= 0 && bottom <= height;

test("a name is not cut at the edge of the glass, wherever its region lies", () => {
  const size = [400, 300];
  const boxes = {
    "far-right": [380, 100, 20, 40], "far-left": [0, 100, 20, 40], "over-the-right-edge": [300, 150, 400, 60], "over-the-top": [150, -40, 100, 60],
    "over-the-bottom": [150, 286, 100, 60], "half-outside-left": [-80, 200, 110, 50],
  };
  const names = namesOf(boxes, size);
  assert.ok(names.length >= 5, JSON.stringify(names));
  for (const name of names) assert.ok(onGlass(name, size), JSON.stringify(name));
});

test("a name that is too long for its region is cut by an ellipsis, and fits", () => {
  const [name] = namesOf({ "a-very-long-name-of-a-region": [10, 10, 80, 40] }, [120, 100]);
  assert.ok(name.text.endsWith("…") && onGlass(name, [120, 100]), JSON.stringify(name));
});

test("a region that is not on the glass has no name", () => assert.deepEqual(namesOf({ away: [500, 10, 80, 40] }, [400, 300]), []));

test("a region is drawn where its parent is not told, in the place of that one", () => {
  const told = ["w/list/row", "w", "w/ok", "w/hidden/a", "other/far"].map((path) => ({ path, screen: "main" }));
  assert.deepEqual(backToFront([...told, { path: "w/x", screen: "second" }], "main").map(({ path }) => path), ["other/far", "w", "w/hidden/a", "w/ok", "w/list/row"]);
});
