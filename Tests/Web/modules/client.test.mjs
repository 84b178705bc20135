// The client of a page without a server (clients/web/touchd.js).
import assert from "node:assert/strict";
import { beforeEach, mock, test } from "node:test";

const listeners = new Set();
globalThis.location = { origin: "http://127.0.0.1:8137" };
globalThis.addEventListener = (type, listener, { signal } = {}) => {
  listeners.add(listener);
  signal?.addEventListener("abort", () => listeners.delete(listener));
};
let attempts = 0;
globalThis.WebSocket = class {
  constructor() {
    attempts += 1;
    setTimeout(() => this.onclose({ reason: "" }));
  }
  close() {}
};
const { Client } = await import("../../../clients/web/touchd.js");

beforeEach(() => {
  mock.timers.reset();
  mock.timers.enable({ apis: ["setTimeout"] });
  listeners.clear();
  attempts = 0;
});

/** Lets seconds pass. */
async function pass(seconds) {
  for (let step = 0; step < seconds * 10; step += 1) {
    mock.timers.tick(100);
    await null;
  }
}

test("a page tries without end, because nobody restarts it", async () => {
  const client = new Client();
  const errors = [];
  client.addEventListener("error", ({ detail }) => errors.push(detail));
  await pass(3600);
  assert.deepEqual(errors, []);
  const before = attempts;
  await pass(60);
  assert.ok(before > 700 && attempts - before >= 11, `${before}, ${attempts}`);
  client.close();
});

test("with retries it gives up with an error", async () => {
  const client = new Client({ retries: 3 });
  const errors = [];
  client.addEventListener("error", ({ detail }) => errors.push(detail.message));
  await pass(60);
  assert.deepEqual([attempts, errors.length], [4, 1]);
  assert.match(errors[0], /^touchd is not reachable at ws:\/\/127\.0\.0\.1:8137\//);
});

test("a client that is closed, or has given up, leaves no listener on the page", async () => {
  for (let view = 0; view < 3; view += 1) new Client().close();
  new Client({ retries: 0 });
  assert.equal(listeners.size, 1);
  await pass(1);
  assert.equal(listeners.size, 0);
});
