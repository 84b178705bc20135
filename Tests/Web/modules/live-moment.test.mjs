// pages/live/moment.js: the moment in an address.
import assert from "node:assert/strict";
import test from "node:test";
import { History } from "../../../pages/live/history.js";
import { hashOf, momentOf } from "../../../pages/live/moment.js";

test("an address leads to the line that it was made at", () => {
  const history = new History({ milliseconds: Infinity, bytes: Infinity });
  // Event times in µs, as in recordings, and times of arrival in steps of 5 µs.
  const times = Array.from({ length: 4000 }, (_, n) => (n % 2 ? Math.fround(n * 7.31) : (n * 7310 + (n % 7)) / 1000)).sort((a, b) => a - b);
  for (const at of times) history.push("{}", { type: "whatever" }, Math.round(at * 200) / 200);
  for (let n = 0; n < times.length; n++) {
    const { at } = history.entry(n);
    const found = history.entry(history.numberAt(momentOf(hashOf(at))));
    assert.equal(found.at, at);
    assert.equal(hashOf(momentOf(hashOf(at))), hashOf(at), "and it does not drift");
  }
});

test("only a number of seconds is a moment", () => {
  assert.equal(hashOf(12_500), "#at=12.5");
  assert.equal(hashOf(0), "#at=0");
  assert.ok(Math.abs(momentOf("#at=12.5") - 12_500) < 0.001);
  assert.ok(Math.abs(momentOf("#other=1&at=3") - 3000) < 0.001);
  for (const hash of ["", "#", "#at", "#at=", "#at=now", "#at=-1", "#at=1e9", "#at=Infinity", "#token=5"]) assert.equal(momentOf(hash), null, hash);
});
