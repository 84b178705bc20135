// The text edits of the region editor (pages/editor/yaml*.js). TOUCHD_SEED=N repeats one case, TOUCHD_ROUNDS=N multiplies the number of cases.
import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import { test } from "node:test";
import { commentsOf, placeOf, readSource } from "../../../pages/editor/yamlSource.js";
import { withValue } from "../../../pages/editor/yamlValues.js";
import { renamings, withCopy, withRegion, withRegionMoved, withoutRegion } from "../../../pages/editor/yamlRegions.js";
import { randomEdit } from "./editor/edits.mjs";
import { model, random, read, YAML } from "./editor/library.mjs";
import { randomJSON, randomText } from "./editor/texts.mjs";

const config = new URL("../../../config/", import.meta.url);
const shipped = readdirSync(config).filter((name) => name.endsWith(".yaml")).map((name) => [name, readFileSync(new URL(name, config), "utf8")])
  .filter(([, text]) => text.includes("\nscreens:"));
const kiosk = readFileSync(new URL("kiosk.yaml", config), "utf8");
const children = ["screens", 0, "windows", 0, "children"];

/** Returns the lines that consist of a comment, without their indent. */
const commentLines = (text) => commentsOf(YAML, text).filter(({ offset }) => text.slice(text.lastIndexOf("\n", offset - 1) + 1, offset).trim() === "");

function edited(start, seed, count) {
  const pick = random(seed);
  let text = start(pick);
  let value = model(text);
  for (let step = 0; step < count; step += 1) {
    const edit = randomEdit(pick, text, value);
    if (!edit) continue;
    const say = () => `seed ${seed}, step ${step}: ${edit.what}\n--- before\n${text}\n--- after\n${edit.text}`;
    let got;
    try { got = model(edit.text); } catch (error) { assert.fail(`${error.message}\n${say()}`); }
    assert.deepEqual(got, edit.expected, say());
    if (edit.newPath) assert.deepEqual(edit.gotPath, edit.newPath, say());
    const before = commentLines(text).filter(({ offset }) => !edit.gone || offset < edit.gone.start || offset >= edit.gone.end).map((comment) => comment.text);
    const after = commentLines(edit.text).map((comment) => comment.text);
    if (edit.order) assert.deepEqual(after, before, say());
    else for (const comment of before) assert.ok(after.includes(comment) && (edit.more || after.length >= before.length), `${comment} is gone; ${say()}`);
    if (text.startsWith("{")) JSON.parse(edit.text);
    text = edit.text;
    value = got;
  }
  return text;
}

const rounds = Number(process.env.TOUCHD_ROUNDS ?? 1) * 250;
const seeds = process.env.TOUCHD_SEED ? [Number(process.env.TOUCHD_SEED)] : Array.from({ length: rounds }, (_, index) => index + 1);

test("after random edits of random texts the values are those that were meant, and all comments are there", () => {
  for (const seed of seeds) edited(seed % 4 === 0 ? randomJSON : randomText, seed, 12);
});

for (const [name, text] of shipped) {
  test(`after random edits of ${name} the values are those that were meant, and all comments are there`, () => {
    for (const seed of seeds.slice(0, 60)) edited(() => text, seed, 12);
  });
}

test("a moved frame changes two numbers", () => {
  const text = withValue(read(kiosk), [...children, 4, "children", 1, "frame"], [800, 70, 200, 200]);
  assert.equal(text, kiosk.replace("frame: [820, 60, 200, 200]", "frame: [800, 70, 200, 200]"));
});

test("a new region stands in the style of the one before it", () => {
  const text = withRegion(read(kiosk), [...children, 4, "children"], 2, { id: "help", kind: "button", frame: [440, 60, 200, 200] });
  const cancel = "              - { id: cancel, kind: button, frame: [820, 60, 200, 200] }\n";
  assert.equal(text, kiosk.replace(cancel, `${cancel}              - { id: help, kind: button, frame: [440, 60, 200, 200] }\n`));
});

