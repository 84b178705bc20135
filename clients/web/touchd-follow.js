// Elements of a page as regions of touchd. `follow()` of touchd.js loads this module; docs/web.md says what it follows.
//
// A frame has up to three steps: `#scan` finds the elements, `#measure` sees where they are, and `#arrange` puts their regions into the order in
// which the browser paints the elements. `#edits` then tells touchd what is different. When the page only scrolls, there is one edit and no step.

import { isPress } from './touchd.js';

const identity = [1, 0, 0, 1];
const multiply = ([a, b, c, d], [e, f, g, h]) => [a * e + c * f, b * e + d * f, a * g + c * h, b * g + d * h];
const inverse = ([a, b, c, d]) => [d, -b, -c, a].map((one) => one / (a * d - b * c));
const apply = ([a, b, c, d], x, y) => [a * x + c * y, b * x + d * y];
const round = (list) => list.map((one) => Math.round(one * 64) / 64);
// Boxes that touch at an edge do not meet, although scripts get fractions of a pixel that are not exact.
const meets = (a, b) => a.x + 0.1 < b.x + b.width && b.x + 0.1 < a.x + a.width && a.y + 0.1 < b.y + b.height && b.y + 0.1 < a.y + a.height;
const holds = (box, x, y) => x >= box.x && x < box.x + box.width && y >= box.y && y < box.y + box.height;
const differs = (a, b) => Math.max(...['x', 'y', 'width', 'height'].map((key) => Math.abs(a[key] - b[key]))) > 0.5;
const passThrough = { kind: 'passThrough' };
const viewport = () => new DOMRect(0, 0, innerWidth, innerHeight);

/** An element that has a region, or that clips or scrolls elements with one; or the page itself, which has no element. */
class Followed {
  regions = [];
  /** By panel and gesture: whether what is in progress began on something that covers the element. */
  hidden = {};

  constructor(element) { this.element = element; }

  isIn(other) {
    for (let one = this.parent; one; one = one.parent) if (one === other) return true;
    return false;
  }
  /** The part of the viewport in which this element can be, wherever what it shares with the other one is scrolled to. */
  area(other) {
    let { box } = this;
    for (let one = this.parent; one?.element; one = one.parent) if (one.clips && !other.isIn(one)) box = one.box;
    return box;
  }
}

/**
 * A region of a followed element. The first one is the element's own. Further ones take no touches: they clip and scroll, once more, what the
 * element clips, for elements in it that are painted above something outside.
 */
class Region {
  /** As touchd has it: the region around this one, those in it from back to front, and the values that were sent. */
  parent = null; children = []; sent = {}; isThere = false;
  /** As it shall be: `round` says since when. */
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
  /** Whether nothing that would lie in front of a region put in here last is where the element is. */
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

// The order of painting (CSS 2.2, appendix E; CSS Positioned Layout 4 for the top layer).

const createsContext = /transform|translate|rotate|scale|perspective|filter|contain|opacity|mask|clip-path|isolation|blend-mode|z-index|position|view-transition/;
const holdsFixed = /transform|translate|rotate|scale|perspective|filter|contain/;
// Where each of these lies within its stacking context; below 0 are negative values of z-index, above 1 the positive ones.
const inBlocks = 0, inFloats = 0.25, inLines = 0.5, positioned = 1, topLayer = 1e10;

/** The computed styles of elements, as far as they say where an element is and what it is painted above. They are of one moment. */
class Styles {
  #known = new Map();
  #top;

