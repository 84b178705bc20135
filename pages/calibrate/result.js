// @ts-check
// The result of the touches, for people.

import { circle, cross, prepare } from "./crosses.js";
import { colourOf } from "../shared/colours.js";

/** @param {string} id @returns {any} */
const at = (id) => document.getElementById(id);

/** The place where a contact lands with the new calibration, in CSS pixels of the window. @param {any} answer @param {number[]} raw */
export function lands({ toScreen: [a, b, c, d, e, f] }, [u, v]) {
  return [a * u + b * v + c, d * u + e * v + f];
}

/**
 * Shows the result.
 * @param {any} answer the answer of the bridge's tool `solve`
 * @param {{shown: number[], raw: number[]}[]} points
 * @param {number[]} size the window's size in CSS pixels
 * @param {boolean} isCapable whether touchd can try a calibration
 */
export function showResult(answer, points, size, isCapable) {
  at("words").replaceChildren(...answer.text.map((/** @type {string} */ sentence) => element("li", sentence)));
  at("try").hidden = !answer.ok || answer.alreadyRight || !isCapable;
  at("write").hidden = !answer.ok || answer.alreadyRight;
  at("residuals").replaceChildren();
  at("picture").hidden = at("residuals").parentElement.hidden = !answer.ok;
  if (!answer.ok) return;
  points.forEach((_, index) => {
    const { millimetres, points: distance } = answer.residuals[index];
    const isWrong = answer.outliers.includes(index);
    const row = element("tr");
    const text = answer.isMeasured ? `${millimetres.toFixed(1)} mm` : `${distance.toFixed(0)} points`;
    row.append(element("td", `${index + 1}${isWrong ? ", left out" : ""}`, isWrong ? "warn" : ""), element("td", text, "number"));
    at("residuals").append(row);
  });
  drawAgain = () => draw(at("picture"), answer, points, size);
  drawAgain();
}

/** Draws the last result again, for another theme. */
export let drawAgain = () => {};

/** @param {HTMLCanvasElement} canvas @param {any} answer @param {{shown: number[], raw: number[]}[]} points @param {number[]} size */
function draw(canvas, answer, points, [width, height]) {
  const scale = Math.min(560 / width, 420 / height);
  canvas.style.width = `${Math.round(width * scale)}px`;
  const context = prepare(canvas, [width * scale, height * scale]);
  context.strokeStyle = colourOf("line");
  context.lineWidth = 2;
  context.strokeRect(1, 1, width * scale - 2, height * scale - 2);
  points.forEach(({ shown, raw }, index) => {
    const wanted = shown.map((value) => value * scale);
    const found = lands(answer, raw).map((value) => value * scale);
    const style = colourOf(answer.outliers.includes(index) ? "bad" : "good");
    cross(context, wanted, 12, colourOf("faint"));
    context.strokeStyle = style;
    context.beginPath();
    context.moveTo(wanted[0], wanted[1]);
    context.lineTo(found[0], found[1]);
    context.stroke();
    circle(context, found, 5, style, true);
  });
}

/** @param {any} answer @param {any} entry touchd's entry of the device @param {boolean} hasOwn whether the configuration has a calibration of the panel */
export function showWhatToWrite(answer, entry, hasOwn) {
  const udev = answer.udev;
  at("udev").hidden = !udev;
  at("twice").hidden = !hasOwn || !udev;
  const node = entry?.node?.startsWith("/dev/") ? ` --name-match=${entry.node}` : "";
  if (udev) at("rule").textContent = `sudo tee ${udev.file} <<'END'\n${udev.rule}END\nsudo udevadm control --reload\nsudo udevadm trigger --action=change${node}`;
  at("yaml").textContent = answer.yaml || "(no \"calibration\")";
}

/** @param {string} name @param {string} [text] @param {string} [kind] */
function element(name, text = "", kind = "") {
  const made = document.createElement(name);
  made.textContent = text;
  made.className = kind;
  return made;
}
