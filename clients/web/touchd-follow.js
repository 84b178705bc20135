// Elements of a page as regions of touchd. `follow()` of touchd.js loads this module; docs/web.md says what it follows.
//
// A layout has four steps: `#scan` finds the elements, `#measure` reads where they are, `#arrange` puts their regions into the order in which the
// browser paints the elements, and `#compare` makes edits of the differences. A page that only scrolls needs no layout, and one edit a frame.

import { isPress } from './touchd.js';
import { Styles, identity, multiply, outer } from './touchd-painting.js';

const inverse = ([a, b, c, d]) => [d, -b, -c, a].map((one) => one / (a * d - b * c));
const apply = ([a, b, c, d], x, y) => [a * x + c * y, b * x + d * y];
const round = (list) => list.map((one) => Math.round(one * 64) / 64);
// Boxes that touch at an edge do not meet, although scripts get fractions of a pixel that are not exact.
const meets = (a, b) => a.x + 0.1 < b.x + b.width && b.x + 0.1 < a.x + a.width && a.y + 0.1 < b.y + b.height && b.y + 0.1 < a.y + a.height;
const isFlat = ([a, b, c, d]) => !(Math.abs(a * d - b * c) > 1e-6);
const holds = (box, x, y) => x >= box.x && x < box.x + box.width && y >= box.y && y < box.y + box.height;
const differs = (a, b) => Math.max(...['x', 'y', 'width', 'height'].map((key) => Math.abs(a[key] - b[key]))) > 0.5;
const passThrough = { kind: 'passThrough' };
const viewport = () => new DOMRect(0, 0, innerWidth, innerHeight);

/** An element that has a region, or that clips or scrolls elements with one; or the page itself, which has no element. */
class Followed {
  regions = [];
  /** The values that fingers have set, by key (`value` or `isOn`), with the page's own value at that time. */
  set = {};
  /** True, by panel and gesture, if the gesture in progress began on something that covers the element. */
  hidden = {};

