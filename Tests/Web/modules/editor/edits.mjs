// Random edits, made in a text by the editor and in the plain values by minimal code.

import { withValue } from "../../../../pages/editor/yamlValues.js";
import { withAccessibility } from "../../../../pages/editor/yamlAccessibility.js";
import { extentOf, renamings, withCopy, withRegion, withRegionMoved, withoutRegion } from "../../../../pages/editor/yamlRegions.js";
import { isFlowNode, nodeAt } from "../../../../pages/editor/yamlSource.js";
import { read } from "./library.mjs";

export function regionPaths(value) {
  const found = [];
  const visit = (list, path) => list?.forEach((region, index) => {
    found.push([...path, index]);
    visit(region.children, [...path, index, "children"]);
  });
  value.screens.forEach((screen, index) => visit(screen.windows, ["screens", index, "windows"]));
  return found;
}

const at = (value, path) => path.reduce((node, step) => node?.[step], value);

function put(value, path, item) {
  const holder = at(value, path.slice(0, -1));
  if (item === undefined) delete holder[path.at(-1)];
  else holder[path.at(-1)] = item;
}

function insert(value, listPath, index, item) {
  if (!at(value, listPath)) put(value, listPath, []);
  at(value, listPath).splice(index, 0, item);
}

function take(value, path) {
  const list = at(value, path.slice(0, -1));
  const [item] = list.splice(path.at(-1), 1);
  if (list.length === 0) put(value, path.slice(0, -1), undefined);
  return item;
}

const VALUES = {
  frame: (pick) => [pick(500) / 2, pick(100), 1 + pick(300), pick(300)],
  hitInsets: () => [-15, -15, -15, -15],
  hidden: (pick) => (pick(2) ? true : undefined),
  kind: (pick) => ["button", "view", undefined, "label"][pick(4)],
  hitTest: (pick) => [{ kind: "passThrough" }, undefined, { kind: "redirect", to: "on" }, { kind: "redirect", to: "x y", when: "always" }][pick(4)],
  shape: (pick) => [{ kind: "ellipse" }, { kind: "polygon", points: Array.from({ length: 3 + pick(3) }, () => [pick(9), pick(9)]) }, undefined][pick(3)],
  gestures: (pick) => [[{ id: `t${pick(1e6)}`, type: "tap" }], [{ id: "a1", type: "pan" }, { id: "12", type: "tap", requireToFail: ["a1"] }], undefined][pick(3)],
  id: (pick) => ["true", "12", "a: b", "#x", "don't", `n${pick(1e6)}`, "grün"][pick(7)],
};

/** The texts of people: markup, right to left, what looks like a number, a boolean or YAML, and more than a line. */
const TEXTS = ["Pay", "12", "1.50", "true", "null", "", "#1: pay", "<b>&amp;</b>", "שלם עכשיו", "\u202eabc", "Größe 10 €", "it's \"it\"", "{ a: b }", "- a", "x".repeat(1000)];
const HEARD = {
  label: (pick) => TEXTS[pick(TEXTS.length)], hint: (pick) => TEXTS[pick(TEXTS.length)], value: (pick) => TEXTS[pick(TEXTS.length)],
  role: (pick) => ["button", "header"][pick(2)], language: (pick) => ["en", "de-AT"][pick(2)], element: (pick) => pick(2) === 0, hidden: () => true,
  elements: (pick) => Array.from({ length: 1 + pick(3) }, () => ["a", "12", "x y", "true"][pick(4)]), activationPoint: (pick) => [pick(200) / 2, pick(100)],
};

/** Sets or removes a key of the `accessibility` of a region. */
export function hearingEdit(pick, source, path, expected) {
  const region = at(expected, path);
  const known = Object.keys(region.accessibility ?? {});
  const isGone = known.length > 0 && pick(2) === 0;
  const key = isGone ? known[pick(known.length)] : Object.keys(HEARD)[pick(Object.keys(HEARD).length)];
  const item = isGone ? undefined : HEARD[key](pick);
  const heard = { ...region.accessibility, [key]: item };
  if (isGone) delete heard[key];
  if (Object.keys(heard).length > 0) region.accessibility = heard;
  else delete region.accessibility;
  return { what: `hear ${path.join(".")}.${key} ${JSON.stringify(item)}`, text: withAccessibility(source, path, key, item), expected, order: true };
}

