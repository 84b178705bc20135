// Distances of a rectangle in its parent, and equal gaps.
import assert from "node:assert";
import { test } from "node:test";
import { distances, neighbours, snapGaps } from "../../../pages/editor/gaps.js";

const BOUNDS = [0, 0, 1000, 500];
const said = (rect, others, bounds = BOUNDS) => distances(rect, others, bounds).map(({ kind, length }) => `${kind} ${length}`);

test("alone, a rectangle has the distances to its parent's edges, at its middle", () => {
  assert.deepStrictEqual(distances([100, 50, 200, 100], [], BOUNDS), [
    { from: [0, 100], to: [100, 100], length: 100, kind: "parent" }, { from: [300, 100], to: [1000, 100], length: 700, kind: "parent" },
    { from: [200, 0], to: [200, 50], length: 50, kind: "parent" }, { from: [200, 150], to: [200, 500], length: 350, kind: "parent" }]);
  assert.deepStrictEqual(said([-40, 0, 10, 10], [], [-50, -20, 100, 100]), ["parent 10", "parent 80", "parent 20", "parent 70"]);
});

test("the nearest sibling beside it counts in each direction", () => {
  const rect = [400, 100, 100, 100];
  const others = [[100, 90, 50, 100], [200, 150, 50, 100], [600, 0, 10, 100], [700, 120, 10, 10], [620, 50, 10, 100], [430, 300, 10, 10]];
  assert.deepStrictEqual([neighbours(rect, others, 0), neighbours(rect, others, 1)], [[others[1], others[4]], [null, others[5]]]);
  assert.deepStrictEqual(said(rect, others), ["parent 400", "parent 500", "sibling 150", "sibling 120", "parent 100", "parent 300", "sibling 100"]);
});

test("a line to the parent keeps off the one to a sibling", () => {
  const lines = distances([400, 100, 100, 100], [[200, 100, 50, 100]], BOUNDS).filter(({ from, to }) => from[1] === to[1]);
  assert.deepStrictEqual(lines.map(({ from }) => from[1]), [200, 150, 150]);
});

test("siblings that it covers or touches have no distance", () => {
  assert.deepStrictEqual(said([400, 100, 100, 100], [[350, 120, 100, 10]]).filter((one) => one.startsWith("sibling")), []);
  assert.deepStrictEqual(said([400, 100, 100, 100], [[300, 120, 100, 10]]).filter((one) => one.startsWith("sibling")), []);
});

test("equal gaps are told: between two siblings, and in a row", () => {
  assert.deepStrictEqual(said([400, 0, 100, 100], [[250, 0, 100, 100], [550, 0, 100, 100]]).filter((one) => one.startsWith("equal")), ["equal 50", "equal 50"]);
  const row = [[100, 0, 100, 100], [230, 10, 100, 100]];
  assert.deepStrictEqual(said([360, 0, 100, 100], row).filter((one) => one.startsWith("equal")), ["equal 30", "equal 30"]);
  assert.deepStrictEqual(said([0, 0, 70, 100], row).filter((one) => one.startsWith("equal")), ["equal 30", "equal 30"]);
  assert.deepStrictEqual(said([361, 0, 100, 100], row).filter((one) => one.startsWith("equal")), []);
});

test("gaps snap within reach", () => {
  assert.deepStrictEqual(snapGaps([403, 0, 100, 100], [[250, 0, 100, 100], [550, 0, 100, 100]], 5), { dx: -3 });
  assert.deepStrictEqual(snapGaps([406, 0, 100, 100], [[250, 0, 100, 100], [550, 0, 100, 100]], 5), {});
  const row = [[100, 0, 100, 100], [230, 10, 100, 100]];
  assert.deepStrictEqual([snapGaps([364, 0, 100, 100], row, 5), snapGaps([-2, 0, 70, 100], row, 5)], [{ dx: -4 }, { dx: 2 }]);
  const column = row.map(([x, y, width, height]) => [y, x, height, width]);
  assert.deepStrictEqual(snapGaps([0, 358, 100, 100], column, 5), { dy: 2 });
});
