// The parts of pages/editor that need no browser, except the text edits (editor-yaml.test.mjs).
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { freshId, movedBy, regionsOf, resizedBy } from "../../../pages/editor/model.js";
import { aimed, diagnosticsOf, offsetOf, pathAt, regionKeyOf } from "../../../pages/editor/findings.js";
import { History } from "../../../pages/editor/history.js";
import { NamePlaces } from "../../../pages/editor/names.js";
import { overlaps, tooSmall } from "../../../pages/editor/overlap.js";
import { Schema, formOf, newValue, valueOf } from "../../../pages/editor/schema.js";
import { guides, snapEdge, snapMove } from "../../../pages/editor/snap.js";
import { random, read } from "./editor/library.mjs";

const schema = new Schema(JSON.parse(readFileSync(new URL("../../../config/touchd.schema.json", import.meta.url), "utf8")));
const screen = (...windows) => regionsOf({ screens: [{ id: "main", size: [1000, 1000], windows }] });
const window = (children, more = {}) => ({ id: "w", frame: [0, 0, 1000, 1000], children, ...more });

test("undo and redo lead along the states, and what is done anew ends the way forward", () => {
  const history = new History("a");
  for (const state of ["b", "c", "d"]) history.push(state);
  assert.equal(history.undo(), "c");
  assert.equal(history.undo(), "b");
  assert.equal(history.redo(), "c");
  history.push("e");
  assert.deepEqual([history.canRedo, history.undo(), history.undo(), history.undo(), history.canUndo], [false, "c", "b", "a", false]);
});

test("a key that is held is one step, until something else is done", () => {
  const history = new History(0);
  for (const state of [1, 2, 3]) history.push(state, "move ok");
  history.endStep();
  history.push(4, "move ok");
  assert.deepEqual([history.undo(), history.undo()], [3, 0]);
});

test("undo and redo end a step: what is typed next in the same field is another one", () => {
  const history = new History("");
  for (const [state, join] of [["a", "name"], ["b", "size"]]) history.push(state, join);
  history.undo();
  history.push("ac", "name");
  assert.deepEqual([history.undo(), history.redo()], ["a", "ac"]);
  history.push("acd", "name");
  assert.equal(history.undo(), "ac");
});

test("500 states are kept", () => {
  const history = new History(0);
  for (let state = 1; state <= 600; state += 1) history.push(state);
  let steps = 0;
  for (; history.canUndo; steps += 1) history.undo();
  assert.deepEqual([steps, history.state], [499, 101]);
});

test("an edge snaps to the nearest edge or middle within reach, else to the grid", () => {
  const places = guides([[100, 100, 50, 50]], [0, 0, 1000, 1000]);
  assert.deepEqual(snapMove([146, 300, 20, 20], places, { reach: 5 }), { dx: 4, dy: 0, lines: { x: 150 } });
  assert.deepEqual(snapMove([81, 60, 20, 20], places, { reach: 5 }), { dx: -1, dy: 0, lines: { x: 100 } });
  assert.deepEqual(snapMove([203, 307, 20, 20], places, { reach: 5, grid: 10 }), { dx: -3, dy: 3, lines: {} });
  assert.deepEqual(snapEdge({ x: 997 }, places, { reach: 5 }), { dx: 3, dy: 0, lines: { x: 1000 } });
});

test("regions lie where touchd has them: frames, origins of bounds, transforms about the centre", () => {
  const [, scroll, child, dial] = screen(window([
    { id: "s", kind: "scrollView", frame: [100, 100, 200, 200], bounds: [0, 50, 200, 200], children: [{ id: "c", frame: [0, 60, 20, 20] }] },
    { id: "d", center: [540, 800], bounds: [0, 0, 300, 100], transform: [0, 1, -1, 0, 0, 0] }]));
  assert.deepEqual(scroll.toScreen, [1, 0, 0, 1, 100, 50]);
  assert.deepEqual(child.toScreen, [1, 0, 0, 1, 100, 110]);
  // Rotated by 90 degrees: its top left is at the top right.
  assert.deepEqual(dial.toScreen, [0, 1, -1, 0, 590, 650]);
});

test("a turned region is resized in its own space, and its opposite edge stays", () => {
  const spec = { id: "d", center: [540, 800], bounds: [0, 0, 300, 100], transform: [0, 1, -1, 0, 0, 0] };
  const keys = resizedBy(spec, { right: 20 });
  assert.deepEqual(keys, { bounds: [0, 0, 320, 100], center: [540, 810] });
  assert.deepEqual(movedBy(spec, 5, -5), { center: [545, 795] });
  assert.deepEqual(resizedBy({ frame: [10, 10, 50, 50] }, { left: 80, top: -10 }), { frame: [60, 0, 0, 60] });
});

test("what overlaps on a level is told with the one that takes the touch", () => {
  const a = { id: "a", frame: [0, 0, 100, 100] };
  const b = { id: "b", frame: [50, 50, 100, 100] };
  assert.match(overlaps(screen(window([a, b])))[0].text, /overlap by 50 × 50 points: "b" is in front and takes the touch/);
  assert.equal(overlaps(screen(window([a, { ...b, frame: [100, 0, 10, 10] }]))).length, 0);
  assert.equal(overlaps(screen(window([a, { ...b, hidden: true }]))).length, 0);
  assert.match(overlaps(screen(window([a, { ...b, hitTest: { kind: "passThrough" } }])))[0].text, /lets touches through/);
  assert.equal(overlaps(screen(window([a, { ...b, frame: [105, 0, 10, 10], hitInsets: [0, -10, 0, 0] }]))).length, 1);
  assert.equal(overlaps(screen(window([], { level: 2 }), { id: "v", frame: [0, 0, 9, 9] }))[0].front.id, "w");
  assert.equal(overlaps(screen(window([]), { id: "v", frame: [0, 0, 9, 9] }))[0].front.id, "v", "of windows of one level the later one is in front");
});

