// The edits that make touchd's regions equal to those that a page wants, for touchd-follow.js.

import { identity, multiply } from './touchd-painting.js';
import { rising } from './touchd-regions.js';
import { box } from './touchd-rings.js';
import { shapeOf } from './touchd-shapes.js';

const inverse = ([a, b, c, d]) => [d, -b, -c, a].map((one) => one / (a * d - b * c));
const apply = ([a, b, c, d], x, y) => [a * x + c * y, b * x + d * y];
export const round = (list) => list.map((one) => Math.round(one * 64) / 64);
const passThrough = { kind: 'passThrough' };
/** The properties that the page clears with the value null. A region that loses another one is made again. */
const removable = /^(shape|hitTest|accessibility)$/;

/** A point of the viewport in an element's own space. */
function inside({ linear, middle, origin, size }, x, y) {
  return apply(inverse(linear), x - middle[0], y - middle[1]).map((one, index) => one + origin[index] + size[index] / 2);
}

/** The ring of an element, unturned, in the space of another one. */
export function holeIn(other, { middle, size: [width, height] }) {
  const [x, y] = inside(other, ...middle);
  return box(...round([x - width / 2, y - height / 2, width, height]));
}

/** The values of a region that say where it is. */
function geometry({ followed, around }) {
  const { middle, size, isPlain, parent } = followed;
  const holder = around.followed;
  const [x, y] = inside(holder, ...middle);
  if (isPlain && holder.isPlain) return { frame: round([x - size[0] / 2, y - size[1] / 2, ...size]) };
  const linear = holder === parent ? followed.relative : multiply(inverse(holder.linear), followed.linear);
  return { center: round([x, y]), size: round(size), transform: [...linear.map((one) => Math.round(one * 1e6) / 1e6), 0, 0] };
}

/** The shape of an element's regions; undefined if all of the box takes touches. */
function shapeOfRegion({ element, outline, origin, holes }) {
  return outline || holes.length ? shapeOf(outline, origin, holes, [element.scrollWidth, element.scrollHeight]) : undefined;
}

/** Reads what the page says of an element: its attributes and label, and what the option `properties` adds. */
function stated({ element, regions: [{ id }] }, { properties }, labels) {
  // React writes an attribute without a value as "true".
  const found = { kind: { '': 'view', true: 'view', scroll: 'scrollView' }[element.dataset.touch] ?? element.dataset.touch };
  for (const [name, text] of Object.entries(element.dataset)) {
    const key = name.match(/^touch(?!Id$)([A-Z].*)/)?.[1];
    if (!key) continue;
    let value = text === '' ? true : text;
    try { value = JSON.parse(text); } catch { /* a word */ }
    found[key[0].toLowerCase() + key.slice(1)] = value;
  }
  if (typeof found.gestures === 'string') found.gestures = found.gestures.split(' ').map((type) => ({ type }));
  if (found.gestures !== undefined) {
    if (!Array.isArray(found.gestures)) throw new TypeError('data-touch-gestures needs types of gestures, or a JSON list of gestures');
    found.gestures = found.gestures.map((one) => ({ ...one, id: `${id}.${one.id ?? one.type}` }));
  }
  if (labels) {
    const heard = { ...labels(element), ...found.accessibility };
    if (Object.keys(heard).length) found.accessibility = heard;
  }
  if (element.matches(':disabled')) found.enabled = false;
  else if (element.disabled !== undefined) found.enabled ??= true;
  const more = properties(element);
  JSON.stringify(more); // throws if it cannot be sent
  return { found, more };
}

/** The other values of a region. */
function propertiesOf(region) {
  const { followed, inside: content } = region;
  const shape = shapeOfRegion(followed);
  region.hasOutline = Boolean(shape);
  if (!region.takesTouches) return { hitTest: passThrough, ...shape && { shape } };
  const { element, stated: { found, more } } = followed;
  followed.isScroll = found.kind === 'scrollView';
  if (followed.isScroll) found.contentSize = [element.scrollWidth, element.scrollHeight];
  if (content.length && !followed.clips && !followed.isScroll) found.hitTest ??= { kind: 'overflow' };
  // A polygon would keep the region from becoming larger than the element.
  if (shape && !(found.hitInsets && followed.outline?.isPolygon && !followed.holes.length)) found.shape ??= shape;
  Object.assign(found, more);
  region.hasOutline &&= found.shape === shape;
  // A value that a finger has set counts until the page sets another one.
  for (const [key, { page, value }] of Object.entries(followed.set)) {
    if (page === found[key]) found[key] = value;
    else delete followed.set[key];
  }
  return found;
}

