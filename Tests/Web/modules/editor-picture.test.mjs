// The picture below the regions (pages/editor/underlay.js, pictureStore.js): what is taken, where it lies, and how much is kept.
import assert from "node:assert/strict";
import { test } from "node:test";
import { surplus } from "../../../pages/editor/pictureStore.js";
import { placementOf, refusalOfFile, refusalOfSize } from "../../../pages/editor/underlay.js";

test("a picture is a file of a known kind and of a bounded size", () => {
  assert.equal(refusalOfFile({ type: "image/png", size: 32e6 }), "");
  assert.match(refusalOfFile({ type: "image/png", size: 32e6 + 1, name: "a.png" }), /^a\.png has 33 MB; .* at most 32 MB/);
  assert.match(refusalOfFile({ type: "image/svg+xml", size: 9, name: "a.svg" }), /^a\.svg is not a PNG/);
  assert.equal(refusalOfSize(8000, 5000), "");
  assert.match(refusalOfSize(8000, 5001), /8000 × 5001 pixels; it may have at most 40 million/);
  assert.match(refusalOfSize(0, 5), /no size/);
});

test("a picture is stretched to the screen, or a pixel is a point", () => {
  const picture = { width: 540, height: 480, offset: [30, -40] };
  assert.deepEqual(placementOf({ ...picture, fit: "screen" }, [1080, 1920]), [2, 0, 0, 4, 0, 0]);
  assert.deepEqual(placementOf({ ...picture, fit: "original" }, [1080, 1920]), [1, 0, 0, 1, 30, -40]);
});

test("pictures that are too many, too large together or too old have to go, the oldest first", () => {
  const now = 1e12;
  const kept = (count, size, age = 1000) => Array.from({ length: count }, (_, n) => ({ file: `f${n}`, screen: "s", at: now - n * age, blob: { size } }));
  const gone = (list) => surplus(list.toReversed(), now).map(({ file }) => file);
  assert.deepEqual(gone(kept(20, 10)), []);
  assert.deepEqual(gone(kept(22, 10)), ["f20", "f21"]);
  assert.deepEqual(gone(kept(5, 30e6)), ["f3", "f4"]);
  assert.deepEqual(gone(kept(3, 10, 20 * 24 * 3600e3)), ["f2"]);
});
