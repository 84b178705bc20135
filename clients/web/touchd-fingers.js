// The events of touchd for elements, for touchd-follow.js.

import { isPress } from './touchd.js';
import { differs, holds } from './touchd-regions.js';

/** Returns an element and all elements around it. */
function pathOf(element) {
  const path = [];
  for (let one = element; one; one = one.parentNode ?? one.host) path.push(one);
  return path;
}

export class Fingers {
  #follower; #pointers = new Map(); #covers = new Map(); #count = 0;
  /** The gestures and scrolls in progress, each with its element and all elements around it. They last longer than the touches that they cancel. */
  #gestures = new Map();

  /** @param follower What follows the elements: `byID`, `page`, `options`, `measure()` and `scan()`, which measure or find
   *  the elements with the next frame, and `hasScrolled()`: whether something has scrolled since the last measure. */
  constructor(follower) { this.#follower = follower; }

  /** The elements that fingers are on. */
  get held() { return new Set([...this.#pointers.values()].map(({ followed }) => followed)); }
  /** Whether a finger came down on an element, or on something in it, and its touch or a gesture is not over. */
  isOn(element) { return [...[...this.#pointers.values()].map(({ path }) => path), ...this.#gestures.values()].some((path) => path.includes(element)); }

  /** Forgets what covered elements, because touchd has cancelled all touches. */
  disconnect() { this.#covers.clear(); }

  /** Cancels all touches. */
  end() {
    for (const [{ id }, { followed, last }] of this.#pointers) {
      this.event({ ...last, id, region: followed.regions[0].id, phase: 'cancelled', reason: 'clientGone', synthetic: true });
    }
    this.#pointers.clear();
  }

  /** Handles a frame of touchd. */
  frame({ events, time, panel }) {
    for (const event of events) {
      this.event({ ...event, time, panel });
      const isOver = event.phase === 'ended' || event.phase === 'cancelled';
      if (isOver && this.#covers.has(event.id)) setTimeout(() => this.#covers.delete(event.id), 5000); // a tap waits for its time
    }
    for (const [touch, { isOver }] of this.#pointers) {
      if (!isOver) continue;
      this.#pointers.delete(touch);
      this.#follower.scan(); // an element that is gone can be forgotten now, and a new one can have its ID
    }
  }

  /** Dispatches an event of touchd to its element. */
  event(detail) {
    const { event, id, phase, gesture, action, touches = [id], state = action, panel } = detail;
    const region = this.#follower.byID.get(detail.region);
    const element = region?.followed.element;
    if (!element || region !== region.followed.regions[0]) return;
    const { followed } = region;
    const pointer = this.#pointer(id);
    if (detail.x !== undefined) {
      const { x, y } = new DOMMatrix(this.#follower.page.toScreen).inverse().transformPoint(detail);
      Object.assign(detail, { clientX: x, clientY: y });
    } else if (pointer) {
      Object.assign(detail, { clientX: pointer.clientX, clientY: pointer.clientY });
    }
    if (event === 'touch' && !this.#point(followed, detail)) return;
    if (event === 'gesture' || event === 'scroll') {
      const key = JSON.stringify([panel, detail.region, gesture]);
      if (state === 'began') this.#gestures.set(key, pathOf(element));
      else if (state !== 'changed' && this.#gestures.delete(key)) this.#follower.scan();
    }
    if (gesture || action) {
      // A gesture that begins on a covering element is hidden as a whole.
      const key = panel + gesture;
      if (/^(began|recognized|touchDown)/.test(state)) followed.hidden[key] = touches.some((one) => !element.contains(this.#covers.get(one) ?? element));
      if (followed.hidden[key]) {
        region.sent.value = region.sent.isOn = null;
        return this.#follower.measure();
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
    if (action === 'touchUpInside' && this.#follower.options.pointerEvents && !(element.dataset.touch === 'switch' && 'checked' in element)) this.#click(element, pointer);
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
      // Only with insets a region is larger than its element.
      const isBeside = !isIn && !this.#follower.hasScrolled();
      const isCovered = (isIn || (isBeside && !followed.regions[0].properties.hitInsets)) && top && !element.contains(top);
      if (isCovered || (isBeside && differs(box, followed.rect))) {
        this.#covers.set(id, top ?? document.documentElement);
        this.#follower.measure();
        return false;
      }
      const target = isIn && top || element;
      pointer = { followed, path: pathOf(target), target, number: 1000 + (this.#count += 1), isPrimary: [...this.#pointers.values()].every((one) => one.isOver) };
      this.#pointers.set(touch, pointer);
    }
    if (!pointer) return false;
    const isOver = phase === 'ended' || phase === 'cancelled';
    Object.assign(pointer, { isOver, clientX, clientY, tapCount, last: detail });
    // The page may have replaced the node below the finger, within the element.
    if (!pointer.target.isConnected && element.isConnected) pointer.target = pointer.path.find((one) => one.isConnected);
    if (!this.#follower.options.pointerEvents || phase === 'stationary') return true;
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
