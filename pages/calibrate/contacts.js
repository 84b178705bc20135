// @ts-check
// A panel's contacts before any calibration, read from touchd's recording: each axis from 0 to 1 over the panel's range.

const ABS = 3, KEY = 1, SYN = 0;
const SLOT = 0x2f, X = 0x35, Y = 0x36, ID = 0x39, BTN_TOUCH = 0x14a, BTN_LEFT = 0x110, REPORT = 0, MT_REPORT = 2, DROPPED = 3;
/** The movement beyond which a finger no longer counts as a tap, as a share of the panel. */
const SLIP = 0.03;

/** The axes of an evemu description, by code. @param {string[]} lines @returns {Map<number, {minimum: number, maximum: number, resolution: number}>} */
function axesOf(lines) {
  const axes = new Map();
  for (const line of lines) {
    const [, code, numbers] = /^A: ([0-9a-f]+) (.*)/.exec(line) ?? [];
    if (!code) continue;
    const [minimum, maximum, , , resolution = 0] = numbers.split(" ").map(Number);
    axes.set(parseInt(code, 16), { minimum, maximum, resolution });
  }
  return axes;
}

/** Finds taps of one finger. */
export class TapReader {
  /** @type {Map<number, {first: number[], sum: number[], count: number, moved: boolean}>} the fingers that are down, by slot */
  #down = new Map();
  /** @type {Map<number, {x?: number, y?: number, id: number}>} the kernel's last values of each slot, because it reports only changes */
  #slots = new Map();
  #slot = 0;
  #hadSecondFinger = false;
  /** @type {{x?: number, y?: number}[]} protocol A: the packets of the current report */
  #packets = [];
  /** @type {{x?: number, y?: number}} */
  #packet = {};
  #button = false;
  #dropped = false;

  /** @param {string[]} evemu the description @param {string[]} [quirks] of the device, as touchd names them */
  constructor(evemu, quirks = []) {
    const axes = axesOf(evemu);
    /** @type {"slots" | "packets" | "single"} */
    this.kind = axes.has(X) && axes.has(Y) ? (axes.has(SLOT) && axes.has(ID) ? "slots" : "packets") : "single";
    const moved = quirks.includes("position") && this.kind === "single";
    /** The codes of the panel's two axes. */
    this.codes = this.kind !== "single" ? [X, Y] : moved ? [2, 3] : [0, 1];
    this.axes = this.codes.map((code) => axes.get(code) ?? { minimum: 0, maximum: 0, resolution: 0 });
  }

  /** The panel's size in mm, from its ranges and resolutions; null if the panel states no resolution. @returns {number[] | null} */
  get millimetres() {
    const sizes = this.axes.map(({ minimum, maximum, resolution }) => (resolution > 0 ? (maximum - minimum + 1) / resolution : 0));
    return sizes.every((size) => size > 0) ? sizes : null;
  }

  /** Handles a report. Returns the places of the taps that it ends. @param {number[][]} events [time, type, code, value] each */
  handle(events) {
    /** @type {number[][]} */
    const taps = [];
    for (const [, type, code, value] of events) {
      if (type === SYN && code === DROPPED) {
        this.#dropped = true;
      } else if (type === SYN && code === REPORT) {
        if (this.#dropped) this.#forget();
        else taps.push(...this.#report());
        this.#dropped = false;
      } else if (!this.#dropped) {
        this.#event(type, code, value);
      }
    }
    return taps;
  }

  #forget() {
    this.#down.clear();
    this.#slots.clear();
    this.#packets = [];
  }

  /** @param {number} type @param {number} code @param {number} value */
  #event(type, code, value) {
    if (type === KEY && (code === BTN_TOUCH || code === BTN_LEFT)) this.#button = value !== 0;
    if (type === SYN && code === MT_REPORT) {
      if (this.#packet.x !== undefined) this.#packets.push(this.#packet);
      this.#packet = {};
    }
    if (type !== ABS) return;
    const axis = this.codes.indexOf(code);
    if (this.kind === "packets") {
      if (axis >= 0) this.#packet[axis ? "y" : "x"] = value;
      return;
    }
    if (this.kind === "slots" && code === SLOT) this.#slot = value;
    const slot = this.#slots.get(this.#slot) ?? { id: -1 };
    this.#slots.set(this.#slot, slot);
    if (axis >= 0) slot[axis ? "y" : "x"] = value;
    if (this.kind === "slots" && code === ID) slot.id = value;
  }

  #report() {
    if (this.kind === "single") {
      const slot = this.#slots.get(0) ?? { id: -1 };
      slot.id = this.#button ? 0 : -1;
      this.#slots.set(0, slot);
    }
    if (this.kind === "packets") {
      this.#slots.clear();
      this.#packets.forEach((packet, index) => this.#slots.set(index, { ...packet, id: index }));
      this.#packets = [];
    }
    const taps = [];
    for (const [number, track] of this.#down) {
      if ((this.#slots.get(number)?.id ?? -1) >= 0) continue;
      this.#down.delete(number);
      if (!track.moved && !this.#hadSecondFinger) taps.push([track.sum[0] / track.count, track.sum[1] / track.count]);
    }
    for (const [number, slot] of this.#slots) if (slot.id >= 0 && slot.x !== undefined && slot.y !== undefined) this.#track(number, this.#place([slot.x, slot.y]));
    if (this.#down.size > 1) this.#hadSecondFinger = true;
    if (this.#down.size === 0) this.#hadSecondFinger = false;
    return taps;
  }

  /** @param {number} number @param {number[]} place */
  #track(number, place) {
    const track = this.#down.get(number);
    if (!track) {
      this.#down.set(number, { first: place, sum: [...place], count: 1, moved: false });
      return;
    }
    track.sum = track.sum.map((sum, axis) => sum + place[axis]);
    track.count += 1;
    if (place.some((value, axis) => Math.abs(value - track.first[axis]) > SLIP)) track.moved = true;
  }

  /** @param {number[]} values */
  #place(values) {
    return values.map((value, axis) => (value - this.axes[axis].minimum) / (this.axes[axis].maximum - this.axes[axis].minimum + 1));
  }
}
