// pages/live/remote.js: fingers of a page on the kiosk's screen.
import assert from "node:assert/strict";
import test from "node:test";

/** An element as far as the page needs one. */
class Stub extends EventTarget {
  checked = false;
  classList = { toggle() {} };
  setPointerCapture() {}
  getAttribute() {}
  setAttribute() {}
}
const elements = new Map();
globalThis.document = Object.assign(new EventTarget(), {
  getElementById(id) {
    if (!elements.has(id)) elements.set(id, new Stub());
    return elements.get(id);
  },
});
const { Remote } = await import("../../../pages/live/remote.js");

/** A connection whose requests wait until the test answers them. */
class Requests extends EventTarget {
  asked = [];
  request(type, fields) {
    return new Promise((done, failed) => this.asked.push({ type, ...fields, done, failed }));
  }
}

/** Lets everything that waits for a promise happen. */
const settle = () => new Promise((done) => setImmediate(done));

/** A page with a connection, and a pointer on its picture. */
function page() {
  elements.clear();
  const connection = new Requests();
  new Remote(connection, ({ place }) => ({ screen: "main", place }), () => {});
  const canvas = document.getElementById("fingers");
  return { connection, point: (type, place) => canvas.dispatchEvent(Object.assign(new Event(type), { pointerId: 1, button: 0, place })) };
}

async function opened(connection) {
  connection.dispatchEvent(new Event("opened"));
  connection.asked.pop().done({ rights: ["inject"] });
  await settle();
  document.getElementById("remote").checked = true;
}

test("fingers that waited when the connection was lost are not sent on the next one", async () => {
  const { connection, point } = page();
  await opened(connection);
  point("pointerdown", [10, 20]);
  point("pointermove", [30, 40]);
  assert.deepEqual(connection.asked.map(({ type, touches }) => [type, touches.length]), [["inject", 1]]);
  // The connection answers its requests with an error, and then says that it is lost.
  connection.asked.pop().failed(new Error("lost"));
  connection.dispatchEvent(new Event("lost"));
  await settle();
  assert.deepEqual(connection.asked, []);
  await opened(connection);
  point("pointerdown", [50, 60]);
  const [{ touches }] = connection.asked;
  assert.deepEqual(touches, [{ finger: 2, phase: "began", x: 50, y: 60 }]);
});

test("neither is the end of a finger that was down before it was lost", async () => {
  const { connection, point } = page();
  await opened(connection);
  point("pointerdown", [10, 20]);
  connection.asked.pop().done({ touches: [7] });
  await settle();
  point("pointermove", [30, 40]);
  point("pointerup", [30, 40]);
  connection.asked.pop().failed(new Error("lost"));
  connection.dispatchEvent(new Event("lost"));
  await settle();
  assert.deepEqual(connection.asked, []);
});
