// The difference of two texts by lines (pages/editor/difference.js).
import assert from "node:assert/strict";
import { test } from "node:test";
import { difference } from "../../../pages/editor/difference.js";
import { random } from "./editor/library.mjs";

const short = (rows) => rows.map((row) => (row.kind === "left out" ? `(${row.count})` : { same: " ", removed: "-", added: "+" }[row.kind] + row.text));
const text = (...lines) => lines.map((line) => `${line}\n`).join("");
const numbered = (count, from = 0) => Array.from({ length: count }, (_, index) => `line ${index + from}`);

test("equal texts have none", () => {
  assert.deepEqual(difference(text("a", "b"), text("a", "b")), []);
  assert.deepEqual(difference("", ""), []);
});

test("a changed line is removed and added, with three lines around it", () => {
  const [a, b] = [numbered(20), numbered(20)];
  b[10] = "other";
  assert.deepEqual(short(difference(text(...a), text(...b))),
    ["(7)", " line 7", " line 8", " line 9", "-line 10", "+other", " line 11", " line 12", " line 13", "(6)"]);
});

test("lines that are added at the ends, or to an empty text", () => {
  assert.deepEqual(short(difference(text("b"), text("a", "b", "c"))), ["+a", " b", "+c"]);
  assert.deepEqual(short(difference("", text("a"))), ["+a"]);
  assert.deepEqual(short(difference(text("a"), "")), ["-a"]);
});

test("a missing line feed at the end is a difference", () => {
  assert.deepEqual(short(difference("a\nb\n", "a\nb")), [" a", "-b", "+b\\ no line feed at the end"]);
});

test("a carriage return is shown as a sign", () => {
  assert.deepEqual(short(difference("a\r\nb\nc\n", "a\r\nb\r\nc\n")), [" a␍", "-b", "+b␍", " c"]);
});

test("the rows make both texts, with as few changes as possible", () => {
  for (let seed = 1; seed <= 200; seed += 1) {
    const pick = random(seed);
    const lines = () => Array.from({ length: pick(12) }, () => "abc"[pick(3)]);
    const [a, b] = [lines(), lines()];
    const rows = difference(text(...a), text(...b));
    if (rows.length === 0) {
      assert.deepEqual(a, b);
      continue;
    }
    // With so few lines between changes, seldom one is left out; those are the same in both.
    if (rows.some((row) => row.kind === "left out")) continue;
    const of = (...kinds) => rows.filter((row) => kinds.includes(row.kind)).map((row) => row.text);
    assert.deepEqual(of("same", "removed"), a, `seed ${seed}`);
    assert.deepEqual(of("same", "added"), b, `seed ${seed}`);
    assert.equal(of("removed", "added").length, a.length + b.length - 2 * common(a, b), `seed ${seed}`);
  }
});

/** Returns the length of the longest common subsequence. */
function common(a, b) {
  const table = Array.from({ length: a.length + 1 }, () => new Array(b.length + 1).fill(0));
  a.forEach((one, i) => b.forEach((other, j) => (table[i + 1][j + 1] = one === other ? table[i][j] + 1 : Math.max(table[i][j + 1], table[i + 1][j]))));
  return table[a.length][b.length];
}

test("big texts that differ everywhere are not searched for ever", () => {
  const [a, b] = [numbered(50000), numbered(50000, 100000)];
  const rows = difference(text("same", ...a), text("same", ...b));
  assert.equal(rows.length, 100001);
  assert.deepEqual([rows[0].text, rows[1].kind, rows.at(-1).kind], ["same", "removed", "added"]);
});
