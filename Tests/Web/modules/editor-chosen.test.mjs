// The chosen regions of an edited configuration, and changes that are undone together.
import assert from "node:assert";
import { test } from "node:test";
import { EditorDocument } from "../../../pages/editor/document.js";
import { add, duplicate, move, moveInto, remove } from "../../../pages/editor/commands.js";
import { YAML } from "./editor/library.mjs";

const TEXT = `version: 1
screens:
  - id: main
    size: [1000, 1000]
    windows:
      - id: one
        frame: [0, 0, 500, 1000]
        children:
          - { id: a, kind: button, frame: [0, 0, 10, 10] }
          - { id: b, kind: button, frame: [20, 0, 10, 10] }
          - { id: c, kind: button, frame: [40, 0, 10, 10] }
      - { id: two, frame: [500, 0, 500, 1000] }
`;
const KEYS = { one: "screens.0.windows.0", a: "screens.0.windows.0.children.0", b: "screens.0.windows.0.children.1", c: "screens.0.windows.0.children.2", two: "screens.0.windows.1" };

function opened() {
  const doc = new EditorDocument(YAML);
  doc.open(TEXT, "touchd.yaml");
  const heard = [];
  for (const name of ["changed", "selected"]) doc.addEventListener(name, () => heard.push(name));
  return { doc, heard, ids: () => doc.chosen.map((region) => region.id) };
}

test("regions are chosen in an order, and the last one is the primary", () => {
  const { doc, heard, ids } = opened();
  doc.select(KEYS.b);
  doc.toggle(KEYS.a);
  assert.deepStrictEqual([ids(), doc.selected?.id, doc.selection], [["b", "a"], "a", KEYS.a]);
  doc.toggle(KEYS.b);
  assert.deepStrictEqual(ids(), ["a"]);
  doc.choose([KEYS.c, KEYS.a, KEYS.c, "screens.0.windows.7"]);
  assert.deepStrictEqual(ids(), ["c", "a"]);
  doc.select(null);
  assert.deepStrictEqual([ids(), doc.selected, doc.selection], [[], null, null]);
  assert.deepStrictEqual(heard, Array(5).fill("selected"));
});

test("extending goes on, and back again", () => {
  const { doc, ids } = opened();
  doc.select(KEYS.a);
  doc.extend(KEYS.b);
  doc.extend(KEYS.c);
  assert.deepStrictEqual(ids(), ["a", "b", "c"]);
  doc.extend(KEYS.b);
  assert.deepStrictEqual(ids(), ["a", "b"]);
  doc.extend(KEYS.a);
  assert.deepStrictEqual(ids(), ["a"]);
});

test("a region inside a chosen one is not topmost", () => {
  const { doc } = opened();
  doc.choose([KEYS.b, KEYS.one, KEYS.two]);
  assert.deepStrictEqual(doc.topmost.map((region) => region.id), ["one", "two"]);
  doc.open(TEXT.replace("{ id: two, frame: [500, 0, 500, 1000] }", "{ id: two, frame: [500, 0, 500, 1000], children: [{ id: in, frame: [0, 0, 9, 9], children: [{ id: deep, frame: [0, 0, 5, 5] }] }] }"), "touchd.yaml");
  doc.choose([`${KEYS.two}.children.0.children.0`, KEYS.two]);
  assert.deepStrictEqual(doc.topmost.map((region) => region.id), ["two"]);
});

