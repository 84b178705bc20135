// The keys that a kind needs (pages/editor/schema.js), the order of layers (model.js), and the parts kept for regions (kept.js).
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { Kept } from "../../../pages/editor/kept.js";
import { frontFirst, regionsOf } from "../../../pages/editor/model.js";
import { Schema } from "../../../pages/editor/schema.js";

const schema = new Schema(JSON.parse(readFileSync(new URL("../../../config/touchd.schema.json", import.meta.url), "utf8")));
const keys = (name, value, of) => schema.fields(schema.definition(name), value).filter((field) => field[of]).map((field) => field.key);

test("a kind needs the keys that the schema requires of it, and those without which check warns", () => {
  assert.deepEqual(keys("region", { id: "list", kind: "scrollView" }, "isNeeded"), ["id", "contentSize"]);
  assert.deepEqual(keys("region", { id: "list", kind: "button" }, "isNeeded"), ["id"]);
  assert.deepEqual(keys("gesture", { id: "g", type: "edge" }, "isNeeded"), ["id", "type", "edges"]);
  assert.deepEqual(keys("hitTest", { kind: "redirect" }, "isNeeded"), ["kind", "to"]);
  assert.deepEqual(keys("regionShape", { kind: "roundedRectangle" }, "isNeeded"), ["kind", "radius"]);
  assert.deepEqual(keys("regionShape", { kind: "polygon" }, "isNeeded"), ["kind", "points"]);
  assert.deepEqual(keys("regionShape", { kind: "ellipse" }, "isNeeded"), ["kind"]);
});

test("only what is required cannot be removed", () => {
  assert.deepEqual(keys("region", { id: "list", kind: "scrollView" }, "isRequired"), ["id"]);
  assert.deepEqual(keys("hitTest", { kind: "redirect" }, "isRequired"), ["kind", "to"]);
});

test("the keys of a kind are told from those of every region", () => {
  assert.deepEqual(keys("region", { id: "s", kind: "switch" }, "isOwn").sort(), ["axis", "isOn", "knobSize", "trackingSlop"]);
  assert.deepEqual(keys("region", { id: "v" }, "isOwn"), []);
  assert.ok(keys("gesture", { id: "g", type: "swipe" }, "isOwn").includes("direction"));
});

const regions = (...windows) => regionsOf({ screens: [{ windows }, { windows: [{ id: "other" }] }] });

test("layers: the front one of siblings first, each before what is in it, and windows of a higher level above", () => {
  const all = regions({ id: "a", level: 1, children: [{ id: "b" }, { id: "c", children: [{ id: "d" }, { id: "e" }] }] }, { id: "f" }, { id: "g" });
  assert.deepEqual(frontFirst(all, 0).map((region) => region.id), ["a", "c", "e", "d", "b", "g", "f"]);
  assert.deepEqual(frontFirst(all, 1).map((region) => region.id), ["other"]);
});

test("a part stays with its region when the place in the list changes, and when the region is edited", () => {
  const [a, b, c] = ["a", "b", "c"].map((id) => ({ id }));
  const kept = new Kept();
  const dropped = [];
  const match = (list) => {
    const parts = kept.match(list, (region) => ({ key: "", spec: null, name: region.id }), (part) => dropped.push(part.name));
    list.forEach((region, index) => Object.assign(parts[index], { key: region.key, spec: region.spec }));
    return parts;
  };
  const first = match(regions(a, b, c).slice(0, 3));
  assert.deepEqual(first.map((part) => part.name), ["a", "b", "c"]);
  const second = match(regions(b, c).slice(0, 2));
  assert.ok(second[0] === first[1] && second[1] === first[2], "b and c have moved");
  assert.equal(kept.get("screens.0.windows.1"), second[1]);
  assert.deepEqual(dropped, ["a"]);
  const third = match(regions(b, { ...c, hidden: false }, a).slice(0, 3));
  assert.ok(third[0] === second[0] && third[1] === second[1], "an edited region keeps its part by its key");
  assert.notEqual(third[2], first[0], "a part whose region was gone is made anew");
});
