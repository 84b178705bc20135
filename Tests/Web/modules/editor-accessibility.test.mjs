// The edits of what people hear of a region (pages/editor/yamlAccessibility.js). TOUCHD_SEED=N repeats one case, TOUCHD_ROUNDS=N multiplies the number of cases.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { withAccessibility } from "../../../pages/editor/yamlAccessibility.js";
import { endOf, endOfPair, isFlowNode, isMap, lineStart, nextLine, nodeAt, pairOf, startOf, startOfPair } from "../../../pages/editor/yamlSource.js";
import { hearingEdit, regionPaths } from "./editor/edits.mjs";
import { model, random, read } from "./editor/library.mjs";
import { randomJSON, randomText } from "./editor/texts.mjs";
import { hostileTexts } from "./hostile.mjs";

const rounds = Number(process.env.TOUCHD_ROUNDS ?? 1) * 300;
const seeds = process.env.TOUCHD_SEED ? [Number(process.env.TOUCHD_SEED)] : Array.from({ length: rounds }, (_, index) => index + 1);
const kiosk = readFileSync(new URL("../../../config/kiosk.yaml", import.meta.url), "utf8");
const cancel = ["screens", 0, "windows", 0, "children", 4, "children", 1];

/** The part of a text that an edit of the accessibility of a region may change: its lines, or the inside of the region if there is none yet. */
function spanOf(source, path) {
  const region = nodeAt(source.root, path);
  const pair = pairOf(region, "accessibility");
  if (!pair) return [startOf(region), isFlowNode(region) ? endOf(region) : nextLine(source.text, endOf(region))];
  if (isFlowNode(region)) return [startOf(region), endOf(region)];
  return [lineStart(source.text, startOfPair(pair)), nextLine(source.text, endOfPair(pair))];
}

test("an edit of what people hear changes nothing outside of it, not a byte", () => {
  for (const seed of seeds) {
    const pick = random(seed);
    const text = (seed % 4 === 0 ? randomJSON : randomText)(pick);
    const value = model(text);
    const paths = regionPaths(value);
    const path = paths[pick(paths.length)];
    const source = read(text);
    const [start, end] = spanOf(source, path);
    const edit = hearingEdit(pick, source, path, structuredClone(value));
    const say = `seed ${seed}: ${edit.what}\n${text}\n---\n${edit.text}`;
    assert.equal(edit.text.slice(0, start), text.slice(0, start), say);
    const rest = text.slice(end);
    // The last line of a text may have no end before, and has one after something is added to it.
    assert.ok(rest === "" || edit.text.endsWith(rest), say);
    assert.deepEqual(model(edit.text), edit.expected, say);
  }
});

test("a key that is added and removed again leaves the text as it was", () => {
  for (const seed of seeds) {
    const pick = random(seed);
    const text = (seed % 4 === 0 ? randomJSON : randomText)(pick);
    const value = model(text);
    const paths = regionPaths(value);
    const path = paths[pick(paths.length)];
    const known = nodeAt(read(text).root, [...path, "accessibility"]);
    if (known !== undefined && (!isMap(known) || known.items.length === 0 || pairOf(known, "private"))) continue;
    const added = withAccessibility(read(text), path, "private", true);
    assert.notEqual(added, text);
    const removed = withAccessibility(read(added), path, "private", undefined);
    assert.equal(removed.trimEnd(), text.trimEnd(), `seed ${seed}: ${path.join(".")}\n${text}\n---\n${added}`);
  }
});

test("the map comes with its first key, and goes with its last one", () => {
  const first = withAccessibility(read(kiosk), cancel, "label", "Cancel");
  const line = "- { id: cancel, kind: button, frame: [820, 60, 200, 200]";
  assert.equal(first, kiosk.replace(line, `${line}, accessibility: { label: Cancel }`));
  const second = withAccessibility(read(first), cancel, "hint", "Ends everything");
  assert.equal(second, kiosk.replace(line, `${line}, accessibility: { label: Cancel, hint: Ends everything }`));
  const back = withAccessibility(read(withAccessibility(read(second), cancel, "label", undefined)), cancel, "hint", undefined);
  assert.equal(back, kiosk);
});