test("a region without children gets them in a block", () => {
  const text = withRegion(read(kiosk), [...children, 1, "children"], 0, { id: "in", frame: [0, 0, 10, 10] });
  const map = "              - { id: moveMap, type: transform, minimumScale: 0.25, maximumScale: 8 }\n";
  assert.equal(text, kiosk.replace(map, `${map}            children:\n              - { id: in, frame: [0, 0, 10, 10] }\n`));
});

test("the first region in one gets a line of its own, also if the one around it was one line", () => {
  const head = "version: 1\nscreens:\n  - id: m\n    size: [9, 9]\n    windows:\n";
  const list = ["screens", 0, "windows", 0, "children"];
  const text = withRegion(read(`${head}      - { id: w, frame: [0, 0, 9, 9] }\n`), list, 0, { id: "in", frame: [0, 0, 1, 1] });
  assert.equal(text, `${head}      - id: w\n        frame: [0, 0, 9, 9]\n        children:\n          - { id: in, frame: [0, 0, 1, 1] }\n`);
  const json = '{ "screens": [{ "id": "m", "windows": [{ "id": "w" }] }] }\n';
  assert.equal(withRegion(read(json), list, 0, { id: "in" }), json.replace('"w" }', '"w", "children": [{ "id": "in" }] }'));
});

test("a region of one line that becomes a block keeps its comment on its line, and a key without a value", () => {
  const head = "version: 1\nscreens:\n  - id: m\n    size: [9, 9]\n    windows:\n";
  const list = ["screens", 0, "windows", 0, "children"];
  for (const hidden of ["hidden:", "hidden"]) {
    const text = withRegion(read(`${head}      - { id: w, ${hidden}, frame: [0, 0, 9, 9] }  # note\n      - { id: v }\n`), list, 0, { id: "in" });
    assert.equal(text, `${head}      - id: w  # note\n        hidden:\n        frame: [0, 0, 9, 9]\n        children:\n          - { id: in }\n      - { id: v }\n`);
  }
});

test("the first window of a screen is a block", () => {
  const screen = "version: 1\nscreens:\n  - id: m\n    size: [9, 9]\n";
  const expected = `${screen}    windows:\n      - id: w\n        frame: [0, 0, 9, 9]\n`;
  for (const before of [screen, `${screen}    windows: []\n`, `${screen}    windows:\n`]) {
    assert.equal(withRegion(read(before), ["screens", 0, "windows"], 0, { id: "w", frame: [0, 0, 9, 9] }), expected, before);
  }
  assert.equal(withRegion(read("screens:\n  - { id: m }\n"), ["screens", 0, "windows"], 0, { id: "w", frame: [0, 0, 9, 9] }),
    "screens:\n  - id: m\n    windows:\n      - id: w\n        frame: [0, 0, 9, 9]\n");
});

test("a key that comes in stands behind the keys that it belongs to, and goes without a trace", () => {
  const text = withValue(read(kiosk), [...children, 1, "hidden"], true);
  assert.equal(text, kiosk.replace("            frame: [0, 160, 1080, 900]\n", "            frame: [0, 160, 1080, 900]\n            hidden: true\n"));
  assert.equal(withValue(read(text), [...children, 1, "hidden"], undefined), kiosk);
});

test("a region takes its comments along", () => {
  const text = "version: 1\nscreens:\n  - id: m\n    size: [9, 9]\n    windows:\n      - id: a\n        frame: [0, 0, 1, 1]\n        children:\n"
    + "          # about b\n          - id: b   # beside b\n            frame: [0, 0, 1, 1]\n      - id: c\n        frame: [0, 0, 1, 1]\n";
  const moved = withRegionMoved(read(text), ["screens", 0, "windows", 0, "children", 0], ["screens", 0, "windows"], 2);
  assert.deepEqual(moved.path, ["screens", 0, "windows", 2]);
  assert.equal(moved.text, "version: 1\nscreens:\n  - id: m\n    size: [9, 9]\n    windows:\n      - id: a\n        frame: [0, 0, 1, 1]\n"
    + "      - id: c\n        frame: [0, 0, 1, 1]\n      # about b\n      - id: b   # beside b\n        frame: [0, 0, 1, 1]\n");
});

