// Regions as text for the clipboard (pages/editor/yamlClipboard.js).
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { regionsOf } from "../../../pages/editor/model.js";
import { copiedText, pastedRegions, withPasted } from "../../../pages/editor/yamlClipboard.js";
import { model, random, read, YAML } from "./editor/library.mjs";
import { randomJSON, randomText } from "./editor/texts.mjs";

const kiosk = readFileSync(new URL("../../../config/kiosk.yaml", import.meta.url), "utf8");
const children = ["screens", 0, "windows", 0, "children"];
const paste = (text, list, index, copied, ids = new Set(), keys = () => ({})) => withPasted(read(text), list, index, pastedRegions(YAML, copied), { ids, keys });
const refusal = (text) => {
  try {
    pastedRegions(YAML, text);
    return "";
  } catch (error) {
    return error.message;
  }
};

test("regions are copied with their comments and without their indent", () => {
  const text = kiosk.replace("          - id: menu\n", "          # the bar below\n          - id: menu\n");
  assert.equal(copiedText(read(text), [[...children, 0], [...children, 4]]).split("\n").slice(0, 4).join("\n"),
    "- { id: volume, kind: slider, frame: [100, 50, 600, 60], maximumValue: 100, value: 30 }\n# the bar below\n- id: menu\n  frame: [0, 1600, 1080, 320]");
});

test("pasted regions get free IDs, and references in the group lead to the copies", () => {
  const text = "screens:\n  - windows:\n      - id: w\n        children:\n          - { id: a, fallback: b }\n          # about b\n          - { id: b, gestures: [{ id: g, type: tap, requireToFail: [g2, other] }] }\n";
  const copied = copiedText(read(text), [[...children, 0], [...children, 1]]);
  const pasted = paste(text, children, 2, copied, new Set(["w", "a", "b", "g"]));
  assert.equal(pasted.text, `${text}          - { id: a2, fallback: b2 }\n          # about b\n          - { id: b2, gestures: [{ id: g2, type: tap, requireToFail: [g2, other] }] }\n`);
  assert.deepEqual(pasted.paths, [[...children, 2], [...children, 3]]);
});

test("in another file the IDs stay if they are free", () => {
  const { text } = paste("screens:\n  - windows:\n      - id: x\n", ["screens", 0, "windows", 0, "children"], 0, copiedText(read(kiosk), [[...children, 4]]), new Set(["x"]));
  assert.deepEqual(model(text).screens[0].windows[0].children, [model(kiosk).screens[0].windows[0].children[4]]);
});

test("two with the same ID in the clipboard get different ones", () => {
  const { text } = paste("screens:\n  - windows:\n      - id: x\n", ["screens", 0, "windows"], 1, "- { id: a }\n- { id: a }\n- { id: b, fallback: a }\n", new Set(["x"]));
  assert.deepEqual(model(text).screens[0].windows, [{ id: "x" }, { id: "a" }, { id: "a2" }, { id: "b", fallback: "a" }]);
});

test("a window that is pasted into a region is no window any more", () => {
  const text = "screens:\n  - windows:\n      - id: x\n";
  const copied = "- { id: a, kind: window, frame: [0, 0, 1, 1] }\n- id: b\n  kind: window\n- { id: c, kind: button }\n";
  assert.deepEqual(model(paste(text, children, 0, copied).text).screens[0].windows[0].children, [{ id: "a", frame: [0, 0, 1, 1] }, { id: "b" }, { id: "c", kind: "button" }]);
  assert.deepEqual(model(paste(text, ["screens", 0, "windows"], 1, copied).text).screens[0].windows[1].kind, "window");
});

test("a region that people copy out of a file by hand is read, however it is written", () => {
  const value = [{ id: "ok", frame: [1, 2, 3, 4] }];
  for (const text of ["id: ok\nframe: [1, 2, 3, 4]", "  # here\n  id: ok\n  frame: [1, 2, 3, 4]\n", "{ id: ok, frame: [1, 2, 3, 4] }", '{ "id": "ok",\n  "frame": [1, 2, 3, 4] }',
    '[{ "id": "ok", "frame": [1, 2, 3, 4] }]', "      - id: ok\r\n        frame: [1, 2, 3, 4]\r\n"]) {
    assert.deepEqual(model(paste("screens:\n  - windows:\n      - id: x\n        children: []\n", children, 0, text).text).screens[0].windows[0].children, value, text);
  }
});

test("text that is no region is refused with the reason", () => {
  assert.match(refusal(""), /has no text/);
  assert.match(refusal("Hello, world"), /neither a region nor a list/);
  assert.match(refusal("a: b\n"), /none of the keys id, frame, center and kind/);
  assert.match(refusal("- 1\n- 2\n"), /none of the keys/);
  assert.match(refusal(kiosk), /whole configuration/);
  assert.match(refusal("frame: [1, 2\nid: x: y"), /Copy whole regions/);
  assert.match(refusal("x".repeat(1000001)), /more than 1 million/);
});