test("removing a key that is not there changes nothing", () => {
  assert.equal(withAccessibility(read(kiosk), cancel, "label", undefined), kiosk);
  const empty = "screens:\n  - windows:\n      - id: w\n        accessibility:\n";
  assert.equal(withAccessibility(read(empty), ["screens", 0, "windows", 0], "label", undefined), empty);
  assert.equal(withAccessibility(read(empty), ["screens", 0, "windows", 0], "label", "Pay"), empty.replace("bility:", "bility: { label: Pay }"));
});

test("the comments of a map that goes stay, whatever its style", () => {
  const block = "      - id: w\n        accessibility:   # said\n          # why\n          label: Pay\n        frame: [0, 0, 1, 1]\n";
  const flow = "      - id: w\n        accessibility: {   # said\n          # why\n          label: Pay }\n        frame: [0, 0, 1, 1]\n";
  const inside = "      - { id: w, accessibility: {\n          # why\n          label: Pay }, frame: [0, 0, 1, 1] }\n";
  const first = "      - accessibility:\n          # why\n          label: Pay\n        id: w\n        frame: [0, 0, 1, 1]\n";
  const firstFlow = "      - accessibility: {\n          # why\n          label: Pay }\n        # beside\n        id: w\n        frame: [0, 0, 1, 1]\n";
  for (const region of [block, flow, inside, first, firstFlow]) {
    const text = withAccessibility(read(`screens:\n  - windows:\n${region}`), ["screens", 0, "windows", 0], "label", undefined);
    assert.match(text, /^ {6,}(?:- )?# why$/m, text);
    assert.equal(text.includes("# beside"), region.includes("# beside"), text);
    assert.deepEqual(model(text).screens[0].windows, [{ id: "w", frame: [0, 0, 1, 1] }], text);
  }
});

test("a line of a text that looks like a comment goes with the text", () => {
  for (const label of ['"Pay\n            # 3 now"', ">-\n            Pay\n            # 3 now"]) {
    const text = withAccessibility(read(`screens:\n  - windows:\n      - id: w\n        accessibility:\n          label: ${label}\n        frame: [0, 0, 1, 1]\n`),
      ["screens", 0, "windows", 0], "label", undefined);
    assert.equal(text, "screens:\n  - windows:\n      - id: w\n        frame: [0, 0, 1, 1]\n");
  }
});

test("texts of people are texts, whatever they look like, and a slider's value is a number", () => {
  const text = "screens:\n  - windows:\n      - { id: s, kind: slider, value: 0.50, accessibility: { label: 12, hint: true, value: 1.50, language: no, hidden: true, elements: [12, true] } }\n";
  const [region] = model(text).screens[0].windows;
  assert.deepEqual(region, { id: "s", kind: "slider", value: 0.5,
    accessibility: { label: "12", hint: "true", value: "1.50", language: "no", hidden: true, elements: ["12", "true"] } });
  assert.equal(withAccessibility(read(text), ["screens", 0, "windows", 0], "value", "1.50"), text);
});

test("a label is read back as it was, with each special character", () => {
  const before = "screens:\n  - windows:\n      - { id: w, accessibility: { label: old } } # note\n";
  for (const label of hostileTexts([..."\"'\\#:,[]{}&*!|>%@`-<> "])) {
    const text = withAccessibility(read(before), ["screens", 0, "windows", 0], "label", label);
    assert.deepEqual(model(text).screens[0].windows[0].accessibility, { label: label.toWellFormed() }, JSON.stringify(label));
    assert.ok(text.startsWith(before.slice(0, before.indexOf("old"))) && text.endsWith(" } } # note\n"), text);
  }
});
