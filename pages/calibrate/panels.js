// @ts-check
// touchd's panels, their recordings, and their screens, which are locked while crosses are touched.

import { TapReader } from "./contacts.js";

/** The duration of a lock, in seconds. A lock ends by itself if this page is gone. */
const LOCK = 90;

/** The panels. Events: `panels` (the list has changed), `tap` (detail: `{panel, raw}`), `ended` (detail: the reason why a recording ended). */
export class Panels extends EventTarget {
  /** touchd's entries of devices that are panels. @type {any[]} */
  all = [];
  /** The text of the configuration in force; null if touchd does not report it. @type {string | null} */
  configuration = null;
  /** @type {Map<string, TapReader>} */
  #readers = new Map();
  /** @type {Map<string, string>} */
  #screens = new Map();
  /** @type {Map<string, string>} */
  #modes = new Map();
  /** @type {string[]} */
  #locked = [];
  #timer = 0;

  /** @param {import("../shared/connection.js").Connection} connection */
  constructor(connection) {
    super();
    this.connection = connection;
    // Without this a screen would stay locked until its time is over.
    window.addEventListener("pagehide", () => {
      for (const screen of this.#locked) this.connection.send({ type: "screen", screen, mode: "normal" });
    });
    connection.addEventListener("opened", () => this.#opened());
    connection.addEventListener("lost", () => this.#readers.clear());
    connection.addEventListener("line", (event) => this.#line(/** @type {CustomEvent} */ (event).detail));
  }

  async #opened() {
    try {
      await this.connection.request("subscribe", { regions: [], events: [] });
      await this.#readDevices();
      if (this.connection.hello?.capabilities?.includes("configuration")) this.configuration = (await this.connection.request("configuration")).text;
    } catch (error) {
      this.dispatchEvent(new CustomEvent("ended", { detail: String(/** @type {Error} */ (error).message) }));
    }
  }

  async #readDevices() {
    const { devices } = await this.connection.request("devices");
    this.all = devices.filter((/** @type {any} */ device) => device.panel);
    this.dispatchEvent(new Event("panels"));
  }

  /** @param {any} line */
  #line(line) {
    if (line.type === "snapshot") {
      for (const panel of line.panels ?? []) this.#screens.set(panel.id, panel.screen);
      for (const screen of line.screens ?? []) this.#modes.set(screen.screen, screen.mode);
    } else if (line.type === "screen") {
      this.#modes.set(line.screen, line.mode);
    } else if (line.type === "panel") {
      if (line.screen) this.#screens.set(line.panel, line.screen);
      this.#readDevices().catch(() => {});
    } else if (line.type === "input") {
      for (const raw of this.#readers.get(line.panel)?.handle(line.events) ?? []) this.dispatchEvent(new CustomEvent("tap", { detail: { panel: line.panel, raw } }));
    } else if (line.type === "recorded") {
      this.#readers.delete(line.panel);
      this.dispatchEvent(new CustomEvent("ended", { detail: `${line.panel}: ${line.message}` }));
    }
  }

  /** @param {string} id */
  entry(id) {
    return this.all.find((device) => device.panel === id);
  }

  /** @param {string} id */
  millimetres(id) {
    return this.#readers.get(id)?.millimetres ?? null;
  }

  get isRecording() {
    return this.#readers.size > 0;
  }

  /** Starts recordings of all panels, and locks their screens. */
  async begin() {
    for (const { panel, quirks } of this.all) {
      if (this.#readers.has(panel)) continue;
      const { evemu } = await this.connection.request("record", { panel });
      this.#readers.set(panel, new TapReader(evemu, quirks));
    }
    if (!this.#readers.size) throw new Error("touchd has no panel.");
    await this.#lock();
  }

  async end() {
    clearInterval(this.#timer);
    const screens = this.#locked;
    this.#locked = [];
    const panels = [...this.#readers.keys()];
    this.#readers.clear();
    for (const screen of screens) await this.connection.request("screen", { screen, mode: "normal" }).catch(() => {});
    for (const panel of panels) await this.connection.request("record", { panel, on: false }).catch(() => {});
  }

  async #lock() {
    if (this.#locked.length) return;
    const screens = new Set(this.all.map(({ panel }) => this.#screens.get(panel)));
    // A screen that is already being cleaned or is locked is left alone.
    this.#locked = /** @type {string[]} */ ([...screens].filter((screen) => screen && this.#modes.get(screen) === "normal"));
    const lock = () => Promise.all(this.#locked.map((screen) => this.connection.request("screen", { screen, mode: "locked", seconds: LOCK })));
    await lock().catch(() => (this.#locked = []));
    clearInterval(this.#timer);
    this.#timer = window.setInterval(() => lock().catch(() => {}), (LOCK / 3) * 1000);
  }
}
