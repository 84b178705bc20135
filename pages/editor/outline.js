// @ts-check
// Outlines and lines of the picture as the text of a path.

import { addOutline, apply } from "../shared/geometry.js";

/** A path as text, for addOutline. */
class PathText {
  text = "";
  moveTo(x, y) { this.text += `M${short(x)} ${short(y)}`; }
  lineTo(x, y) { this.text += `L${short(x)} ${short(y)}`; }
  bezierCurveTo(...numbers) { this.text += `C${numbers.map(short).join(" ")}`; }
  closePath() { this.text += "Z"; }
}
/** Rounds to hundredths. @param {number} number */
export const short = (number) => Math.round(number * 100) / 100;

/** The outline of a region, or of any rectangle in a space. @param {any} placed @param {any} matrix */
export function outline(placed, matrix) {
  const path = new PathText();
  addOutline(/** @type {any} */ (path), placed, matrix);
  return path.text;
}

/** The lines of a grid over the screen, or nothing if they are too close. @param {[number, number]} size @param {number} step @param {any} matrix */
export function gridLines([width, height], step, matrix) {
  if (!step || step * matrix[0] < 4) return "";
  const path = new PathText();
  const line = (a, b) => {
    path.moveTo(...apply(matrix, a));
    path.lineTo(...apply(matrix, b));
  };
  for (let x = step; x < width; x += step) line([x, 0], [x, height]);
  for (let y = step; y < height; y += step) line([0, y], [width, y]);
  return path.text;
}
