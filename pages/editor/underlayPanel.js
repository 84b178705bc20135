// @ts-check
// The form for the picture below the regions: where it comes from, and how it is shown.

import { canCapture, capture } from "./capture.js";
import { byId, element } from "./element.js";
import { valueOf } from "./schema.js";

export class UnderlayPanel {
  /**
   * @param {HTMLElement} holder
   * @param {import("./underlay.js").Underlay} underlay
   * @param {(text: string, kind?: string) => void} say
   */
  constructor(holder, underlay, say) {
    this.underlay = underlay;
    this.say = say;
    this.file = element("input", { type: "file", id: "picture-file", accept: "image/*", hidden: true, "aria-label": "Picture", onchange: () => {
      const [chosen] = this.file.files;
      if (chosen) this.add(chosen);
      this.file.value = "";
    } });
    this.take = element("button", { id: "picture-take", disabled: !canCapture(), onclick: () => this.#take() }, "Take a picture of the page …");
    this.isOn = element("input", { type: "checkbox", id: "picture-on", onchange: () => underlay.set({ isOn: this.isOn.checked }) });
    this.opacity = element("input", { type: "range", id: "picture-opacity", min: "0", max: "100", step: "5", oninput: () => underlay.set({ opacity: Number(this.opacity.value) / 100 }, true),
      onchange: () => underlay.set({ opacity: Number(this.opacity.value) / 100 }) });
    this.fit = element("select", { id: "picture-fit", onchange: () => underlay.set({ fit: this.fit.value }) },
      element("option", { value: "screen" }, "as large as the screen"), element("option", { value: "original" }, "a pixel is a point"));
    this.offset = ["x", "y"].map((name, index) => element("input", { id: `picture-${name}`, type: "text", inputMode: "decimal", autocomplete: "off", "aria-label": `Left top corner, ${name}`,
      onchange: () => this.#move(index) }));
    this.remove = element("button", { id: "picture-remove", class: "danger", onclick: () => underlay.remove() }, "Remove");
    this.what = element("p", { class: "hint", id: "picture-what", role: "status" });
    this.of = element("div", { class: "of" }, element("label", {}, this.isOn, "Shown"), element("label", {}, "Opacity", this.opacity), element("label", {}, "Size", this.fit),
      element("div", { class: "row" }, "Corner", ...this.offset), this.remove);
    holder.replaceChildren(element("h2", { id: "picture-title" }, "Picture below the regions"),
      element("div", { class: "row" }, element("button", { id: "picture-open", onclick: () => this.file.click() }, "Open a picture …"), this.take, this.file),
      element("p", { class: "hint" }, canCapture() ? "Or drop a picture on the page, or paste one." : "Or drop a picture on the page, or paste one. Browsers take a picture of a page only for pages of this machine, or over TLS."),
      this.what, this.of);
    underlay.addEventListener("changed", () => this.#show());
    this.#show();
  }

  /** Takes a picture from a file, a drop, the clipboard or the browser. @param {Blob & {name?: string}} picture */
  async add(picture) {
    try {
      await this.underlay.add(picture);
      this.say("");
    } catch (error) {
      this.say(error.message, "error");
    }
  }

  async #take() {
    try {
      const picture = await capture();
      if (picture) await this.add(picture);
    } catch (error) {
      this.say(error.message, "error");
    }
  }

  #move(index) {
    const offset = /** @type {[number, number]} */ ([...(this.underlay.current?.offset ?? [0, 0])]);
    const value = valueOf(this.offset[index].value, "number");
    if (typeof value === "number") offset[index] = value;
    this.underlay.set({ offset });
  }

  #show() {
    const picture = this.underlay.current;
    this.of.hidden = !picture;
    const isOn = picture?.isOn ?? false;
    byId("picture").classList.toggle("on", isOn);
    byId("picture").setAttribute("aria-label", isOn ? "Picture …, on" : "Picture …");
    this.what.textContent = picture ? `${picture.width} × ${picture.height} pixels. It is not written to the configuration; this browser keeps it for this file's name.` : "This screen has no picture.";
    if (!picture) return;
    this.isOn.checked = picture.isOn;
    this.opacity.value = String(Math.round(picture.opacity * 100));
    this.fit.value = picture.fit;
    this.offset.forEach((field, index) => {
      field.disabled = picture.fit !== "original";
      field.value = String(picture.offset[index]);
    });
  }
}
