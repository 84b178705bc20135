// @ts-check
// The configuration that is being edited: its text, what it says, what is selected, and the way back.

import { History } from "./history.js";
import { regionsOf } from "./model.js";
import { plain, readSource } from "./yamlSource.js";

/** @typedef {import("./model.js").Region} Region */

/** Events: `changed` (another text), `selected`, `preview` (a drag in progress), `opened` (another file). */
export class EditorDocument extends EventTarget {
  /** @param {any} library the module "yaml" */
  constructor(library) {
    super();
    this.library = library;
    this.name = "touchd.yaml";
    this.isOpen = false;
    this.saved = "";
    this.screen = 0;
    this.#take({ text: "", selection: null });
    this.history = new History({ text: "", selection: /** @type {string|null} */ (null) });
  }

  /** @param {{text: string, selection: string|null}} state */
  #take({ text, selection }) {
    this.text = text;
    this.source = readSource(this.library, text);
    this.isReadable = this.source.errors.length === 0 && this.source.root !== null;
    this.configuration = this.isReadable ? plain(this.source.root) : {};
    /** @type {Region[]} */
    this.regions = regionsOf(this.configuration);
    /** @type {Region[] | null} what a drag in progress shows */
    this.previewed = null;
    this.selection = this.regions.some((region) => region.key === selection) ? selection : null;
  }

  /** Begins with another text. */
  open(text, name) {
    this.#take({ text, selection: null });
    this.history = new History({ text, selection: this.selection });
    this.saved = text;
    this.name = name;
    this.isOpen = true;
    this.screen = 0;
    this.dispatchEvent(new Event("opened"));
    this.dispatchEvent(new Event("changed"));
    this.dispatchEvent(new Event("selected"));
  }

  /**
   * @param {string} text
   * @param {{select?: string|null, join?: string}} [options] `select`: the region that is selected then
   */
  change(text, { select = this.selection, join = "" } = {}) {
    if (text === this.text) return this.preview(null);
    this.#take({ text, selection: select });
    this.history.push({ text, selection: this.selection }, join);
    this.#tell();
  }

  undo() {
    if (this.history.canUndo) this.#go(this.history.undo());
  }

  redo() {
    if (this.history.canRedo) this.#go(this.history.redo());
  }

  #go(state) {
    this.#take({ text: state.text, selection: state.selection ?? this.selection });
    this.#tell();
  }

  #tell() {
    this.screen = Math.min(this.screen, Math.max(0, this.screens.length - 1));
    this.dispatchEvent(new Event("changed"));
    this.dispatchEvent(new Event("selected"));
  }

  /** Says that this text is what the file has. */
  markSaved(text) {
    this.saved = text;
    this.dispatchEvent(new Event("changed"));
  }

  get isChanged() {
    return this.isOpen && this.text !== this.saved;
  }

  /** @returns {any[]} */
  get screens() {
    return Array.isArray(this.configuration?.screens) ? this.configuration.screens : [];
  }

  /** Width and height of the screen that is shown. @returns {[number, number]} */
  get size() {
    const size = this.screens[this.screen]?.size;
    return Array.isArray(size) && size.length === 2 && size.every((side) => side > 0) ? /** @type {[number, number]} */ (size) : [1920, 1080];
  }

  /** @returns {Region|null} */
  get selected() {
    return this.shown.find((region) => region.key === this.selection) ?? null;
  }

  /** The regions as they are shown: those of a drag while there is one. */
  get shown() {
    return this.previewed ?? this.regions;
  }

  /** @param {string|null} key */
  select(key) {
    if (key === this.selection) return;
    this.selection = key;
    this.history.settle();
    const region = this.selected;
    if (region && region.screen !== this.screen) this.show(region.screen);
    this.dispatchEvent(new Event("selected"));
  }

  show(screen) {
    this.screen = screen;
    this.dispatchEvent(new Event("changed"));
  }

  /** Shows keys of a region as if they were in the file. @param {Region|null} region @param {Record<string, any>} [keys] */
  preview(region, keys = {}) {
    if (!region) {
      this.previewed = null;
    } else {
      const copy = structuredClone(this.configuration);
      Object.assign(region.path.reduce((node, step) => node[step], copy), keys);
      this.previewed = regionsOf(copy);
    }
    this.dispatchEvent(new Event("preview"));
  }
}
