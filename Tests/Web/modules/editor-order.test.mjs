// The order of the focus (pages/editor/ring.js, order.js). TOUCHD_SEED=N repeats one case, TOUCHD_ROUNDS=N multiplies the number of cases.
import assert from "node:assert/strict";
import { test } from "node:test";
import { HitTester } from "../../../pages/editor/hit.js";
import { regionsOf } from "../../../pages/editor/model.js";
import { movedInOrder } from "../../../pages/editor/order.js";
import { FocusRing, isSilent, spokenAfterLabel } from "../../../pages/editor/ring.js";
import { withElements } from "../../../pages/editor/yamlAccessibility.js";
import { commentsOf } from "../../../pages/editor/yamlSource.js";
import { YAML, model, random, read } from "./editor/library.mjs";
import { randomScreens } from "./editor/rings.mjs";

const rounds = Number(process.env.TOUCHD_ROUNDS ?? 1) * 200;
const seeds = process.env.TOUCHD_SEED ? [Number(process.env.TOUCHD_SEED)] : Array.from({ length: rounds }, (_, index) => index + 1);
const button = (id, more = {}) => ({ id, kind: "button", frame: [0, 0, 50, 50], ...more });
const screen = (...windows) => ({ screens: [{ id: "main", size: [100, 100], windows }] });
const window = (children, more = {}) => ({ id: "w", frame: [0, 0, 100, 100], children, ...more });
const order = (configuration) => new FocusRing(regionsOf(configuration), 0).places.map((region) => region.id).join(" ");

/** Moves an element of a configuration. Returns the id of the region that changes and its elements, and the order after it. */
function step(configuration, id, way) {
  const regions = regionsOf(configuration);
  const change = movedInOrder(regions, regions.find((region) => region.id === id), way);
  if (!change) return null;
  const { holder, elements } = change;
  const text = withElements(read(JSON.stringify(configuration)), holder.path, elements);
  return { holder: holder.id, elements, order: order(model(text)), configuration: model(text) };
}

test("an element goes before or after its sibling, by the list of the region around both", () => {
  const configuration = screen(window(["a", "b", "c", "d"].map((id) => button(id))));
  assert.equal(order(configuration), "a b c d");
  const up = step(configuration, "c", -1);
  assert.deepEqual([up.holder, up.elements, up.order], ["w", ["a", "c"], "a c b d"], "no more names than it needs");
  const again = step(up.configuration, "c", -1);
  assert.deepEqual([again.elements, again.order], [["c", "a"], "c a b d"]);
  const down = step(configuration, "a", 1);
  assert.deepEqual([down.elements, down.order], [["b"], "b a c d"]);
  const back = step(down.configuration, "a", -1);
  assert.deepEqual([back.elements, back.order, back.configuration], [undefined, "a b c d", configuration], "the file's own order needs no list, and no empty map");
  assert.deepEqual([step(configuration, "a", -1), step(configuration, "d", 1)], [null, null]);
});

test("a group is passed as a whole, and goes with its contents", () => {
  const group = { id: "g", frame: [0, 0, 9, 9], children: [button("x"), button("y")] };
  const configuration = screen(window([button("a"), group, button("b")]));
  assert.deepEqual([step(configuration, "b", -1).elements, step(configuration, "b", -1).order], [["a", "b"], "a b x y"]);
  assert.deepEqual([step(configuration, "y", -1).holder, step(configuration, "y", -1).order], ["g", "a y x b"]);
  const out = step(configuration, "x", -1);
  assert.deepEqual([out.holder, out.elements, out.order], ["w", ["x"], "x a y b"], "the first one goes out of its group");
  const heard = screen(window([button("a"), { ...group, accessibility: { label: "Group" } }, button("b")]));
  assert.equal(order(heard), "a g x y b");
  assert.equal(step(heard, "g", 1).order, "a b g x y");
  assert.deepEqual([step(heard, "x", -1).elements, step(heard, "x", -1).order], [["a", "x"], "a x g y b"], "it goes before its group's own name");
});

test("the end of a window, of a modal region and of a sensitive one is the end of the way", () => {
  const two = screen(window([button("a")]), { ...window([button("b")]), id: "v" });
  assert.deepEqual([step(two, "a", 1), step(two, "b", -1)], [null, null]);
  const modal = screen(window([button("a"), { id: "m", frame: [0, 0, 9, 9], accessibility: { modal: true }, children: [button("x"), button("y")] }]));
  assert.equal(order(modal), "x y");
  assert.deepEqual([step(modal, "x", -1), step(modal, "y", -1).order], [null, "y x"]);
  const secret = screen(window([button("a"), { id: "s", sensitive: true, frame: [0, 0, 9, 9], children: [button("x"), button("y")] }]));
  assert.deepEqual([step(secret, "x", -1), step(secret, "y", -1).order], [null, "a y x"]);
});

test("names of an elements list that have no effect stay", () => {
  const configuration = screen(window(["a", "b", "c"].map((id) => button(id)), { accessibility: { elements: ["nowhere", "b", "w", "b"] } }));
  assert.equal(order(configuration), "b a c");
  const moved = step(configuration, "c", -1);
  assert.deepEqual([moved.elements, moved.order], [["nowhere", "b", "w", "b", "c"], "b c a"]);
  assert.deepEqual(step(moved.configuration, "b", 1).order, "c b a");
});

