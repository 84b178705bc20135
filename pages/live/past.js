// @ts-check
// The heat map and the ghosts of a history: reads its lines once, and drops what the history drops. Nothing is read while both are switched off.

import { screenOf } from "./fingers.js";
import { Ghosts } from "./ghosts.js";
import { HeatGrid } from "./heat.js";

/** The most lines that are read at once, so that a long recording does not stop the page. */
const LINES = 3000;
/** The lines after which no finger is down. */
const BREAKS = new Set(["snapshot", "lagged", "lost"]);

export class Past {
  /** @type {import("./history.js").History | null} */
  #history = null;
  #next = 0;
  /** @type {Map<string, {heat: HeatGrid, ghosts: Ghosts}>} */
  #screens = new Map();
  /** A number that rises when something has changed. */
  revision = 0;

  /** @param {(state: import("./model.js").State, screen: string) => [number, number] | null} sizeOf */
  constructor(sizeOf) {
    this.sizeOf = sizeOf;
  }

  /** Forgets everything. */
  clear() {
    if (!this.#history) return;
    this.#history = null;
    this.#screens.clear();
    this.revision++;
  }

  /** Whether lines are unread. */
  get isBehind() {
    return this.#history !== null && this.#next < this.#history.end;
  }

  /** Reads lines that are new. @param {import("./history.js").History} history another one is read from its start @param {number} [most] */
  read(history, most = LINES) {
    const isOther = history !== this.#history || [...this.#screens].some(([name, { heat }]) => String(this.sizeOf(history.head, name)) !== String(heat.size));
    if (isOther) {
      this.clear();
      this.#history = history;
      this.#next = history.start;
    }
    this.#next = Math.max(this.#next, history.start);
    const end = Math.min(history.end, this.#next + most);
    if (this.#next === end && !isOther) return;
    for (; this.#next < end; this.#next++) this.#add(/** @type {import("./history.js").Entry} */ (history.entry(this.#next)));
    for (const { heat, ghosts } of this.#screens.values()) {
      heat.forget(history.start);
      ghosts.forget(history.start);
    }
    this.revision++;
  }

  /** @param {import("./history.js").Entry} entry */
  #add({ text, frame }) {
    // Most other lines are not parsed.
    if (!frame && ![...BREAKS].some((type) => text.startsWith(`{"type":"${type}"`))) return;
    const line = JSON.parse(text);
    if (!frame) return this.#screens.forEach(({ heat, ghosts }) => [heat, ghosts].forEach((one) => one.removeAll()));
    for (const event of line.events) {
      if (event.event !== "touch") continue;
      const screen = this.#screenOf({ panel: line.panel, target: event.target });
      if (!screen) continue;
      screen.ghosts.add(event, line.time, this.#next);
      screen.heat.add(event.id, [event.x, event.y], this.#next);
      // A touch ends once for each of its receivers.
      if (!screen.ghosts.isDown(event.id)) screen.heat.remove(event.id);
    }
  }

  /** @param {{panel: string, target?: string | null}} thing */
  #screenOf(thing) {
    const { head } = /** @type {import("./history.js").History} */ (this.#history);
    const name = screenOf(head, thing);
    const known = this.#screens.get(name);
    const size = known ? null : this.sizeOf(head, name);
    if (!size) return known;
    const screen = { heat: new HeatGrid(size), ghosts: new Ghosts() };
    this.#screens.set(name, screen);
    return screen;
  }

  /** @param {string} screen @returns {HeatGrid | null} */
  heatOf(screen) {
    return this.#screens.get(screen)?.heat ?? null;
  }

  /** @param {string} screen */
  ghostsOf(screen) {
    return this.#screens.get(screen)?.ghosts.places ?? [];
  }
}
