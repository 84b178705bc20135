// The shapes of elements, for touchd-follow.js: `border-radius`, `clip-path`, SVG, and inline elements of several lines. docs/web.md has a table of
// what cannot be followed.

import { apart, arc, area, box, boundsOf, fitted, grown, intersection, move, polygon, rounded, simplified, stroke, subpaths, union } from './touchd-rings.js';
import { isFlat } from './touchd-regions.js';

/** Splits a computed value at spaces and commas. Functions stay whole. */
const split = (text) => text.match(/[\w-]*\((?:[^()]|\([^()]*\))*\)|[^\s,()]+/g) ?? [];
const groups = new Set(['g', 'a', 'svg', 'switch']);
const paths = new Set(['line', 'polyline', 'polygon', 'path']);
const shapes = new Set([...paths, 'circle', 'ellipse', 'rect']);
const boxes = new Set(['text', 'image', 'use', 'foreignObject']);
const sides = ['Top', 'Right', 'Bottom', 'Left'];
/** A value for four sides or corners, of which the last ones may be missing. */
const four = ([a, b = a, c = a, d = b]) => [a, b, c, d];

/** A computed length or percentage in pixels; NaN if it is of another kind, such as `min()`. */
function length(text, whole, zoom) {
  const [, percent, sign, pixels] = text.match(/^(?:calc\()?(?:(-?[\d.e-]+)%)?(?: ([+-]) )?(?:(-?[\d.e+-]+)px)?\)?$/) ?? [];
  if (percent === undefined && pixels === undefined) return NaN;
  return ((percent ?? 0) / 100) * whole + (sign === '-' ? -1 : 1) * (pixels ?? 0) * zoom;
}

/** Returns the radii of four corners, across and down. */
function radii(text, [width, height], zoom) {
  const [across, down = across] = text.split('/').map((one) => four(split(one)));
  return [across.map((one) => length(one, width, zoom)), down.map((one) => length(one, height, zoom))];
}

/** Returns a basic shape of CSS as an outline in a reference box. The coordinates are NaN if it cannot be followed. */
function basicShape(text, [x, y, width, height], zoom, scale) {
  const [, kind, content] = text.match(/^([a-z]+)\((.*)\)/) ?? [];
  const words = content ? split(content) : [];
  const across = (one) => length(one, width, zoom), down = (one) => length(one, height, zoom);
  const after = (word, missing) => (words.includes(word) ? words.splice(words.indexOf(word)).slice(1) : missing);
  if (!kind) return [box(x, y, width, height)];
  if (kind === 'polygon') {
    if (/^(evenodd|nonzero)$/.test(words[0])) words.shift();
    return [Array.from({ length: words.length / 2 }, (_, index) => [x + across(words[2 * index]), y + down(words[2 * index + 1])])];
  }
  if (kind === 'circle' || kind === 'ellipse') {
    const [cx, cy] = after('at', ['50%', '50%']).map((one, index) => (index ? down : across)(one));
    const [left, top] = [[cx, width - cx], [cy, height - cy]].map((list) => list.map(Math.abs));
    const radius = (word = 'closest-side', whole, all) => (
      word === 'closest-side' ? Math.min(...all) : word === 'farthest-side' ? Math.max(...all) : length(word, whole, zoom));
    const rx = kind === 'circle' ? radius(words[0], Math.hypot(width, height) / Math.SQRT2, [...left, ...top]) : radius(words[0], width, left);
    return [arc([x + cx, y + cy], rx, kind === 'circle' ? rx : radius(words[1], height, top), 0, 2 * Math.PI, scale)];
  }
  if (kind === 'inset') {
    const round = content.split(' round ')[1];
    after('round');
    const [top, right, bottom, left] = four(words).map((one, index) => (index % 2 ? across : down)(one));
    const size = [Math.max(0, width - left - right), Math.max(0, height - top - bottom)];
    return [rounded([x + left, y + top, ...size], ...radii(round ?? '0px', [width, height], zoom), scale)];
  }
  if (kind === 'path') {
    const scaled = new DOMMatrix([zoom, 0, 0, zoom, x, y]);
    const data = pathData(content);
    if (data) return move(subpaths(data, zoom * scale).map(({ points }) => points), scaled);
  }
  return [[[NaN, NaN]]];
}

