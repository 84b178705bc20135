// Elements of a page as regions of touchd. `follow()` of touchd.js loads this module; docs/web.md says what it follows.
//
// A layout has four steps: `#scan` finds the elements, `#measure` reads where they are, `#arrange` puts their regions into the order in which the
// browser paints the elements, and `Edits` makes edits of the differences. A page that only scrolls needs no layout, and one edit a frame.

import { Edits, holeIn, round } from './touchd-edits.js';
import { Fingers } from './touchd-fingers.js';
import { Styles, identity, isHittable, mayMove, multiply, outer } from './touchd-painting.js';
import { Followed, Region, differs, isFlat, meets, nameOf, scaleOf } from './touchd-regions.js';
import { Requests } from './touchd-requests.js';
import { boxOutline, placeSVG } from './touchd-shapes.js';

const viewport = () => new DOMRect(0, 0, innerWidth, innerHeight);

export class Follower {
  #client; #root; #options; #followed = new Map(); #byID = new Map(); #edits; #requests; #styles; #page; #state = {}; #ends = [];
  #isDue = false; #isHeld = false; #needs = { scan: true, measure: true }; #scrolled = new Set(); #hasScrolled = false; #round;
  #shown = []; #hidden = []; #sticky = []; #top = new Set(); #fingers; #count = 0; #late = 0; #timer; #sizes; #views;
  #fruitless = 0; #measuredAt = 0; #later; #hasWarned = false;

