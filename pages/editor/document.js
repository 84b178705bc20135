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
  /** The keys of the chosen regions in the order of choosing. The last one is the selected region's. @type {string[]} */
  #keys = [];
  /** @type {Region[]|undefined} the chosen regions, once they have been searched */
  #chosen;
  /** @type {Region[]|undefined} */
  #regions;
  /** The regions before the last change, of which those that it left as they were are used again. @type {Region[]} */
  #previous = [];
  /** Whether changes are being made that form one step. */
  #isTogether = false;

  /** @param {any} library the module "yaml" */
  constructor(library) {
    super();
    this.library = library;
    this.name = "touchd.yaml";
    this.isOpen = false;
    this.saved = "";
    this.screen = 0;
    this.#setState({ text: "", keys: [] });
    this.history = new History({ text: "", keys: /** @type {string[]} */ ([]) });
  }

  /** @param {{text: string, keys: string[]}} state */
  #setState({ text, keys }) {
    this.text = text;
    const { source, path, entries } = this.source ? rereadSource(this.source, text) : { source: readSource(this.library, text), path: null, entries: undefined };
    this.source = source;
    this.isReadable = source.errors.length === 0 && source.root !== null;
    // Regions that did not change keep their `spec`, by which the picture and the list recognize them.
    this.configuration = path ? withPlain(this.configuration, path, nodeAt(source.root, path), entries) : this.isReadable ? plain(source.root) : {};
    this.#previous = path ? (this.#regions ?? this.#previous) : [];
    this.#regions = undefined;
    /** @type {Region[] | null} the regions shown during a drag */
    this.previewed = null;
    this.#setKeys(keys);
  }

  /** All regions. Changes that are made together find them only when they need them. @returns {Region[]} */
  get regions() {
    return (this.#regions ??= regionsOf(this.configuration, this.#previous));
  }

  /** @param {string[]} keys */
  #setKeys(keys) {
    this.#chosen = undefined;
    this.#keys = keys;
    // The keys of a change among others are looked up at the end.
    if (this.#isTogether) return;
    const known = new Set(this.regions.map((region) => region.key));
    this.#keys = [...new Set(keys)].filter((key) => known.has(key));
  }

  /** Starts with another text. */
  open(text, name) {
    this.#setState({ text, keys: [] });
    this.history = new History({ text, keys: this.#keys });
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
   * @param {{select?: string|string[]|null, join?: string}} [options] `select`: the regions to choose afterwards, by default the same ones
   */
  change(text, { select = this.#keys, join = "" } = {}) {
    if (text === this.text) return this.preview(null);
    if (!this.#isTogether) this.history.state.keys = this.#keys;
    this.#setState({ text, keys: typeof select === "string" ? [select] : (select ?? []) });
    if (this.#isTogether) return;
    this.history.push({ text, keys: this.#keys }, join);
    this.#dispatchChanged();
  }

  /**
   * Makes several changes that are one step of the history, and reports them once. Each change reads only its own part of the text again. If this is
   * one of such changes itself, it belongs to their step.
   * @param {() => string[]|void} act returns the keys of the regions to choose afterwards, or nothing if the last change chose them
   */
  together(act, join = "") {
    const set = () => {
      const keys = act();
      if (keys) this.#setKeys(keys);
    };
    if (this.#isTogether) return set();
    const [before, chosen] = [this.text, this.#keys];
    this.#isTogether = true;
    try {
      set();
    } finally {
      this.#isTogether = false;
      this.#setKeys(this.#keys);
      this.history.state.keys = chosen;
      if (this.text !== before) this.history.push({ text: this.text, keys: this.#keys }, join);
      if (this.text !== before || this.#keys.join() !== chosen.join()) this.#dispatchChanged();
    }
  }

  undo() {
    if (this.history.canUndo) this.#go(this.history.undo());
  }

  redo() {
    if (this.history.canRedo) this.#go(this.history.redo());
  }

  #go(state) {
    this.#setState({ text: state.text, keys: state.keys.length > 0 ? state.keys : this.#keys });
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

  /** The chosen regions in the order of choosing. @returns {Region[]} */
  get chosen() {
    if (!this.#chosen) {
      const places = new Map(this.#keys.map((key, index) => [key, index]));
      const found = places.size === 0 ? [] : this.shown.filter((region) => places.has(region.key));
      this.#chosen = found.sort((a, b) => Number(places.get(a.key)) - Number(places.get(b.key)));
    }
    return this.#chosen;
  }

  /** The chosen regions without those inside another chosen one, for commands that act on a region with its descendants. @returns {Region[]} */
  get topmost() {
    const all = new Set(this.chosen);
    const isInside = (region) => {
      for (let at = region.parent; at; at = at.parent) if (all.has(at)) return true;
      return false;
    };
    return this.chosen.filter((region) => !isInside(region));
  }

  /** The primary region: the one that was chosen last. @returns {Region|null} */
  get selected() {
    return this.chosen.at(-1) ?? null;
  }

  /** The key of the primary region. @returns {string|null} */
  get selection() {
    return this.#keys.at(-1) ?? null;
  }

  /** The shown regions: those of a drag if one is in progress. */
  get shown() {
    return this.previewed ?? this.regions;
  }

  /** Chooses one region, or none. @param {string|null} key */
  select(key) {
    this.choose(key === null ? [] : [key]);
  }

  /** Chooses regions; the last one becomes the primary. @param {string[]} keys */
  choose(keys) {
    if (keys.join() === this.#keys.join()) return;
    this.#setKeys(keys);
    this.history.endStep();
    const region = this.selected;
    if (region && region.screen !== this.screen) this.show(region.screen);
    this.dispatchEvent(new Event("selected"));
  }

  /** Adds a region to the chosen ones, or removes it. @param {string} key */
  toggle(key) {
    this.choose(this.#keys.includes(key) ? this.#keys.filter((one) => one !== key) : [...this.#keys, key]);
  }

  /** Adds a region to the chosen ones, or steps back to it if it was chosen just before the primary. @param {string} key */
  extend(key) {
    this.choose(this.#keys.at(-2) === key ? this.#keys.slice(0, -1) : [...this.#keys.filter((one) => one !== key), key]);
  }

  show(screen) {
    this.screen = screen;
    this.dispatchEvent(new Event("changed"));
  }

  /** Shows regions with other values of some keys, without changing the text; null ends that. @param {[Region, Record<string, any>][]|null} changes */
  preview(changes) {
    if (!changes) {
      this.previewed = null;
    } else {
      const configuration = changes.reduce((all, [{ path }, keys]) => withKeys(all, path, keys), this.configuration);
      this.previewed = regionsOf(configuration, this.regions);
    }
    this.#chosen = undefined;
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
