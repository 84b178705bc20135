// @ts-check
// Regions that are locked or hidden in the editor alone: they stay as they are in the file. What is in such a region is locked or hidden with it.

import { element } from "./element.js";
import { make } from "./svg.js";

/** @typedef {import("./model.js").Region} Region */
/** @typedef {"locked"|"hidden"} Kind */

const KINDS = /** @type {Kind[]} */ (["locked", "hidden"]);
/** The word of a button for each state, before and after. */
const WORDS = { locked: ["Lock", "Unlock", "L"], hidden: ["Hide", "Show", "I"] };
/** The pictures of the signs, in a square of 16 pixels: off and on. */
const SIGNS = {
  locked: ["M3.5 7.5h9v6.5h-9zM5.5 7.5v-3a2.5 2.5 0 0 1 5 0", "M3.5 7.5h9v6.5h-9zM5.5 7.5v-3a2.5 2.5 0 0 1 5 0v3"],
  hidden: ["M1 8q7-8 14 0q-7 8-14 0zM8 6a2 2 0 1 0 .1 0", "M1 8q7-8 14 0q-7 8-14 0zM2 14L14 2"],
};

/**
 * The region that another one has become: it has its ID in another region, its place in the file with another ID, or both are others, and everything
 * else is the same.
 * @param {Region} region
 * @param {Region[]} others whose names are new
 * @param {boolean} isAsMany true if there are as many regions as before, so that their places can be compared
 */
function successorOf(region, others, isAsMany) {
  const only = (found) => (found.length === 1 ? found[0] : undefined);
  const contents = ({ spec }) => JSON.stringify({ ...spec, id: "" });
  return only(others.filter(({ id }) => id === region.id)) ?? (isAsMany ? others.find(({ key }) => key === region.key) : undefined)
    ?? only(others.filter((one) => contents(one) === contents(region)));
}

/** The locked and hidden regions of the open file. Events: `changed`. */
export class Aside extends EventTarget {
  /** @type {Record<Kind, Set<string>>} by name, so that other regions can come and go */
  #names = { locked: new Set(), hidden: new Set() };
  /** The regions that the names are of. @type {Region[]} */
  #regions = [];
  /** Changes with the regions. */
  version = 0;

