// clients/web/touchd-rings.js
import assert from "node:assert/strict";
import test from "node:test";
import { apart, arc, area, box, boundsOf, fitted, grown, holds, intersection, move, polygon, rounded, simplified, stroke, subpaths, union } from "../../../clients/web/touchd-rings.js";

/** Points in a square, the same each time. */
function* points(count, size, from = 0) {
  let seed = 1;
  const next = () => (seed = (seed * 48271) % 2147483647) / 2147483647;
  for (let n = 0; n < count; n += 1) yield [from + next() * size, from + next() * size];
}
const near = (a, b, error = 1e-6) => a.flat().forEach((value, index) => assert.ok(Math.abs(value - b.flat()[index]) < error, `${JSON.stringify(a)} is not ${JSON.stringify(b)}`));
const middles = (ring) => ring.map(([x, y], index) => [(x + ring.at(index - 1)[0]) / 2, (y + ring.at(index - 1)[1]) / 2]);
const circle = (x, y, radius) => arc([x, y], radius, radius, 0, 2 * Math.PI);

test("a corner is off by less than half a pixel, and has a bounded number of points", () => {
  for (const radius of [0.5, 3, 10, 40, 200, 800, 1600]) {
    for (const scale of [1, 0.5, 4]) {
      const ring = rounded([0, 0, 2 * radius / scale, 2 * radius / scale], Array(4).fill(radius / scale), Array(4).fill(radius / scale), scale);
      assert.ok(ring.length <= 132, `${ring.length} points`);
      for (const [x, y] of middles(ring)) {
        const off = Math.abs(Math.hypot(x - radius / scale, y - radius / scale) * scale - radius);
        assert.ok(off < 0.5, `off by ${off} at a radius of ${radius}`);
      }
    }
  }
});

test("radii that do not fit shrink together, and a corner with a radius of 0 in one direction is square", () => {
  near(fitted(100, 50, [999, 999, 999, 999], [999, 999, 999, 999]), [[25, 25, 25, 25], [25, 25, 25, 25]]);
  near(fitted(100, 100, [80, 40, 0, 10], [20, 20, 20, 20]), [[80 / 1.2, 40 / 1.2, 0, 10 / 1.2], [20 / 1.2, 20 / 1.2, 0, 20 / 1.2]]);
  near(fitted(100, 100, [10, 20, 30, 40], [5, 5, 5, 5]), [[10, 20, 30, 40], [5, 5, 5, 5]]);
  near(rounded([10, 20, 30, 40], [0, 5, 0, 0], [7, 0, 0, 0]), box(10, 20, 30, 40));
});

test("an elliptical corner goes through its ends", () => {
  const ring = rounded([0, 0, 100, 100], [60, 0, 0, 0], [30, 0, 0, 0]);
  near([ring[0]], [[0, 30]]);
  assert.ok(ring.some(([x, y]) => Math.hypot(x - 60, y) < 1e-6));
  for (const [x, y] of ring.filter((one) => one[0] < 60 && one[1] < 30)) near([[((x - 60) / 60) ** 2 + ((y - 30) / 30) ** 2]], [[1]]);
});

test("a path: lines, curves, mirrored controls, arcs, several parts", () => {
  const [lines, after] = subpaths("M 1 2 L 3 4 H 9 V -1e1 Z L 5 5");
  assert.deepEqual(lines, { points: [[1, 2], [3, 4], [9, 4], [9, -10]], isClosed: true });
  assert.deepEqual(after, { points: [[1, 2], [5, 5]], isClosed: false });
  const [{ points: smooth }] = subpaths("M 0 0 C 0 50 50 50 50 0 S 100 -50 100 0");
  const [{ points: same }] = subpaths("M 0 0 C 0 50 50 50 50 0 C 50 -50 100 -50 100 0");
  near(smooth, same);
  const [{ points: quadratic }] = subpaths("M 0 0 Q 25 50 50 0 T 100 0");
  for (const [x, y] of quadratic) near([[y]], [[x <= 50 ? 2 * x * (1 - x / 50) : -2 * (x - 50) * (1 - (x - 50) / 50)]], 1e-6);
  // The four arcs between two points, by their flags.
  const far = ([large, sweep]) => subpaths(`M 0 0 A 50 50 0 ${large} ${sweep} 50 50`)[0].points;
  for (const [x, y] of [...far([0, 1]), ...far([1, 0])]) assert.ok([[50, 0], [0, 50]].some(([cx, cy]) => Math.abs(Math.hypot(x - cx, y - cy) - 50) < 1e-6));
  near([[boundsOf([far([0, 1])]).x]], [[0]], 10);
  assert.ok(holds([far([0, 1])], [30, 15]) && !holds([far([0, 0])], [30, 15]) && holds([far([0, 0])], [15, 30]));
  assert.ok(holds([far([1, 1])], [80, 0]) && holds([far([1, 0])], [0, 80]));
  // Radii that are too small grow, and an arc can be turned.
  const [{ points: turned }] = subpaths("M 0 0 A 1 2 90 0 1 40 0");
  near([turned.at(-1)], [[40, 0]]);
  assert.ok(Math.abs(boundsOf([turned]).height - 10) < 0.5, "a half ellipse of 20 by 10");
});

