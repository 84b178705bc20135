// pages/live/zoom.js: the zoomed part of the picture.
import assert from "node:assert/strict";
import test from "node:test";
import { apply, fit, inverse } from "../../../pages/shared/geometry.js";
import { Zoom } from "../../../pages/live/zoom.js";
import { random } from "./live-lines.mjs";

const size = [1080, 1920];
const box = [700, 640];
const fitted = fit(size, box, 6);

test("what is under the pointer stays there", () => {
  const zoom = new Zoom();
  const place = [350, 300];
  const before = apply(inverse(fitted), place);
  for (let step = 0; step < 5; step++) {
    zoom.about(1.5, place);
    const [x, y] = apply(zoom.matrix(fitted, size, box), before);
    // The first steps move the picture to the middle of a box that it does not fill.
    if (zoom.factor > 2) assert.ok(Math.hypot(x - place[0], y - place[1]) < 1e-6, `${zoom.factor}: ${x}, ${y}`);
  }
});

test("the screen cannot be lost, and back at 1 it is where it was", () => {
  for (let seed = 1; seed < 40; seed++) {
    const below = random(seed);
    const zoom = new Zoom();
    for (let step = 0; step < 30; step++) {
      if (below(2)) zoom.about(0.5 + below(20) / 10, [below(700), below(640)]);
      else zoom.pan(below(2000) - 1000, below(2000) - 1000);
      const m = zoom.matrix(fitted, size, box);
      const [[left, top], [right, bottom]] = [apply(m, [0, 0]), apply(m, size)];
      const fills = (low, high, length) => (high - low > length ? low <= 1e-6 && high >= length - 1e-6 : low >= -1e-6 && high <= length + 1e-6);
      assert.ok(fills(left, right, box[0]) && fills(top, bottom, box[1]), `seed ${seed}: ${[left, top, right, bottom]}`);
    }
    zoom.about(0, [1, 1]);
    assert.equal(zoom.factor, 1);
    assert.deepEqual(zoom.matrix(fitted, size, box), fitted);
  }
});