  /** @param top The elements of the top layer, from back to front. */
  constructor(top) { this.#top = top; }

  of(element) {
    let style = this.#known.get(element);
    if (!style) this.#known.set(element, style = this.#read(element));
    return style;
  }

  #read(element) {
    const css = getComputedStyle(element);
    const { position, transform, translate, rotate, scale, perspective, filter, backdropFilter, contain, willChange, overflow, zIndex, display } = css;
    const isRoot = element === document.documentElement;
    const around = element.parentElement && !isRoot ? getComputedStyle(element.parentElement).display : '';
    const isTop = this.#top.has(element);
    const isPositioned = position !== 'static';
    const isItem = /flex|grid/.test(around) && position !== 'absolute' && position !== 'fixed';
    const isFloat = css.float !== 'none';
    const contains = /layout|paint|strict|content/.test(contain) || css.contentVisibility !== 'visible';
    const isSet = (...values) => values.some((value) => value !== 'none');
    const isHolder = isSet(transform, translate, rotate, scale, perspective, filter, backdropFilter) || contains || css.transformStyle === 'preserve-3d';
    const isContext = isRoot || isTop || isHolder || /fixed|sticky/.test(position) || (zIndex !== 'auto' && (isPositioned || isItem))
      || css.opacity !== '1' || isSet(css.clipPath, css.maskImage, css.viewTransitionName) || css.mixBlendMode !== 'normal' || css.isolation !== 'auto'
      || createsContext.test(willChange);
    const z = isPositioned || isItem ? Number(zIndex) || 0 : 0;
    const inFlow = isFloat ? inFloats : isItem || display.startsWith('inline') ? inLines : inBlocks;
    return {
      position, isTop, isContext, css,
      linear: linearOf(rotate, scale, transform),
      isHolder: isHolder || holdsFixed.test(willChange),
      clips: overflow !== 'visible' && element !== document.body,
      order: isContext || isPositioned ? z + (z < 0 ? 0 : positioned) : inFlow,
      isRaised: isContext || isPositioned,
      isAtomic: isContext || isPositioned || isFloat || isItem || /^inline-./.test(display),
    };
  }

  isVisible(element) {
    return element.checkVisibility({ visibilityProperty: true }) && this.of(element).css.pointerEvents !== 'none' && !element.closest('[inert]');
  }