/** Returns the reference box of `clip-path`, in an element that begins at 0, 0. */
function referenceBox(css, [width, height], zoom) {
  const edges = (before, after) => sides.map((side) => parseFloat(css[before + side + after]) * zoom);
  const name = css.clipPath.match(/(?:^| )(margin|padding|content)-box$/)?.[1];
  let [top, right, bottom, left] = [0, 0, 0, 0];
  const add = (list, sign) => { [top, right, bottom, left] = [top, right, bottom, left].map((one, index) => one + sign * list[index]); };
  if (name === 'margin') add(edges('margin', ''), -1);
  else if (name) add(edges('border', 'Width'), 1);
  if (name === 'content') add(edges('padding', ''), 1);
  return [left, top, width - left - right, height - top - bottom];
}

/** Returns the outline of `clip-path`; null if the element has none, or one that cannot be followed. */
function clipOf(element, css, [x, y, width, height], zoom, scale) {
  const id = css.clipPath.match(/^url\("#(.+)"\)$/)?.[1].replace(/\\/g, '');
  if (css.clipPath === 'none') return null;
  let rings;
  if (id) {
    const clip = element.getRootNode().getElementById(id);
    if (clip?.localName !== 'clipPath') return null;
    const unit = clip.clipPathUnits.baseVal === SVGUnitTypes.SVG_UNIT_TYPE_OBJECTBOUNDINGBOX ? [width, 0, 0, height, x, y] : [zoom, 0, 0, zoom, 0, 0];
    const matrix = new DOMMatrix(unit).multiply(transformOf(clip));
    const isPart = (one) => (shapes.has(one.localName) || boxes.has(one.localName)) && getComputedStyle(one).display !== 'none';
    const parts = [...clip.children].filter(isPart);
    rings = union(parts.map((one) => move(fillOf(one, scale * Math.hypot(matrix.a, matrix.b)), matrix.multiply(transformOf(one)))));
  } else {
    rings = basicShape(css.clipPath, [x, y, width, height], zoom, scale);
  }
  return rings.flat(2).some(Number.isNaN) ? null : rings;
}

const transformOf = (element) => new DOMMatrix(getComputedStyle(element).transform);

// SVG.

/** Returns the area of a shape in its own coordinates. */
function fillOf(element, scale) {
  const value = (name) => element[name].baseVal.value;
  switch (element.localName) {
    case 'circle': return [arc([value('cx'), value('cy')], value('r'), value('r'), 0, 2 * Math.PI, scale)];
    case 'ellipse': return [arc([value('cx'), value('cy')], value('rx') || value('ry'), value('ry') || value('rx'), 0, 2 * Math.PI, scale)];
    case 'rect': {
      const [width, height] = [value('width'), value('height')];
      // Other than those of CSS, radii that do not fit shrink one by one (SVG 2, "The 'rect' element").
      const across = Math.min(value('rx') || value('ry'), width / 2), down = Math.min(value('ry') || value('rx'), height / 2);
      return [rounded([value('x'), value('y'), width, height], Array(4).fill(across), Array(4).fill(down), scale)];
    }
    default: return paths.has(element.localName) ? linesOf(element, scale).map(({ points }) => points).filter((ring) => ring.length > 2) : bounds(element);
  }
}

function bounds(element) {
  const { x, y, width, height } = element.getBBox();
  return width && height ? [box(x, y, width, height)] : [];
}

/** Returns the data of a computed path; null if its commands are not absolute, as Chromium writes them. */
function pathData(text) {
  const [, data] = text?.match(/"(.*)"/) ?? [];
  return data && !/[mlhvcsqtaz]/.test(data) ? data : null;
}

/** Returns the lines along which a stroke goes. */
function linesOf(element, scale) {
  const value = (name) => element[name].baseVal.value;
  switch (element.localName) {
    case 'line': return [{ points: [[value('x1'), value('y1')], [value('x2'), value('y2')]] }];
    case 'polyline': case 'polygon': return [{ points: Array.from(element.points, ({ x, y }) => [x, y]), isClosed: element.localName === 'polygon' }];
    case 'path': {
      const data = pathData(getComputedStyle(element).d);
      return data ? subpaths(data, scale) : bounds(element).map((points) => ({ points, isClosed: true }));
    }
    default: return fillOf(element, scale).map((points) => ({ points, isClosed: true }));
  }
}

