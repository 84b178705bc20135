// @ts-check
// The marks on the time line: when touches began, and when touches were cancelled.

import { colourOf } from "../shared/colours.js";
import { element } from "./rows.js";

/** @typedef {{at: number, kind: "began" | "cancelled"}} Mark */

/** The marks of a line; a frame has at most one of each kind. @param {any} line @param {number} at @returns {Mark[]} */
export function marksOf(line, at) {
  if (line.type !== "frame") return [];
  const phases = new Set(line.events.filter(({ event }) => event === "touch" || event === "sensitive").map(({ phase }) => phase));
  return /** @type {const} */ (["began", "cancelled"]).filter((kind) => phases.has(kind)).map((kind) => ({ at, kind }));
}

/** Half the width of a range's thumb: the ends of its track that no value reaches. */
const END = 8;

export class Marks {
  #canvas = element("marks");
  #context = /** @type {CanvasRenderingContext2D} */ (this.#canvas.getContext("2d"));
  #drawn = "";

  constructor() {
    addEventListener("theme", () => (this.#drawn = ""));
  }

  /** Draws the marks of a history above the track. @param {import("./history.js").History} history */
  show(history) {
    const { startAt, endAt } = history;
    const [width, height] = [this.#canvas.clientWidth, this.#canvas.clientHeight];
    const marks = history.marks();
    const key = [startAt, endAt, width, marks.length].join(" ");
    if (key === this.#drawn || !width) return;
    this.#drawn = key;
    const ratio = devicePixelRatio;
    Object.assign(this.#canvas, { width: Math.round(width * ratio), height: Math.round(height * ratio) });
    const context = this.#context;
    context.setTransform(ratio, 0, 0, ratio, 0, 0);
    const colours = { began: colourOf("good"), cancelled: colourOf("bad") };
    // Cancels are drawn last, and are higher, because there are few of them and they matter more.
    for (const kind of /** @type {const} */ (["began", "cancelled"])) {
      context.fillStyle = colours[kind];
      const high = kind === "began" ? height / 2 : height;
      for (const mark of marks) if (mark.kind === kind) context.fillRect(END + ((mark.at - startAt) / Math.max(1, endAt - startAt)) * (width - 2 * END) - 1, height - high, 2, high);
    }
  }
}