  /** What decides when an element is painted, from the outside inwards: each context that it is in, and what comes before what in there. */
  painting(element) {
    const style = this.of(element);
    if (style.painting) return style.painting;
    if (element === document.documentElement) return style.painting = [];
    if (style.isTop) return style.painting = [{ order: topLayer + [...this.#top].indexOf(element), element }];
    let around = element.parentElement;
    for (;; around = around.parentElement) {
      const { isContext, isAtomic } = this.of(around);
      if (style.isRaised ? isContext : isAtomic) break;
    }
    return style.painting = [...this.painting(around), { order: style.order, element }];
  }

  /** Negative if the first of two elements is painted first. */
  compare(one, other) {
    const [a, b] = [this.painting(one), this.painting(other)];
    for (let index = 0; index < Math.min(a.length, b.length); index += 1) {
      const [p, q] = [a[index], b[index]];
      if (p.element === q.element) continue;
      return p.order - q.order || (p.element.compareDocumentPosition(q.element) & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1);
    }
    return a.length - b.length;
  }
}

/** How an element is turned and scaled, as a matrix without a place. One that is turned in space counts as not turned. */
function linearOf(rotate, scale, transform) {
  if (rotate === 'none' && scale === 'none' && transform === 'none') return identity;
  if (/ /.test(rotate)) return identity;
  const turned = rotate === 'none' ? '' : `rotate(${rotate})`;
  const scaled = scale === 'none' ? '' : `scale(${scale.replace(/ /g, ',')})`;
  const { a, b, c, d, is2D } = new DOMMatrix(`${turned} ${scaled} ${transform === 'none' ? '' : transform}`);
  return is2D ? [a, b, c, d] : identity;
}

/** The positions of a longest rising part of a list of numbers; undefined ones are in none. */
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
const moveNothingElse = /^(offset|computedOffset|easing|composite|opacity|visibility|transform|translate|rotate|scale|.*[fF]ilter|.*[cC]olor|.*[sS]hadow|background.*|clip.*|fill|stroke)$/;

export class Follower {
  #client; #root; #options; #followed = new Map(); #byID = new Map(); #queue = []; #own = new Set(); #styles; #page; #state = {}; #ends = [];
  #isDue = false; #needs = { scan: true, measure: true }; #scrolled = new Set(); #hasScrolled = false; #round; #shown = []; #sticky = [];
  #top = new Set(); #pointers = new Map(); #covers = new Map(); #count = 0; #late = 0; #timer; #sizes; #views;

  constructor(client, root, options) {
    this.#client = client;
    this.#root = root;
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
    on(document, 'transitionrun transitionend transitioncancel animationstart animationend animationcancel fullscreenchange', measure);
    const changes = new MutationObserver((records) => this.#soon(records.some(({ type, attributeName }) => type === 'childList'
      || /^(data-touch|id$)/.test(attributeName)) ? 'scan' : 'measure'));
    const all = { subtree: true, childList: true, attributes: true, characterData: true };
    changes.observe(root, all);
    changes.observe(document.head, all);
    for (let one = root.parentElement; one; one = one.parentElement) changes.observe(one, { attributes: true });
    this.#sizes = new ResizeObserver(measure);
    this.#views = new IntersectionObserver((entries) => this.#viewed(entries), { rootMargin: margin, scrollMargin: margin });
    const watch = setInterval(() => this.#look(), 250);
    const lines = ({ detail }) => this.#regions(detail.regions, detail.type !== 'changed');
    on(client, 'snapshot tree changed config', lines);
    on(client, 'disconnected', () => { this.#covers.clear(); this.#reset(); });
    on(client, 'reply', ({ detail: { id, ok, error } }) => {
      if (!this.#own.delete(id) || ok || error.code === 'disconnected') return;
      console.warn(`touchd refused what the page follows: ${error.message}`);
      setTimeout(() => this.#again(), 1000);
    });
    on(client, 'frame', ({ detail }) => this.#frame(detail));
    const page = [...into ? [into] : [], this.#page.regions[0].id].join('/');
    this.subscription = client.subscribe([...into ? [into] : [], page, `${page}/**`]);
    for (const one of [changes, this.#sizes, this.#views]) this.#ends.push(() => one.disconnect());
    this.#ends.push(() => clearInterval(watch));
  }

  stop() {
    this.#ends.forEach((end) => end());
    this.#client.unsubscribe(this.subscription);
    this.#removePage();
    this.#client = null;
  }

  region(element) { return this.#followed.get(element)?.regions[0].id; }

  // When something has to be done.

  #soon(need) {
    if (need) this.#needs[need] = this.#needs.measure = true;
    if (this.#isDue) return;
    this.#isDue = true;
    requestAnimationFrame(() => { this.#isDue = false; this.#sync(); });
  }

  /** Sees what neither an event nor an observer tells: a style sheet that a script changes, `:checked`, an animation that a script starts. */
  #look() {
    if (document.hidden || !this.#state.into) return;
    if (this.#shown.some(({ element, box }) => differs(element.getBoundingClientRect(), box)) || this.#isAnimated()) this.#soon('measure');
  }

  /** Whether an animation moves a followed element now, for all that can be known. */
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
      // What cannot be seen comes and goes in batches.
      if (this.#late > 15 || !box.width || meets(box, followed.parent?.box ?? viewport())) this.#soon('measure');
    }
    this.#timer ??= setTimeout(() => { this.#timer = null; this.#soon('measure'); }, 500);
  }

  #removePage() {
    const [page] = this.#page.regions;
    if (page.isThere) this.#client.edit([{ op: 'remove', region: page.id }]);
  }
  #reset() {
    this.#queue = [];
    this.#state = {};
    for (const { regions } of [this.#page, ...this.#followed.values()]) {
      for (const region of regions) Object.assign(region, { isThere: false, parent: null, children: [] });
    }
  }
  #again() {
    if (!this.#client) return;
    const { into } = this.#state;
    this.#removePage();
    this.#reset();
    this.#state = { into };
    this.#soon('scan');
  }

  /** What touchd tells of the regions: where the page's own one is, and whether it is there at all. */
  #regions(list, isAll) {
    const { into, screen, size } = this.#options;
    const find = (id) => list?.find((region) => region.id === id);
    const parent = into ? find(into.split('/').pop()) : { id: screen, bounds: [0, 0, ...size ?? [innerWidth, innerHeight]] };
    const page = find(this.#page.regions[0].id);
    if (page) this.#page.toScreen = page.toScreen;
    else if (isAll && this.#page.isKnown) this.#again();
    if (isAll) this.#page.isKnown = Boolean(page);
    if (!parent || String(parent.bounds) === String(this.#state.into?.bounds)) return;
    this.#state.into = parent;
    this.#soon('measure');
  }

  // Which elements there are.

  #region(followed, name) {
    let id = this.#options.prefix + name.replace(/[/*\s]/g, '-');
    if (id === this.#options.prefix || this.#byID.has(id)) id += `_${this.#count += 1}`;
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
    for (const [element, followed] of this.#followed) {
      if (found.has(element)) continue;
      if (followed.isTouch) this.#views.unobserve(element);
      followed.isTouch = followed.isSeen = false;
      // The element that takes its place in the page may have its id.
      if (!element.isConnected) this.#forget(followed, edits);
    }
    for (const element of found) {
      const followed = this.#watch(element);
      if (!followed.isTouch) this.#views.observe(element);
      followed.isTouch = true;
    }
  }

  /** Ends an element's regions. As long as a finger is on it, it gets the finger's end by its id. */
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
    edits.push({ op: 'remove', region: region.id });
    region.parent.children.splice(region.parent.children.indexOf(region), 1);
    const end = (one) => {
      one.children.forEach(end);
      Object.assign(one, { isThere: false, parent: null, children: [] });
    };
    end(region);
  }

  // Where they are. The page's own region has the CSS pixels of the layout viewport as its space.

  /** Finds what an element lies in: the next element around it that is touched, clips or scrolls, and moves it along. */
  #around(followed) {
    let { position, linear, isTop } = this.#styles.of(followed.element);
    followed.isSticky = position === 'sticky';
    for (let element = followed.element.parentElement; element && !isTop; element = element.parentElement) {
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
    const outer = around.followed;
    const [x, y] = this.#inside(outer, ...middle);
    if (isPlain && outer.isPlain) return { frame: round([x - size[0] / 2, y - size[1] / 2, ...size]) };
    const linear = outer === parent ? followed.relative : multiply(inverse(outer.linear), followed.linear);
    return { center: round([x, y]), size: round(size), transform: [...linear.map((one) => Math.round(one * 1e6) / 1e6), 0, 0] };
  }

  // Which region lies in which, and in front of which.

  /** Puts the regions of these elements into their order. Those of one element stay together unless something else is painted between them. */
  #arrange(list) {
    const { element: _, regions: [page] } = this.#page;
    page.put(null, this.#round);
    for (const followed of list.sort((a, b) => this.#styles.compare(a.element, b.element))) {
      followed.regions[0].put(this.#slot(followed.parent, followed), this.#round);
    }
  }

  /** The region of `outer`, or of what it lies in, that the element's region can be put in last and lies in front of all that is painted before. */
  #slot(outer, followed) {
    const { regions, parent } = outer;
    const slot = regions.find((one) => one.round === this.#round && one.isFree(followed));
    if (slot) return slot;
    const around = this.#slot(parent, followed);
    if (!outer.clips) return around;
    const spare = regions.find((one) => one.round !== this.#round && !one.takesTouches) ?? this.#region(outer, outer.element.id);
    return spare.put(around, this.#round);
  }

  // A frame.

  #sync() {
    if (!this.#client || !this.#state.into) return;
    const needs = this.#needs;
    this.#needs = {};
    const edits = this.#queue;
    this.#round = {};
    if (needs.scan) this.#scan(edits);
    if (needs.measure) this.#measureAll(edits);
    else {
      for (const element of this.#scrolled) {
        const followed = this.#followed.get(element);
        if (!followed) continue;
        followed.origin = [element.scrollLeft, element.scrollTop];
        for (const region of followed.regions) if (region.isThere) this.#origin(region, edits);
      }
      for (const followed of this.#sticky) {
        this.#measure(followed);
        for (const region of followed.regions) if (region.isThere) this.#set(region, edits);
      }
    }
    this.#scrolled.clear();
    if (!edits.length) return;
    // A line has at most 1024 values; the rest goes with the next frames.
    const sent = edits.splice(0, 32);
    this.#own.add(this.#client.edit(sent));
    const receivers = sent.map(({ region }) => region.id).filter((id) => this.#byID.get(id)?.claims);
    if (receivers.length) this.#client.request('claim', { receivers });
    if (edits.length) this.#soon();
  }

  #measureAll(edits) {
    this.#late = 0;
    this.#hasScrolled = false;
    const top = [...document.querySelectorAll(':modal, :popover-open, :fullscreen')];
    // What has been there longest is at the back.
    this.#top = new Set([...this.#top].filter((one) => top.includes(one)).concat(top));
    this.#styles = new Styles(this.#top);
    this.#pageEdits(edits);
    const touched = new Set();
    const held = new Set([...this.#pointers.values()].map(({ followed }) => followed));
    for (const followed of this.#followed.values()) {
      followed.holes = [];
      if (!followed.isTouch || !(followed.isSeen || held.has(followed)) || !this.#styles.isVisible(followed.element)) continue;
      if (followed.round !== this.#round) this.#measure(followed);
      touched.add(followed);
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
    if (this.#isAnimated()) this.#soon('measure');
  }

  // What touchd is told.

  #pageEdits(edits) {
    const [page] = this.#page.regions;
    const { id, bounds } = this.#state.into;
    const { frame: [x, y, width, height] = bounds, rotation, into } = this.#options;
    // Of a page that two fingers have made larger, a part is on the display.
    const { scale, offsetLeft, offsetTop } = visualViewport;
    const size = [innerWidth / scale, innerHeight / scale];
    const origin = [offsetLeft, offsetTop];
    const [right, down] = rotation % 180 ? [height, width] : [width, height];
    const { a, b, c, d } = new DOMMatrix().rotate(rotation).scale(right / size[0], down / size[1]);
    Object.assign(this.#page, { origin, size, middle: size.map((one, index) => origin[index] + one / 2) });
    const now = { center: [x + width / 2, y + height / 2], bounds: [...origin, ...size], transform: [a, b, c, d, 0, 0] };
    if (page.isThere) return this.#changes(page, now, edits);
    edits.push({ op: 'add', parent: id, region: { id: page.id, kind: into ? 'view' : 'window', ...now, hitTest: passThrough } });
    page.sent = now;
    page.isThere = true;
  }

  #changes(region, now, edits) {
    for (const [key, value] of Object.entries(now)) {
      if (JSON.stringify(region.sent[key]) === JSON.stringify(value)) continue;
      region.sent[key] = value;
      edits.push({ op: 'set', region: region.id, key, value });
    }
  }

  #compare(edits) {
    // From the outside inwards, and from back to front. What is wanted elsewhere moves before anything is taken away.
    const follow = (around) => {
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
    if (region.isThere) edits.push({ op: 'move', region: region.id, parent: around.id, index: region.index });
  }

  #add(region, edits) {
    const { followed, around, index } = region;
    const { claims, ...properties } = this.#properties(region);
    const { frame, center, size, transform } = this.#geometry(region);
    region.sent = { frame, center, size, transform, origin: round(followed.origin), ...properties };
    region.claims = claims;
    region.isThere = true;
    edits.push({ op: 'add', parent: around.id, index, region: {
      id: region.id, ...frame ? { frame } : { center, transform }, bounds: round([...followed.origin, ...followed.size]), ...properties } });
  }

  #set(region, edits) {
    const { followed, sent } = region;
    const { frame, center, size, transform } = this.#geometry(region);
    if (frame) this.#changes(region, { ...sent.transform && { transform: [...identity, 0, 0] }, frame }, edits);
    else {
      if (String(sent.size) !== String(size)) this.#changes(region, { bounds: round([...followed.origin, ...size]) }, edits);
      sent.size = size;
      this.#changes(region, { transform, center }, edits);
    }
    if (this.#styles) {
      const { claims, gestures, kind, ...properties } = this.#properties(region);
      this.#changes(region, properties, edits);
    }
    this.#origin(region, edits);
  }

  #origin(region, edits) {
    const { followed, sent } = region;
    const origin = round(followed.origin);
    // What touchd scrolls comes back rounded to the device's pixels.
    const tolerance = region.takesTouches && followed.isScroll ? 1 : 0.01;
    if (!sent.origin || origin.every((one, index) => Math.abs(one - sent.origin[index]) < tolerance)) return;
    sent.origin = origin;
    edits.push({ op: 'setBoundsOrigin', region: region.id, origin });
  }

  #properties(region) {
    const { followed, inside, id } = region;
    if (!region.takesTouches) return { hitTest: passThrough };
    const { element, holes } = followed;
    const found = { kind: { '': 'view', scroll: 'scrollView' }[element.dataset.touch] ?? element.dataset.touch };
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
    if (element.disabled !== undefined) found.enabled = !element.disabled;
    if (inside.length && !followed.clips && !followed.isScroll) found.hitTest ??= { kind: 'overflow' };
    if (holes.length) {
      const box = (x, y, w, h) => [[x, y], [x + w, y], [x + w, y + h], [x, y + h], [x, y]];
      found.shape = { kind: 'polygon', points: [...box(0, 0, element.scrollWidth, element.scrollHeight),
        ...holes.flatMap(([x, y, w, h]) => [...box(...round([x - w, y - h, 2 * w, 2 * h])), [0, 0]])] };
    }
    Object.assign(found, this.#options.properties(element));
    for (const key of ['value', 'isOn']) if (key in followed) found[key] = followed[key];
    return found;
  }

  // What elements are told.

  #frame({ events, time, panel }) {
    for (const event of events) this.#event({ ...event, time, panel });
    for (const [touch, { isOver }] of this.#pointers) {
      if (!isOver) continue;
      this.#pointers.delete(touch);
      setTimeout(() => this.#covers.delete(touch.id), 5000); // a tap waits for its time
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
      // What begins on a cover is hidden as a whole.
      const key = panel + gesture;
      if (/^(began|recognized|touchDown)/.test(state)) followed.hidden[key] = touches.some((one) => !element.contains(this.#covers.get(one) ?? element));
      if (followed.hidden[key]) {
        region.sent.value = region.sent.isOn = null;
        return this.#soon('measure');
      }
    }
    if (event === 'scroll') {
      region.sent.origin = detail.offset;
      [element.scrollLeft, element.scrollTop] = detail.offset;
    }
    if (action === 'valueChanged') this.#value(region, detail);
    const tell = (type) => this.#dispatch(element, () => new CustomEvent(`touchd:${type}`, { detail, bubbles: true }));
    tell(phase ?? event);
    const isControl = /^(button|control|slider|switch)$/.test(element.dataset.touch);
    if (isPress(detail) && (action || !isControl)) tell('press');
    if (action === 'touchUpInside' && this.#options.pointerEvents) this.#click(element, pointer);
  }

  #pointer(id) { return [...this.#pointers].find(([touch]) => touch.id === id)?.[1]; }

  /** Above an element that was taken out of the page under a finger, the next one that is still there gets the event as well. */
  #dispatch(target, make) {
    target.dispatchEvent(make());
    if (target.isConnected) return;
    for (const { path } of this.#pointers.values()) {
      if (path.includes(target)) return path.find((one) => one.isConnected)?.dispatchEvent(make());
    }
  }

  #value({ followed, sent }, { value, isOn }) {
    const { element } = followed;
    if (value !== undefined) element.value = followed.value = sent.value = value;
    if (isOn !== undefined) element.checked = followed.isOn = sent.isOn = isOn;
    element.dispatchEvent(new Event('input', { bubbles: true }));
  }

  /** A touch for an element. Returns whether it is the element's: not if another element is there. */
  #point(followed, { touch, id, phase, clientX, clientY, pressure, tapCount }) {
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
      const path = [];
      for (let one = element; one; one = one.parentNode) path.push(one);
      pointer = { followed, path, number: 1000 + (this.#count += 1), isPrimary: !this.#pointers.size, target: isIn && top || element };
      this.#pointers.set(touch, pointer);
    }
    if (!pointer) return false;
    const isOver = phase === 'ended' || phase === 'cancelled';
    Object.assign(pointer, { isOver, clientX, clientY, tapCount });
    if (!this.#options.pointerEvents || phase === 'stationary') return true;
    const type = `pointer${{ began: 'down', moved: 'move', ended: 'up', cancelled: 'cancel' }[phase]}`;
    this.#dispatch(pointer.target, () => new PointerEvent(type, { ...this.#fields(pointer), pressure: isOver ? 0 : pressure ?? 0.5,
      button: phase === 'moved' ? -1 : 0, buttons: isOver ? 0 : 1 }));
    return true;
  }

  #fields({ number, isPrimary, clientX, clientY }) {
    return { pointerId: number, pointerType: 'touch', isPrimary, bubbles: true, composed: true, cancelable: true, view: window,
      clientX, clientY, screenX: screenX + clientX, screenY: screenY + clientY };
  }

  /** A click where the finger has lifted, on what it came down on or what is around that, as the browser's own. */
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
