// pages/live/filter.js and regionList.js: what the filter leaves, and what the list says of a region.
import assert from "node:assert/strict";
import test from "node:test";
import { clientsOf, holds, textsOfTouch, wordsOf } from "../../../pages/live/filter.js";
import { apply, empty } from "../../../pages/live/model.js";
import { fingersOn, found, wordsOfRegion } from "../../../pages/live/regionList.js";
import { bare, frame, snapshot, touch } from "./live-lines.mjs";

const clients = { type: "clients", time: 1, clients: [
  { number: 1, program: "shop", name: "Shop", token: "kiosk", subscriptions: [{ regions: ["kiosk/**"] }], claims: ["kiosk/list"] },
  { number: 2, program: "touchctl", claims: [], subscriptions: [] },
] };

function after(...lines) {
  const state = empty();
  for (const line of lines) apply(state, line, 1);
  return state;
}
const left = (state, text) => [...state.touches.values(), ...state.recent].filter((one) => holds(wordsOf(text), textsOfTouch(state, one))).map(({ number }) => number).sort();

test("touches are found by region, client, reason and number", () => {
  const state = after(snapshot, clients, frame(1, touch(7, "began", "ok", 1, 1), touch(8, "began", "row", 2, 2), touch(9, "began", "list", 3, 3)), frame(2, touch(9, "cancelled", "list", 3, 3, { reason: "palm" })));
  assert.deepEqual(left(state, ""), [1, 2, 3]);
  assert.deepEqual(left(state, "KIOSK/ok"), [1]);
  assert.deepEqual(left(state, "shop"), [3], "a claim covers its region alone, not what is in it");
  assert.deepEqual(left(state, "palm"), [3]);
  assert.deepEqual(left(state, "it is a palm"), [3]);
  assert.deepEqual(left(state, "list palm"), [3]);
  assert.deepEqual(left(state, "ok palm"), []);
  assert.deepEqual(left(state, "#2"), [2]);
});

test("a claim counts for its region, and in a sensitive one for what is in it, not for regions whose names begin alike", () => {
  const state = after(snapshot, { ...clients, clients: [{ ...clients.clients[0], claims: ["kiosk/li"] }] });
  assert.deepEqual(clientsOf(state, "kiosk/list/row"), []);
  assert.deepEqual(clientsOf(after(snapshot, clients), "row"), []);
  assert.deepEqual(clientsOf(after(snapshot, clients), "list"), ["Shop"]);
  assert.deepEqual(clientsOf(after(snapshot, clients, { type: "facts", sizes: {}, shapes: {}, sensitive: ["list"] }), "row"), ["Shop"]);
});

test("a region's row says its kind, fingers, sensitivity and claims", () => {
  const state = after(snapshot, clients, { type: "facts", sizes: {}, shapes: {}, sensitive: ["pin"] },
    frame(1, touch(7, "began", "ok", 1, 1, { target: "kiosk/ok" }), touch(8, "began", "ok", 2, 2, { target: "kiosk/ok" })));
  const words = (id) => bare(wordsOfRegion(state, state.regions.get(id), fingersOn(state).get(id) ?? 0));
  assert.equal(words("ok"), "button, 2 fingers");
  assert.equal(words("pin"), "view, sensitive");
  assert.equal(words("row"), "view");
  assert.equal(words("list"), "scrollView, claimed by Shop");
  assert.deepEqual(found(state, "main", wordsOf("scrollview")).map(({ id }) => id), ["list"]);
  assert.deepEqual(found(state, "side", []), []);
});
