// @ts-check
// The elements of a screen: the order in which the focus goes through them, as in touchd's core, and what people hear of each. Sensitive regions are
// open, as for their owner.

/** @typedef {import("./model.js").Region} Region */

const CONTROLS = ["control", "button", "slider", "switch"];
/** The roles of regions that state none. */
const ROLES = { button: "button", control: "button", slider: "adjustable", switch: "switch", label: "text", imageView: "image", scrollView: "list" };

/** The `accessibility` of a region as a map, even if it is missing or invalid. @param {Region} region @returns {Record<string, any>} */
const heardOf = (region) => {
  const value = region.spec.accessibility;
  return value && typeof value === "object" && !Array.isArray(value) ? value : {};
};

/** The `elements` of a region. @param {Region} region @returns {string[]} */
export const elementsOf = (region) => (Array.isArray(heardOf(region).elements) ? heardOf(region).elements.map(String) : []);

/** Whether the region, and what is in it, may have places. @param {Region} region */
const isHeard = (region) => region.spec.hidden !== true && !(region.spec.alpha <= 0.01) && heardOf(region).hidden !== true;

/** Whether a region that is shown is a place. A control that cannot be used never is one. @param {Region} region */
function isElement(region) {
  const isControl = CONTROLS.includes(region.kind);
  if (isControl && (region.spec.enabled === false || !region.takesTouches)) return false;
  const { element, label } = heardOf(region);
  return element ?? (isControl || region.kind === "surface" || label !== undefined);
}

/** @param {Region} inner @param {Region} outer */
function isInside(inner, outer) {
  for (let region = inner.parent; region; region = region.parent) if (region === outer) return true;
  return false;
}

/** The order of the focus on a screen. */
export class FocusRing {
  /** @type {Region[]} the places, in their order */
  places = [];
  /** @type {Region|null} the region in which the focus stays */
  modal = null;
  /** @type {Map<Region, Region|null>} the region in whose order each visited region has its place: the one around it, or one that names it */
  #holders = new Map();
  /** @type {Map<Region, Region[]>} the visited regions in the order of each region */
  #ordered = new Map();
  /** @type {Map<Region, Region>} the outermost region whose `elements` names a region */
  #listed = new Map();
  /** @type {Set<Region>} the visited regions that are places, or have places in their order */
  #filled = new Set();

  /**
   * @param {Region[]} regions of all screens
   * @param {number} screen
   * @param {(region: Region) => string[]} [elements] other `elements`, to try them
   */
  constructor(regions, screen, elements = elementsOf) {
    this.elements = elements;
    this.byID = new Map();
    for (const region of regions) if (!this.byID.has(region.id)) this.byID.set(region.id, region);
    const windows = regions.filter((region) => !region.parent && region.screen === screen);
    const level = (region) => (typeof region.spec.level === "number" ? region.spec.level : 0);
    this.modal = this.#modalAmong([...windows].sort((a, b) => level(a) - level(b)));
    if (this.modal) {
      this.#claim(this.modal);
      this.#visit(this.modal, null);
      if (this.places.length > 0) return;
      this.modal = null;
      this.#listed.clear();
      this.#holders.clear();
      this.#ordered.clear();
    }
    for (const window of windows) this.#claim(window);
    for (const window of windows) this.#visit(window, null);
  }

  /** The region in whose order a region has its place; null for a window, or the modal region. @param {Region} region */
  holder(region) {
    return this.#holders.get(region) ?? null;
  }

  /** The regions with places in the order of a region. @param {Region} region @returns {Region[]} */
  ordered(region) {
    return (this.#ordered.get(region) ?? []).filter((one) => this.#filled.has(one));
  }

  /** Whether the `elements` of a region decide where another one has its place. @param {Region} region @param {Region} holder */
  isListed(region, holder) {
    return this.#listed.get(region) === holder;
  }

  /** The places that move with a region: itself, and those in its order. @param {Region} region @returns {Region[]} */
  block(region) {
    const found = new Set([region]);
    const add = (around) => this.ordered(around).forEach((one) => { found.add(one); add(one); });
    add(region);
    return this.places.filter((place) => found.has(place));
  }

  /** The frontmost modal region, or the modal one inside it. @param {Region[]} siblings back to front @returns {Region|null} */
  #modalAmong(siblings) {
    for (const region of [...siblings].reverse()) {
      if (!isHeard(region)) continue;
      const inner = this.#modalAmong(region.children);
      if (inner) return inner;
      if (heardOf(region).modal === true) return region;
    }
    return null;
  }

  /** Notes which regions the `elements` of a region, and of all regions in it, name. The outermost region comes first. @param {Region} region */
  #claim(region) {
    for (const id of this.elements(region)) {
      const named = this.byID.get(id);
      if (named && !this.#listed.has(named) && isInside(named, region)) this.#listed.set(named, region);
    }
    for (const child of region.children) this.#claim(child);
  }

  /** @param {Region} region @param {Region|null} holder */
  #visit(region, holder, isListed = false) {
    if ((!isListed && this.#listed.has(region)) || !isHeard(region)) return;
    const before = this.places.length;
    this.#holders.set(region, holder);
    this.#ordered.set(region, []);
    if (holder) this.#ordered.get(holder)?.push(region);
    if (isElement(region)) this.places.push(region);
    for (const id of new Set(this.elements(region))) {
      const named = this.byID.get(id);
      if (named && this.isListed(named, region) && this.#reaches(region, named)) this.#visit(named, region, true);
    }
    for (const child of region.children) this.#visit(child, region);
    if (this.places.length > before) this.#filled.add(region);
  }

  /** Whether nothing between a region and one in it keeps that out of the order. @param {Region} outer @param {Region} inner */
  #reaches(outer, inner) {
    for (let region = inner.parent; region && region !== outer; region = region.parent) if (!isHeard(region)) return false;
    return true;
  }
}

/** @typedef {{label?: string, role?: string, value?: string|number|boolean, hint?: string, language?: string, isPrivate: boolean}} Announcement */

/** The announcement of a region. Its language and privacy may come from the regions around it. @param {Region} region @returns {Announcement} */
export function announcement(region) {
  const { label, hint, role = ROLES[region.kind], value = knobValue(region) } = heardOf(region);
  let [language, isPrivate] = [/** @type {string|undefined} */ (undefined), false];
  for (let around = /** @type {Region|null} */ (region); around; around = around.parent) {
    language ??= heardOf(around).language;
    isPrivate ||= heardOf(around).private === true;
  }
  return { label, role, value, hint, language, isPrivate };
}

/** @param {Region} region */
function knobValue({ kind, spec }) {
  if (kind === "switch") return spec.isOn === true;
  if (kind !== "slider") return undefined;
  const number = (key, otherwise) => (typeof spec[key] === "number" ? spec[key] : otherwise);
  return Math.max(number("minimumValue", 0), Math.min(number("value", 0), number("maximumValue", 1)));
}

/** Whether nobody can hear what an element is. The elements of a surface are its application's. @param {Region} region */
export const isSilent = (region) => heardOf(region).label === undefined && region.kind !== "surface";

/** The words that a program would say of a region after its label: role, value, and then the hint; and how it would say them. @param {Region} region */
export function spokenAfterLabel(region) {
  const { role, value, hint, language, isPrivate } = announcement(region);
  const words = [role, typeof value === "boolean" ? (value ? "on" : "off") : value].filter((word) => word !== undefined).map((word) => `, ${word}`).join("");
  return `${words}${hint === undefined ? "" : `. ${hint}`}${language === undefined ? "" : ` [${language}]`}${isPrivate ? " [by headset only]" : ""}`;
}
