// The live view's choice of the places of picture and lists.
import assert from "node:assert/strict";
import { test } from "node:test";
import { arrange, shareOf } from "../../../pages/live/layout.js";

const HEAD = 48;
const room = ([width, height]) => [width, height - 45 - 54];

/** The part of the largest picture that an arrangement has room for. */
function share(window, glass) {
  const way = arrange({ window, room: room(window), head: HEAD, glass });
  const [width, height] = room(window);
  const box = { beside: [width - way.aside, height - (way.isLow ? 0 : HEAD)], below: [width, way.picture - HEAD], pages: [width, height - HEAD] }[way.kind];
  return { way, share: shareOf(box, glass, window), rest: { beside: [way.aside, height - HEAD], below: [width, height - way.picture], pages: [width, height - HEAD] }[way.kind] };
}

test("the picture is at least 60 % of the largest one in any window from 360 by 420 on, and the lists have room", () => {
  for (let width = 360; width <= 2560; width += 40) {
    for (let height = 420; height <= 2560; height += 40) {
      for (const glass of [[1080, 1920], [1920, 1080], [1024, 768], [1920, 360]]) {
        const { way, share: found, rest } = share([width, height], glass);
        assert.ok(found >= 0.6, `${width} × ${height}, ${glass}: ${way.kind} ${found}`);
        assert.ok(rest[0] >= 280 && rest[1] >= 200, `${width} × ${height}, ${glass}: ${way.kind} leaves ${rest}`);
      }
    }
  }
});

test("an upright glass in a wide window has the lists beside it, and a window without room has one page at a time", () => {
  const kind = (window, glass) => arrange({ window, room: room(window), head: HEAD, glass }).kind;
  assert.equal(kind([800, 480], [1080, 1920]), "beside");
  assert.equal(kind([640, 400], [1080, 1920]), "beside");
  assert.equal(kind([390, 844], [1080, 1920]), "below");
  assert.equal(kind([1080, 1920], [1920, 1080]), "below");
  assert.equal(kind([640, 400], [1920, 1080]), "pages");
});

test("the switches are above the lists in a low window alone", () => {
  assert.equal(arrange({ window: [800, 480], room: room([800, 480]), head: HEAD, glass: [1080, 1920] }).isLow, true);
  assert.equal(arrange({ window: [1280, 800], room: room([1280, 800]), head: HEAD, glass: [1080, 1920] }).isLow, false);
});