/** Returns where an SVG element takes touches, in pixels of the viewport. */
function touchable(element) {
  const css = getComputedStyle(element);
  const { pointerEvents, display, visibility } = css;
  const matrix = element.getScreenCTM?.();
  if (display === 'none' || !matrix) return [];
  let found;
  if (groups.has(element.localName)) {
    found = union([...element.children].map(touchable));
  } else {
    const isShape = shapes.has(element.localName), isBox = boxes.has(element.localName);
    if ((!isShape && !isBox) || pointerEvents === 'none' || (visibility !== 'visible' && !/^(fill|stroke|all|painted)$/.test(pointerEvents))) return [];
    const isAll = /^(all|visible)$/.test(pointerEvents);
    const takes = (paint) => isAll || pointerEvents.endsWith(paint) || (/painted|auto/.test(pointerEvents) && css[paint] !== 'none');
    const scale = Math.hypot(matrix.a, matrix.b);
    const width = parseFloat(css.strokeWidth) / (css.vectorEffect === 'non-scaling-stroke' ? scale : 1);
    const hasFill = takes('fill') || pointerEvents === 'bounding-box' || isBox;
    let rings = hasFill ? fillOf(element, scale) : [];
    if (width && takes('stroke') && isShape) {
      const cap = css.strokeLinecap === 'butt' ? 0 : width / 2;
      rings = rings.length ? grown(rings, width / 2) : linesOf(element, scale).flatMap((line) => stroke(line, width, cap));
    }
    found = move(rings, matrix);
  }
  const clip = svgClip(element, css, matrix);
  return clip ? intersection(found, clip) : found;
}

/** Returns the outline of an SVG element's `clip-path` in pixels of the viewport; null if it has none. */
function svgClip(element, css, matrix) {
  if (css.clipPath === 'none' || !matrix) return null;
  const { x, y, width, height } = element.getBBox();
  const clip = clipOf(element, css, [x, y, width, height], 1, Math.hypot(matrix.a, matrix.b));
  return clip && move(clip, matrix);
}

/**
 * Sets where an SVG element is: `box`, `middle`, `size` and `outline`, which all come from the area that takes touches.
 *
 * @param before The `rect` at the last measure.
 * @param isMeasured False if the element has only moved since then.
 */
export function placeSVG(followed, before, isMeasured) {
  const { element, isTouch, linear, rect, middle, box: old } = followed;
  if (!isMeasured) {
    const [x, y] = [rect.x - before.x, rect.y - before.y];
    Object.assign(followed, { middle: [middle[0] + x, middle[1] + y], box: new DOMRect(old.x + x, old.y + y, old.width, old.height) });
    return;
  }
  const nothing = isTouch ? { rings: [], isPolygon: true } : undefined;
  Object.assign(followed, { box: rect, middle: [rect.x + rect.width / 2, rect.y + rect.height / 2], size: [rect.width, rect.height], outline: nothing });
  if (isFlat(linear)) return;
  const found = isTouch ? touchable(element) : svgClip(element, getComputedStyle(element), element.getScreenCTM?.());
  if (!found?.length) return;
  const turned = new DOMMatrix([...linear, 0, 0]);
  const rings = simplified(move(found, turned.inverse()));
  const { x, y, width, height } = boundsOf(rings);
  const center = turned.transformPoint({ x: x + width / 2, y: y + height / 2 });
  const away = rings.map((ring) => ring.map(([px, py]) => [px - x, py - y]));
  Object.assign(followed, { box: boundsOf(found), middle: [center.x, center.y], size: [width, height], outline: { rings: away, isPolygon: true } });
}

// Boxes.

/**
 * Returns the outline of an element that has a box, in a space that begins at the box's top left; undefined if all of the box takes touches. `shape` is the
 * shape in touchd if it has one for it.
 */
