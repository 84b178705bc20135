// @ts-check
// The size of a point, from the panels or entered by the user, and the regions that are too small for a finger.

import { afterPause } from "./afterPause.js";
import { element } from "./element.js";
import { list } from "./findings.js";
import { SMALLEST_MILLIMETRES, tooSmall } from "./overlap.js";

export class Measures {
  /** @type {Map<string, {screen: string, scale: [number, number]}>} by panel */
  #panels = new Map();
  /** @type {Map<number, [number, number]>} by screen: the entered width and height in mm */
  #entered = new Map();

  /**
   * @param {import("./document.js").EditorDocument} doc
   * @param {import("./findings.js").Tabs} tabs
   * @param {HTMLElement} holder
   * @param {(region: import("./model.js").Region) => void} choose
   */
  constructor(doc, tabs, holder, choose) {
    this.doc = doc;
    this.tabs = tabs;
    this.choose = choose;
    this.fields = ["width", "height"].map((side, index) => element("input", { class: "size", type: "text", inputMode: "decimal", id: `panel-${side}`, "aria-label": `The panel's ${side} in mm`, onchange: () => this.#enter(), placeholder: ["width", "height"][index] }));
    this.what = element("span", { class: "hint" });
    this.found = element("div");
    holder.replaceChildren(element("p", { class: "row" }, "The panel is", this.fields[0], "×", this.fields[1], "mm", this.what), this.found);
    doc.addEventListener("changed", () => this.later());
    this.show();
  }

  later = afterPause(() => this.show());

  #enter() {
    const [width, height] = this.fields.map((field) => Number(field.value.replace(",", ".")));
    if (width > 0 && height > 0) this.#entered.set(this.doc.screen, [width, height]);
    else if (this.fields.every((field) => field.value.trim() === "")) this.#entered.delete(this.doc.screen);
    // A size needs both numbers, so a single one is kept in its field.
    else return;
    this.show();
  }

  /** Reads a line of touchd that states the size of a panel's points. @param {any} line */
  handle(line) {
    if (line.type !== "snapshot" && line.type !== "panel") return;
    for (const panel of line.type === "snapshot" ? line.panels : [{ ...line, id: line.panel }]) {
      if (Array.isArray(panel.pointsPerMillimetre) && panel.screen) this.#panels.set(panel.id, { screen: panel.screen, scale: panel.pointsPerMillimetre });
      else this.#panels.delete(panel.id);
    }
    this.show();
  }

  /** @param {number} screen @returns {[number, number] | null} */
  scale(screen) {
    const size = this.doc.screens[screen]?.size;
    const entered = this.#entered.get(screen);
    if (entered && Array.isArray(size)) return [size[0] / entered[0], size[1] / entered[1]];
    // The panel with the smallest points decides.
    const id = String(this.doc.screens[screen]?.id ?? "");
    const scales = [...this.#panels.values()].filter((panel) => panel.screen === id).map((panel) => panel.scale);
    return scales.length === 0 ? null : scales.reduce((a, b) => [Math.max(a[0], b[0]), Math.max(a[1], b[1])]);
  }

  show() {
    const scale = this.scale(this.doc.screen);
    const entered = this.#entered.get(this.doc.screen);
    const size = this.doc.size;
    if (!this.fields.includes(document.activeElement)) {
      const values = entered ?? (scale ? [size[0] / scale[0], size[1] / scale[1]] : null);
      this.fields.forEach((field, index) => (field.value = values ? String(Math.round(values[index] * 10) / 10) : ""));
    }
    this.what.textContent = entered ? "as entered" : scale ? "as the panel reports" : "No panel reports its size: enter the size of the glass.";
    const found = tooSmall(this.doc.regions, (screen) => this.scale(screen));
    this.tabs.count("small", found.length, "warning");
    this.found.replaceChildren(scale ? list(found.map((one) => ({ text: one.text, choose: () => this.choose(one.region) })), `No button, switch or knob is smaller than ${SMALLEST_MILLIMETRES} mm.`) : "");
  }
}
