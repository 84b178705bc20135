// Aligning and distributing rectangles.
import assert from "node:assert";
import { test } from "node:test";
import { aligned, distributed, union } from "../../../pages/editor/align.js";
import { random } from "./editor/library.mjs";

const seed = Number(process.env.TOUCHD_SEED ?? 7);
const moved = (rects, moves) => rects.map(([x, y, width, height], index) => [x + moves[index][0], y + moves[index][1], width, height]);
const RECTS = [[100, 100, 200, 200], [400, 130, 200, 100], [750, 160, 50, 100]];

test("each edge is aligned with that of all", () => {
  const at = (edge) => moved(RECTS, aligned(RECTS, edge)).map(([x, y, width, height]) => ({ left: x, center: x + width / 2, right: x + width, top: y, middle: y + height / 2, bottom: y + height })[edge]);
  assert.deepStrictEqual([at("left"), at("center"), at("right")], [[100, 100, 100], [450, 450, 450], [800, 800, 800]]);
  assert.deepStrictEqual([at("top"), at("middle"), at("bottom")], [[100, 100, 100], [200, 200, 200], [300, 300, 300]]);
});

test("one rectangle is aligned with a frame, wherever that begins", () => {
  const frame = [-50, 20, 1000, 500];
  const to = (edge) => aligned([RECTS[1]], edge, frame)[0];
  assert.deepStrictEqual([to("left"), to("center"), to("right"), to("top"), to("middle"), to("bottom")], [[-450, 0], [-50, 0], [350, 0], [0, -110], [0, 90], [0, 290]]);
});

test("gaps become equal, and the first and the last rectangle stay", () => {
  assert.deepStrictEqual(distributed(RECTS, "horizontally"), [[0, 0], [25, 0], [0, 0]]);
  const mixed = [[0, 80, 10, 10], [0, 0, 10, 20], [5, 30, 10, 40]];
  assert.deepStrictEqual(distributed(mixed, "vertically"), [[0, 0], [0, 0], [0, 0]]);
  const tight = [[0, 0, 100, 1], [50, 0, 100, 1], [60, 0, 100, 1]];
  assert.deepStrictEqual(moved(tight, distributed(tight, "horizontally")).map(([x]) => x), [0, 30, 60]);
});

test("random rectangles: aligning again changes nothing, and gaps are equal between the first and the last", () => {
  const pick = random(seed);
  for (let round = 0; round < 300; round += 1) {
    const rects = Array.from({ length: 3 + pick(6) }, () => [pick(1000), pick(1000), 1 + pick(300), 1 + pick(300)]);
    for (const edge of ["left", "center", "right", "top", "middle", "bottom"]) {
      const once = moved(rects, aligned(rects, edge));
      assert.ok(aligned(once, edge, union(rects)).every(([dx, dy]) => Math.abs(dx) < 0.011 && Math.abs(dy) < 0.011), `seed ${seed}, round ${round}, ${edge}`);
    }
    for (const [axis, at] of [["horizontally", 0], ["vertically", 1]]) {
      const placed = moved(rects, distributed(rects, axis));
      const order = rects.map((_, index) => index).sort((a, b) => rects[a][at] + rects[a][at + 2] / 2 - rects[b][at] - rects[b][at + 2] / 2 || a - b);
      assert.deepStrictEqual([placed[order[0]], placed[order.at(-1)]], [rects[order[0]], rects[order.at(-1)]], `seed ${seed}, round ${round}`);
      const gaps = order.slice(1).map((index, n) => placed[index][at] - placed[order[n]][at] - placed[order[n]][at + 2]);
      assert.ok(gaps.every((gap) => Math.abs(gap - gaps[0]) < 0.03), `seed ${seed}, round ${round}, ${axis}: ${gaps}`);
    }
  }
});
