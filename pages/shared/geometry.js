// @ts-check
// Geometry: regions' own spaces, points of the screen, pixels of a picture. A matrix is the protocol's [a, b, c, d, tx, ty]: x' = a·x + c·y + tx, y'
// = b·x + d·y + ty.

/** @typedef {[number, number]} Point */
/** @typedef {[number, number, number, number, number, number]} Matrix */
/** @typedef {[number, number, number, number]} Rect x, y, width, height */
/** @typedef {{kind: string, radius?: number, points?: Point[]}} Shape as in the configuration */
/** @typedef {{bounds: Rect, toScreen: Matrix, shape?: Shape}} Placed a region on the wire, with its shape if it is known */

/** @type {Matrix} */
export const identity = [1, 0, 0, 1, 0, 0];

/** @param {Matrix} m @param {Point} p @returns {Point} */
export function apply(m, [x, y]) {
  return [m[0] * x + m[2] * y + m[4], m[1] * x + m[3] * y + m[5]];
}

/** The map that applies `m` first, then `n`. @param {Matrix} m @param {Matrix} n @returns {Matrix} */
export function then(m, n) {
  const [tx, ty] = apply(n, [m[4], m[5]]);
  return [n[0] * m[0] + n[2] * m[1], n[1] * m[0] + n[3] * m[1], n[0] * m[2] + n[2] * m[3], n[1] * m[2] + n[3] * m[3], tx, ty];
}

/** @param {Matrix} m @returns {Matrix | null} null if the map is singular */
export function inverse([a, b, c, d, tx, ty]) {
  const determinant = a * d - b * c;
  if (Math.abs(determinant) < 1e-12) return null;
  const [e, f, g, h] = [d / determinant, -b / determinant, -c / determinant, a / determinant];
  return [e, f, g, h, -(e * tx + g * ty), -(f * tx + h * ty)];
}

/** The region's corners on the screen, clockwise from its own top left. @param {Placed} region @returns {Point[]} */
export function corners({ bounds: [x, y, width, height], toScreen }) {
  return [apply(toScreen, [x, y]), apply(toScreen, [x + width, y]), apply(toScreen, [x + width, y + height]), apply(toScreen, [x, y + height])];
}

/** The smallest upright rectangle around points. @param {Point[]} points @returns {Rect} */
export function around(points) {
  const xs = points.map((p) => p[0]);
  const ys = points.map((p) => p[1]);
  const [x, y] = [Math.min(...xs), Math.min(...ys)];
  return [x, y, Math.max(...xs) - x, Math.max(...ys) - y];
}

/**
 * Adds the region's outline to a path, through another matrix (screen to picture): its shape if it has one, otherwise its bounds.
 * @param {CanvasPath} path
 * @param {Placed} region
 * @param {Matrix} [toPicture]
 */
export function addOutline(path, region, toPicture = identity) {
  const [x, y, width, height] = region.bounds;
  const m = then(region.toScreen, toPicture);
  const shape = region.shape;
  if (shape?.kind === "ellipse") return addRounded(path, m, region.bounds, width / 2, height / 2);
  if (shape?.kind === "roundedRectangle") {
    const radius = Math.min(shape.radius ?? 0, width / 2, height / 2);
    return addRounded(path, m, region.bounds, radius, radius);
  }
  const points = shape?.kind === "polygon" && shape.points?.length ? shape.points : [[x, y], [x + width, y], [x + width, y + height], [x, y + height]];
  points.forEach((p, i) => {
    const [px, py] = apply(m, /** @type {Point} */ (p));
    if (i === 0) path.moveTo(px, py);
    else path.lineTo(px, py);
  });
  path.closePath();
}

/**
 * Adds rounded corners as cubic curves, which remain cubic under any matrix.
 * @param {CanvasPath} path
 * @param {Matrix} m
 * @param {Rect} rect
 * @param {number} rx
 * @param {number} ry
 */
function addRounded(path, m, [x, y, width, height], rx, ry) {
  const [kx, ky] = [rx * 0.44771525, ry * 0.44771525];
  const [right, bottom] = [x + width, y + height];
  const at = (/** @type {number} */ px, /** @type {number} */ py) => apply(m, [px, py]);
  const line = (/** @type {number} */ px, /** @type {number} */ py) => path.lineTo(...at(px, py));
  const curve = (/** @type {number[]} */ [ax, ay, bx, by, cx, cy]) => path.bezierCurveTo(...at(ax, ay), ...at(bx, by), ...at(cx, cy));
  path.moveTo(...at(x + rx, y));
  line(right - rx, y);
  curve([right - kx, y, right, y + ky, right, y + ry]);
  line(right, bottom - ry);
  curve([right, bottom - ky, right - kx, bottom, right - rx, bottom]);
  line(x + rx, bottom);
  curve([x + kx, bottom, x, bottom - ky, x, bottom - ry]);
  line(x, y + ry);
  curve([x, y + ky, x + kx, y, x + rx, y]);
  path.closePath();
}

/** Whether a point of the screen is in the region's bounds. @param {Placed} region @param {Point} point */
export function contains(region, point) {
  const back = inverse(region.toScreen);
  if (!back) return false;
  const [x, y] = apply(back, point);
  const [left, top, width, height] = region.bounds;
  return x >= left && x < left + width && y >= top && y < top + height;
}

/**
 * The matrix that fits a screen into the middle of a picture and keeps its aspect.
 * @param {[number, number]} screen
 * @param {[number, number]} picture
 * @param {number} [margin]
 * @returns {Matrix}
 */
export function fit([width, height], [pictureWidth, pictureHeight], margin = 0) {
  const scale = Math.max(1e-6, Math.min((pictureWidth - 2 * margin) / width, (pictureHeight - 2 * margin) / height));
  return [scale, 0, 0, scale, (pictureWidth - width * scale) / 2, (pictureHeight - height * scale) / 2];
}

/**
 * The size of a screen. The protocol does not state it, so it is the extent of the screen's windows.
 * @param {Iterable<Placed & {screen: string, path: string}>} regions
 * @param {string} screen
 * @returns {[number, number] | null}
 */
export function screenSize(regions, screen) {
  let [width, height] = [0, 0];
  for (const region of regions) {
    if (region.screen !== screen || region.path.includes("/")) continue;
    const [x, y, w, h] = around(corners(region));
    width = Math.max(width, x + w);
    height = Math.max(height, y + h);
  }
  return width > 0 && height > 0 ? [width, height] : null;
}