test("the outermost list that names a region decides, and is the one that changes", () => {
  const group = { id: "g", frame: [0, 0, 9, 9], accessibility: { elements: ["z", "y"] }, children: [button("x"), button("y"), button("z")] };
  const configuration = screen(window([button("a"), group], { accessibility: { elements: ["y"] } }));
  assert.equal(order(configuration), "y a z x");
  assert.deepEqual([step(configuration, "y", 1).holder, step(configuration, "y", 1).order], ["w", "a y z x"]);
  assert.deepEqual([step(configuration, "x", -1).holder, step(configuration, "x", -1).order], ["g", "y a x z"]);
});

test("a step in a random configuration changes one list, and moves one element with what is in it", () => {
  let moved = 0;
  for (const seed of seeds) {
    const configuration = randomScreens(seed);
    const pick = random(seed);
    const text = JSON.stringify(configuration, null, [undefined, 2][pick(2)]);
    const regions = regionsOf(configuration);
    const ring = new FocusRing(regions, 0);
    if (ring.places.length === 0) continue;
    const region = ring.places[pick(ring.places.length)];
    const way = pick(2) ? 1 : -1;
    const change = movedInOrder(regions, region, way);
    if (!change) continue;
    moved += 1;
    const after = model(withElements(read(text), change.holder.path, change.elements));
    const say = `seed ${seed}: ${region.id} by ${way}`;
    const expected = structuredClone(configuration);
    const spec = change.holder.path.reduce((node, key) => node[key], expected);
    if (change.elements) (spec.accessibility ??= {}).elements = change.elements;
    else delete spec.accessibility.elements;
    if (!change.elements && Object.keys(spec.accessibility).length === 0) delete spec.accessibility;
    assert.deepEqual(after, expected, say);
    const block = ring.block(region).map((one) => one.id);
    const others = (places) => places.map((one) => one.id).filter((id) => !block.includes(id));
    const now = new FocusRing(regionsOf(after), 0).places;
    assert.deepEqual(others(now), others(ring.places), `${say}: the others keep their order`);
    const at = now.findIndex((one) => one.id === region.id);
    assert.deepEqual(now.slice(at, at + block.length).map((one) => one.id), block, say);
    assert.equal(Math.sign(at - ring.places.indexOf(region)), way, say);
  }
  assert.ok(moved > seeds.length / 4, `${moved} moves`);
});

test("entries of a list keep their style and their comments when they move", () => {
  const text = `screens:
  - id: main
    windows:
      - id: w
        accessibility:
          # The order.
          elements:
            # first
            - b   # why
            - 'it''s'
            # last
            - "c"   # end
        children:
          - { id: a, kind: button }
          - { id: b, kind: button }
          - { id: it's, kind: button }
          - { id: c, kind: button }
          - { id: "1 2", kind: button }
`;
  const regions = regionsOf(model(text));
  const moved = (id, way, from = text) => {
    const now = regionsOf(model(from));
    const { holder, elements } = movedInOrder(now, now.find((region) => region.id === id), way);
    return withElements(read(from), holder.path, elements);
  };
  assert.equal(order(model(text)), "b it's c a 1 2");
  assert.equal(moved("c", -1), text.replace("            - 'it''s'\n            # last\n            - \"c\"   # end\n", "            # last\n            - \"c\"   # end\n            - 'it''s'\n"));
  assert.equal(moved("1 2", -1), text.replace("- \"c\"   # end\n", "- \"c\"   # end\n            - \"1 2\"\n"));
  const gone = withElements(read(text), regions[0].path, undefined);
  assert.deepEqual(commentsOf(YAML, gone).map((one) => one.text), ["# The order.", "# first", "# last"], "comments behind an entry go with it");
  assert.equal(model(gone).screens[0].windows[0].accessibility, undefined);
});

test("what people hear: label, role, value, hint, language and privacy, of which the last two may come from around", () => {
  const [, slider, plain, surface] = regionsOf(screen(window([
    { id: "s", kind: "slider", minimumValue: 2, maximumValue: 9, accessibility: { label: "Persons", hint: "1 to 9" } }, button("b"), { id: "f", kind: "surface" }],
  { accessibility: { language: "de-AT", private: true } })));
  assert.equal(spokenAfterLabel(slider), ", adjustable, 2. 1 to 9 [de-AT] [by headset only]");
  assert.equal(spokenAfterLabel(plain), ", button [de-AT] [by headset only]");
  assert.deepEqual([slider, plain, surface].map(isSilent), [false, true, false]);
});

test("a touch in a sensitive region activates nothing around it, and one beside it does", () => {
  const point = (frame) => {
    const regions = regionsOf(screen(window([button("a", { frame: [0, 0, 50, 50], children: [{ id: "s", sensitive: true, frame }] })])));
    return new HitTester(regions, 0, [100, 100]).activationPoint(regions[1]);
  };
  assert.deepEqual([point([0, 0, 50, 50]), point([20, 20, 10, 10]), point([0, 0, 50, 30])], [null, [5, 5], [5, 35]]);
});
