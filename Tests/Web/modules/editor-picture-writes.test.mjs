// When the picture below the regions (pages/editor/underlay.js) is written to the browser's storage, and for which file.
import assert from "node:assert/strict";
import { beforeEach, mock, test } from "node:test";

/** The images whose size is asked for. They load when a test says so. @type {any[]} */
let images;
globalThis.window = globalThis;
globalThis.addEventListener = (name, act) => (hiding = act);
globalThis.document = { createElementNS: () => ({ style: {}, setAttribute() {}, getAttribute: () => null, removeAttribute() {} }) };
globalThis.Image = class {
  naturalWidth = 30;
  naturalHeight = 40;
  constructor() {
    images.push(this);
  }
};
let hiding = () => {};
const { Underlay } = await import("../../../pages/editor/underlay.js");

class Doc extends EventTarget {
  isOpen = true;
  screens = [{ id: "main" }];
  screen = 0;
  size = [300, 400];
  open(name) {
    Object.assign(this, { name, text: name, saved: name });
    this.dispatchEvent(new Event("opened"));
  }
}
const blob = Object.assign(new Blob(["red"], { type: "image/png" }), { name: "red.png" });

let doc, underlay, done;
beforeEach(async () => {
  images = [];
  done = [];
  mock.timers.reset();
  mock.timers.enable({ apis: ["setTimeout"] });
  doc = new Doc();
  const store = {
    read: async (file) => (done.push(`read ${file}`), new Map()),
    write: async (file, screen, picture) => done.push(`write ${file} ${screen} ${picture.opacity} ${picture.width}`),
    remove: async (file, screen) => done.push(`remove ${file} ${screen}`),
  };
  underlay = new Underlay(doc, Object.assign(new EventTarget(), { matrix: [1, 0, 0, 1, 0, 0] }), store);
  doc.open("a.yaml");
  await settled();
  done.length = 0;
});
const settled = () => new Promise((go) => setImmediate(go));
async function add() {
  const adding = underlay.add(blob);
  images.at(-1).onload();
  await adding;
}

test("steps of the slider are written once, after a pause; what is a change of its own is written at once", async () => {
  await add();
  assert.deepEqual(done.splice(0), ["write a.yaml main 1 30"]);
  for (let step = 0; step <= 20; step += 1) underlay.set({ opacity: step / 20 }, true);
  underlay.set({ opacity: 0.4 }, true);
  assert.equal(underlay.current?.opacity, 0.4);
  assert.deepEqual(done, []);
  mock.timers.tick(1000);
  assert.deepEqual(done.splice(0), ["write a.yaml main 0.4 30"]);
  underlay.set({ opacity: 0.5 }, true);
  underlay.set({ isOn: false });
  assert.deepEqual(done.splice(0), ["write a.yaml main 0.5 30"]);
  mock.timers.tick(1000);
  assert.deepEqual(done, []);
});

test("a change is written for its own file, before another one is read, and when the page is left", async () => {
  await add();
  done.length = 0;
  underlay.set({ opacity: 0.4 }, true);
  doc.open("b.yaml");
  await settled();
  assert.deepEqual(done, ["write a.yaml main 0.4 30", "read b.yaml"]);
  assert.equal(underlay.current, null);
  await add();
  underlay.set({ opacity: 0.3 }, true);
  hiding();
  assert.deepEqual(done.slice(2), ["write b.yaml main 1 30", "write b.yaml main 0.3 30"]);
  mock.timers.tick(1000);
  assert.equal(done.length, 4);
});

test("a picture that is removed is not written after that", async () => {
  await add();
  done.length = 0;
  underlay.set({ opacity: 0.3 }, true);
  underlay.remove();
  mock.timers.tick(1000);
  assert.deepEqual(done, ["remove a.yaml main"]);
});

test("a picture whose size takes long is for the file that was open when it was added", async () => {
  const adding = underlay.add(blob);
  doc.open("b.yaml");
  await settled();
  images[0].onload();
  await adding;
  assert.equal(underlay.current, null);
  mock.timers.tick(1000);
  assert.deepEqual(done, ["read b.yaml", "write a.yaml main 1 30"]);
});

test("it is shown if the same file was opened again meanwhile", async () => {
  const adding = underlay.add(blob);
  doc.open("a.yaml");
  await settled();
  images[0].onload();
  await adding;
  assert.equal(underlay.current?.width, 30);
});
