// The value writer of the region editor (pages/editor/yamlText.js), with texts that are hard to escape. TOUCHD_SEED=N repeats a case.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { test } from "node:test";
import { blockLines, flowText, scalarText } from "../../../pages/editor/yamlText.js";
import { withValue } from "../../../pages/editor/yamlValues.js";
import { model, read } from "./editor/library.mjs";
import { hostileTexts } from "./hostile.mjs";

const SPECIALS = [..."\"'\\#:,[]{}&*!|>%@`-? \n\t"];
const texts = [...hostileTexts(SPECIALS)];
/** Returns a text without lone surrogates, which UTF-8 cannot represent. */
const whole = (text) => text.toWellFormed();

/** Returns the values that libyaml, which touchd uses, reads from each document, or its error. */
function libyaml(documents) {
  const program = "import json, sys, yaml\nout = []\nfor text in json.load(sys.stdin):\n"
    + "    try: out.append(yaml.load(text, Loader=yaml.CBaseLoader))\n    except yaml.YAMLError as error: out.append({'error': str(error)})\njson.dump(out, sys.stdout)";
  const run = spawnSync("python3", ["-c", program], { input: JSON.stringify(documents), encoding: "utf8", maxBuffer: 1 << 28 });
  assert.equal(run.status, 0, run.stderr);
  return JSON.parse(run.stdout);
}

for (const quote of [undefined, "QUOTE_SINGLE", "QUOTE_DOUBLE"]) {
  test(`a scalar is read back as it was, ${quote ?? "without quotes where it may"}`, () => {
    const style = { isJSON: false, quote };
    const documents = texts.map((text) => `a: ${scalarText(text, style)}\nend: x\n`);
    const values = libyaml(documents);
    texts.forEach((text, index) => {
      const say = `${JSON.stringify(text)} as ${JSON.stringify(documents[index])}`;
      assert.deepEqual(values[index], { a: whole(text), end: "x" }, say);
      assert.deepEqual(model(documents[index]), { a: whole(text), end: "x" }, say);
    });
  });
}

test("keys and values of lists and maps are read back as they were, in YAML and in JSON", () => {
  for (const text of texts) {
    const value = { list: [text, { id: text }], [`k${text}`]: text };
    const expected = { list: [whole(text), { id: whole(text) }], [whole(`k${text}`)]: whole(text) };
    const json = flowText(value, { isJSON: true });
    assert.deepEqual(JSON.parse(json), expected, json);
    assert.deepEqual(model(flowText(value, { isJSON: false })), expected, JSON.stringify(text));
    assert.deepEqual(model(`${blockLines(value).join("\n")}\n`), expected, JSON.stringify(text));
    assert.ok(!/[\u0085\u2028\u2029\u202e\u2066\u200b\ufeff]/.test(json), json);
  }
});

test("an id that is set changes nothing else of the text", () => {
  const before = "screens:\n  - id: main # note\n    size: [1, 1]\n";
  for (const text of texts) assert.deepEqual(model(withValue(read(before), ["screens", 0, "id"], text)), { screens: [{ id: whole(text), size: [1, 1] }] }, JSON.stringify(text));
});
