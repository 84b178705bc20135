// The keys that arrange regions (pages/editor/arrange.js): A, and then a letter.
import assert from "node:assert/strict";
import { beforeEach, mock, test } from "node:test";
import { Arrange } from "../../../pages/editor/arrange.js";
import { EditorDocument } from "../../../pages/editor/document.js";
import { YAML } from "./editor/library.mjs";

globalThis.window = globalThis;
const TEXT = `version: 1
screens:
  - id: main
    size: [1000, 1000]
    windows:
      - { id: one, frame: [100, 200, 300, 400] }
`;
let doc, arrange, told;
beforeEach(() => {
  mock.timers.reset();
  mock.timers.enable({ apis: ["setTimeout"] });
  doc = new EditorDocument(YAML);
  doc.open(TEXT, "touchd.yaml");
  doc.select("screens.0.windows.0");
  told = { text: "", say: (text) => (told.text = text) };
  arrange = new Arrange(doc, { isLocked: () => false }, told);
});
const press = (key, more = {}) => arrange.key({ key, code: `Key${key.toUpperCase()}`, ...more });
const frame = () => doc.regions[0].spec.frame;

test("a letter alone is for others, and after an A it arranges", () => {
  assert.deepEqual([press("l"), frame()], [false, [100, 200, 300, 400]]);
  assert.deepEqual([press("a"), told.text.startsWith("Arrange: L left, C center")], [true, true]);
  assert.deepEqual([press("l"), frame()], [true, [0, 200, 300, 400]]);
  assert.equal(told.text, "one aligned: left of the screen");
  assert.equal(press("r"), false);
});

test("Shift may be held, and keyboards of other scripts have their own letters", () => {
  assert.deepEqual([press("A"), press("Shift"), press("R"), frame()[0]], [true, false, true, 700]);
  assert.deepEqual([arrange.key({ key: "ф", code: "KeyA" }), arrange.key({ key: "и", code: "KeyB" }), frame()[1]], [true, true, 600]);
});

test("three seconds later the letter is for others again, and the text is back", () => {
  told.text = "before";
  press("a");
  mock.timers.tick(2999);
  assert.match(told.text, /^Arrange/);
  mock.timers.tick(1);
  assert.deepEqual([told.text, press("l"), frame()[0]], ["before", false, 100]);
});

test("Escape ends it alone; other keys end it and are for others; so is a letter with Ctrl", () => {
  for (const [key, more, isTaken] of [["Escape", {}, true], ["q", {}, false], ["Tab", {}, false], ["l", { ctrlKey: true }, false], ["l", { altKey: true, shiftKey: true }, false]]) {
    press("a");
    assert.deepEqual([press(key, more), told.text, press("l"), frame()[0]], [isTaken, "", false, 100], key);
  }
  assert.equal(press("a", { ctrlKey: true }), false);
});

test("a key that is held is one key", () => {
  press("a");
  assert.deepEqual([press("a", { repeat: true }), press("l"), press("l", { repeat: true }), frame()[0]], [true, true, true, 0]);
  assert.equal(press("l"), false);
});

test("a locked region gets no width of another one, and the reason is said", () => {
  doc.open(TEXT + ["two", "three"].map((id) => `      - { id: ${id}, frame: [0, 0, 50, 50] }\n`).join(""), "touchd.yaml");
  let locked = ["two", "three"];
  arrange = new Arrange(doc, { isLocked: (region) => locked.includes(region.id) }, told);
  const widths = (...keys) => {
    doc.choose(keys.map((number) => `screens.0.windows.${number}`));
    press("a");
    press("w");
    return [doc.regions.map((region) => region.bounds[2]), told.text];
  };
  assert.deepEqual(widths(1, 0), [[300, 50, 50], "two is locked"]);
  assert.deepEqual(widths(1, 2, 0), [[300, 50, 50], "The others are locked"]);
  locked = ["three"];
  assert.deepEqual(widths(1, 2, 0), [[300, 300, 50], "two has the width of one"]);
});
