// @ts-check
// The colours of the picture, as palette.css has them in the current theme.

import { colourOf } from "../shared/colours.js";

const TOUCHES = 10;
const KINDS = ["refusing", "window", "control", "value", "scroll", "other"];

export const colours = {
  screen: "", edge: "", name: "", faint: "", sensitive: "", sensitiveName: "", selected: "", own: "", cancel: "", raw: "", focus: "", order: "", tag: "", heat: "", ghost: "",
  /** A number that rises with each change of the theme. */
  revision: 0,
};
/** @type {string[]} */
let touches = [];
/** @type {Record<string, {fill: string, line: string}>} */
let kinds = {};

/** Reads the colours of the current theme. */
export function readColours() {
  for (const name of Object.keys(colours)) if (name !== "revision") /** @type {any} */ (colours)[name] = colourOf("glass-" + name);
  touches = Array.from({ length: TOUCHES }, (_, number) => colourOf("touch-" + number));
  kinds = Object.fromEntries(KINDS.map((kind) => [kind, { fill: colourOf("fill-" + kind), line: colourOf("line-" + kind) }]));
  colours.revision++;
}

/** @param {number} id */
export const touchColour = (id) => touches[id % TOUCHES] ?? "";

/** The colour of a touch for an element's style, which follows the theme. @param {number} id */
export const touchVariable = (id) => `var(--touch-${id % TOUCHES})`;

/** The fill and line of a region, by its kind. @param {any} region */
export function regionColours(region) {
  return kinds[region.refuses ? "refusing" : kindOf(region)] ?? { fill: "", line: "" };
}

/** @param {{kind: string}} region */
function kindOf({ kind }) {
  switch (kind) {
    case "window":
      return "window";
    case "button":
    case "control":
      return "control";
    case "slider":
    case "switch":
      return "value";
    case "scrollView":
      return "scroll";
    default:
      return "other";
  }
}
