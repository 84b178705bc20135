// @ts-check
// The explanation of a touch in the page.

import { isolate, setWords } from "../shared/isolate.js";
import { element, make } from "./rows.js";
import { explain } from "./why.js";

/**
 * The most regions outside the point that are listed with the others. If there are more, they get a separate part, which is filled when it is
 * opened.
 */
const OUTSIDE = 6;

let shown = "";
/** The trace that is shown. The same ID stands for another touch in another recording. @type {any} */
let shownTrace = null;

/**
 * Shows the explanation.
 * @param {import("./model.js").Touch | null} touch
 * @param {any} [region] a region that was picked instead
 * @param {any} [panel] the panel of its screen
 */
export function showWhy(touch, region, panel) {
  // The explanation is about the touch's begin; only the receivers' states change later.
  const key = [touch?.id, touch && [...touch.receivers].flatMap(([name, r]) => [name, r.phase === "moved" ? "began" : r.phase]), JSON.stringify(region), panel?.id].join(" ");
  if (key === shown && shownTrace === touch?.why) return;
  shown = key;
  shownTrace = touch?.why;
  const told = touch ? explain(touch, touch.why) : null;
  const why = element("why");
  const scrolled = why.scrollTop;
  why.replaceChildren();
  if (region) why.append(...aboutRegion(region, panel));
  if (!told) {
    if (!region) why.append(make("p", "hint", "Choose a touch here or in the picture to see who gets it and why."));
    return;
  }
  why.append(setWords(make("h2"), told.title));
  for (const sentence of told.story) why.append(setWords(make("p", "story"), sentence));
  if (told.asked.length) why.append(make("h3", "", "Regions asked, in this order"), ...askedTables(told.asked));
  if (told.unasked.length) why.append(make("h3", "", "Under the point, but not asked"), table(["Region", "Because"], told.unasked.map((u) => ({ cells: [u.region, u.because], decides: false }))));
  why.append(make("p", "hint", `Its ID on the wire is ${told.id}.`));
  why.scrollTop = scrolled;
}

/** Shows a region below the list of regions. @param {any} region null: none is chosen @param {any} panel the panel of its screen */
export function showRegion(region, panel) {
  const about = element("region-about");
  const key = region ? JSON.stringify([region, panel?.id]) : "";
  if (about.dataset.shown === key) return;
  about.dataset.shown = key;
  about.replaceChildren(...(region ? aboutRegion(region, panel) : []));
}

/** @param {import("./why.js").Asked[]} asked @returns {HTMLElement[]} */
function askedTables(asked) {
  const answers = (/** @type {import("./why.js").Asked[]} */ some) => table(["Region", "Point in it", "Answer"], some.map((a) => ({ cells: [a.region, a.place ?? "", a.answer], decides: a.decides })));
  const outside = asked.filter(({ answer }) => answer === "outside");
  if (outside.length <= OUTSIDE) return [answers(asked)];
  const more = make("details");
  more.append(make("summary", "", `and ${outside.length} more that do not contain the point`));
  more.addEventListener("toggle", () => more.querySelector("table") ?? more.append(answers(outside)));
  return [answers(asked.filter(({ answer }) => answer !== "outside")), more];
}

/** @param {any} region @param {any} panel */
function aboutRegion(region, panel) {
  const [, , width, height] = region.bounds;
  const m = region.toScreen;
  const [w, h] = [Math.hypot(m[0], m[1]) * width, Math.hypot(m[2], m[3]) * height];
  const density = panel?.pointsPerMillimetre;
  const millimetres = density && m[1] === 0 && m[2] === 0 ? `, ${Math.round(w / density[0])} × ${Math.round(h / density[1])} mm` : "";
  return [
    setWords(make("h2"), isolate(region.path)),
    make("p", "story", `${region.kind}, ${Math.round(w)} × ${Math.round(h)} points${millimetres}.${region.refuses ? " It takes no touches now." : ""}`),
  ];
}

/** @param {string[]} heads @param {{cells: string[], decides: boolean}[]} rows */
function table(heads, rows) {
  const all = make("table");
  const head = make("tr");
  for (const text of heads) head.append(make("th", "", text));
  all.append(head);
  for (const { cells, decides } of rows) {
    const row = make("tr", decides ? "decides" : "");
    cells.forEach((text, i) => row.append(cell(text, i === 0 ? "name" : cells.length === 3 && i === 1 ? "point" : "")));
    all.append(row);
  }
  return all;
}

/** A table cell; the first of a row is a path. @param {string} text @param {"name" | "point" | ""} kind */
function cell(text, kind) {
  return setWords(make("td", kind === "point" ? kind : ""), kind === "name" ? isolate(text) : text);
}