export function boxOutline(element, { css, isInline, isInSpace, isCut }, { size: [width, height], rect, isPlain, outline: before }, scale) {
  if (isInline && isPlain) {
    const lines = [...element.getClientRects()].filter((one) => one.width && one.height);
    if (lines.length > 1) return { isPolygon: true, rings: rows(lines, rect) };
  }
  if (isInSpace && isPlain) return inSpace(element, css, rect);
  const { borderRadius } = css;
  if (borderRadius === '0px' && !isCut) return undefined;
  const { clipPath } = css;
  const zoom = element.currentCSSZoom ?? 1;
  const key = [borderRadius, clipPath, width, height, zoom, scale].join();
  if (before?.key === key && !/url|-box/.test(clipPath)) return before;
  const [across, down] = fitted(width, height, ...radii(borderRadius, [width, height], zoom));
  const isRound = Math.max(...across) > 0;
  let rings = isRound ? [rounded([0, 0, width, height], across, down, scale)] : [box(0, 0, width, height)];
  const clip = clipOf(element, css, referenceBox(css, [width, height], zoom), zoom, scale);
  if (clip) return { key, isPolygon: true, rings: simplified(intersection(clip, rings)) };
  if (!isRound) return undefined;
  const near = (list, value) => list.every((one) => Math.abs(one - value) < 0.01);
  if (near(across, width / 2) && near(down, height / 2)) return { key, rings, shape: { kind: 'ellipse' } };
  if (near([...across, ...down], across[0])) return { key, rings, shape: { kind: 'roundedRectangle', radius: across[0] } };
  return { key, isPolygon: true, rings };
}

/**
 * Returns the outline of an element that is rotated in space; undefined if its own `transform` does not lead to its bounding box, because an element around
 * it is rotated too, or has the perspective.
 */
function inSpace(element, css, rect) {
  const zoom = element.currentCSSZoom ?? 1, [x, y, z = 0] = css.transformOrigin.split(' ').map((one) => parseFloat(one) * zoom);
  const matrix = new DOMMatrix().translate(x, y, z).multiply(new DOMMatrix(css.transform)).translate(-x, -y, -z);
  const ring = box(0, 0, element.offsetWidth * zoom, element.offsetHeight * zoom).map(([px, py]) => {
    const to = matrix.transformPoint({ x: px, y: py });
    return [to.x / to.w, to.y / to.w];
  });
  const bounds = boundsOf([ring]);
  if (!(Math.abs(bounds.width - rect.width) < 1 && Math.abs(bounds.height - rect.height) < 1)) return undefined;
  // The back of an element has its corners the other way round.
  if (css.backfaceVisibility === 'hidden' && area(ring) < 0) return { isPolygon: true, rings: [] };
  return { isPolygon: true, rings: [ring.map(([px, py]) => [px - bounds.x, py - bounds.y])] };
}

/** Returns the boxes of lines as rings that do not overlap, in a space that begins at `rect`. A gap of a pixel between two lines belongs to the lower one. */
function rows(lines, rect) {
  lines.sort((a, b) => a.top - b.top);
  return lines.map(({ left, top, right, bottom }, index) => {
    for (const other of lines.slice(0, index)) if (left < other.right && other.left < right && other.bottom >= top - 1) top = other.bottom;
    return box(left - rect.x, top - rect.y, right - left, Math.max(0, bottom - top));
  });
}

/** Returns an outline as a shape of touchd, for a region whose bounds begin at `origin`; `holes` are further rings, in the region's coordinates. */
export function shapeOf(outline, origin, holes, whole) {
  if (!holes.length && (!outline || outline.shape)) return outline?.shape;
  // The same object each time, so that nothing is compared point by point as long as nothing changes.
  const key = String(origin);
  if (!holes.length && outline.last?.key === key) return outline.last.shape;
  const own = outline ? move(outline.rings, { a: 1, b: 0, c: 0, d: 1, e: origin[0], f: origin[1] }) : [box(0, 0, ...whole)];
  // The holes are cut apart: touchd counts outlines, and a point in two holes would be inside again.
  const rings = [...own, ...apart(holes).flatMap((hole) => intersection([hole], own))];
  // An empty outline takes no touches; touchd asks for three points.
  const points = rings.length ? polygon(rings) : Array(3).fill([0, 0]);
  const shape = { kind: 'polygon', points: points.map((point) => point.map((one) => Math.round(one * 64) / 64)) };
  if (!holes.length) outline.last = { key, shape };
  return shape;
}