test("a list that was copied with its indent is pasted with the indent of its new place", () => {
  const before = "screens:\n  - windows:\n      - id: w\n        children:\n          - id: z\n            children:\n              - id: inner\n";
  for (const columns of [2, 4, 16]) {
    const pad = " ".repeat(columns);
    const { text } = paste(before, children, 1, `${pad}# head\n${pad}- id: p\n${pad}  label: |\n${pad}    x\n${pad}      y\n${pad}- id: q\n`);
    assert.equal(text, `${before}          # head\n          - id: p\n            label: |\n              x\n                y\n          - id: q\n`, String(columns));
  }
});

test("a screen or a region whose list is empty gets its first region", () => {
  const windows = ["screens", 0, "windows"];
  const screens = ["- id: a", "- id: a\n    windows:", "- id: a\n    windows: # none yet", "- windows:\n    id: a", "- id: a\n    windows: ~", "- id: a\n    windows: []", "- { id: a, windows: null }", "- { id: a, windows: }"];
  for (const screen of [...screens.map((one) => `screens:\n  ${one}\n`), '{ "screens": [{ "id": "a", "windows": null }] }', '{ "screens": [{ "windows": null, "id": "a" }] }']) {
    assert.deepEqual(model(paste(screen, windows, 0, "- { id: r }\n- { id: s }\n").text).screens[0], { id: "a", windows: [{ id: "r" }, { id: "s" }] }, screen);
  }
  assert.deepEqual(model(paste("screens:\n  - windows:\n", windows, 0, "- id: r\n  hidden: true\n").text).screens, [{ windows: [{ id: "r", hidden: true }] }]);
});

test("a file without a screen, and one whose list is something else, are refused with the reason", () => {
  for (const text of ["version: 1\n", "screens:\n", "screens: []\n", "screens:\n  -\n", "{}"]) {
    assert.throws(() => paste(text, ["screens", 0, "windows"], 0, "- id: r\n"), { message: "The file has no screen to paste into." }, text);
  }
  assert.throws(() => paste("screens:\n  - windows: many\n", ["screens", 0, "windows"], 0, "- id: r\n"), { message: "“windows” is not a list. Correct it in the tab “Text”." });
});

test("numbers keep all their digits in JSON", () => {
  const { text } = paste('{ "screens": [{ "windows": [] }] }', ["screens", 0, "windows"], 0, "- id: 7\n  transform: [0.70710678, 1e-7, -0.5, 1.50, 0, 0]\n  hidden: true\n  accessibility: { label: 5, value: 6 }\n  value: 6\n  panels: {}\n");
  assert.equal(text, '{ "screens": [{ "windows": [{ "id": "7", "transform": [0.70710678, 1e-7, -0.5, 1.50, 0, 0], "hidden": true, "accessibility": { "label": "5", "value": "6" }, "value": 6, "panels": {} }] }] }');
});

test("pasted lines have the line breaks of the file", () => {
  const { text } = paste("screens:\r\n  - windows:\r\n      - id: x\r\n", ["screens", 0, "windows"], 1, "- id: a\n  hidden: true\n");
  assert.equal(text, "screens:\r\n  - windows:\r\n      - id: x\r\n      - id: a\r\n        hidden: true\r\n");
});

test("regions of random files are the same in other random files, and everything else stays", () => {
  let count = 0;
  for (let seed = 1; seed <= 150 * Number(process.env.TOUCHD_ROUNDS ?? 1); seed += 1) {
    const pick = random(seed);
    const [from, to] = [pick(4) ? randomText(pick) : randomJSON(pick), pick(4) ? randomText(pick) : randomJSON(pick)];
    const [given, taken] = [regionsOf(model(from)), regionsOf(model(to))];
    if (given.length === 0 || taken.length === 0) continue;
    const chosen = given.filter((region) => region.parent === given[pick(given.length)].parent).filter(() => pick(2));
    if (chosen.length === 0) continue;
    const holder = taken[pick(taken.length)];
    const list = [...holder.path, "children"];
    const copied = copiedText(read(from), chosen.map((region) => region.path));
    const { text } = paste(to, list, holder.children.length, copied);
    const say = `seed ${seed}\n--- copied\n${copied}\n--- before\n${to}\n--- after\n${text}`;
    const expected = model(to);
    const spec = holder.path.reduce((value, step) => value[step], expected);
    spec.children = [...(spec.children ?? []), ...chosen.map((region) => region.spec)];
    // IDs are random here, so two of them may be the same.
    const withoutIDs = (value) => JSON.parse(JSON.stringify(value, (key, one) => (key === "id" ? undefined : one)));
    assert.deepEqual(withoutIDs(model(text)), withoutIDs(expected), say);
    if (to.startsWith("{")) JSON.parse(text);
    count += 1;
  }
  assert.ok(count > 50, `only ${count} cases`);
});
