// @ts-check
// "Touch from here": the pointers on the picture become fingers on the kiosk's screen. Only for connections with the right `inject`.

import { attribute, element, setText } from "./rows.js";

/** @typedef {{finger: number, phase: "began" | "moved" | "ended" | "cancelled", x?: number, y?: number}} Finger */

export class Remote {
  /** The fingers that are down, by pointer. @type {Map<number, {finger: number, place: [number, number], id: number | null}>} */
  #fingers = new Map();
  /** The changes for the next request. At most one request is under way, so that moves merge while the connection is slow. @type {Finger[]} */
  #waiting = [];
  #isAsking = false;
  #lastFinger = 0;
  #screen = "";

  /**
   * Connects the switch and the picture.
   * @param {import("../shared/connection.js").Connection} connection
   * @param {(event: PointerEvent) => {screen: string, place: [number, number]} | null} placeOf the place on the screen; null while the page shows no
   *   live picture
   * @param {() => void} changed called when the marks have changed
   */
  constructor(connection, placeOf, changed) {
    this.connection = connection;
    this.changed = changed;
    const canvas = element("fingers");
    connection.addEventListener("opened", () => this.#askForRight());
    connection.addEventListener("lost", () => {
      this.#fingers.clear();
      this.#waiting = [];
      this.#offer(false);
    });
    element("remote").addEventListener("change", () => this.#switched());
    canvas.addEventListener("pointerdown", (/** @type {PointerEvent} */ event) => {
      const at = this.isOn && event.button === 0 ? placeOf(event) : null;
      if (!at) return;
      this.#screen = at.screen;
      canvas.setPointerCapture(event.pointerId);
      const finger = ++this.#lastFinger;
      this.#fingers.set(event.pointerId, { finger, place: at.place, id: null });
      this.#say("");
      this.#add({ finger, phase: "began", x: at.place[0], y: at.place[1] });
    });
    canvas.addEventListener("pointermove", (/** @type {PointerEvent} */ event) => {
      const known = this.#fingers.get(event.pointerId);
      const at = known && placeOf(event);
      if (!known || !at) return;
      known.place = at.place;
      this.#add({ finger: known.finger, phase: "moved", x: at.place[0], y: at.place[1] });
    });
    canvas.addEventListener("pointerup", (/** @type {PointerEvent} */ event) => this.#end(event.pointerId, "ended"));
    canvas.addEventListener("pointercancel", (/** @type {PointerEvent} */ event) => this.#end(event.pointerId, "cancelled"));
    document.addEventListener("visibilitychange", () => document.hidden && this.#endAll());
  }

  get isOn() {
    return element("remote").checked;
  }

  /** The touches of the fingers that are down, for their marks. @returns {Set<number>} */
  get touches() {
    return new Set([...this.#fingers.values()].flatMap(({ id }) => (id === null ? [] : [id])));
  }

  async #askForRight() {
    let rights = [];
    try {
      ({ rights } = await this.connection.request("status"));
    } catch {
      // Without the right to ask, the page cannot know, and offers nothing.
    }
    this.#offer((rights ?? []).includes("inject"));
  }

  /** @param {boolean} isAllowed */
  #offer(isAllowed) {
    element("remote-choice").hidden = !isAllowed;
    if (!isAllowed) element("remote").checked = false;
    this.#switched();
  }

  #switched() {
    if (!this.isOn) this.#endAll();
    element("glass").classList.toggle("remote", this.isOn);
    attribute(element("fingers"), "aria-description", this.isOn ? "Pointers on the picture touch the kiosk." : "");
    this.#say("");
  }

  /** @param {number} pointer @param {"ended" | "cancelled"} phase */
  #end(pointer, phase) {
    const known = this.#fingers.get(pointer);
    if (!known) return;
    this.#fingers.delete(pointer);
    this.#add({ finger: known.finger, phase });
    this.changed();
  }

  #endAll() {
    for (const pointer of [...this.#fingers.keys()]) this.#end(pointer, "cancelled");
  }

  /** @param {Finger} change */
  #add(change) {
    const last = this.#waiting.findLastIndex(({ finger }) => finger === change.finger);
    if (change.phase === "moved" && last >= 0 && this.#waiting[last].phase === "moved") this.#waiting[last] = change;
    else this.#waiting.push(change);
    this.#ask();
  }

  async #ask() {
    if (this.#isAsking || this.#waiting.length === 0) return;
    // A request describes one moment: each finger at most once.
    const touches = [];
    while (this.#waiting.length && !touches.some(({ finger }) => finger === this.#waiting[0].finger)) touches.push(/** @type {Finger} */ (this.#waiting.shift()));
    this.#isAsking = true;
    try {
      const reply = await this.connection.request("inject", { screen: this.#screen, touches });
      touches.forEach(({ finger }, index) => {
        for (const known of this.#fingers.values()) if (known.finger === finger) known.id = reply.touches[index];
      });
    } catch (error) {
      this.#forget(touches);
      this.#say(/** @type {Error} */ (error).message);
    }
    this.#isAsking = false;
    this.changed();
    this.#ask();
  }

  /** Forgets fingers that touchd has refused to put down. @param {Finger[]} touches */
  #forget(touches) {
    const refused = new Set(touches.filter(({ phase }) => phase === "began").map(({ finger }) => finger));
    for (const [pointer, { finger }] of this.#fingers) if (refused.has(finger)) this.#fingers.delete(pointer);
    this.#waiting = this.#waiting.filter(({ finger }) => !refused.has(finger));
  }

  /** @param {string} text */
  #say(text) {
    setText(element("remote-text"), text);
    element("remote-text").hidden = !text;
  }
}
