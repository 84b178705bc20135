// pages/shared/geometry.js
import assert from "node:assert/strict";
import test from "node:test";
import { addOutline, apply, around, contains, corners, fit, identity, inverse, screenSize, then } from "../../../pages/shared/geometry.js";

const near = (a, b) => a.forEach((value, i) => assert.ok(Math.abs(value - b[i]) < 1e-6, `${a} is not ${b}`));
const turned = [0, 1, -1, 0, 500, 100];
const scaled = [2, 0, 0, 3, 10, 20];

test("what is put somewhere comes back with the inverse", () => {
  near(apply(inverse(turned), apply(turned, [30, 40])), [30, 40]);
  near(apply(inverse(scaled), apply(scaled, [30, 40])), [30, 40]);
  assert.equal(inverse([1, 2, 2, 4, 0, 0]), null);
});

test("one matrix after another is the first, then the second", () => {
  near(apply(then(turned, scaled), [30, 40]), apply(scaled, apply(turned, [30, 40])));
  near(then(identity, turned), turned);
});

test("a turned region has its corners where the matrix says, and contains what is between them", () => {
  const region = { bounds: [0, 0, 100, 50], toScreen: turned };
  assert.deepEqual(corners(region), [[500, 100], [500, 200], [450, 200], [450, 100]]);
  assert.deepEqual(around(corners(region)), [450, 100, 50, 100]);
  assert.ok(contains(region, [460, 190]));
  assert.ok(!contains(region, [510, 190]));
});

test("a screen is put into the middle of a picture, its aspect kept", () => {
  assert.deepEqual(fit([1080, 1920], [540, 1920]), [0.5, 0, 0, 0.5, 0, 480]);
});

test("a screen is as large as its windows reach", () => {
  const region = (path, screen, bounds) => ({ path, screen, bounds, toScreen: identity });
  const regions = [region("a", "main", [0, 0, 100, 200]), region("b", "main", [0, 0, 50, 300]), region("a/x", "main", [0, 0, 900, 900]), region("c", "other", [0, 0, 7, 7])];
  assert.deepEqual(screenSize(regions, "main"), [100, 300]);
  assert.equal(screenSize(regions, "third"), null);
});

test("outlines follow shapes", () => {
  const calls = [];
  const path = Object.fromEntries(["moveTo", "lineTo", "bezierCurveTo", "closePath"].map((name) => [name, (...values) => calls.push([name, ...values])]));
  addOutline(path, { bounds: [0, 0, 10, 20], toScreen: identity });
  assert.deepEqual(calls, [["moveTo", 0, 0], ["lineTo", 10, 0], ["lineTo", 10, 20], ["lineTo", 0, 20], ["closePath"]]);
  calls.length = 0;
  addOutline(path, { bounds: [0, 0, 10, 20], toScreen: identity, shape: { kind: "ellipse" } });
  assert.equal(calls.filter((c) => c[0] === "bezierCurveTo").length, 4);
  calls.length = 0;
  addOutline(path, { bounds: [0, 0, 10, 20], toScreen: scaled, shape: { kind: "polygon", points: [[5, 0], [10, 20], [0, 20]] } });
  assert.deepEqual(calls.map((c) => c.slice(1)), [[20, 20], [30, 80], [10, 80], []]);
});