test("a curve is off by less than half a pixel", () => {
  const [{ points: few }] = subpaths("M 0 0 C 0 400 300 400 300 0"), [{ points: many }] = subpaths("M 0 0 C 0 400 300 400 300 0", 1000);
  assert.ok(few.length < 40, few.length);
  for (const [x, y] of many) {
    const off = Math.min(...few.slice(1).map((to, index) => {
      const from = few[index], length = Math.hypot(to[0] - from[0], to[1] - from[1]);
      const t = Math.max(0, Math.min(1, ((x - from[0]) * (to[0] - from[0]) + (y - from[1]) * (to[1] - from[1])) / length ** 2));
      return Math.hypot(x - from[0] - t * (to[0] - from[0]), y - from[1] - t * (to[1] - from[1]));
    }));
    assert.ok(off < 0.5, off);
  }
});

test("a stroke has its width on both sides, and a fill grows by half of it", () => {
  const line = stroke({ points: [[0, 0], [100, 0]] }, 10);
  near([[Math.abs(area(line[0]))]], [[1000]]);
  assert.ok(holds(line, [50, 4]) && holds(line, [50, -4]) && !holds(line, [50, 6]) && !holds(line, [104, 0]));
  assert.ok(holds(stroke({ points: [[0, 0], [100, 0]] }, 10, 5), [104, 0]));
  const bent = stroke({ points: [[0, 0], [100, 0], [100, 100]] }, 10);
  assert.ok(holds(bent, [104, -4]) && holds(bent, [96, 50]) && !holds(bent, [90, 10]));
  const around = stroke({ points: box(0, 0, 100, 100), isClosed: true }, 10);
  assert.ok(holds(around, [-4, 50]) && holds(around, [4, 50]) && !holds(around, [50, 50]) && !holds(around, [-6, 50]));
  for (const ring of [box(0, 0, 100, 100), box(0, 0, 100, 100).reverse()]) {
    const large = grown([ring, box(40, 40, 20, 20)], 5);
    assert.ok(holds(large, [-4, 50]) && !holds(large, [-6, 50]) && holds(large, [42, 50]) && !holds(large, [50, 50]));
  }
});

test("an intersection is what both contain, as long as one is convex", () => {
  const star = Array.from({ length: 10 }, (_, n) => [50 + (n % 2 ? 20 : 50) * Math.sin(n * Math.PI / 5), 50 - (n % 2 ? 20 : 50) * Math.cos(n * Math.PI / 5)]);
  for (const [a, b] of [[[star], [circle(60, 60, 30)]], [[circle(60, 60, 30)], [star]], [[star, circle(50, 50, 10)], [box(30, 20, 40, 70)]]]) {
    const both = intersection(a, b);
    for (const point of points(500, 100)) assert.equal(holds(both, point), holds(a, point) && holds(b, point), point.join());
  }
  assert.deepEqual(intersection([box(0, 0, 10, 10)], [box(20, 0, 10, 10)]), []);
  assert.deepEqual(intersection([], [box(20, 0, 10, 10)]), []);
});

