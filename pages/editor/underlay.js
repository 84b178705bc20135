// @ts-check
// The picture of the user interface below the regions of a screen. It is no part of the configuration.

import { then } from "../shared/geometry.js";
import { afterPause } from "./afterPause.js";
import { make } from "./svg.js";

/**
 * A picture below the regions of a screen.
 * @typedef {Object} Picture
 * @property {Blob} blob
 * @property {number} width in pixels
 * @property {number} height
 * @property {boolean} isOn
 * @property {number} opacity from 0 to 1
 * @property {"screen"|"original"} fit `screen`: stretched to the screen's size; `original`: a pixel is a point
 * @property {[number, number]} offset the place of its top left corner in points, for `original`
 */

/** The largest picture: in bytes of its file, and in pixels. */
const [MOST_BYTES, MOST_PIXELS] = [32e6, 40e6];
const KINDS = ["image/png", "image/jpeg", "image/webp", "image/gif", "image/avif", "image/bmp"];

/** The reason for not taking a file as a picture, or "". @param {{type: string, size: number, name?: string}} file */
export function refusalOfFile({ type, size, name = "The picture" }) {
  if (!KINDS.includes(type)) return `${name} is not a PNG, JPEG, WebP, GIF, AVIF or BMP picture.`;
  return size > MOST_BYTES ? `${name} has ${Math.ceil(size / 1e6)} MB; a picture below the regions has at most ${MOST_BYTES / 1e6} MB. Save it smaller, or as JPEG.` : "";
}

/** The reason for not taking a picture of a size, or "". @param {number} width @param {number} height */
export function refusalOfSize(width, height) {
  if (!(width > 0 && height > 0)) return "The picture has no size.";
  return width * height > MOST_PIXELS ? `The picture has ${width} × ${height} pixels; it may have at most ${MOST_PIXELS / 1e6} million. Make it smaller.` : "";
}

/** The map from the picture's pixels to the points of a screen of a size. @param {Picture} picture @param {[number, number]} size @returns {import("../shared/geometry.js").Matrix} */
export function placementOf({ fit, width, height, offset }, [across, down]) {
  return fit === "original" ? [1, 0, 0, 1, ...offset] : [across / width, 0, 0, down / height, 0, 0];
}

/** The pictures of an open configuration, one for each screen. Event: `changed`. */
export class Underlay extends EventTarget {
  image = make("image", { class: "underlay", preserveAspectRatio: "none", "aria-hidden": "true" });
  /** @type {Map<string, Picture>} by the screen's ID */
  #pictures = new Map();
  /** The changed pictures that are not in the storage yet. @type {Map<string, [string, string, Picture]>} */
  #unwritten = new Map();
  /** A slider changes a picture with each step, and all of the picture is written. */
  #write = afterPause(() => this.#writeNow());
  /** The picture in the image, with its address. */
  #shown = { blob: /** @type {Blob|null} */ (null), address: "" };

  /**
   * @param {import("./document.js").EditorDocument} doc
   * @param {import("./view.js").View} view
   * @param {import("./pictureStore.js").PictureStore} store
   */
  constructor(doc, view, store) {
    super();
    this.doc = doc;
    this.view = view;
    this.store = store;
    view.addEventListener("changed", () => this.draw());
    doc.addEventListener("changed", () => this.#changed());
    doc.addEventListener("opened", () => this.#open());
    addEventListener("pagehide", () => this.#writeNow());
  }

  get #screen() {
    return String(this.doc.screens[this.doc.screen]?.id ?? "");
  }

  /** The picture of the shown screen. @returns {Picture|null} */
  get current() {
    return this.#pictures.get(this.#screen) ?? null;
  }

  /** Takes the pictures that are kept for the opened file. */
  async #open() {
    this.#pictures = new Map();
    this.#writeNow();
    const { doc } = this;
    const { name, text } = doc;
    const kept = await this.store.read(name).catch(() => new Map());
    if (doc.name !== name || doc.saved !== text) return;
    for (const [screen, picture] of kept) if (!this.#pictures.has(screen)) this.#pictures.set(screen, picture);
    this.#changed();
  }

  /** Puts a picture below the shown screen's regions. Fails with a message for people. @param {Blob & {name?: string}} file */
  async add(file) {
    if (!this.doc.isOpen) throw new Error("Open a configuration first. The picture is put below the regions of its screen.");
    const refusal = refusalOfFile(file);
    if (refusal) throw new Error(refusal);
    const [screen, { name }, opened] = [this.#screen, this.doc, this.#pictures];
    const { width, height } = await sizeOf(file);
    const isTooLarge = refusalOfSize(width, height);
    if (isTooLarge) throw new Error(isTooLarge);
    // If another file has been opened meanwhile, the picture is kept for the one that it was added to.
    const pictures = this.doc.name === name ? this.#pictures : opened;
    this.#put(pictures, name, screen, { opacity: 1, fit: "screen", offset: [0, 0], ...pictures.get(screen), blob: file, width, height, isOn: true });
  }

  /** Changes how the shown screen's picture is shown. @param {Partial<Picture>} keys @param {boolean} [isStep] true if more changes may follow at once */
  set(keys, isStep = false) {
    const { current } = this;
    if (current) this.#put(this.#pictures, this.doc.name, this.#screen, { ...current, ...keys }, isStep);
  }

  /** @param {Map<string, Picture>} pictures @param {string} name the file's @param {string} screen @param {Picture} picture */
  #put(pictures, name, screen, picture, isStep = false) {
    pictures.set(screen, picture);
    this.#unwritten.set(JSON.stringify([name, screen]), [name, screen, picture]);
    isStep ? this.#write() : this.#writeNow();
    this.#changed();
  }

  #writeNow() {
    for (const changed of this.#unwritten.values()) this.store.write(...changed).catch(() => {});
    this.#unwritten.clear();
  }

  /** Removes the shown screen's picture, also from the browser's storage. */
  remove() {
    this.#pictures.delete(this.#screen);
    this.#unwritten.delete(JSON.stringify([this.doc.name, this.#screen]));
    this.store.remove(this.doc.name, this.#screen).catch(() => {});
    this.#changed();
  }

  #changed() {
    this.draw();
    this.dispatchEvent(new Event("changed"));
  }

  draw() {
    const { image, current: picture } = this;
    if (this.#shown.blob !== (picture?.blob ?? null)) {
      URL.revokeObjectURL(this.#shown.address);
      this.#shown = { blob: picture?.blob ?? null, address: picture ? URL.createObjectURL(picture.blob) : "" };
      if (picture) image.setAttribute("href", this.#shown.address);
      else image.removeAttribute("href");
    }
    image.style.display = picture?.isOn ? "" : "none";
    if (!picture?.isOn) return;
    const matrix = then(placementOf(picture, this.doc.size), this.view.matrix);
    for (const [name, value] of Object.entries({ width: picture.width, height: picture.height, opacity: picture.opacity, transform: `matrix(${matrix.join(" ")})` })) {
      if (image.getAttribute(name) !== String(value)) image.setAttribute(name, String(value));
    }
  }
}

/** The size of a picture in pixels. @param {Blob & {name?: string}} file */
async function sizeOf(file) {
  const address = URL.createObjectURL(file);
  try {
    // Loading does not decode the pixels, which may be too many.
    const image = new Image();
    await new Promise((done, failed) => Object.assign(image, { onload: done, onerror: failed, src: address }));
    return { width: image.naturalWidth, height: image.naturalHeight };
  } catch {
    throw new Error(`${file.name ?? "The picture"} cannot be read as a picture.`);
  } finally {
    URL.revokeObjectURL(address);
  }
}