  constructor(client, root, options, labels) {
    this.#client = client;
    // A page may replace its body.
    this.#root = root = root.localName === 'body' ? document.documentElement : root;
    this.#options = { prefix: `${client.name ?? 'page'}.`, margin: '100%', rotation: 0, properties: () => ({}), ...options };
    const { into, margin } = this.#options;
    this.#page = Object.assign(new Followed(null), { linear: identity, isPlain: true });
    this.#region(this.#page, 'page');
    this.#edits = new Edits(this.#page, this.#options, labels);
    this.#requests = new Requests({ client, edits: this.#edits, byID: this.#byID, page: this.#page, measure: () => this.#soon('measure'),
      again: () => this.#again() });
    this.#fingers = new Fingers({ byID: this.#byID, page: this.#page, options: this.#options, measure: () => this.#soon('measure'),
      scan: () => this.#soon('scan'), hasScrolled: () => this.#hasScrolled });
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
    on(window, 'resize load toggle change hashchange focusin focusout', measure);
    on(visualViewport, 'resize scroll', measure);
    on(window, 'beforetoggle', ({ target, newState }) => {
      this.#top.delete(target);
      if (newState === 'open') this.#top.add(target);
    });
    on(document, 'transitionrun transitionend transitioncancel animationstart animationend animationcancel fullscreenchange', measure);
    const changes = new MutationObserver((records) => {
      for (const record of records) {
        const followed = this.#followed.get(record.target);
        if (followed) this.#requests.changed(followed, record);
      }
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
    on(client, 'snapshot tree changed config', ({ detail }) => detail.ok === false || this.#regions(detail));
    on(client, 'config', ({ detail }) => detail.ok === false || this.#requests.configured());
    on(client, 'disconnected', () => {
      this.#fingers.disconnect();
      this.#reset();
    });
    on(client, 'reply', ({ detail: { id, ok, error, generation } }) => {
      this.#requests.replied(id, ok, error, generation);
      if (this.#isHeld) this.#soon();
    });
    on(client, 'frame', ({ detail }) => this.#fingers.frame(detail));
    const page = [...into ? [into] : [], this.#page.regions[0].id].join('/');
    this.subscription = client.subscribe([...into ? [into] : [], page, `${page}/**`]);
    for (const one of [changes, this.#sizes, this.#views]) this.#ends.push(() => one.disconnect());
    this.#ends.push(() => clearInterval(watch));
  }

  stop() {
    this.#ends.forEach((end) => end());
    this.#fingers.end();
    this.#client.unsubscribe(this.subscription);
    this.#requests.removePage();
    this.#requests.reset();
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
    const hasMoved = ({ element, rect }) => differs(element.getBoundingClientRect(), rect);
    const hasComeOrGone = (one) => one.isTouch && one.isSeen && !one.isRefused && isHittable(one.element) !== one.isHittable;
    if (this.#shown.some((one) => hasMoved(one) || hasComeOrGone(one))
      || this.#hidden.some((one) => hasComeOrGone(one) || (one.isHittable && hasMoved(one)))) this.#soon('measure');
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

  #reset() {
    this.#requests.reset();
    this.#edits.clear();
    this.#page.isListed = undefined;
    this.#state = {};
    for (const { regions } of [this.#page, ...this.#followed.values()]) {
      for (const region of regions) Object.assign(region, { isThere: false, parent: null, children: [] });
    }
  }
  #again() {
    const { into } = this.#state;
    this.#reset();
    this.#state = { into };
    this.#soon('scan');
  }

  /** Reads a list of regions from touchd: the place of the page's own region, and whether it still exists. */
  #regions({ type, regions: list, generation }) {
    const isAll = type !== 'changed';
    const { into, screen, size } = this.#options;
    const find = (id) => list?.find((region) => region.id === id);
    const parent = into ? find(into.split('/').pop()) : { id: screen, bounds: [0, 0, ...size ?? [innerWidth, innerHeight]] };
    const page = find(this.#page.regions[0].id);
    if (page) this.#page.toScreen = page.toScreen;
    if (isAll && parent) {
      if (page || this.#page.isListed) this.#page.isListed = Boolean(page);
      this.#requests.listed(generation);
    }
    // The page's regions went with the region around them.
    if (isAll && !parent) this.#reset();
    if (!parent && isAll && !this.#hasWarned) {
      this.#hasWarned = true;
      console.warn(`touchd has no region "${into}", or this page may not see it; until it can, elements have no regions`);
    }
    if (!parent || String(parent.bounds) === String(this.#state.into?.bounds)) return;
    this.#state.into = parent;
    this.#soon('measure');
  }

  // Finding elements.

  #idOf(name) { return this.#options.prefix + name.replace(/[/*\s]/g, '-'); }

  #region(followed, name) {
    const wanted = this.#idOf(name);
    let id = wanted;
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
      this.#region(followed, followed.name);
      this.#sizes.observe(element);
    }
    return followed;
  }

  #scan() {
    const found = new Set(this.#root.querySelectorAll('[data-touch]'));
    if (this.#root.matches('[data-touch]')) found.add(this.#root);
    for (const [element, followed] of this.#followed) {
      if (found.has(element)) continue;
      if (followed.isTouch) this.#views.unobserve(element);
      followed.isTouch = followed.isSeen = false;
      // A new element in its place may have the same ID.
      if (!element.isConnected) this.#forget(followed);
    }
    this.#rename();
    for (const element of found) {
      if (!this.#followed.has(element) && this.#isReserved(nameOf(element))) continue;
      const followed = this.#watch(element);
      if (!followed.isTouch) this.#views.observe(element);
      followed.isTouch = true;
    }
  }

  /** Whether an element that is no longer in the page has this name, because the finger on it has not ended. The end causes the next scan. */
  #isReserved(name) { return this.#byID.get(this.#idOf(name))?.followed.element?.isConnected === false; }

  /** Gives new IDs to the regions of elements whose names have changed, or whose names another region had until now. */
  #rename() {
    const renamed = [...this.#followed.values()].filter(({ element, name, regions: [{ id }] }) => {
      const now = nameOf(element);
      return (now !== name || (now && id !== this.#idOf(now) && !this.#byID.has(this.#idOf(now)))) && !this.#fingers.isOn(element);
    });
    if (!renamed.length) return;
    // Two elements may have exchanged their names.
    for (const followed of renamed) this.#removeRegions(followed);
    for (const followed of renamed) {
      Object.assign(followed, { name: nameOf(followed.element), regions: [] });
      this.#region(followed, followed.name);
    }
    this.#soon('scan'); // for elements that want one of the old names
  }

  #removeRegions({ regions }) {
    for (const region of regions) {
      this.#edits.remove(region);
      this.#byID.delete(region.id);
    }
  }

  /** Removes an element's regions. While a finger is on the element, its ID stays reserved, so that the finger's end reaches it. */
  #forget(followed) {
    const { element } = followed;
    for (const region of followed.regions) this.#edits.remove(region);
    if (this.#fingers.isOn(element)) return;
    this.#removeRegions(followed);
    this.#followed.delete(element);
    this.#sizes.unobserve(element);
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
      const isHolder = style.isHolder || (position !== 'fixed' && (position !== 'absolute' || style.position !== 'static' || isRoot));
      if (isHolder || style.isCut) {
        // An element that is only cut by this one does not scroll with it.
        followed.isSticky ||= !isHolder;
        const known = this.#followed.get(element);
        // A container without a region does not move its content, so each scroll is measured.
        followed.isSticky ||= known?.isUnclipped;
        if (known?.isTouch || (style.clips && !known?.isUnclipped) || isRoot) {
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
    const { element, rect: before } = followed;
    const isRoot = element === document.documentElement;
    const style = this.#styles?.of(element);
    followed.round = this.#round;
    if (style) {
      if (isRoot) Object.assign(followed, { parent: this.#page, relative: identity, clips: true });
      else this.#around(followed).clips = style.clips;
      followed.linear = multiply(followed.parent.linear, followed.relative);
    }
    const rect = followed.rect = isRoot ? viewport() : element.getBoundingClientRect();
    followed.isPlain = String(round(followed.linear)) === '1,0,0,1';
    followed.origin = [element.scrollLeft, element.scrollTop];
    if (element.ownerSVGElement) return placeSVG(followed, before, Boolean(style));
    followed.box = rect;
    followed.middle = [rect.x + rect.width / 2, rect.y + rect.height / 2];
    const zoom = element.currentCSSZoom ?? 1;
    followed.size = followed.isPlain ? [rect.width, rect.height]
      : [element.offsetWidth ?? element.clientWidth, element.offsetHeight ?? element.clientHeight].map((one) => one * zoom);
    if (style && !isRoot) followed.outline = boxOutline(element, style, followed, scaleOf(followed.linear));
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
    if (!container.clips || container.isUnclipped) return around;
    const spare = regions.find((one) => one.round !== this.#round && !one.takesTouches) ?? this.#region(container, container.element.id);
    return spare.put(around, this.#round);
  }

  // A frame of the browser.

  #sync() {
    if (!this.#client || !this.#state.into || this.#requests.isPaused) {
      // The next measure reads how far everything is scrolled.
      this.#scrolled.clear();
      return;
    }
    // All that changes until touchd has replied goes with one later frame.
    this.#isHeld = this.#requests.isBusy;
    if (this.#isHeld) return;
    const needs = this.#needs;
    this.#needs = {};
    this.#round = {};
    // A page that changes all the time without moving a followed element is measured ten times a second, not each frame.
    const isEnough = needs.measure && !needs.scan && this.#fruitless > 10 && performance.now() < this.#measuredAt + 100;
    if (isEnough) {
      this.#needs.measure = true;
      this.#later ??= setTimeout(() => { this.#later = null; this.#soon(); }, 100);
    }
    if (needs.scan) this.#scan();
    if (needs.measure && !isEnough) this.#measureAll();
    else {
      for (const element of this.#scrolled) {
        const followed = this.#followed.get(element);
        if (!followed) continue;
        followed.origin = [element.scrollLeft, element.scrollTop];
        for (const region of followed.regions) if (region.isThere) this.#edits.origin(region);
      }
      for (const followed of this.#sticky) {
        for (let one = followed; one.element; one = one.parent) this.#measure(one);
        for (const region of followed.regions) if (region.isThere) this.#edits.set(region);
      }
    }
    this.#scrolled.clear();
    if (this.#edits.isEmpty) return;
    // The rest goes with the next frames.
    this.#requests.send();
    if (!this.#edits.isEmpty) this.#soon();
  }

  #measureAll() {
    this.#late = 0;
    this.#hasScrolled = false;
    this.#measuredAt = performance.now();
    const before = this.#edits.count;
    const top = [...document.querySelectorAll(':modal, :popover-open, :fullscreen')];
    // The element that has been there longest is at the back.
    this.#top = new Set([...this.#top].filter((one) => top.includes(one)).concat(top));
    this.#styles = new Styles(this.#top);
    this.#edits.page(this.#state.into);
    const touched = new Set();
    const { held } = this.#fingers;
    for (const followed of this.#followed.values()) {
      followed.holes = [];
      if (!followed.isTouch || followed.isRefused || !(followed.isSeen || held.has(followed))) continue;
      try {
        followed.isHittable = isHittable(followed.element, this.#styles.of(followed.element).css);
        if (!followed.isHittable) continue;
        if (followed.round !== this.#round) this.#measure(followed);
        // An element with `scale(0)` covers no point.
        if (isFlat(followed.linear) || this.#styles.isBehind(followed.element, followed.box)) continue;
        if (followed.element.dataset.touch !== 'native') this.#edits.read(followed);
        touched.add(followed);
      } catch (error) {
        this.#requests.leaveOut(followed, 'an element has no region until it changes:', error);
      }
    }
    for (const hole of touched) {
      if (hole.element.dataset.touch !== 'native') continue;
      touched.delete(hole);
      for (let one = hole.parent; one !== this.#page; one = one.parent) if (one.isTouch) one.holes.push(holeIn(one, hole));
    }
    this.#arrange([...touched]);
    this.#edits.compare();
    for (const followed of [...this.#followed.values()]) {
      for (const region of followed.regions) if (region.round !== this.#round) this.#edits.remove(region);
      if (!followed.isTouch && !followed.isUnclipped && !followed.isTried && !followed.regions.some(({ isThere }) => isThere)) this.#forget(followed);
    }
    [this.#shown, this.#hidden] = [[], []];
    for (const followed of this.#followed.values()) {
      if (followed.regions.some(({ isThere }) => isThere)) this.#shown.push(followed);
      else if (followed.isTouch && followed.isSeen && !followed.isRefused) this.#hidden.push(followed);
    }
    this.#sticky = this.#shown.filter(({ isSticky }) => isSticky);
    this.#styles = null;
    this.#fruitless = this.#edits.count > before ? 0 : this.#fruitless + 1;
    if (mayMove(this.#shown)) this.#soon('measure');
  }
}
