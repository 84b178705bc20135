// Reading a text again after a change (pages/editor/yamlReread.js) gives what reading it as a whole gives.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { move, remove } from "../../../pages/editor/commands.js";
import { EditorDocument } from "../../../pages/editor/document.js";
import { changedEntries } from "../../../pages/editor/yamlEntries.js";
import { rereadSource, withPlain } from "../../../pages/editor/yamlReread.js";
import { isMap, isSequence, keyOf, nodeAt, plain, readSource } from "../../../pages/editor/yamlSource.js";
import { withValue } from "../../../pages/editor/yamlValues.js";
import { randomEdit } from "./editor/edits.mjs";
import { model, random, read, YAML } from "./editor/library.mjs";
import { randomJSON, randomText } from "./editor/texts.mjs";

const kiosk = readFileSync(new URL("../../../config/kiosk.yaml", import.meta.url), "utf8");

const tokenOf = (token) => token && [token.type, token.offset, token.source, tokenOf(token.start?.type && token.start), Array.isArray(token.end) && token.end.map(tokenOf),
  token.items?.map((item) => [item.start?.filter(({ type }) => type !== "space").map(tokenOf), item.sep?.map(tokenOf), tokenOf(item.key), tokenOf(item.value)])];
/** Returns the places, tokens and values of a node, as plain lists. Its items come first, because looking at them moves their tokens. */
const shapeOf = (node) => node && [isMap(node), isSequence(node),
  node.items?.map((item) => (isMap(node) ? [keyOf(item), shapeOf(item.key), shapeOf(item.value), item.srcToken?.sep?.map(tokenOf)] : shapeOf(item))),
  node.type, node.value, node.range && [...node.range], node.srcToken && tokenOf(node.srcToken)];

/** Returns the source after a change, which has been compared with the text read as a whole, unless it is not looked at. */
function changed(source, text, say, isLookedAt = true) {
  if (!isLookedAt) return rereadSource(source, text);
  const before = plain(source.root);
  const { source: again, path, entries } = rereadSource(source, text);
  const whole = readSource(YAML, text);
  assert.equal(again.text, text, say());
  assert.deepEqual([again.errors, again.isJSON, again.newline], [whole.errors, whole.isJSON, whole.newline], say());
  assert.deepEqual(shapeOf(again.root), shapeOf(whole.root), say());
  if (path) assert.deepEqual(withPlain(before, path, nodeAt(again.root, path), entries), plain(whole.root), say());
  return { source: again, path, entries };
}

test("random edits of random texts", () => {
  let quick = 0;
  for (let seed = 1; seed <= 12 * Number(process.env.TOUCHD_ROUNDS ?? 1); seed += 1) {
    const pick = random(seed);
    let text = randomText(pick);
    let source = readSource(YAML, text);
    for (let step = 0; step < 12; step += 1) {
      const edit = randomEdit(pick, text, model(text));
      if (!edit) continue;
      const result = changed(source, edit.text, () => `seed ${seed}, step ${step}: ${edit.what}\n--- before\n${text}\n--- after\n${edit.text}`, seed % 2 === 0 || pick(4) === 0 || step === 11);
      quick += result.path ? 1 : 0;
      [source, text] = [result.source, edit.text];
    }
  }
  assert.ok(quick > 15, `only ${quick} edits were read in part`);
});

test("random edits of JSON", () => {
  let [quick, count] = [0, 0];
  for (let seed = 1; seed <= 20 * Number(process.env.TOUCHD_ROUNDS ?? 1); seed += 1) {
    const pick = random(seed);
    let text = randomJSON(pick);
    let source = readSource(YAML, text);
    for (let step = 0; step < 8; step += 1) {
      const edit = randomEdit(pick, text, model(text));
      if (!edit) continue;
      const result = changed(source, edit.text, () => `seed ${seed}, step ${step}: ${edit.what}\n--- before\n${text}\n--- after\n${edit.text}`, pick(3) === 0 || step === 7);
      assert.equal(result.source.isJSON, true);
      [quick, count] = [quick + (result.path ? 1 : 0), count + 1];
      [source, text] = [result.source, edit.text];
    }
  }
  assert.ok(quick > count / 2, `only ${quick} of ${count} edits were read in part`);
  const whole = '{ "screens": [{ "windows": [{ "id": "a" }] }] }';
  for (const other of [whole.replace('"a"', "a"), whole.replace('"a" }', '"a" },')]) assert.equal(rereadSource(readSource(YAML, whole), other).source.isJSON, false, other);
});

test("a text that becomes JSON again is read as JSON", () => {
  const json = '{ "screens": [{ "windows": [{ "id": "a", "frame": [0, 0, 9, 9] }] }] }\n';
  for (const [from, to] of [['"a"', "a"], ["9, 9]", "9, 09]"], ["9] }", "9], }"]]) {
    const { source } = changed(readSource(YAML, json), json.replace(from, to), () => `${to}: no longer JSON`);
    assert.equal(source.isJSON, false, to);
    assert.equal(changed(source, json, () => `${to}: JSON again`).source.isJSON, true);
  }
});