  /** @param {import("./document.js").EditorDocument} doc @param {import("./told.js").Told} told */
  constructor(doc, told) {
    super();
    this.doc = doc;
    this.told = told;
    doc.addEventListener("opened", () => (this.#clear("locked"), this.#clear("hidden")));
    doc.addEventListener("changed", () => this.#follow());
  }

  /** Lets regions keep their states if they have other names now and their old ones are no longer there. */
  #follow() {
    const [before, after] = [this.#regions, this.doc.regions];
    if (this.#isEmpty || before === after || !this.doc.isReadable) return;
    this.#regions = after;
    const [old, now] = [before, after].map((regions) => new Set(regions.map(({ name }) => name)));
    const fresh = after.filter(({ name }) => !old.has(name));
    let isChanged = false;
    for (const region of before) {
      if (now.has(region.name) || KINDS.every((kind) => !this.has(kind, region))) continue;
      const next = successorOf(region, fresh, before.length === after.length);
      if (!next) continue;
      fresh.splice(fresh.indexOf(next), 1);
      for (const kind of KINDS) if (this.#names[kind].delete(region.name)) isChanged = Boolean(this.#names[kind].add(next.name));
    }
    if (isChanged) this.#changed();
  }

  get #isEmpty() {
    return KINDS.every((kind) => this.#names[kind].size === 0);
  }

  /** The number of regions that are locked or hidden themselves. @param {Kind} kind */
  #count(kind) {
    return this.#names[kind].size === 0 ? 0 : this.doc.regions.filter((region) => this.has(kind, region)).length;
  }

  /** True if a region itself is locked or hidden. @param {Kind} kind @param {Region} region */
  has(kind, region) {
    return this.#names[kind].has(region.name);
  }

  /** @param {Kind} kind @param {Region} region */
  #isIn(kind, region) {
    if (this.#names[kind].size === 0) return false;
    for (let at = /** @type {Region|null} */ (region); at; at = at.parent) if (this.has(kind, at)) return true;
    return false;
  }

  /** True if a region cannot be picked or moved in the picture. @param {Region} region */
  isLocked(region) {
    return this.#isIn("locked", region);
  }

  /** True if a region is not in the picture. @param {Region} region */
  isHidden(region) {
    return this.#isIn("hidden", region);
  }

  /** Locks or hides regions, or ends that if all of them are. @param {Kind} kind @param {Region[]} [regions] by default the selected ones */
  toggle(kind, regions = this.doc.chosen) {
    if (regions.length === 0) return this.told.say(`Select what to ${kind === "locked" ? "lock" : "hide"}.`);
    this.#follow();
    this.#regions = this.doc.regions;
    const names = this.#names[kind];
    const isOn = !regions.every((region) => this.has(kind, region));
    for (const region of regions) isOn ? names.add(region.name) : names.delete(region.name);
    const what = regions.length === 1 ? regions[0].id : `${regions.length} regions`;
    this.told.say(`${what} ${isOn ? `${kind} in the editor` : kind === "locked" ? "unlocked" : "shown"}`);
    this.#changed();
  }

  /** Unlocks or shows all regions. @param {Kind} kind */
  clear(kind) {
    const count = this.#count(kind);
    this.#clear(kind);
    this.told.say(count === 0 ? `Nothing is ${kind} in the editor.` : kind === "locked" ? "Everything unlocked" : "Everything shown");
  }

  /** @param {Kind} kind */
  #clear(kind) {
    if (this.#names[kind].size === 0) return;
    this.#names[kind].clear();
    this.#changed();
  }

  #changed() {
    this.version += 1;
    this.dispatchEvent(new Event("changed"));
  }

  /** The states of a region in words, for the list. @param {Region} region */
  describe(region) {
    if (this.#isEmpty) return "";
    return KINDS.filter((kind) => this.#isIn(kind, region)).map((kind) => `${kind} in the editor`).join(", ");
  }

  /** The reason why a region is locked or hidden with one around it, such as “locked because “side” is”, or "". @param {Region} region */
  reason(region) {
    return KINDS.flatMap((kind) => {
      for (let at = region.parent; at; at = at.parent) if (this.has(kind, at)) return `${kind} because “${at.id}” is`;
      return [];
    }).join(" and ");
  }

  /** The signs of an entry of the list, for the mouse and fingers. */
  signs() {
    return KINDS.map((kind) => {
      const picture = make("svg", { viewBox: "0 0 16 16" });
      picture.append(...SIGNS[kind].map((d, index) => make("path", { d, class: index === 0 ? "off" : "on" })));
      return element("span", { class: "sign", "data-aside": kind, "aria-hidden": "true", title: `${WORDS[kind].slice(0, 2).join(" or ").toLowerCase()} it in the editor (${WORDS[kind][2]})` }, picture);
    });
  }

  /** The buttons of a panel. */
  buttons() {
    const all = KINDS.flatMap((kind) => {
      const [word, opposite, key] = WORDS[kind];
      const own = element("button", { class: "wide", "data-aside": kind, title: key, "aria-keyshortcuts": key, onclick: () => this.toggle(kind) }, word);
      const everything = element("button", { class: "wide", "data-aside": `all-${kind}`, title: `Shift-${key}`, "aria-keyshortcuts": `Shift+${key}`, onclick: () => this.clear(kind) });
      const draw = () => {
        const isOn = this.doc.chosen.length > 0 && this.doc.chosen.every((region) => this.has(kind, region));
        const count = this.#count(kind);
        for (const [button, text] of [[own, isOn ? opposite : word], [everything, `${opposite} all${count > 0 ? ` (${count})` : ""}`]]) {
          if (button.textContent !== text) button.textContent = text;
        }
      };
      this.addEventListener("changed", draw);
      this.doc.addEventListener("selected", draw);
      draw();
      return [own, everything];
    });
    return [element("p", { class: "hint" }, "In the editor alone, not in the file"), ...all];
  }
}
