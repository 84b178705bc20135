// @ts-check
// Drawing crosses over the whole window.

/** The places of the crosses as shares of the window, the same as touchctl's (Sources/Calibration/CrossLayout.swift). @param {number} count */
export function places(count) {
  const corners = [[0.1, 0.1], [0.9, 0.1], [0.9, 0.9], [0.1, 0.9]];
  if (count === 5) return [...corners, [0.5, 0.3]];
  if (count === 6) return [...corners, [0.5, 0.3], [0.5, 0.7]];
  const inside = count - 4;
  const columns = Math.ceil(Math.sqrt(inside));
  const lines = Math.ceil(inside / columns);
  return corners.concat(Array.from({ length: inside }, (_, index) => {
    const line = Math.floor(index / columns);
    const shift = line % 2 ? 0.65 : 0.35;
    return [0.2 + (0.6 * ((index % columns) + shift)) / columns, 0.2 + (0.6 * (line + 0.5)) / lines];
  }));
}

/** The place of the trial's cross. It lies on no diagonal or axis, so that a turned or mirrored panel misses it. */
export const trialPlace = [0.3, 0.76];

/** The radius of the trial's circle, in CSS pixels. @param {number[]} size */
export const trialRadius = (size) => Math.min(...size) * 0.07;

/** Sizes the canvas in CSS pixels, and returns its cleared context. @param {HTMLCanvasElement} canvas @param {number[]} size */
export function prepare(canvas, [width, height]) {
  const scale = window.devicePixelRatio || 1;
  canvas.width = Math.round(width * scale);
  canvas.height = Math.round(height * scale);
  const context = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d"));
  context.setTransform(scale, 0, 0, scale, 0, 0);
  context.clearRect(0, 0, width, height);
  return context;
}

/** @param {CanvasRenderingContext2D} context @param {number[]} place @param {number} arm @param {string} style */
export function cross(context, [x, y], arm, style) {
  context.strokeStyle = style;
  context.lineWidth = 3;
  context.beginPath();
  context.moveTo(x - arm, y);
  context.lineTo(x + arm, y);
  context.moveTo(x, y - arm);
  context.lineTo(x, y + arm);
  context.stroke();
}

/** @param {CanvasRenderingContext2D} context @param {number[]} place @param {number} radius @param {string} style @param {boolean} [filled] */
export function circle(context, [x, y], radius, style, filled = false) {
  context.beginPath();
  context.arc(x, y, radius, 0, 2 * Math.PI);
  context.lineWidth = 3;
  context[filled ? "fillStyle" : "strokeStyle"] = style;
  if (filled) context.fill();
  else context.stroke();
}