  constructor(element) { this.element = element; }

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
class Region {
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
function rising(list) {
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

// Properties that an animation changes without moving anything but what is in the animated element.
const moveNothingElse = /^(offset|computedOffset|easing|composite|opacity|visibility|transform|translate|rotate|scale|.*[fF]ilter|.*[cC]olor|.*[sS]hadow|background.*|clip.*|fill|stroke.*|outline.*)$/;

export class Follower {
  #client; #root; #options; #followed = new Map(); #byID = new Map(); #queue = []; #own = new Map(); #styles; #page; #state = {}; #ends = [];
  #isDue = false; #needs = { scan: true, measure: true }; #scrolled = new Set(); #hasScrolled = false; #round; #shown = []; #sticky = [];
  #top = new Set(); #pointers = new Map(); #covers = new Map(); #count = 0; #late = 0; #timer; #sizes; #views;
  #isCareful = false; #retry; #delay = 1000; #edited = 0; #listed = 0; #pushed = 0; #fruitless = 0; #measuredAt = 0; #later; #hasWarned = false;
  /** Returns what people hear of an element; undefined if the page does not want it. */
  #labels;

  constructor(client, root, options, labels) {
    this.#client = client;
    this.#root = root;
    this.#labels = labels;
    this.#options = { prefix: `${client.name ?? 'page'}.`, margin: '100%', rotation: 0, properties: () => ({}), ...options };
    const { into, margin } = this.#options;
    this.#page = Object.assign(new Followed(null), { linear: identity, isPlain: true });
    this.#region(this.#page, 'page');
    const on = (target, types, listener) => types.split(' ').forEach((type) => {
      target.addEventListener(type, listener, true);
      this.#ends.push(() => target.removeEventListener(type, listener, true));
    });
    const measure = () => this.#soon('measure');
    on(document, 'scroll', ({ target }) => {
      this.#scrolled.add(target.documentElement ?? target);
      this.#hasScrolled = true;
      this.#soon();
    });
    on(window, 'resize load toggle change', measure);
    on(visualViewport, 'resize scroll', measure);
    on(window, 'beforetoggle', ({ target, newState }) => {
      this.#top.delete(target);
      if (newState === 'open') this.#top.add(target);
    });
    on(document, 'transitionrun transitionend transitioncancel animationstart animationend animationcancel fullscreenchange', measure);
    const changes = new MutationObserver((records) => {
      for (const { target } of records) if (this.#followed.has(target)) this.#followed.get(target).isRefused = false;
      this.#soon(records.some(({ type, attributeName }) => type === 'childList'
        || /^(data-touch|id$)/.test(attributeName)) ? 'scan' : 'measure');
    });
    const all = { subtree: true, childList: true, attributes: true, characterData: true };
    changes.observe(root, all);
    changes.observe(document.head, all);
    for (let one = root.parentElement; one; one = one.parentElement) changes.observe(one, { attributes: true });
    this.#sizes = new ResizeObserver(measure);
    this.#views = new IntersectionObserver((entries) => this.#viewed(entries), { rootMargin: margin, scrollMargin: margin });
    const watch = setInterval(() => this.#look(), 250);
    // The line about a refused configuration has no regions.
    const lines = ({ detail }) => detail.ok === false || this.#regions(detail);
    on(client, 'snapshot tree changed config', lines);
    on(client, 'disconnected', () => {
      this.#covers.clear();
      this.#reset();
    });
    on(client, 'reply', ({ detail: { id, ok, error, generation } }) => this.#replied(id, ok, error, generation));
    on(client, 'frame', ({ detail }) => this.#frame(detail));
    const page = [...into ? [into] : [], this.#page.regions[0].id].join('/');
    this.subscription = client.subscribe([...into ? [into] : [], page, `${page}/**`]);
    for (const one of [changes, this.#sizes, this.#views]) this.#ends.push(() => one.disconnect());
    this.#ends.push(() => clearInterval(watch));
  }

  stop() {
    this.#ends.forEach((end) => end());
    clearTimeout(this.#retry);
    for (const [{ id }, { followed, last }] of this.#pointers) {
      this.#event({ ...last, id, region: followed.regions[0].id, phase: 'cancelled', reason: 'clientGone', synthetic: true });
    }
    this.#pointers.clear();
    this.#client.unsubscribe(this.subscription);
    this.#removePage();
    this.#client = null;
  }

  region(element) { return this.#followed.get(element)?.regions[0].id; }

  // Scheduling.

  #soon(need) {
    if (need) this.#needs[need] = this.#needs.measure = true;
    if (this.#isDue) return;
    this.#isDue = true;
    requestAnimationFrame(() => { this.#isDue = false; this.#sync(); });
  }

  /** Finds changes that cause no event: a style sheet or `:checked` that a script changes, an animation that a script starts. */
  #look() {
    if (document.hidden || !this.#state.into) return;
    if (this.#shown.some(({ element, box }) => differs(element.getBoundingClientRect(), box))) this.#soon('measure');
  }

  /** Whether a running animation may move a followed element. */
  #isAnimated() {
    return document.getAnimations().some(({ playState, timeline, effect }) => {
      if (playState !== 'running' || timeline !== document.timeline || !effect?.target) return false;
      return (!effect.pseudoElement && this.#shown.some(({ element }) => effect.target.contains(element)))
        || effect.getKeyframes().some((frame) => Object.keys(frame).some((key) => !moveNothingElse.test(key)));
    });
  }

  #viewed(entries) {
    for (const { target, isIntersecting, boundingClientRect: box } of entries) {
      const followed = this.#followed.get(target);
      if (!followed) continue;
      followed.isSeen = isIntersecting;
      this.#late += isIntersecting;
      // Elements outside the viewport come and go in batches.
      if (this.#late > 15 || !box.width || meets(box, followed.parent?.box ?? viewport())) this.#soon('measure');
    }
    this.#timer ??= setTimeout(() => { this.#timer = null; this.#soon('measure'); }, 500);
  }

  #removePage() {
    const [page] = this.#page.regions;
    if (page.isThere) this.#own.set(this.#client.edit([{ op: 'remove', region: page.id }]), []);
  }

  /** Makes the page's regions again if another client has removed them. Waits for a list that is as new as the page's own edits. */
  #missing() {
    if (!this.#client || this.#own.size || this.#listed < this.#edited) return;
    if (this.#page.regions[0].isThere && this.#page.isListed === false) this.#again();
  }
  #reset() {
    clearTimeout(this.#retry);
    this.#retry = null;
    this.#queue = [];
    this.#page.isListed = undefined;
    [this.#edited, this.#listed] = [0, 0];
    this.#state = {};
    for (const { regions } of [this.#page, ...this.#followed.values()]) {
      for (const region of regions) Object.assign(region, { isThere: false, parent: null, children: [] });
    }
  }
  #again() {
    if (!this.#client) return;
    const { into } = this.#state;
    this.#own.clear(); // replies to edits sent before no longer matter
    this.#removePage();
    this.#reset();
    this.#state = { into };
    this.#soon('scan');
  }

  /**
   * Handles the reply to an edit. After a refusal the page makes all regions again, with one edit for each, to find the element with the wrong
   * attribute. That element has no region until it changes.
   */
  #replied(id, ok, error, generation) {
    const edits = this.#own.get(id);
    this.#own.delete(id);
    if (!edits) return;
    if (ok) {
      if (!this.#own.size && !this.#queue.length) [this.#isCareful, this.#delay] = [false, 1000];
      this.#edited = generation;
      this.#missing();
      return;
    }
    if (error.code === 'disconnected') return;
    const [edit] = edits;
    const refused = edits.length === 1 ? this.#byID.get(edit.region.id ?? edit.region) : undefined;
    if (this.#isCareful && refused?.followed.element && /badRequest|notFound/.test(error.code)) {
      // `notFound`: the region around it was refused.
      if (error.code === 'badRequest') {
        refused.followed.isRefused = true;
        console.warn('touchd refused an element:', refused.followed.element, error.message);
      }
      if (refused.addedBy === id) this.#end(refused);
      return this.#soon('measure');
    }
    console.warn(`touchd refused regions of the page: ${error.message}`);
    this.#isCareful = true;
    this.#retry ??= setTimeout(() => {
      this.#retry = null;
      this.#again();
    }, this.#delay);
    this.#delay = Math.min(30_000, 2 * this.#delay);
  }

  /** Reads a list of regions from touchd: the place of the page's own region, and whether it still exists. */
  #regions({ type, regions: list, generation }) {
    const isAll = type !== 'changed';
    const { into, screen, size } = this.#options;
    const find = (id) => list?.find((region) => region.id === id);
    const parent = into ? find(into.split('/').pop()) : { id: screen, bounds: [0, 0, ...size ?? [innerWidth, innerHeight]] };
    const page = find(this.#page.regions[0].id);
    if (page) this.#page.toScreen = page.toScreen;
    if (isAll) {
      this.#listed = generation;
      if (page || this.#page.isListed) this.#page.isListed = Boolean(page);
      this.#missing();
    }
    if (!parent && isAll && !this.#hasWarned) {
      this.#hasWarned = true;
      console.warn(`touchd has no region "${into}", or this page may not see it; until it can, elements have no regions`);
    }
    if (!parent || String(parent.bounds) === String(this.#state.into?.bounds)) return;
    this.#state.into = parent;
    this.#soon('measure');
  }

  // Finding elements.

  #region(followed, name) {
    let id = this.#options.prefix + name.replace(/[/*\s]/g, '-');
    const wanted = id;
    while (id === this.#options.prefix || this.#byID.has(id)) id = `${wanted}_${this.#count += 1}`;
    const region = new Region(id, followed);
    followed.regions.push(region);
    this.#byID.set(id, region);
    return region;
  }

  #watch(element) {
    let followed = this.#followed.get(element);
    if (!followed) {
      followed = new Followed(element);
      this.#followed.set(element, followed);
      this.#region(followed, element.dataset.touchId || element.id);
      this.#sizes.observe(element);
    }
    return followed;
  }

  #scan(edits) {
    const found = new Set(this.#root.querySelectorAll('[data-touch]'));
    if (this.#root.matches('[data-touch]')) found.add(this.#root);
    for (const [element, followed] of this.#followed) {
      if (found.has(element)) continue;
      if (followed.isTouch) this.#views.unobserve(element);
      followed.isTouch = followed.isSeen = false;
      // A new element in its place may have the same ID.
      if (!element.isConnected) this.#forget(followed, edits);
    }
    for (const element of found) {
      const followed = this.#watch(element);
      if (!followed.isTouch) this.#views.observe(element);
      followed.isTouch = true;
    }
  }

  /** Removes an element's regions. While a finger is on the element, its ID stays reserved, so that the finger's end reaches it. */
  #forget(followed, edits) {
    const { element } = followed;
    for (const region of followed.regions) this.#remove(region, edits);
    if ([...this.#pointers.values()].some(({ path }) => path.includes(element))) return;
    for (const { id } of followed.regions) this.#byID.delete(id);
    this.#followed.delete(element);
    this.#sizes.unobserve(element);
  }

  #remove(region, edits) {
    if (!region.isThere) return;
    this.#push(edits, { op: 'remove', region: region.id });
    this.#end(region);
  }

  /** Records that a region and all regions in it no longer exist. */
  #end(region) {
    const { parent } = region;
    if (!parent) return;
    parent.children.splice(parent.children.indexOf(region), 1);
    const end = (one) => {
      one.children.forEach(end);
      Object.assign(one, { isThere: false, parent: null, children: [] });
    };
    end(region);
  }

  // Measuring. The coordinates of the page's own region are CSS pixels of the layout viewport.

  /** Finds the parent of an element: the nearest ancestor that the element moves with (its CSS position decides) and that has a region or clips. */
  #around(followed) {
    let { position, linear, isTop } = this.#styles.of(followed.element);
    followed.isSticky = position === 'sticky';
    for (let element = outer(followed.element); element && !isTop; element = outer(element)) {
      const style = this.#styles.of(element);
      const isRoot = element === document.documentElement;
      followed.isSticky ||= position === 'sticky';
      isTop = style.isTop;
      if (style.isHolder || (position !== 'fixed' && (position !== 'absolute' || style.position !== 'static' || isRoot))) {
        if (this.#followed.get(element)?.isTouch || style.clips || isRoot) {
          const parent = this.#watch(element);
          if (parent.round !== this.#round) this.#measure(parent);
          return Object.assign(followed, { parent, relative: linear });
        }
        position = style.position;
      }
      linear = multiply(style.linear, linear);
    }
    return Object.assign(followed, { parent: this.#page, relative: linear });
  }

  #measure(followed) {
    const { element } = followed;
    const isRoot = element === document.documentElement;
    followed.round = this.#round;
    if (this.#styles) {
      if (isRoot) Object.assign(followed, { parent: this.#page, relative: identity, clips: true });
      else this.#around(followed).clips = this.#styles.of(element).clips;
      followed.linear = multiply(followed.parent.linear, followed.relative);
    }
    const box = followed.box = isRoot ? viewport() : element.getBoundingClientRect();
    followed.isPlain = String(round(followed.linear)) === '1,0,0,1' || element.offsetWidth === undefined;
    followed.middle = [box.x + box.width / 2, box.y + box.height / 2];
    followed.size = followed.isPlain ? [box.width, box.height] : [element.offsetWidth, element.offsetHeight];
    followed.origin = [element.scrollLeft, element.scrollTop];
  }

  /** A point of the viewport in an element's own space. */
  #inside({ linear, middle, origin, size }, x, y) {
    return apply(inverse(linear), x - middle[0], y - middle[1]).map((one, index) => one + origin[index] + size[index] / 2);
  }

  #geometry({ followed, around }) {
    const { middle, size, isPlain, parent } = followed;
    const holder = around.followed;
    const [x, y] = this.#inside(holder, ...middle);
    if (isPlain && holder.isPlain) return { frame: round([x - size[0] / 2, y - size[1] / 2, ...size]) };
    const linear = holder === parent ? followed.relative : multiply(inverse(holder.linear), followed.linear);
    return { center: round([x, y]), size: round(size), transform: [...linear.map((one) => Math.round(one * 1e6) / 1e6), 0, 0] };
  }

  // Ordering regions.

  /** Puts the regions into the order of painting. An element's region is in its parent's, unless something outside is painted between the two. */
  #arrange(list) {
    const [page] = this.#page.regions;
    page.put(null, this.#round);
    for (const followed of list.sort((a, b) => this.#styles.compare(a.element, b.element))) {
      followed.regions[0].put(this.#slot(followed.parent, followed), this.#round);
    }
  }

  /** Finds the region to put an element's region into, as the last: one of `container`, or of an element around it, in which it lies in front of everything
   *  that is painted before it. */
  #slot(container, followed) {
    const { regions, parent } = container;
    const slot = regions.find((one) => one.round === this.#round && one.isFree(followed));
    if (slot) return slot;
    const around = this.#slot(parent, followed);
    if (!container.clips) return around;
    const spare = regions.find((one) => one.round !== this.#round && !one.takesTouches) ?? this.#region(container, container.element.id);
    return spare.put(around, this.#round);
  }

  // A frame of the browser.

  #sync() {
    if (!this.#client || !this.#state.into) return;
    const needs = this.#needs;
    this.#needs = {};
    const edits = this.#queue;
    this.#round = {};
    // A page that changes all the time without moving a followed element is measured ten times a second, not each frame.
    const isEnough = needs.measure && !needs.scan && this.#fruitless > 10 && performance.now() < this.#measuredAt + 100;
    if (isEnough) {
      this.#needs.measure = true;
      this.#later ??= setTimeout(() => { this.#later = null; this.#soon(); }, 100);
    }
    if (needs.scan) this.#scan(edits);
    if (needs.measure && !isEnough) this.#measureAll(edits);
    else {
      for (const element of this.#scrolled) {
        const followed = this.#followed.get(element);
        if (!followed) continue;
        followed.origin = [element.scrollLeft, element.scrollTop];
        for (const region of followed.regions) if (region.isThere) this.#origin(region, edits);
      }
      for (const followed of this.#sticky) {
        for (let one = followed; one.element; one = one.parent) this.#measure(one);
        for (const region of followed.regions) if (region.isThere) this.#set(region, edits);
      }
    }
    this.#scrolled.clear();
    if (!edits.length) return;
    // A line has at most 1024 values; the rest goes with the next frames.
    for (const sent of this.#isCareful ? edits.splice(0, 32).map((one) => [one]) : [edits.splice(0, 32)]) {
      const id = this.#client.edit(sent);
      this.#own.set(id, sent);
      for (const { op, region } of sent) if (op === 'add' && this.#byID.has(region.id)) this.#byID.get(region.id).addedBy = id;
      const receivers = sent.map(({ region }) => region.id).filter((id) => this.#byID.get(id)?.claims);
      if (receivers.length) this.#client.request('claim', { receivers });
    }
    if (edits.length) this.#soon();
  }

  #measureAll(edits) {
    this.#late = 0;
    this.#hasScrolled = false;
    this.#measuredAt = performance.now();
    const before = this.#pushed;
    const top = [...document.querySelectorAll(':modal, :popover-open, :fullscreen')];
    // The element that has been there longest is at the back.
    this.#top = new Set([...this.#top].filter((one) => top.includes(one)).concat(top));
    this.#styles = new Styles(this.#top);
    this.#pageEdits(edits);
    const touched = new Set();
    const held = new Set([...this.#pointers.values()].map(({ followed }) => followed));
    for (const followed of this.#followed.values()) {
      followed.holes = [];
      if (!followed.isTouch || followed.isRefused || !(followed.isSeen || held.has(followed)) || !this.#styles.isVisible(followed.element)) continue;
      if (followed.round !== this.#round) this.#measure(followed);
      if (!isFlat(followed.linear)) touched.add(followed); // with `scale(0)` it has no place
    }
    for (const hole of touched) {
      if (hole.element.dataset.touch !== 'native') continue;
      touched.delete(hole);
      const { middle: [x, y], size: [width, height] } = hole;
      for (let one = hole.parent; one !== this.#page; one = one.parent) if (one.isTouch) one.holes.push([...this.#inside(one, x, y), width / 2, height / 2]);
    }
    this.#arrange([...touched]);
    this.#compare(edits);
    this.#shown = [...this.#followed.values()].filter(({ regions }) => regions.some(({ isThere }) => isThere));
    this.#sticky = this.#shown.filter(({ isSticky }) => isSticky);
    this.#styles = null;
    this.#fruitless = this.#pushed > before ? 0 : this.#fruitless + 1;
    if (this.#isAnimated()) this.#soon('measure');
  }

  // Edits for touchd.

  #pageEdits(edits) {
    const [page] = this.#page.regions;
    const { id, bounds } = this.#state.into;
    const { frame: [x, y, width, height] = bounds, rotation, into } = this.#options;
    // After a pinch zoom only a part of the page is on the display.
    const { scale, offsetLeft, offsetTop } = visualViewport;
    const size = [innerWidth / scale, innerHeight / scale];
    const origin = [offsetLeft, offsetTop];
    const [right, down] = rotation % 180 ? [height, width] : [width, height];
    const { a, b, c, d } = new DOMMatrix().rotate(rotation).scale(right / size[0], down / size[1]);
    Object.assign(this.#page, { origin, size, middle: size.map((one, index) => origin[index] + one / 2) });
    const now = { center: [x + width / 2, y + height / 2], bounds: [...origin, ...size], transform: [a, b, c, d, 0, 0] };
    if (page.isThere) return this.#changes(page, now, edits);
    this.#push(edits, { op: 'add', parent: id, region: { id: page.id, kind: into ? 'view' : 'window', ...now, hitTest: passThrough } });
    page.sent = now;
    page.isThere = true;
  }

  #changes(region, now, edits) {
    for (const [key, value] of Object.entries(now)) {
      if (JSON.stringify(region.sent[key]) === JSON.stringify(value)) continue;
      region.sent[key] = value;
      this.#push(edits, { op: 'set', region: region.id, key, value });
    }
  }

  /** Adds an edit to those that wait. A later value takes the place of an earlier one that has not been sent. */
  #push(edits, edit) {
    const { op, region, key } = edit;
    this.#pushed += 1;
    for (let index = edits.length - 1; index >= 0 && /^set/.test(op); index -= 1) {
      const other = edits[index];
      if ((other.region.id ?? other.region) !== region) continue;
      if (other.op !== op && /^set/.test(other.op)) continue;
      if (other.op !== op) break;
      if (other.key === key) return edits.splice(index, 1, edit);
    }
    return edits.push(edit);
  }

  #compare(edits) {
    // From the outside inwards, and from back to front. Regions move before any region is removed.
    const follow = (around) => {
      for (const region of around.inside) {
        region.properties = this.#properties(region);
        const { kind, gestures, claims } = region.properties;
        const made = JSON.stringify([kind, gestures, claims]);
        if (region.isThere && made !== region.made) this.#remove(region, edits);
        region.made = made;
      }
      const kept = rising(around.inside.map((one) => (one.isThere && one.parent === around ? around.children.indexOf(one) : undefined)));
      around.inside.forEach((region, position) => {
        if (!kept.has(position)) this.#place(region, around.inside[position - 1], edits);
        if (region.isThere) this.#set(region, edits);
        else this.#add(region, edits);
        follow(region);
      });
    };
    follow(this.#page.regions[0]);
    for (const followed of [...this.#followed.values()]) {
      for (const region of followed.regions) if (region.round !== this.#round) this.#remove(region, edits);
      if (!followed.isTouch && !followed.regions.some(({ isThere }) => isThere)) this.#forget(followed, edits);
    }
  }

  /** Puts a region right in front of another one, or behind all. */
  #place(region, behind, edits) {
    const { around, parent } = region;
    if (region.isThere) parent.children.splice(parent.children.indexOf(region), 1);
    region.index = behind ? around.children.indexOf(behind) + 1 : 0;
    around.children.splice(region.index, 0, region);
    region.parent = around;
    if (region.isThere) this.#push(edits, { op: 'move', region: region.id, parent: around.id, index: region.index });
  }

  #add(region, edits) {
    const { followed, around, index } = region;
    const { claims, ...properties } = region.properties;
    const { frame, center, size, transform } = this.#geometry(region);
    region.sent = { frame, center, size, transform, origin: round(followed.origin), ...properties };
    region.claims = claims;
    region.keys = Object.keys(properties).filter((key) => key !== 'kind' && key !== 'gestures');
    region.isThere = true;
    this.#push(edits, { op: 'add', parent: around.id, index, region: {
      id: region.id, ...frame ? { frame } : { center, transform }, bounds: round([...followed.origin, ...followed.size]), ...properties } });
  }

  #set(region, edits) {
    const { followed, sent } = region;
    const { frame, center, size, transform } = this.#geometry(region);
    if (frame) {
      this.#changes(region, { ...sent.transform && { transform: [...identity, 0, 0] }, frame }, edits);
      sent.transform = sent.center = sent.size = undefined;
    } else {
      if (String(sent.size) !== String(size)) {
        sent.bounds = undefined;
        this.#changes(region, { bounds: round([...followed.origin, ...size]) }, edits);
      }
      [sent.size, sent.frame] = [size, undefined];
      this.#changes(region, { transform, center }, edits);
    }
    if (this.#styles) {
      const { claims, gestures, kind, ...properties } = region.properties;
      for (const key of region.keys ?? []) if (!(key in properties)) properties[key] = null;
      this.#changes(region, properties, edits);
      region.keys = Object.keys(properties).filter((key) => properties[key] !== null);
    }
    this.#origin(region, edits);
  }

  #origin(region, edits) {
    const { followed, sent } = region;
    const origin = round(followed.origin);
    // The browser rounds offsets that touchd sets to device pixels.
    const tolerance = region.takesTouches && followed.isScroll ? 1 : 0.01;
    if (!sent.origin || origin.every((one, index) => Math.abs(one - sent.origin[index]) < tolerance)) return;
    sent.origin = origin;
    this.#push(edits, { op: 'setBoundsOrigin', region: region.id, origin });
  }

  #properties(region) {
    const { followed, inside, id } = region;
    if (!region.takesTouches) return { hitTest: passThrough };
    const { element, holes } = followed;
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
    found.gestures = found.gestures?.map((one) => ({ ...one, id: `${id}.${one.id ?? one.type}` }));
    followed.isScroll = found.kind === 'scrollView';
    if (followed.isScroll) found.contentSize = [element.scrollWidth, element.scrollHeight];
    if (this.#labels) {
      const heard = { ...this.#labels(element), ...found.accessibility };
      if (Object.keys(heard).length) found.accessibility = heard;
    }
    if (element.matches(':disabled')) found.enabled = false;
    else if (element.disabled !== undefined) found.enabled ??= true;
    if (inside.length && !followed.clips && !followed.isScroll) found.hitTest ??= { kind: 'overflow' };
    if (holes.length) {
      const box = (x, y, w, h) => [[x, y], [x + w, y], [x + w, y + h], [x, y + h], [x, y]];
      found.shape = { kind: 'polygon', points: [...box(0, 0, element.scrollWidth, element.scrollHeight),
        ...holes.flatMap(([x, y, w, h]) => [...box(...round([x - w, y - h, 2 * w, 2 * h])), [0, 0]])] };
    }
    Object.assign(found, this.#options.properties(element));
    // A value that a finger has set counts until the page sets another one.
    for (const [key, { page, value }] of Object.entries(followed.set)) {
      if (page === found[key]) found[key] = value;
      else delete followed.set[key];
    }
    return found;
  }

  // Events for elements.

  #frame({ events, time, panel }) {
    for (const event of events) {
      this.#event({ ...event, time, panel });
      const isOver = event.phase === 'ended' || event.phase === 'cancelled';
      if (isOver && this.#covers.has(event.id)) setTimeout(() => this.#covers.delete(event.id), 5000); // a tap waits for its time
    }
    for (const [touch, { isOver }] of this.#pointers) {
      if (!isOver) continue;
      this.#pointers.delete(touch);
      this.#soon('measure'); // an element that is gone can be forgotten now
    }
  }

  #event(detail) {
    const { event, id, phase, gesture, action, touches = [id], state = action, panel } = detail;
    const region = this.#byID.get(detail.region);
    const element = region?.followed.element;
    if (!element || region !== region.followed.regions[0]) return;
    const { followed } = region;
    const pointer = this.#pointer(id);
    if (detail.x !== undefined) {
      const { x, y } = new DOMMatrix(this.#page.toScreen).inverse().transformPoint(detail);
      Object.assign(detail, { clientX: x, clientY: y });
    } else if (pointer) {
      Object.assign(detail, { clientX: pointer.clientX, clientY: pointer.clientY });
    }
    if (event === 'touch' && !this.#point(followed, detail)) return;
    if (gesture || action) {
      // A gesture that begins on a covering element is hidden as a whole.
      const key = panel + gesture;
      if (/^(began|recognized|touchDown)/.test(state)) followed.hidden[key] = touches.some((one) => !element.contains(this.#covers.get(one) ?? element));
      if (followed.hidden[key]) {
        region.sent.value = region.sent.isOn = null;
        return this.#soon('measure');
      }
    }
    if (event === 'scroll') {
      region.sent.origin = detail.offset;
      // Without these the browser would scroll smoothly, or snap to another place.
      if (state === 'began') [followed.snap, element.style.scrollSnapType] = [element.style.scrollSnapType, 'none'];
      const [left, top] = detail.offset;
      element.scrollTo({ left, top, behavior: 'instant' });
      if (/^(ended|cancelled|recognized)$/.test(state)) element.style.scrollSnapType = followed.snap ?? '';
    }
    if (action === 'valueChanged') this.#value(region, detail);
    const isEnd = /^(ended|cancelled|touchCancel|touchUp.*)$/.test(phase ?? state);
    const tell = (type) => this.#dispatch(element, () => new CustomEvent(`touchd:${type}`, { detail, bubbles: true }), isEnd && type !== 'press');
    tell(phase ?? event);
    const isControl = /^(button|control|slider|switch)$/.test(element.dataset.touch);
    if (isPress(detail) && (action || !isControl)) tell('press');
    if (action === 'touchUpInside' && this.#options.pointerEvents && !(element.dataset.touch === 'switch' && 'checked' in element)) this.#click(element, pointer);
  }

  #pointer(id) { return [...this.#pointers].find(([touch]) => touch.id === id)?.[1]; }

  /**
   * Dispatches an event. If the target was removed from the page under a finger, an event that ends something also goes to the nearest of its former
   * ancestors that is still in the page.
   */
  #dispatch(target, make, isEnd) {
    const { isConnected } = target;
    target.dispatchEvent(make());
    if (isConnected || !isEnd) return;
    for (const { path } of this.#pointers.values()) {
      if (path.includes(target)) return path.find((one) => one.isConnected)?.dispatchEvent(make());
    }
  }

  #value({ followed, sent }, { value, isOn }) {
    const { element } = followed;
    const set = (key, now) => {
      const page = followed.set[key] ? followed.set[key].page : sent[key];
      followed.set[key] = { page, value: now };
      sent[key] = now;
    };
    if (value !== undefined) {
      element.value = value;
      set('value', value);
    }
    if (isOn !== undefined) {
      element.checked = isOn;
      set('isOn', isOn);
    }
    element.dispatchEvent(new Event('input', { bubbles: true }));
    if (isOn !== undefined) element.dispatchEvent(new Event('change', { bubbles: true }));
  }

  /** Dispatches a touch's PointerEvent. Returns false if the touch is not for the element, because another element covers it there. */
  #point(followed, detail) {
    const { touch, id, phase, clientX, clientY, pressure, tapCount } = detail;
    const { element } = followed;
    let pointer = this.#pointers.get(touch);
    if (phase === 'began') {
      const top = document.elementFromPoint(clientX, clientY);
      const box = element.getBoundingClientRect();
      const isIn = holds(box, clientX, clientY);
      const hasMoved = !isIn && !this.#hasScrolled && differs(box, followed.box);
      if (hasMoved || (isIn && top && !element.contains(top))) {
        this.#covers.set(id, top ?? document.documentElement);
        this.#soon('measure');
        return false;
      }
      const target = isIn && top || element;
      const path = [];
      for (let one = target; one; one = one.parentNode ?? one.host) path.push(one);
      pointer = { followed, path, target, number: 1000 + (this.#count += 1), isPrimary: [...this.#pointers.values()].every((one) => one.isOver) };
      this.#pointers.set(touch, pointer);
    }
    if (!pointer) return false;
    const isOver = phase === 'ended' || phase === 'cancelled';
    Object.assign(pointer, { isOver, clientX, clientY, tapCount, last: detail });
    // The page may have replaced the node below the finger, within the element.
    if (!pointer.target.isConnected && element.isConnected) pointer.target = pointer.path.find((one) => one.isConnected);
    if (!this.#options.pointerEvents || phase === 'stationary') return true;
    const type = `pointer${{ began: 'down', moved: 'move', ended: 'up', cancelled: 'cancel' }[phase]}`;
    this.#dispatch(pointer.target, () => new PointerEvent(type, { ...this.#fields(pointer), pressure: isOver ? 0 : pressure ?? 0.5,
      button: phase === 'moved' ? -1 : 0, buttons: isOver ? 0 : 1 }), isOver);
    return true;
  }

  #fields({ number, isPrimary, clientX, clientY }) {
    return { pointerId: number, pointerType: 'touch', isPrimary, bubbles: true, composed: true, cancelable: true, view: window,
      clientX, clientY, screenX: screenX + clientX, screenY: screenY + clientY };
  }

  /** Dispatches a click at the place of the lift. Its target is the innermost element around both the place of the begin and that of the lift. */
  #click(element, pointer) {
    if (!pointer) return element.click();
    const { clientX, clientY, tapCount } = pointer;
    const top = document.elementFromPoint(clientX, clientY);
    let { target } = pointer;
    while (target !== element && element.contains(target) && !target.contains(top)) target = target.parentElement;
    if (!element.contains(target)) target = element;
    target.dispatchEvent(new PointerEvent('click', { ...this.#fields(pointer), detail: tapCount || 1 }));
  }
}