test("changes made together are one step, and are reported once", () => {
  const { doc, heard, ids } = opened();
  doc.choose([KEYS.a, KEYS.c]);
  heard.length = 0;
  doc.together(() => {
    for (const region of doc.topmost) move(doc, [region], 5, 0);
  });
  assert.match(doc.text, /id: a, kind: button, frame: \[5, 0/);
  assert.match(doc.text, /id: c, kind: button, frame: \[45, 0/);
  assert.deepStrictEqual([heard, ids(), doc.regions.find((region) => region.id === "c")?.bounds], [["changed", "selected"], ["a", "c"], [0, 0, 10, 10]]);
  doc.undo();
  assert.strictEqual(doc.text, TEXT);
  assert.deepStrictEqual(ids(), ["a", "c"]);
  doc.redo();
  assert.deepStrictEqual([doc.history.canRedo, ids()], [false, ["a", "c"]]);
});

test("changes made together choose what they name, and join like single ones", () => {
  const { doc, ids } = opened();
  doc.select(KEYS.a);
  const step = () => doc.together(() => {
    move(doc, doc.regions.filter((region) => region.id === "a"), 1, 0);
    return [KEYS.b, KEYS.a];
  }, "keys");
  step();
  step();
  assert.deepStrictEqual(ids(), ["b", "a"]);
  assert.match(doc.text, /id: a, kind: button, frame: \[2, 0/);
  doc.undo();
  assert.strictEqual(doc.text, TEXT);
});

test("regions that a drag previews are the chosen ones", () => {
  const { doc } = opened();
  doc.choose([KEYS.a, KEYS.b]);
  doc.preview([[doc.chosen[0], { frame: [7, 0, 10, 10] }], [doc.chosen[1], { frame: [27, 0, 10, 10] }]]);
  assert.deepStrictEqual(doc.chosen.map((region) => region.toScreen[4]), [7, 27]);
  doc.preview(null);
  assert.deepStrictEqual(doc.chosen.map((region) => region.toScreen[4]), [0, 20]);
});

test("undo chooses again what was chosen before the change", () => {
  const { doc, ids } = opened();
  doc.choose([KEYS.a, KEYS.b]);
  duplicate(doc, doc.topmost);
  assert.deepStrictEqual(ids(), ["a2", "b2"]);
  doc.select(KEYS.two);
  doc.undo();
  assert.deepStrictEqual(ids(), ["a", "b"]);
  doc.redo();
  assert.deepStrictEqual(ids(), ["a2", "b2"]);
});

test("copies of regions lie in front of each, also if one is in a list behind another", () => {
  const { doc, ids } = opened();
  doc.choose([KEYS.a, KEYS.c, KEYS.two]);
  duplicate(doc, doc.topmost);
  assert.deepStrictEqual([doc.regions.map((region) => region.id), ids()], [["one", "a", "a2", "b", "c", "c2", "two", "two2"], ["a2", "c2", "two2"]]);
  doc.undo();
  doc.choose([KEYS.one, KEYS.two]);
  duplicate(doc, doc.topmost, 0);
  assert.deepStrictEqual(ids(), ["one2", "two2"]);
  assert.deepStrictEqual(doc.chosen.map((region) => region.spec.frame), [[0, 0, 500, 1000], [500, 0, 500, 1000]]);
});

test("several regions are removed in one step, and their sibling is chosen", () => {
  const { doc, ids } = opened();
  doc.choose([KEYS.c, KEYS.a]);
  remove(doc, doc.topmost);
  assert.deepStrictEqual([doc.regions.map((region) => region.id), ids()], [["one", "b", "two"], ["b"]]);
  doc.undo();
  assert.strictEqual(doc.text, TEXT);
});

test("copies of regions get IDs that no gesture has either, and references among them lead to the copies", () => {
  const { doc } = opened();
  doc.open(TEXT.replace("{ id: a, kind: button, frame: [0, 0, 10, 10] }", "{ id: a, fallback: c, gestures: [{ id: tap, type: tap }], frame: [0, 0, 10, 10] }")
    .replace("{ id: c, kind: button, frame: [40, 0, 10, 10] }", "{ id: c, fallback: a, gestures: [{ id: b2, type: tap, requireToFail: [tap, other] }], frame: [40, 0, 10, 10] }"), "touchd.yaml");
  doc.choose([KEYS.c, KEYS.a, KEYS.b]);
  duplicate(doc, doc.topmost, 0);
  assert.deepStrictEqual(doc.chosen.map(({ id, spec }) => [id, spec.fallback, spec.gestures]), [
    ["a2", "c2", [{ id: "tap2", type: "tap" }]], ["b3", undefined, undefined], ["c2", "a2", [{ id: "b4", type: "tap", requireToFail: ["tap2", "other"] }]]]);
  duplicate(doc, [doc.chosen[0]], 0);
  assert.deepStrictEqual(doc.chosen.map(({ id, spec }) => [id, spec.fallback, spec.gestures[0].id]), [["a3", "c2", "tap3"]]);
});

test("a new region gets an ID that no gesture has", () => {
  const { doc, ids } = opened();
  doc.open(TEXT.replace("id: a, kind: button", "id: a, gestures: [{ id: region1, type: tap }]"), "touchd.yaml");
  add(doc, doc.regions[0], [0, 0, 5, 5]);
  assert.deepStrictEqual(ids(), ["region2"]);
});

test("a region without a frame is copied without one", () => {
  const { doc, ids } = opened();
  doc.open(TEXT.replace(", frame: [500, 0, 500, 1000] }", " }"), "touchd.yaml");
  doc.select(KEYS.two);
  duplicate(doc, doc.topmost);
  assert.deepStrictEqual([ids(), doc.selected?.spec], [["two2"], { id: "two2" }]);
});

test("when a list loses all its regions, the one around it is chosen", () => {
  const { doc, ids } = opened();
  doc.choose([KEYS.a, KEYS.c, KEYS.b]);
  remove(doc, doc.topmost);
  assert.deepStrictEqual([doc.regions.map((region) => region.id), ids()], [["one", "two"], ["one"]]);
  doc.choose([KEYS.one, KEYS.two]);
  remove(doc, doc.topmost);
  assert.deepStrictEqual([doc.regions.length, ids()], [0, []]);
});

test("copies of many regions read the text as often as those of a few", () => {
  function readings(count, style) {
    let readings = 0;
    // A copy in flow style is parsed alone.
    const isCounted = (text) => style === "block" || text.includes("version");
    const doc = new EditorDocument({ ...YAML, parseDocument: (text, ...more) => { readings += Number(isCounted(text)); return YAML.parseDocument(text, ...more); } });
    const many = TEXT.replace(/ +- { id: a,.*\n/, Array.from({ length: count }, (_, n) => `          - id: r${n}\n            frame: [${n}, 0, 9, 9]\n`).join(""));
    doc.open({ block: many, line: JSON.stringify(YAML.parse(many)), lines: JSON.stringify(YAML.parse(many), null, 2) }[style], "touchd.yaml");
    doc.choose([...doc.regions.filter((region) => region.id.startsWith("r")).map((region) => region.key), KEYS.two]);
    readings = 0;
    duplicate(doc, doc.topmost);
    assert.deepStrictEqual([doc.chosen.length, doc.chosen[1].id, doc.chosen[1].spec.frame, doc.chosen.at(-1)?.parent], [count + 1, `r${count + 1}`, [21, 20, 9, 9], null]);
    return readings;
  }
  for (const style of ["block", "line", "lines"]) assert.strictEqual(readings(60, style), readings(3, style), style);
});

test("a region that goes into another one keeps three decimals of its place, as a dragged one does", () => {
  const { doc } = opened();
  doc.change(TEXT.replace("id: two, frame: [500, 0,", "id: two, frame: [0.125, 0,"));
  moveInto(doc, doc.regions.find(({ id }) => id === "a"), doc.regions.find(({ id }) => id === "two"));
  assert.deepEqual(doc.regions.find(({ id }) => id === "a").spec.frame, [-0.125, 0, 10, 10]);
});
