// @ts-check
// The colours of the picture. Those of touches differ clearly on a dark ground; a touch keeps its colour.

const TOUCHES = ["#62b6ff", "#ffb454", "#7ee787", "#ff8fb1", "#c9a4ff", "#5ee0d0", "#ffe066", "#ff9b73", "#a8c7ff", "#d0f07a"];

/** @param {number} id */
export const touchColour = (id) => TOUCHES[id % TOUCHES.length];

export const colours = {
  screen: "#0d1013",
  edge: "#56616f",
  line: "#4b5766",
  name: "#b4c0cd",
  faint: "#7b8796",
  sensitive: "#5a616a",
  sensitiveName: "#e3e7ec",
  selected: "#eceff3",
  own: "#ffd166",
  cancel: "#ff7a70",
  raw: "#ffffff",
  focus: "#ff5ce1",
  order: "#ffe066",
};

/** The fill and line of a region, by its kind. @param {any} region */
export function regionColours(region) {
  if (region.refuses) return { fill: "rgb(120 130 142 / 0.05)", line: "#414b57" };
  switch (region.kind) {
    case "window":
      return { fill: "rgb(255 255 255 / 0.02)", line: "#5c6876" };
    case "button":
    case "control":
      return { fill: "rgb(98 182 255 / 0.13)", line: "#4f86b8" };
    case "slider":
    case "switch":
      return { fill: "rgb(94 224 208 / 0.13)", line: "#4a9a90" };
    case "scrollView":
      return { fill: "rgb(201 164 255 / 0.07)", line: "#8a72b3" };
    default:
      return { fill: "rgb(255 255 255 / 0.03)", line: colours.line };
  }
}
