// @ts-check
// The modes of a finger on the picture: select, draw one region or several, or ask what is hit.

import { byId } from "./element.js";

const NAMES = /** @type {const} */ (["select", "draw", "pick"]);

export class Modes {
  /** True if drawing goes on after a region is drawn. */
  #stays = false;

  /** @param {import("./pointer.js").Pointer} pointer @param {import("./told.js").Told} told @param {import("./adding.js").Adding} adding */
  constructor(pointer, told, adding) {
    this.pointer = pointer;
    this.told = told;
    this.adding = adding;
    for (const name of NAMES) byId(`mode-${name}`).addEventListener("click", () => this.set(name));
    byId("mode-draw").addEventListener("dblclick", () => this.set("draw", true));
  }

  /** @param {"select"|"draw"|"pick"} mode @param {boolean} [stays] whether several regions can be drawn */
  set(mode, stays = false) {
    if (mode === "draw" && !this.adding.isPossible()) return;
    if (this.#stays !== stays) this.told.say(stays ? "Draw several regions; Escape ends it" : "");
    this.#stays = stays;
    this.pointer.mode = mode;
    for (const name of NAMES) byId(`mode-${name}`).setAttribute("aria-pressed", String(name === mode));
    byId("mode-draw").classList.toggle("stays", stays);
    this.pointer.canvas.svg.style.cursor = mode === "select" ? "" : "crosshair";
  }

  /** Goes back to selecting after a region was drawn, unless more are to be drawn. @param {boolean} isMore whether Shift is held */
  drawn(isMore) {
    if (!this.#stays && !isMore) this.set("select");
  }

  /** Ends drawing and asking. Returns whether it was on. */
  end() {
    if (this.pointer.mode === "select") return false;
    this.set("select");
    return true;
  }
}
