// @ts-check
// The edited configuration: its text, its contents, the selection, and the history.

import { History } from "./history.js";
import { regionsOf } from "./model.js";
import { plain, readSource } from "./yamlSource.js";

/** @typedef {import("./model.js").Region} Region */

/** The edited configuration. Events: `changed` (the text), `selected`, `preview` (during a drag), `opened` (another file). */
export class EditorDocument extends EventTarget {
  /** @param {any} library the module "yaml" */
  constructor(library) {
    super();
    this.library = library;
    this.name = "touchd.yaml";
    this.isOpen = false;
    this.saved = "";
    this.screen = 0;
    this.#setState({ text: "", selection: null });
    this.history = new History({ text: "", selection: /** @type {string|null} */ (null) });
  }

  /** @param {{text: string, selection: string|null}} state */
  #setState({ text, selection }) {
    this.text = text;
    this.source = readSource(this.library, text);
    this.isReadable = this.source.errors.length === 0 && this.source.root !== null;
    this.configuration = this.isReadable ? plain(this.source.root) : {};
    /** @type {Region[]} */
    this.regions = regionsOf(this.configuration);
    /** @type {Region[] | null} the regions shown during a drag */
    this.previewed = null;
    this.selection = this.regions.some((region) => region.key === selection) ? selection : null;
  }

  /** Starts with another text. */
  open(text, name) {
    this.#setState({ text, selection: null });
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
   * Changes the text.
   * @param {string} text
   * @param {{select?: string|null, join?: string}} [options] `select`: the region to select afterwards
   */
  change(text, { select = this.selection, join = "" } = {}) {
    if (text === this.text) return this.preview(null);
    this.#setState({ text, selection: select });
    this.history.push({ text, selection: this.selection }, join);
    this.#dispatchChanged();
  }

  undo() {
    if (this.history.canUndo) this.#go(this.history.undo());
  }

  redo() {
    if (this.history.canRedo) this.#go(this.history.redo());
  }

  #go(state) {
    this.#setState({ text: state.text, selection: state.selection ?? this.selection });
    this.#dispatchChanged();
  }

  #dispatchChanged() {
    this.screen = Math.min(this.screen, Math.max(0, this.screens.length - 1));
    this.dispatchEvent(new Event("changed"));
    this.dispatchEvent(new Event("selected"));
  }

  /** Records that the file has this text. */
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

  /** The width and height of the shown screen. @returns {[number, number]} */
  get size() {
    const size = this.screens[this.screen]?.size;
    return Array.isArray(size) && size.length === 2 && size.every((side) => side > 0) ? /** @type {[number, number]} */ (size) : [1920, 1080];
  }

  /** @returns {Region|null} */
  get selected() {
    return this.shown.find((region) => region.key === this.selection) ?? null;
  }

  /** The shown regions: those of a drag if one is in progress. */
  get shown() {
    return this.previewed ?? this.regions;
  }

  /** @param {string|null} key */
  select(key) {
    if (key === this.selection) return;
    this.selection = key;
    this.history.endStep();
    const region = this.selected;
    if (region && region.screen !== this.screen) this.show(region.screen);
    this.dispatchEvent(new Event("selected"));
  }

  show(screen) {
    this.screen = screen;
    this.dispatchEvent(new Event("changed"));
  }

  /** Shows a region with other values of some keys, without changing the text. @param {Region|null} region @param {Record<string, any>} [keys] */
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
