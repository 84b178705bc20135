// The pictures below the regions in the browser's storage (pages/editor/pictureStore.js): none stays longer than it may.
import assert from "node:assert/strict";
import { beforeEach, mock, test } from "node:test";
import { PictureStore } from "../../../pages/editor/pictureStore.js";

const DAY = 24 * 3600e3;
const picture = { blob: new Blob(["red"]), width: 1, height: 1, isOn: true, opacity: 1, fit: "screen", offset: [0, 0] };
/** The pictures in the storage, by file and screen. @type {Map<string, any>} */
let stored;

/** An IndexedDB of one store, as far as the pictures need it. */
const answered = (result) => {
  const request = { result };
  queueMicrotask(() => request.onsuccess());
  return request;
};
const objects = {
  getAll: () => answered([...stored.values()]),
  put: (one) => answered(stored.set(`${one.file} ${one.screen}`, one)),
  delete: (key) => answered(stored.delete(key.join(" "))),
};
globalThis.indexedDB = { open: () => answered({ transaction: () => ({ objectStore: () => objects }) }) };

beforeEach(() => {
  stored = new Map();
  mock.timers.reset();
  mock.timers.enable({ apis: ["Date"], now: 1e12 });
});

test("a picture is found for its file, and those of all files are deleted 30 days after their last change", async () => {
  const store = new PictureStore();
  await store.write("a.yaml", "main", picture);
  mock.timers.setTime(1e12 + 20 * DAY);
  await store.write("b.yaml", "main", picture);
  assert.deepEqual([...await store.read("a.yaml")], [["main", picture]]);
  mock.timers.setTime(1e12 + 31 * DAY);
  assert.deepEqual([...await store.read("b.yaml")], [["main", picture]]);
  assert.deepEqual([...stored.keys()], ["b.yaml main"]);
});

test("one that is removed is gone", async () => {
  const store = new PictureStore();
  store.write("a.yaml", "main", picture);
  store.write("a.yaml", "side", picture);
  await store.remove("a.yaml", "main");
  assert.deepEqual([...await store.read("a.yaml")], [["side", picture]]);
});
