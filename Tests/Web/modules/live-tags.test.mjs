// pages/live/tags.js: the tags of the picture.
import assert from "node:assert/strict";
import test from "node:test";
import { cut, Tags } from "../../../pages/live/tags.js";
import { random } from "./live-lines.mjs";

/** Returns a canvas with 7 pixels a letter, and the boxes of the tags drawn on it. */
function paper() {
  const boxes = [];
  const texts = [];
  return { boxes, texts, context: { measureText: (text) => ({ width: 7 * [...text].length }), fillRect: (...box) => boxes.push(box), fillText: (text) => texts.push(text) } };
}
const areCommon = ([x, y, w, h], [X, Y, W, H]) => x < X + W && X < x + w && y < Y + H && Y < y + h;

test("tags of ten fingers cover neither each other nor a finger, and stay in the picture", () => {
  for (let seed = 1; seed < 60; seed++) {
    const below = random(seed);
    const { boxes, context } = paper();
    const tags = new Tags();
    tags.begin([600, 900]);
    const fingers = Array.from({ length: 10 }, () => [40 + below(520), 40 + below(820)]);
    for (const [x, y] of fingers) tags.keepFree(x, y, 17);
    for (const [x, y] of fingers) tags.put(context, "#1 kiosk", x, y - 37, "red");
    for (const [i, box] of boxes.entries()) {
      assert.ok(box[0] >= 0 && box[1] >= 0 && box[0] + box[2] <= 600 && box[1] + box[3] <= 900, `seed ${seed}: ${box}`);
      for (const other of boxes.slice(i + 1)) assert.ok(!areCommon(box, other), `seed ${seed}: ${box} and ${other}`);
      for (const [x, y] of fingers) assert.ok(!areCommon(box, [x - 17, y - 17, 34, 34]), `seed ${seed}: ${box} and the finger at ${x}, ${y}`);
    }
  }
});

test("tags for the same place lie above and below each other", () => {
  const { boxes, context } = paper();
  const tags = new Tags();
  tags.begin([400, 400]);
  for (let n = 0; n < 6; n++) tags.put(context, "cancelled: gesture", 200, 200, "red");
  for (const [i, box] of boxes.entries()) for (const other of boxes.slice(i + 1)) assert.ok(!areCommon(box, other), JSON.stringify(boxes));
});

test("a long tag ends in an ellipsis and fits", () => {
  const { boxes, texts, context } = paper();
  const tags = new Tags();
  tags.begin([200, 300]);
  tags.put(context, "#1 aVeryLongNameOfARegionThatIsCut", 190, 10, "red");
  assert.ok(texts[0].endsWith("…") && texts[0].startsWith("#1 aVery"), texts[0]);
  assert.ok(boxes[0][0] >= 0 && boxes[0][0] + boxes[0][2] <= 200, JSON.stringify(boxes));
  assert.deepEqual(cut(context, "\u{1F600}\u{1F600}\u{1F600}", 14), { text: "\u{1F600}…", width: 14 });
});