test("the last region of a list takes the list with it", () => {
  const text = withoutRegion(read(withoutRegion(read(kiosk), [...children, 3, "children", 1])), [...children, 3, "children", 0]);
  assert.equal(text, kiosk.replace(/            children:\n              - \{ id: one.*\n              - \{ id: two.*\n/, ""));
});

test("ids stay strings", () => {
  for (const id of ["12", "true", "no", "null", "1e3", "-", "a: b", "x #y", " lead", "it's"]) {
    const text = withValue(read(kiosk), [...children, 0, "id"], id);
    assert.equal(model(text).screens[0].windows[0].children[0].id, id);
  }
});

test("a copy has ids of its own, and what names a region of it names the copy", () => {
  const text = kiosk.replace("{ id: two, kind: button", "{ id: two, fallback: one, kind: button");
  const copy = model(withCopy(read(text), [...children, 3], renamings([model(text).screens[0].windows[0].children[3]], (id) => `${id}2`)[0])).screens[0].windows[0].children[4];
  assert.deepEqual([copy.id, copy.children.map((child) => child.id), copy.children[1].fallback], ["pad2", ["one2", "two2"], "one2"]);
});

test("a copy of many regions reads the text as often as one of a few, and loses none", () => {
  function readings(count) {
    let readings = 0;
    const library = { ...YAML, parseDocument: (...all) => { readings += 1; return YAML.parseDocument(...all); } };
    const children = Array.from({ length: count }, (_, n) => `          - { id: r${n}, frame: [0, 0, 9, 9], fallback: r${(n + 1) % count} }\n`).join("");
    const text = `version: 1\nscreens:\n  - id: s\n    size: [9, 9]\n    windows:\n      - id: w\n        children:\n${children}`;
    const changes = renamings(model(text).screens[0].windows, (id) => `${id}x`)[0];
    const copy = model(withCopy(readSource(library, text), ["screens", 0, "windows", 0], changes)).screens[0].windows[1];
    assert.deepEqual(copy.children.map(({ id, fallback }) => [id, fallback]), Array.from({ length: count }, (_, n) => [`r${n}x`, `r${(n + 1) % count}x`]));
    return readings;
  }
  assert.equal(readings(300), readings(3));
});

test("JSON stays JSON with its indent", () => {
  const text = '{\n  "version": 1,\n  "screens": [\n    {\n      "id": "m",\n      "size": [9, 9],\n      "windows": [\n        { "id": "w", "frame": [0, 0, 9, 9] }\n      ]\n    }\n  ]\n}\n';
  const added = withRegion(read(text), ["screens", 0, "windows"], 1, { id: "v", frame: [0, 0, 1, 1] });
  assert.equal(added, text.replace("9, 9] }\n", '9, 9] },\n        { "id": "v", "frame": [0, 0, 1, 1] }\n'));
});

test("places count lines and characters from 1", () => {
  assert.deepEqual(placeOf("a\n  🎈b", 6), { line: 2, column: 4 });
});

test("an id that looks like a number is a string, and what is written is a string to every reader of YAML", () => {
  assert.equal(model("version: 1\nscreens:\n  - id: 12\n").screens[0].id, "12");
  assert.match(withValue(read(kiosk), [...children, 0, "id"], "true"), /\{ id: "true", kind: slider/);
});

test("a value that is set to what it is changes nothing, however it is written", () => {
  const text = "version: 1\nscreens:\n  - id: m\n    size: [9.0, 1e1]\n";
  assert.equal(withValue(read(text), ["screens", 0, "size"], [9, 10]), text);
  assert.equal(withValue(read(text), ["screens", 0, "size"], [9, 11]), text.replace("1e1", "11"));
});

test("what stands deeper below a region, such as children that are commented out, goes with it", () => {
  const [, shippedText] = shipped.find(([name]) => name === "touchd.yaml");
  const text = withRegion(read(shippedText), ["screens", 0, "windows"], 1, { id: "second", frame: [0, 0, 9, 9] });
  const gone = withoutRegion(read(text), ["screens", 0, "windows", 0]);
  assert.ok(!gone.includes("# children:") && !gone.includes("#   - id: menu") && gone.includes("# server:") && gone.includes("# The region trees, back to front."));
});
