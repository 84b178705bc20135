// clients/web/touchd-follow.js: when a followed page sends what has changed. The page has no elements; it is moved by a pinch zoom.
import assert from "node:assert/strict";
import { afterEach, beforeEach, test } from "node:test";

class Stub extends EventTarget {
  observe() {}
  disconnect() {}
  querySelectorAll() { return []; }
  matches() { return false; }
}
class Matrix {
  rotate() { return this; }
  scale(a, d) { return { a, b: 0, c: 0, d }; }
}
const frames = [];
Object.assign(globalThis, {
  window: new Stub(), document: Object.assign(new Stub(), { getAnimations: () => [] }), visualViewport: Object.assign(new Stub(), { scale: 1, offsetTop: 0 }),
  innerWidth: 100, innerHeight: 100, DOMRect: Object, DOMMatrix: Matrix, MutationObserver: Stub, ResizeObserver: Stub, IntersectionObserver: Stub,
  requestAnimationFrame: (draw) => frames.push(draw),
});
const { Follower } = await import("../../../clients/web/touchd-follow.js");

/** A connection to touchd that answers if it is asked to. */
class Client extends EventTarget {
  edits = []; answered = 0;
  edit(edits) { return this.edits.push(edits); }
  subscribe() {}
  unsubscribe() {}
  item(type, detail = {}) { this.dispatchEvent(Object.assign(new Event(type), { detail })); }
  snapshot() { this.item("snapshot", { type: "snapshot", generation: 1, regions: [{ id: "window", path: "window", bounds: [0, 0, 100, 100], frame: [0, 0, 100, 100] }] }); }
  answer(ok = true, error) {
    this.answered += 1;
    this.item("reply", { id: this.answered, ok, error, generation: this.answered });
  }
}

let client, follower;
beforeEach(() => {
  visualViewport.offsetLeft = 0;
  client = new Client();
  follower = new Follower(client, new Stub(), { into: "window" });
  client.snapshot();
  draw();
  client.answer();
  client.edits.length = client.answered = 0;
});
afterEach(() => {
  follower.stop();
  frames.length = 0;
});

/** Draws the frames that are due. */
const draw = () => frames.splice(0).forEach((each) => each());
const move = (x) => {
  visualViewport.offsetLeft = x;
  visualViewport.dispatchEvent(new Event("scroll"));
};
const places = () => client.edits.map((line) => line.find(({ key }) => key === "bounds").value[0]);

test("each frame that touchd answers in time is a request", () => {
  for (let x = 1; x <= 5; x += 1) {
    move(x);
    draw();
    client.answer();
  }
  assert.deepEqual(places(), [1, 2, 3, 4, 5]);
  assert.equal(frames.length, 0);
});

test("while touchd has not answered two requests none follows, and the next one has the last state", () => {
  for (let x = 1; x <= 10; x += 1) {
    move(x);
    draw();
  }
  assert.deepEqual(places(), [1, 2]);
  client.answer();
  draw();
  assert.deepEqual(places(), [1, 2, 10]);
  client.answer();
  client.answer();
  draw();
  assert.deepEqual([places(), frames.length], [[1, 2, 10], 0]);
});

test("a refusal counts as an answer", () => {
  for (let x = 1; x <= 3; x += 1) {
    move(x);
    draw();
  }
  client.answer(false, { code: "notFound", message: "" });
  draw();
  assert.deepEqual(places(), [1, 2, 3]);
});

test("after a reconnect the page waits for no answer of the last connection", () => {
  for (let x = 1; x <= 3; x += 1) {
    move(x);
    draw();
  }
  client.item("disconnected");
  draw();
  client.edits.length = client.answered = 0;
  client.snapshot();
  draw();
  assert.deepEqual(client.edits.map((line) => line.map(({ op, region }) => [op, region.bounds[0]])), [[["add", 3]]]);
  move(4);
  draw();
  assert.equal(client.edits.length, 2);
});
