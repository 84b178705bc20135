// Regions that are locked or hidden in the editor alone (pages/editor/aside.js), while their names change.
import assert from "node:assert/strict";
import { test } from "node:test";
import { Aside } from "../../../pages/editor/aside.js";
import { moveInto, reorder } from "../../../pages/editor/commands.js";
import { EditorDocument } from "../../../pages/editor/document.js";
import { YAML } from "./editor/library.mjs";

const TEXT = `version: 1
screens:
  - id: main
    size: [1000, 1000]
    windows:
      - id: one
        frame: [0, 0, 1000, 1000]
        children:
          - { id: a, kind: button, frame: [0, 0, 10, 10] }
          - { id: b, kind: button, frame: [20, 0, 10, 10] }
          - { id: c, kind: button, frame: [40, 0, 10, 10] }
`;

function opened() {
  const doc = new EditorDocument(YAML);
  const told = { text: "", say: (text) => (told.text = text) };
  const aside = new Aside(doc, told);
  doc.open(TEXT, "touchd.yaml");
  const of = (id) => doc.regions.find((region) => region.id === id);
  const lock = (...ids) => aside.toggle("locked", ids.map(of));
  const replace = (from, to) => doc.change(doc.text.replace(from, to));
  return { doc, told, aside, of, lock, replace, locked: () => doc.regions.filter((region) => aside.has("locked", region)).map(({ name }) => name) };
}

/** The words of the buttons "Unlock all" and "Show all". */
function words(aside) {
  globalThis.document = { createElement: () => ({ setAttribute(name, value) { this[name] = value; }, addEventListener() {}, append() {} }) };
  return aside.buttons().filter((one) => /^all-/.test(one["data-aside"])).map((one) => one.textContent);
}

test("a region that is renamed, or is in one that is renamed, stays locked, also after undo", () => {
  const { doc, aside, lock, replace, locked } = opened();
  lock("a", "c");
  const { version } = aside;
  replace("id: a,", "id: first,");
  assert.deepEqual(locked(), ["one/first", "one/c"]);
  assert.notEqual(aside.version, version);
  replace("id: one", "id: all");
  assert.deepEqual(locked(), ["all/first", "all/c"]);
  doc.undo();
  doc.undo();
  assert.deepEqual(locked(), ["one/a", "one/c"]);
  assert.deepEqual(words(aside), ["Unlock all (2)", "Show all"]);
});

test("a region that changes its place keeps its own state, and gives it to no other", () => {
  const { doc, of, lock, locked } = opened();
  lock("a");
  reorder(doc, of("a"), 1e6);
  assert.deepEqual([doc.regions.map(({ id }) => id), locked()], [["one", "b", "c", "a"], ["one/a"]]);
});

test("a region that goes into another one stays locked, also if it is renamed in the same change", () => {
  const { doc, of, lock, locked, replace } = opened();
  lock("b");
  moveInto(doc, of("b"), of("c"));
  assert.deepEqual(locked(), ["one/c/b"]);
  doc.undo();
  assert.deepEqual(locked(), ["one/b"]);
  const line = "          - { id: b, kind: button, frame: [20, 0, 10, 10] }\n";
  doc.change(`${doc.text.replace(line, "")}${line.replace("id: b", "id: last")}`);
  assert.deepEqual([doc.regions.map(({ id }) => id), locked()], [["one", "a", "c", "last"], ["one/last"]]);
  replace("id: a,", "id: z,");
  assert.deepEqual(locked(), ["one/last"]);
});

test("a region that is renamed and changed in its place stays locked", () => {
  const { lock, locked, replace } = opened();
  lock("a");
  replace("id: a, kind: button", "id: q, kind: view");
  assert.deepEqual(locked(), ["one/q"]);
});

test("regions that come and go in one change take over no state", () => {
  const { lock, locked, replace } = opened();
  lock("a");
  replace(/ *- \{ id: a.*\n(.*\n.*\n)/, "$1          - { id: d, frame: [0, 0, 1, 1] }\n");
  assert.deepEqual(locked(), []);
  lock("b");
  replace(/ *- \{ id: b.*\n.*\n.*\n/, "          - { id: x, frame: [0, 0, 1, 1] }\n");
  assert.deepEqual(locked(), []);
});

test("names of regions that are gone are not counted, and are there again after undo", () => {
  const { doc, told, aside, lock, locked, replace } = opened();
  lock("a", "b");
  replace(/ *- \{ id: a.*\n/, "");
  assert.deepEqual([locked(), words(aside)], [["one/b"], ["Unlock all (1)", "Show all"]]);
  doc.undo();
  assert.deepEqual(locked(), ["one/a", "one/b"]);
  replace(/ *- \{ id: [ab].*\n/g, "");
  aside.clear("locked");
  assert.equal(told.text, "Nothing is locked in the editor.");
  doc.undo();
  assert.deepEqual(locked(), []);
});

test("a text with errors on the way to another name changes nothing", () => {
  const { doc, lock, replace, locked } = opened();
  lock("a");
  replace("id: a,", "id: [,");
  assert.equal(doc.isReadable, false);
  replace("id: [,", "id: z,");
  assert.deepEqual(locked(), ["one/z"]);
});

test("another file begins without states", () => {
  const { doc, lock, locked } = opened();
  lock("a");
  doc.open(TEXT, "other.yaml");
  assert.deepEqual(locked(), []);
});