/** The edits that wait to be sent, and the regions in touchd as they will be. */
export class Edits {
  #page; #options; #labels; #queue = []; #isMeasured;
  /** The number of edits made until now. */
  count = 0;

  /** @param labels Returns what people hear of an element; undefined if the page does not want it. */
  constructor(page, options, labels) { [this.#page, this.#options, this.#labels] = [page, options, labels]; }

  get isEmpty() { return !this.#queue.length; }
  clear() { this.#queue = []; }

  /** Removes and returns the edits for the next line, which has at most 1024 values. */
  next(most) {
    let count = 0;
    for (let values = 0; count < Math.min(most, this.#queue.length); count += 1) {
      values += JSON.stringify(this.#queue[count]).split(/[[{,]/).length;
      if (values > 1000 && count) break;
    }
    return this.#queue.splice(0, count);
  }

  /** Removes the waiting removal of a region that touchd has refused. */
  withdraw(id) { this.#queue = this.#queue.filter(({ op, region }) => op !== 'remove' || region !== id); }

  /** Makes or moves the page's own region. */
  page(into) {
    const [page] = this.#page.regions;
    const { id, bounds } = into;
    const { frame: [x, y, width, height] = bounds, rotation } = this.#options;
    // After a pinch zoom only a part of the page is on the display.
    const { scale, offsetLeft, offsetTop } = visualViewport;
    const size = [innerWidth / scale, innerHeight / scale];
    const origin = [offsetLeft, offsetTop];
    const [right, down] = rotation % 180 ? [height, width] : [width, height];
    const { a, b, c, d } = new DOMMatrix().rotate(rotation).scale(right / size[0], down / size[1]);
    Object.assign(this.#page, { origin, size, middle: size.map((one, index) => origin[index] + one / 2) });
    const now = { center: [x + width / 2, y + height / 2], bounds: [...origin, ...size], transform: [a, b, c, d, 0, 0] };
    if (page.isThere) return this.#changes(page, now);
    this.#push({ op: 'add', parent: id, region: { id: page.id, kind: this.#options.into ? 'view' : 'window', ...now, hitTest: passThrough } });
    page.sent = now;
    page.isThere = true;
  }

  #changes(region, now) {
    for (const [key, value] of Object.entries(now)) {
      if (region.sent[key] === value || JSON.stringify(region.sent[key]) === JSON.stringify(value)) continue;
      region.sent[key] = value;
      this.#push({ op: 'set', region: region.id, key, value });
    }
  }

  /** Adds an edit to those that wait. A later value takes the place of an earlier one that has not been sent. */
  #push(edit) {
    const edits = this.#queue;
    const { op, region, key } = edit;
    this.count += 1;
    for (let index = edits.length - 1; index >= 0 && /^set/.test(op); index -= 1) {
      const other = edits[index];
      if ((other.region.id ?? other.region) !== region) continue;
      if (other.op !== op && /^set/.test(other.op)) continue;
      if (other.op !== op) break;
      if (other.key === key) return edits.splice(index, 1, edit);
    }
    return edits.push(edit);
  }

  /** Reads what the page says of an element, for the next `compare`. Throws if that cannot become a region. */
  read(followed) { followed.stated = stated(followed, this.#options, this.#labels); }

  /** Makes the regions of the page what they are to be. */
  compare() {
    this.#isMeasured = true;
    // Parents come before their children, and siblings from back to front. Regions are moved before any region is removed.
    const follow = (around) => {
      for (const region of around.inside) {
        region.properties = propertiesOf(region);
        const { kind, gestures, claims } = region.properties;
        const made = JSON.stringify([kind, gestures, claims]);
        const hasLost = region.keys?.some((key) => !(key in region.properties || removable.test(key)));
        if (region.isThere && (made !== region.made || hasLost)) this.remove(region);
        region.made = made;
      }
      const kept = rising(around.inside.map((one) => (one.isThere && one.parent === around ? around.children.indexOf(one) : undefined)));
      around.inside.forEach((region, position) => {
        if (!kept.has(position)) this.#place(region, around.inside[position - 1]);
        if (region.isThere) this.set(region);
        else this.#add(region);
        follow(region);
      });
    };
    follow(this.#page.regions[0]);
    this.#isMeasured = false;
  }

  /** Puts a region right in front of another one, or behind all. */
  #place(region, behind) {
    const { around, parent } = region;
    if (region.isThere) parent.children.splice(parent.children.indexOf(region), 1);
    region.index = behind ? around.children.indexOf(behind) + 1 : 0;
    around.children.splice(region.index, 0, region);
    region.parent = around;
    if (region.isThere) this.#push({ op: 'move', region: region.id, parent: around.id, index: region.index });
  }

  #add(region) {
    const { followed, around, index } = region;
    const { claims, ...properties } = region.properties;
    const { frame, center, size, transform } = geometry(region);
    region.sent = { frame, center, size, transform, origin: round(followed.origin), ...properties };
    region.claims = claims;
    region.keys = Object.keys(properties).filter((key) => key !== 'kind' && key !== 'gestures');
    region.isThere = true;
    region.addedBy = undefined;
    this.#push({ op: 'add', parent: around.id, index, region: {
      id: region.id, ...frame ? { frame } : { center, transform }, bounds: round([...followed.origin, ...followed.size]), ...properties } });
  }

  /** Sends where a region is, and after a measure also its properties. */
  set(region) {
    const { followed, sent } = region;
    const { frame, center, size, transform } = geometry(region);
    if (frame) {
      this.#changes(region, { ...sent.transform && { transform: [...identity, 0, 0] }, frame });
      sent.transform = sent.center = sent.size = undefined;
    } else {
      if (String(sent.size) !== String(size)) {
        sent.bounds = undefined;
        this.#changes(region, { bounds: round([...followed.origin, ...size]) });
      }
      [sent.size, sent.frame] = [size, undefined];
      this.#changes(region, { transform, center });
    }
    if (this.#isMeasured) {
      const { claims, gestures, kind, ...properties } = region.properties;
      for (const key of region.keys ?? []) if (!(key in properties)) properties[key] = null;
      this.#changes(region, properties);
      region.keys = Object.keys(properties).filter((key) => properties[key] !== null);
    }
    this.origin(region);
  }

  /** Sends how far a region is scrolled. */
  origin(region) {
    const { followed, sent } = region;
    const origin = round(followed.origin);
    // The browser rounds offsets that touchd sets to device pixels.
    const tolerance = region.takesTouches && followed.isScroll ? 1 : 0.01;
    if (!sent.origin || origin.every((one, index) => Math.abs(one - sent.origin[index]) < tolerance)) return;
    sent.origin = origin;
    this.#push({ op: 'setBoundsOrigin', region: region.id, origin });
    // The points of a polygon are in the coordinates of what is scrolled.
    if (followed.outline?.isPolygon && region.hasOutline) this.#changes(region, { shape: shapeOfRegion(followed) });
  }

  remove(region) {
    if (!region.isThere) return;
    this.#push({ op: 'remove', region: region.id });
    this.end(region);
  }

  /** Records that a region and all regions in it no longer exist. Those that `isElsewhere` names are moved to the region around it. */
  end(region, isElsewhere = () => false) {
    const { parent } = region;
    if (!parent) return;
    parent.children.splice(parent.children.indexOf(region), 1);
    const kept = [];
    const end = (one) => {
      if (isElsewhere(one)) return kept.push(one);
      one.children.forEach(end);
      return Object.assign(one, { isThere: false, parent: null, children: [] });
    };
    region.children.forEach(end);
    Object.assign(region, { isThere: false, parent: null, children: [] });
    for (const one of kept) {
      one.parent = parent;
      this.#push({ op: 'move', region: one.id, parent: parent.id, index: parent.children.push(one) - 1 });
    }
  }
}
