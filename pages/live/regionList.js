// @ts-check
// The tab "Regions": a list for the keyboard and for screen readers, and a way to find one region among many.

import { isolate, plain, setWords } from "../shared/isolate.js";
import { clientsOf, holds } from "./filter.js";
import { shownScreens } from "./scene.js";
import { attribute, element, make, Rows, setText } from "./rows.js";

/** @typedef {import("./model.js").State} State */
/** @typedef {{region: any, words: string, isChosen: boolean, isFirst: boolean}} Row */

/** The most regions in the list. More would cost time at each change; the filter leads to the others. */
const MOST = 200;

/** The number of fingers on each region, by ID. @param {State} state @returns {Map<string, number>} */
export function fingersOn(state) {
  const counts = new Map();
  for (const touch of state.touches.values()) {
    const target = touch.target?.slice(touch.target.lastIndexOf("/") + 1);
    if (target) counts.set(target, (counts.get(target) ?? 0) + 1);
  }
  return counts;
}

/** The words of the list about a region besides its path. @param {State} state @param {any} region @param {number} fingers */
export function wordsOfRegion(state, region, fingers) {
  return [
    region.kind,
    state.sensitive.has(region.id) ? "sensitive" : "",
    region.refuses ? "takes no touches" : "",
    fingers ? (fingers === 1 ? "1 finger" : `${fingers} fingers`) : "",
    ...clientsOf(state, region.path).map((client) => "claimed by " + isolate(client)),
  ].filter(Boolean).join(", ");
}

/** The regions of a screen that the filter leaves. @param {State} state @param {string} screen @param {string[]} filter */
export function found(state, screen, filter) {
  return [...state.regions.values()].filter((region) => shownScreens(state, screen).includes(region.screen) && holds(filter, [region.path, region.kind, ...clientsOf(state, region.path)]));
}

/** @param {(region: any) => void} choose */
export function regionRows(choose) {
  const list = element("region-rows");
  /** @type {Map<HTMLElement, any>} */
  const regions = new Map();
  /** @type {Rows<Row>} */
  const rows = new Rows(list, ({ region: { id } }) => {
    const item = make("li");
    const [path, about] = [make("span", "path"), make("span", "hint")];
    item.dataset.region = id;
    item.setAttribute("role", "option");
    item.append(path, about);
    const fill = (/** @type {Row} */ { region, words, isChosen, isFirst }) => {
      regions.set(item, region);
      setWords(path, isolate(region.path));
      setWords(about, words);
      // Without the places where the path may break, which are read as spaces.
      attribute(item, "aria-label", `${region.path}, ${plain(words)}`);
      attribute(item, "aria-selected", String(isChosen));
      attribute(item, "tabindex", isFirst ? "0" : "-1");
    };
    return { element: item, fill };
  });
  const go = (/** @type {Element | null | undefined} */ item) => {
    if (!(item instanceof HTMLElement) || !regions.has(item)) return;
    choose(regions.get(item));
    item.focus();
  };
  list.addEventListener("click", (/** @type {MouseEvent} */ event) => go(/** @type {Element} */ (event.target).closest("li")));
  list.addEventListener("keydown", (/** @type {KeyboardEvent} */ event) => {
    const at = /** @type {Element} */ (event.target).closest("li");
    const next = { ArrowDown: at?.nextElementSibling, ArrowUp: at?.previousElementSibling, Home: list.firstElementChild, End: list.lastElementChild, Enter: at, " ": at };
    if (!(event.key in next)) return;
    event.preventDefault();
    event.stopPropagation();
    go(next[/** @type {keyof typeof next} */ (event.key)]);
  });
  const rest = element("region-rest");
  return (/** @type {State} */ state, /** @type {string} */ screen, /** @type {string[]} */ filter, /** @type {any} */ chosen) => {
    const all = found(state, screen, filter);
    const fingers = fingersOn(state);
    const shown = all.slice(0, MOST);
    const first = shown.some(({ id }) => id === chosen?.id) ? chosen.id : shown[0]?.id;
    rows.show(shown.map((region) => ({ region, words: wordsOfRegion(state, region, fingers.get(region.id) ?? 0), isChosen: region.id === chosen?.id, isFirst: region.id === first })), ({ region }) => region.id);
    rest.hidden = all.length > 0 && all.length <= MOST;
    setText(rest, all.length ? `and ${all.length - MOST} more: filter to find them` : filter.length ? "No region matches the filter." : "This screen has no regions.");
    return all.length;
  };
}