test("a key of JSON that is there twice is an error", () => {
  const json = '{ "screens": [{ "windows": [{ "id": "a", "level": 1 }] }] }';
  const twice = json.replace('"level"', '"id"');
  assert.deepEqual(readSource(YAML, twice).errors.map(({ offset }) => offset), [twice.lastIndexOf('"id"')]);
  const { source } = changed(readSource(YAML, json), twice, () => "twice");
  assert.equal(source.errors.length, 1);
  changed(source, json, () => "once");
});

test("many regions of JSON are moved and deleted without parsing the whole text for each", () => {
  let letters = 0;
  const library = { ...YAML, parseDocument: (text, ...all) => ((letters += text.length), YAML.parseDocument(text, ...all)) };
  const list = (from) => Array.from({ length: 20 }, (_, n) => ({ id: `b${from + n}`, frame: [n, 0, 5, 5] }));
  const doc = new EditorDocument(library);
  doc.open(JSON.stringify({ version: 1, screens: [{ id: "m", windows: Array.from({ length: 20 }, (_, n) => ({ id: `w${n}`, frame: [0, 0, 9, 9], children: list(n * 20) })) }] }, null, 2), "a.json");
  const chosen = () => doc.regions.filter(({ depth }) => depth === 1).slice(0, 40);
  letters = 0;
  move(doc, chosen(), 3, 4);
  assert.deepEqual([doc.regions[1].spec.frame, doc.regions[40].spec.frame, doc.regions[45].spec.frame], [[3, 4, 5, 5], [21, 4, 5, 5], [2, 0, 5, 5]]);
  assert.ok(letters < 2 * doc.text.length, `${letters} letters were parsed for the move`);
  letters = 0;
  remove(doc, chosen());
  assert.equal(doc.regions.length, 380);
  assert.ok(letters < 5 * doc.text.length, `${letters} letters were parsed for the deletion`);
  assert.deepEqual(shapeOf(doc.source.root), shapeOf(readSource(YAML, doc.text).root));
});

test("random letters anywhere in the text", () => {
  const letters = ["1", "-", "x", " ", ",", "[", "]", "{", "}", ":", "#", "'", "\"", "\n", "*", "&", "é", "2.5", ", a: 1", ": "];
  let quick = 0;
  for (let seed = 1; seed <= 150 * Number(process.env.TOUCHD_ROUNDS ?? 1); seed += 1) {
    const pick = random(seed);
    const start = seed % 2 ? kiosk : randomText(pick);
    const at = pick(start.length);
    const text = start.slice(0, at) + letters[pick(letters.length)] + start.slice(at + pick(4));
    const { path } = changed(readSource(YAML, start), text, () => `seed ${seed}\n--- before\n${start}\n--- after\n${text}`);
    quick += path ? 1 : 0;
  }
  assert.ok(quick > 10, `only ${quick} edits were read in part`);
});

test("a region behind a change is moved when it is looked at", () => {
  const windows = Array.from({ length: 4 }, (_, w) => `      - id: w${w}\n        children:\n${Array.from({ length: 4 }, (_, n) => `          - { id: b${n}, frame: [1, 2, 3, 4] }\n`).join("")}`);
  const text = (list) => `screens:\n  - id: main\n    windows:\n${list.join("")}`;
  const path = ["screens", 0, "windows", 3, "children", 3, "frame"];
  let source = readSource(YAML, text(windows));
  const token = nodeAt(source.root, path).srcToken;
  const was = token.offset;
  let delta = 0;
  for (const [from, to] of [["id: w0", "id: longer"], ["b1, frame: [1, 2", "b1, frame: [1000, 2"], ["          - { id: b2, frame: [1, 2, 3, 4] }\n", ""]]) {
    const next = source.text.replace(from, to);
    delta += to.length - from.length;
    ({ source } = rereadSource(source, next));
    assert.equal(token.offset, was, "it was moved at once");
  }
  assert.equal(nodeAt(source.root, path).srcToken.offset, was + delta);
  assert.equal(token.offset, was + delta);
  assert.deepEqual(shapeOf(source.root), shapeOf(readSource(YAML, source.text).root));
});

test("a pair in a list is moved as well", () => {
  const before = "a: [1, 2]\nb: [c: 1, { d: [e: 2] }, f]\n";
  const { source } = changed(readSource(YAML, before), before.replace("1, 2", "100, 2"), () => "pairs");
  changed(source, "a: [100, 2]\nb: [c: 1, { d: [e: 2] }, fgh]\n", () => "pairs again");
});

test("a moved region is read in part, again and again", () => {
  let source = readSource(YAML, kiosk);
  const path = ["screens", 0, "windows", 0, "children", 0, "frame"];
  for (const frame of [[9, 60, 200, 200], [10, 60, 200, 200], [100000, -5, 0.25, 1], [1, 1, 1, 1], [999, 999, 999, 999]]) {
    const result = changed(source, withValue(source, path, frame), () => String(frame));
    assert.ok(result.path, "it was read as a whole");
    source = result.source;
  }
});

