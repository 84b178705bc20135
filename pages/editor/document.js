// @ts-check
// The edited configuration: its text, its contents, the selection, and the history.

import { History } from "./history.js";
import { regionsOf } from "./model.js";
import { rereadSource, withPlain } from "./yamlReread.js";
import { nodeAt, plain, readSource } from "./yamlSource.js";

/** @typedef {import("./model.js").Region} Region */

/** The edited configuration. Events: `changed` (the text), `selected`, `preview` (during a drag), `opened` (another file). */
export class EditorDocument extends EventTarget {
  /** @type {import("./yamlSource.js").Source} */
  source;
  /** @type {any} */
  configuration = {};
  /** @type {Region|null|undefined} the selected region, once it has been searched */
  #selected;

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
    const { source, path, entries } = this.source ? rereadSource(this.source, text) : { source: readSource(this.library, text), path: null, entries: undefined };
    this.source = source;
    this.isReadable = source.errors.length === 0 && source.root !== null;
    // Regions that did not change keep their `spec`, by which the picture and the list recognize them.
    this.configuration = path ? withPlain(this.configuration, path, nodeAt(source.root, path), entries) : this.isReadable ? plain(source.root) : {};
    /** @type {Region[]} */
    this.regions = regionsOf(this.configuration, path ? this.regions : []);
    /** @type {Region[] | null} the regions shown during a drag */
    this.previewed = null;
    this.selection = this.regions.some((region) => region.key === selection) ? selection : null;
    this.#selected = undefined;
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
    return (this.#selected ??= this.shown.find((region) => region.key === this.selection) ?? null);
  }

  /** The shown regions: those of a drag if one is in progress. */
  get shown() {
    return this.previewed ?? this.regions;
  }

  /** @param {string|null} key */
  select(key) {
    if (key === this.selection) return;
    this.selection = key;
    this.#selected = undefined;
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
      this.previewed = regionsOf(withKeys(this.configuration, region.path, keys), this.regions);
    }
    this.#selected = undefined;
    this.dispatchEvent(new Event("preview"));
  }
}

/** A configuration with other values of some keys at a path. Everything else is shared. @returns {any} */
function withKeys(value, [step, ...rest], keys) {
  if (step === undefined) return { ...value, ...keys };
  const copy = Array.isArray(value) ? [...value] : { ...value };
  copy[step] = withKeys(value[step], rest, keys);
  return copy;
}
