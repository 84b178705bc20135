// The regions that touchd-follow.js makes of elements, and their order.

// Boxes that touch at an edge do not meet, although scripts get fractions of a pixel that are not exact.
export const meets = (a, b) => a.x + 0.1 < b.x + b.width && b.x + 0.1 < a.x + a.width && a.y + 0.1 < b.y + b.height && b.y + 0.1 < a.y + a.height;
export const differs = (a, b) => Math.max(...['x', 'y', 'width', 'height'].map((key) => Math.abs(a[key] - b[key]))) > 0.5;
export const holds = (box, x, y) => x >= box.x && x < box.x + box.width && y >= box.y && y < box.y + box.height;

export const scaleOf = ([a, b, c, d]) => Math.sqrt(Math.abs(a * d - b * c));
/** Whether a matrix leaves no area. */
export const isFlat = (linear) => !(scaleOf(linear) > 1e-3);

/** The name that the page gives to an element's region. Empty if it gives none. */
export const nameOf = (element) => element.dataset.touchId || element.id;

/** An element that has a region, or that clips or scrolls elements with one; or the page itself, which has no element. */
export class Followed {
  regions = [];
  /** The values that fingers have set, by key (`value` or `isOn`), with the page's own value at that time. */
  set = {};
  /** True, by panel and gesture, if the gesture in progress began on something that covers the element. */
  hidden = {};

  constructor(element) {
    this.element = element;
    this.name = element && nameOf(element);
  }

  isIn(other) {
    for (let one = this.parent; one; one = one.parent) if (one === other) return true;
    return false;
  }
  /** The box in which this element stays, however far its scrollers are scrolled. Scrollers around both it and `other` do not count. */
  area(other) {
    let { box } = this;
    for (let one = this.parent; one?.element; one = one.parent) if (one.clips && !other.isIn(one)) box = one.box;
    return box;
  }
}

/**
 * A region of a followed element. The first one is the element's own. If something outside is painted between the descendants of an element that
 * clips, further regions hold the descendants that are painted later. They clip and scroll like the first one, but take no touches.
 */
export class Region {
  /** The state in touchd: the region around this one, the regions in it from back to front, and the values sent. */
  parent = null; children = []; sent = {}; isThere = false;
  /** The wanted state. `round` is the layout in which the region was placed last. */
  round = null; around = null; inside = [];

  constructor(id, followed) {
    this.id = id;
    this.followed = followed;
  }

  get takesTouches() { return this.followed.isTouch && this === this.followed.regions[0]; }
  /** Whether this region, or one in it, may take touches where the element is. */
  covers(followed) {
    return (this.takesTouches && meets(this.followed.area(followed), followed.area(this.followed))) || this.inside.some((one) => one.covers(followed));
  }
  /** True if a new last child of this region would be in front where the element is: no region in front of that child overlaps the element. */
  isFree(followed) {
    for (let one = this; one.around; one = one.around) {
      const siblings = one.around.inside;
      for (let index = siblings.length - 1; siblings[index] !== one; index -= 1) if (siblings[index].covers(followed)) return false;
    }
    return true;
  }
  put(around, round) {
    Object.assign(this, { around, round, inside: [] });
    around?.inside.push(this);
    return this;
  }
}

/** The indices of a longest increasing subsequence of a list of numbers. Undefined entries are left out. */
export function rising(list) {
  const ends = [], before = [];
  list.forEach((value, index) => {
    if (value === undefined) return;
    let at = ends.length;
    while (at > 0 && list[ends[at - 1]] > value) at -= 1;
    before[index] = ends[at - 1];
    ends[at] = index;
  });
  const found = new Set();
  for (let index = ends.at(-1); index !== undefined; index = before[index]) found.add(index);
  return found;
}