test("entries of a list are read in part", () => {
  const lines = (count) => Array.from({ length: count }, (_, n) => `          - { id: b${n}, frame: [${n}, 0, 20, 20] }\n`);
  const text = (list, next = "      - id: w2\n        frame: [0, 0, 9, 9]\n") =>
    `version: 1\nscreens:\n  - id: main\n    windows:\n      - id: w1\n        children:\n${list.join("")}${next}`;
  let count = 0;
  for (let seed = 1; seed <= 25; seed += 1) {
    const pick = random(seed);
    const next = pick(2) ? undefined : "";
    let list = lines(2 + pick(5));
    let source = readSource(YAML, text(list, next));
    for (let step = 0; step < 8; step += 1) {
      const changedList = [...list];
      const [from, moved] = [pick(list.length), changedList.splice(pick(list.length), 1)];
      const kind = list.length < 3 ? 1 : pick(3);
      if (kind === 1) changedList.splice(from, 0, ...moved, `          - { id: n${step}, frame: [${pick(99)}, 0, 1, 1] }\n`);
      if (kind === 2) changedList.splice(from, 0, ...moved);
      const result = changed(source, text(changedList, next), () => `seed ${seed}, step ${step}\n--- before\n${source.text}\n--- after\n${text(changedList, next)}`);
      if (result.entries) count += 1;
      [list, source] = [changedList, result.source];
    }
  }
  assert.ok(count > 80, `only ${count} changes were read in part`);
});

test("entries that are put back are not parsed again, and have their old nodes", () => {
  const lines = (from, to) => Array.from({ length: to - from }, (_, n) => `          - { id: b${from + n}, frame: [${from + n}, 0, 20, 20] }\n          - id: c${from + n}\n            hidden: true\n`);
  const text = (list) => `version: 1\nscreens:\n  - id: main\n    windows:\n      - id: w1\n        children:\n${list.join("")}      - id: w2\n        frame: [0, 0, 9, 9]\n`;
  let parsed = 0;
  const library = { ...YAML, parseDocument: (...all) => ((parsed += 1), YAML.parseDocument(...all)) };
  for (let seed = 1; seed <= 20; seed += 1) {
    const pick = random(seed);
    let list = lines(0, 8);
    let source = readSource(library, text(list));
    const read = (next, say) => {
      const before = parsed;
      const result = changed(source, text(next), () => `seed ${seed}: ${say}`);
      [source, list] = [result.source, next];
      return { parsed: parsed - before, entries: result.entries };
    };
    for (let step = 0; step < 5; step += 1) {
      const at = pick(list.length - 2);
      const gone = list.slice(at, at + 1 + pick(2));
      const kept = list;
      read(list.toSpliced(at, gone.length), `without ${at}`);
      if (pick(2)) read([...list, ...lines(20 + step, 21 + step)], "more at the end");
      // In the old place, or in another one, with other offsets.
      const back = pick(3) ? kept.indexOf(gone[0]) : pick(list.length + 1);
      const result = read(list.toSpliced(back, 0, ...gone), `back at ${back}`);
      assert.ok(result.entries, "it was read in part");
      assert.equal(result.parsed, 0, `seed ${seed}, step ${step}: something was parsed`);
      assert.equal(result.entries.removed, 0, "entries behind it are the same");
    }
  }
});

test("an entry in front of the first one leaves the others alone", () => {
  const text = (first) => `screens:\n  - windows:\n${first}      - { id: b }\n      - { id: c }\n`;
  const { entries } = changed(readSource(YAML, text("")), text("      - { id: a }\n"), () => "in front");
  assert.deepEqual([entries.index, entries.removed, entries.items.length], [0, 0, 1]);
});

test("only a few removed entries are kept", () => {
  const text = (count) => `screens:\n  - windows:\n${Array.from({ length: count }, (_, n) => `      - { id: w${n} }\n`).join("")}`;
  let source = readSource(YAML, text(30));
  for (let count = 29; count > 3; count -= 1) ({ source } = rereadSource(source, text(count)));
  assert.equal(source.removed.size, 8);
});

test("the entries that a change replaced are found in one pass over the list", () => {
  function looks(count) {
    const lines = Array.from({ length: count }, (_, n) => `- id: r${n}\n`);
    const source = read(lines.join(""));
    let looks = 0;
    for (const token of source.root.srcToken.items) {
      const { start } = token;
      Object.defineProperty(token, "start", { get: () => (looks += 1, start) });
    }
    const from = lines.slice(0, count / 2).join("").length;
    const found = changedEntries(source, lines.toSpliced(count / 2, 1).join(""), { from, to: from + lines[count / 2].length });
    assert.deepEqual([found?.index, found?.removed], [count / 2, 1]);
    return looks;
  }
  assert.equal(looks(400), 100 * looks(4));
});