/** Makes a random edit. Returns its description, the new text, the expected values, and the comments that it may remove. */
export function randomEdit(pick, text, value) {
  const source = read(text);
  const paths = regionPaths(value);
  const expected = structuredClone(value);
  const path = paths[pick(paths.length)];
  const kind = ["set", "set", "set", "insert", "insert", "remove", "move", "move", "copy", "hear", "hear", "hear"][pick(12)];
  if (kind === "hear" && path) return hearingEdit(pick, source, path, expected);
  if (kind === "set" || !path || (kind === "remove" && paths.length < 3)) {
    if (!path) return undefined;
    const key = Object.keys(VALUES)[pick(Object.keys(VALUES).length)];
    const item = VALUES[key](pick);
    put(expected, [...path, key], item);
    return { what: `set ${path.join('.')}.${key} ${JSON.stringify(item)}`, text: withValue(source, [...path, key], item), expected, order: true };
  }
  if (kind === "insert") {
    const listPath = pick(3) ? [...path, "children"] : path.slice(0, -1);
    const index = pick((at(value, listPath)?.length ?? 0) + 1);
    const region = { id: `new${pick(1e6)}`, kind: "button", frame: [1, 2, 3.5, 4] };
    insert(expected, listPath, index, region);
    return { what: `insert ${listPath.join('.')} ${index}`, text: withRegion(source, listPath, index, region), expected, order: true };
  }
  if (kind === "remove") {
    take(expected, path);
    return { what: `remove ${path.join('.')}`, text: withoutRegion(source, path), expected, order: true, gone: spanOf(source, path) };
  }
  if (kind === "copy") {
    const copy = structuredClone(at(value, path));
    const names = [];
    const rename = (id) => { names.push(id); return `${id} copy`; };
    const text = withCopy(source, path, renamings([copy], rename)[0]);
    const walk = (node, visit) => { if (node && typeof node === "object") { visit(node); Object.values(node).forEach((item) => walk(item, visit)); } };
    const known = new Set();
    walk(copy, (node) => { if (node.id !== undefined) known.add(node.id); });
    walk(copy, (node) => {
      if (node.id !== undefined) node.id += " copy";
      if (known.has(node.to)) node.to += " copy";
      for (const key of ["requireToFail", "elements"]) if (node[key]) node[key] = node[key].map((name) => (known.has(name) ? `${name} copy` : name));
    });
    insert(expected, path.slice(0, -1), path.at(-1) + 1, copy);
    return { what: `copy ${path.join('.')}`, text, expected, more: true };
  }
  const target = paths[pick(paths.length)];
  const listPath = pick(2) ? [...target, "children"] : target.slice(0, -1);
  if (path.every((step, index) => listPath[index] === step)) return undefined;
  const index = pick((at(value, listPath)?.length ?? 0) + 1);
  const result = withRegionMoved(source, path, listPath, index);
  const item = at(expected, path);
  const oldList = path.slice(0, -1);
  const isSame = oldList.join() === listPath.join();
  insert(expected, listPath, index, MARK);
  const removeAt = findPath(expected, item);
  take(expected, removeAt);
  const newPath = findPath(expected, MARK);
  put(expected, newPath, item);
  return { what: `move ${path.join('.')} to ${listPath.join('.')} ${index}${isSame ? ' (same)' : ''}`, text: result.text, expected, newPath, gotPath: result.path };
}

const MARK = { id: "MARK" };

function findPath(value, item) {
  return regionPaths(value).find((path) => at(value, path) === item);
}

function spanOf(source, path) {
  const list = nodeAt(source.root, path.slice(0, -1));
  if (isFlowNode(list)) { const [start, end] = list.items[path.at(-1)].range; return { start, end }; }
  return extentOf(source, list, path.at(-1));
}