test("a button, a switch and a knob need 9 mm, with their insets", () => {
  const scale = () => [4, 4];
  const small = (spec) => tooSmall(screen(window([{ id: "x", ...spec }])), scale).length;
  assert.equal(small({ kind: "button", frame: [0, 0, 36, 36] }), 0);
  assert.equal(small({ kind: "button", frame: [0, 0, 35, 60] }), 1);
  assert.equal(small({ kind: "button", frame: [0, 0, 30, 30], hitInsets: [-3, -3, -3, -3] }), 0);
  assert.equal(small({ kind: "slider", frame: [0, 0, 400, 30] }), 1);
  assert.equal(small({ kind: "view", frame: [0, 0, 3, 3] }), 0);
  assert.deepEqual([35.84, 35.76].map((side) => small({ kind: "button", frame: [0, 0, side, 60] })), [0, 1], "8.96 mm is told as 9, 8.94 mm is not");
});

test("a diagnostic is the innermost value's at its place", () => {
  const text = "version: 1\nscreens:\n  - id: m\n    size: [9, 9]\n    windows:\n      - id: w\n        frame: [0, 0, 9, 9]\n        children:\n          - { id: a, alpha: 1.5 }\n";
  const source = read(text);
  assert.deepEqual(pathAt(source.root, text.indexOf("1.5")), ["screens", 0, "windows", 0, "children", 0, "alpha"]);
  const [found] = diagnosticsOf('{"file":"configuration","line":9,"column":29,"severity":"error","message":"no"}\n', source);
  assert.deepEqual(found.path.at(-1), "alpha");
  assert.equal(regionKeyOf(found.path, regionsOf({ screens: [{ windows: [{ id: "w", children: [{ id: "a" }] }] }] })), "screens.0.windows.0.children.0");
  assert.equal(offsetOf("a\n🎈b", 2, 2), 4);
});

test("a warning about what people hear leads to the key that it asks for", () => {
  const text = "version: 1\nscreens:\n  - windows:\n      - id: w\n        children:\n          - { id: a, kind: button }\n          - id: b\n            accessibility: { hint: x }\n";
  const source = read(text);
  const regions = regionsOf({ screens: [{ windows: [{ id: "w", children: [{ id: "a" }, { id: "b" }] }] }] });
  const path = (line, column, id) => {
    const [found] = diagnosticsOf(JSON.stringify({ line, column, severity: "warning", id, message: "no" }), source);
    return aimed(found, source, regions).path.slice(5);
  };
  assert.deepEqual(path(6, 13, "no-label"), [0, "accessibility", "label"]);
  assert.deepEqual(path(8, 13, "no-label"), [1, "accessibility", "label"]);
  assert.deepEqual(path(8, 13, "no-language"), [1, "accessibility", "language"]);
  assert.deepEqual(path(8, 13, "covered-element"), [1, "accessibility", "activationPoint"]);
  assert.deepEqual([path(6, 13, "never-hit"), path(7, 13, "never-hit")], [[0], [1]], "the region as a whole, and not its first key");
  assert.deepEqual(path(6, 22, undefined), [0, "kind"]);
  assert.equal(aimed({ path: ["screens", 0], id: "no-keypad" }, source, regions).region, null);
});

test("the form has the keys that go together", () => {
  const keys = (value) => schema.fields(schema.definition("region"), value).map((field) => field.key);
  assert.ok(!keys({ id: "a", frame: [] }).includes("isOn"));
  assert.ok(keys({ id: "a", kind: "switch" }).includes("isOn"));
  assert.ok(!keys({ id: "a", frame: [] }).includes("transform"));
  assert.ok(keys({ id: "a", center: [], bounds: [] }).includes("transform"));
  assert.ok(keys({ id: "a", isOn: true }).includes("isOn"), "what is there is shown, so that it can be taken away");
  assert.ok(schema.fields(schema.definition("region"), { id: "a" }).every((field) => field.help !== ""));
  const gesture = (type) => schema.fields(schema.definition("gesture"), { id: "g", type }).map((field) => field.key);
  assert.ok(gesture("tap").includes("numberOfTapsRequired") && !gesture("pan").includes("numberOfTapsRequired"));
});

test("each key of a region has a form, and a first value of that form", () => {
  for (const field of schema.fields(schema.definition("region"), { id: "x", kind: "slider" })) {
    const value = newValue(schema, field.schema, (stem) => stem);
    assert.notEqual(value, undefined, field.key);
    assert.ok(!["raw"].includes(formOf(field.schema)) , `${field.key} has no form`);
  }
  assert.deepEqual(valueOf("12", "number"), 12);
  assert.deepEqual(valueOf("12", "string"), "12");
  assert.deepEqual(valueOf("a, b  c", "words"), ["a", "b", "c"]);
});

test("a new id is one that there is not", () => {
  assert.equal(freshId(new Set(["ok", "ok2"]), "ok"), "ok3");
  assert.equal(freshId(new Set(["region1"]), "region1"), "region2");
  assert.equal(freshId(new Set(), "region1"), "region1");
});

test("names are placed as if each were compared with all", () => {
  const pick = random(7);
  const [places, taken] = [new NamePlaces(), []];
  for (let count = 0; count < 400; count += 1) {
    const [x, y, width] = [pick(800), pick(600) + 0.25, 8 + pick(90)];
    let top = y;
    while (taken.some((box) => x < box.x + box.width && box.x < x + width && top < box.y + 15 && box.y < top + 15) && top < y + 64) top += 15;
    taken.push({ x, y: top, width });
    assert.equal(places.place(x, y, width), top, `name ${count}`);
  }
});