test("a ring that goes round twice is not convex", () => {
  const pentagram = Array.from({ length: 5 }, (_, n) => [50 + 50 * Math.sin(n * 4 * Math.PI / 5), 50 - 50 * Math.cos(n * 4 * Math.PI / 5)]);
  for (const both of [intersection([box(20, 0, 60, 100)], [pentagram]), intersection([pentagram], [box(20, 0, 60, 100)])]) {
    for (const point of points(500, 100)) assert.equal(holds(both, point), holds([pentagram], point) && holds([box(20, 0, 60, 100)], point), point.join());
  }
  // What is convex stays so, with points that are there twice, with curves, and with errors of rounding.
  const noisy = [[10, 10], [90, 10], [90 + 1e-9, 30], [90 - 1e-9, 50], [90 + 1e-9, 70], [90, 90], [10, 90]];
  const round = rounded([10, 10, 80, 80], [40, 10, 0, 30], [20, 10, 0, 30]);
  for (const ring of [round, [...round].reverse(), [...box(10, 10, 80, 80), [10, 90], [10, 90]], circle(50, 50, 40), noisy]) {
    const both = intersection([pentagram], [ring]);
    for (const point of points(500, 100)) assert.equal(holds(both, point), holds([pentagram], point) && holds([ring], point), point.join());
  }
});

test("boxes that overlap are cut apart, and one in another is left out", () => {
  const of = (...list) => list.map((one) => box(...one));
  assert.deepEqual(apart(of([10, 10, 5, 5], [0, 0, 50, 50], [0, 0, 50, 50], [60, 0, 10, 10])), of([0, 0, 50, 50], [60, 0, 10, 10]));
  assert.equal(apart(of([0, 0, 50, 50], [50, 0, 50, 50])).length, 2);
  const random = [...points(30, 60)].map(([x, y], index, all) => box(x, y, ...all[(index + 7) % 30].map((one) => one / 2 + 1)));
  for (const boxes of [of([0, 0, 50, 50], [40, 40, 50, 50], [20, 20, 10, 80]), of([30, 0, 30, 100], [0, 40, 100, 20], [10, 10, 10, 10]), random]) {
    const cut = apart(boxes);
    for (const point of points(2000, 100)) {
      const count = cut.filter((ring) => holds([ring], point)).length;
      assert.equal(count, Number(boxes.some((ring) => holds([ring], point))), point.join());
    }
  }
});

test("a union: parts that lie apart, or in another; the hull of those that overlap", () => {
  const apart = [[box(0, 0, 10, 10)], [box(20, 0, 10, 10)]];
  assert.deepEqual(union(apart), apart.flat());
  assert.deepEqual(union([[box(0, 0, 10, 10)], [box(2, 2, 3, 3)], []]), [box(0, 0, 10, 10)]);
  const [hull, ...more] = union([[box(0, 0, 10, 10)], [box(5, 5, 10, 10)]]);
  assert.equal(more.length, 0);
  assert.deepEqual(new Set(hull.map(String)), new Set(["0,0", "10,0", "15,5", "15,15", "5,15", "0,10"]));
});

test("the rings as one polygon have the same inside", () => {
  const rings = [box(0, 0, 60, 100), circle(30, 50, 20), box(70, 10, 20, 30), box(5, 5, 10, 10)];
  for (const point of points(1000, 100)) assert.equal(holds([polygon(rings)], point), holds(rings, point), point.join());
  assert.equal(polygon([box(0, 0, 1, 1)]).length, 4);
});

test("an outline has at most 300 points, and loses only those that matter least", () => {
  const ring = Array.from({ length: 3000 }, (_, n) => {
    const angle = n * 2 * Math.PI / 3000;
    return [500 + 400 * Math.cos(angle) + 20 * Math.cos(9 * angle), 500 + 400 * Math.sin(angle)];
  });
  const [less] = simplified([ring]);
  assert.ok(less.length <= 300, less.length);
  let wrong = 0;
  for (const point of points(5000, 1000)) wrong += holds([ring], point) !== holds([less], point);
  assert.ok(wrong <= 5, `${wrong} of 5000 points`);
  const small = [circle(5, 5, 4)];
  assert.equal(simplified(small), small);
});

test("a matrix moves all points", () => {
  assert.deepEqual(move([[[1, 2]]], { a: 0, b: 1, c: -1, d: 0, e: 10, f: 20 }), [[[8, 21]]]);
});
