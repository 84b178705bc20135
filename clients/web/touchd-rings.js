// Outlines for touchd-shapes.js. A ring is a closed list of points [x, y]; the first point is not repeated at the end. An outline is a list of rings: what
// lies in an odd number of them is inside. This is how touchd reads a polygon.

/** The largest distance in pixels between a curve and its polygon. */
const tolerance = 0.4;
/** The largest number of points of an outline. touchd takes at most 1024 values in a line, and a point is three of them. */
const most = 300;

export const boundsOf = (rings) => {
  const [xs, ys] = [0, 1].map((axis) => rings.flat().map((point) => point[axis]));
  const [x, y] = [Math.min(...xs), Math.min(...ys)];
  return { x, y, width: Math.max(...xs) - x, height: Math.max(...ys) - y };
};
export const box = (x, y, width, height) => [[x, y], [x + width, y], [x + width, y + height], [x, y + height]];
export const move = (rings, matrix) => rings.map((ring) => ring.map(([x, y]) => [matrix.a * x + matrix.c * y + matrix.e, matrix.b * x + matrix.d * y + matrix.f]));

/** The even-odd rule. */
export const holds = (rings, [x, y]) => rings.reduce((sum, ring) => sum + ring.filter(([ax, ay], index) => {
  const [bx, by] = ring.at(index - 1);
  return (ay > y) !== (by > y) && x < ((bx - ax) * (y - ay)) / (by - ay) + ax;
}).length, 0) % 2 === 1;

/** The area of a ring; negative if it goes round the other way. */
export const area = (ring) => ring.reduce((sum, [x, y], index) => sum + ring.at(index - 1)[0] * y - x * ring.at(index - 1)[1], 0) / 2;

/**
 * Returns points on a part of an ellipse, from one angle to another.
 *
 * @param scale The size of a unit in pixels.
 */
export function arc([cx, cy], rx, ry, from, to, scale = 1) {
  const step = 2 * Math.acos(1 - Math.min(0.3, tolerance / (Math.max(rx, ry) * scale || 1)));
  const count = rx && ry ? Math.min(32, Math.ceil(Math.abs(to - from) / step)) : 0;
  return Array.from({ length: count + 1 }, (_, index) => {
    const angle = from + (to - from) * (count && index / count);
    return [cx + rx * Math.cos(angle), cy + ry * Math.sin(angle)];
  });
}

/** A rectangle with elliptical corners. The radii begin at the top left; they shrink together if they do not fit. */
export function rounded([x, y, width, height], across, down, scale = 1) {
  const [[a, b, c, d], [e, f, g, h]] = fitted(width, height, across, down);
  return [[x + a, y + e, a, e, 2], [x + width - b, y + f, b, f, 3], [x + width - c, y + height - g, c, g, 4], [x + d, y + height - h, d, h, 5]]
    .flatMap(([cx, cy, rx, ry, turn]) => arc([cx, cy], rx, ry, (turn * Math.PI) / 2, ((turn + 1) * Math.PI) / 2, scale));
}

/** The radii that a rectangle really has (CSS Backgrounds 3, "Corner Overlap"). A corner with a radius of 0 in one direction is square. */
export function fitted(width, height, across, down) {
  const [a, b, c, d] = across, [e, f, g, h] = down;
  const factor = Math.min(1, ...[[width, a + b], [width, c + d], [height, e + h], [height, f + g]].map(([side, sum]) => (sum ? side / sum : 1)));
  return [across, down].map((list) => list.map((one, index) => (across[index] && down[index] ? one * factor : 0)));
}

/** Returns points on a Bézier curve of third degree, without its first one. */
function curve(p, q, r, s, scale) {
  const bend = Math.max(...[[p, q, r], [q, r, s]].map(([a, b, c]) => Math.hypot(a[0] - 2 * b[0] + c[0], a[1] - 2 * b[1] + c[1])));
  const count = Math.min(64, Math.ceil(Math.sqrt((0.75 * bend * scale) / tolerance)) || 1);
  return Array.from({ length: count }, (_, index) => {
    const t = (index + 1) / count, u = 1 - t;
    return [0, 1].map((axis) => u * u * u * p[axis] + 3 * u * u * t * q[axis] + 3 * u * t * t * r[axis] + t * t * t * s[axis]);
  });
}

/** Returns points on an elliptical arc of a path, without its first one (SVG 2, appendix B.2.4). */
function ellipticalArc([px, py], [rx, ry, turn, isLarge, isSweep, x, y], scale) {
  if (!rx || !ry || (px === x && py === y)) return [[x, y]];
  const angle = (turn * Math.PI) / 180, [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  const [u, v] = [(cos * (px - x) + sin * (py - y)) / 2, (cos * (py - y) - sin * (px - x)) / 2];
  const excess = Math.max(1, Math.hypot(u / rx, v / ry));
  [rx, ry] = [rx * excess, ry * excess];
  const far = (u / rx) ** 2 + (v / ry) ** 2;
  const middle = (isLarge === isSweep ? -1 : 1) * Math.sqrt(Math.max(0, 1 / far - 1));
  const [mx, my] = [(middle * rx * v) / ry, (-middle * ry * u) / rx];
  const from = Math.atan2((v - my) / ry, (u - mx) / rx);
  let to = Math.atan2((-v - my) / ry, (-u - mx) / rx);
  if (isSweep && to < from) to += 2 * Math.PI;
  if (!isSweep && to > from) to -= 2 * Math.PI;
  const center = [(px + x) / 2 + cos * mx - sin * my, (py + y) / 2 + sin * mx + cos * my];
  const points = arc([0, 0], rx, ry, from, to, scale).slice(1).map(([ax, ay]) => [center[0] + cos * ax - sin * ay, center[1] + sin * ax + cos * ay]);
  return [...points.slice(0, -1), [x, y]];
}

/** Returns the subpaths of a path whose commands are absolute, as in computed styles: `{ points, isClosed }`. */
export function subpaths(text, scale = 1) {
  const found = [];
  let points = [], at = [0, 0], last = '', control;
  for (const [, command, rest] of text.matchAll(/([MLHVCSQTAZ])([^MLHVCSQTAZ]*)/g)) {
    const n = rest.match(/-?[\d.]+(?:e[-+]?\d+)?/g)?.map(Number) ?? [];
    const mirrored = (kind) => (kind.includes(last) ? [2 * at[0] - control[0], 2 * at[1] - control[1]] : at);
    if (command === 'Z') {
      if (found.length) found.at(-1).isClosed = true;
      at = points[0] ?? at;
    } else if (command === 'M' || last === 'Z') {
      found.push({ points: points = [command === 'M' ? n : at], isClosed: false });
    }
    const to = command === 'H' ? [n[0], at[1]] : command === 'V' ? [at[0], n[0]] : n.slice(-2);
    if (/[LHV]/.test(command)) points.push(to);
    if (/[CS]/.test(command)) {
      const first = command === 'C' ? n.slice(0, 2) : mirrored('CS');
      control = n.slice(-4, -2);
      points.push(...curve(at, first, control, to, scale));
    }
    if (/[QT]/.test(command)) {
      control = command === 'Q' ? n.slice(0, 2) : mirrored('QT');
      const near = (end) => [0, 1].map((axis) => end[axis] + (2 * (control[axis] - end[axis])) / 3);
      points.push(...curve(at, near(at), near(to), to, scale));
    }
    if (command === 'A') points.push(...ellipticalArc(at, n, scale));
    if (command !== 'Z') at = to;
    last = command;
  }
  return found;
}

/** Moves each point of a line to one side, by a distance in units; to the other side if it is negative. Sharp corners are cut off, as by `miter`. */
function offset(points, distance, isClosed) {
  points = points.filter((point, index) => index === 0 || String(point) !== String(points[index - 1]));
  if (isClosed && points.length > 1 && String(points[0]) === String(points.at(-1))) points.pop();
  const normal = (from, to) => {
    const [dx, dy] = [to[0] - from[0], to[1] - from[1]], length = Math.hypot(dx, dy) || 1;
    return [dy / length, -dx / length];
  };
  return points.flatMap((point, index) => {
    const isEnd = !isClosed && (index === 0 || index === points.length - 1);
    const after = points[(index + 1) % points.length], before = points.at(index - 1);
    const [a, b] = isEnd ? Array(2).fill(index ? normal(before, point) : normal(point, after)) : [normal(before, point), normal(point, after)];
    const even = 1 + a[0] * b[0] + a[1] * b[1];
    const shifts = even < 0.125 ? [a, b] : [[(a[0] + b[0]) / even, (a[1] + b[1]) / even]];
    return shifts.map(([x, y]) => [point[0] + distance * x, point[1] + distance * y]);
  });
}

/** Returns the outline of a stroke along a line. `cap` is how far it goes on at both ends of an open line. */
export function stroke({ points, isClosed }, width, cap = 0) {
  if (isClosed) return [offset(points, width / 2, true), offset(points, -width / 2, true)];
  if (points.length < 2) return [];
  const beyond = (from, to) => {
    const length = Math.hypot(to[0] - from[0], to[1] - from[1]) || 1;
    return [to[0] + ((to[0] - from[0]) * cap) / length, to[1] + ((to[1] - from[1]) * cap) / length];
  };
  const long = [beyond(points[1], points[0]), ...points.slice(1, -1), beyond(points.at(-2), points.at(-1))];
  return [[...offset(long, width / 2, false), ...offset(long, -width / 2, false).reverse()]];
}

/** Returns an outline that is larger on all sides; its holes get smaller. */
export function grown(rings, distance) {
  return rings.map((ring, index) => {
    const isHole = holds(rings.filter((_, other) => other !== index), ring[0]);
    return offset(ring, (area(ring) > 0) === isHole ? -distance : distance, true);
  });
}

/** Returns the part of a ring that is in a convex ring (Sutherland and Hodgman). */
function cut(ring, window) {
  const sign = Math.sign(area(window));
  return window.reduce((left, to, index) => {
    const from = window.at(index - 1);
    const side = ([x, y]) => sign * ((to[0] - from[0]) * (y - from[1]) - (to[1] - from[1]) * (x - from[0]));
    return left.flatMap((point, at) => {
      const before = left.at(at - 1), [a, b] = [side(before), side(point)];
      const t = a / (a - b), crossing = [before[0] + t * (point[0] - before[0]), before[1] + t * (point[1] - before[1])];
      return [...(a < 0) !== (b < 0) ? [crossing] : [], ...b < 0 ? [] : [point]];
    });
  }, ring);
}

const isConvex = (rings) => {
  const turns = rings[0].map(([x, y], index, ring) => {
    const [a, b] = [ring.at(index - 2), ring.at(index - 1)];
    return (b[0] - a[0]) * (y - b[1]) - (b[1] - a[1]) * (x - b[0]);
  });
  // A pentagram turns to one side only, but goes round twice: to the right and back again, twice.
  const isOnce = [0, 1].every((axis) => {
    const ways = rings[0].map((point, index, ring) => point[axis] - ring.at(index - 1)[axis]).filter((way) => Math.abs(way) > 1e-6);
    return ways.filter((way, index) => way > 0 !== ways.at(index - 1) > 0).length <= 2;
  });
  return isOnce && rings.length === 1 && !(turns.some((one) => one > 1e-6) && turns.some((one) => one < -1e-6));
};

/** Returns what is in both outlines. One of them must be convex; otherwise the answer is the first one. */
export function intersection(a, b) {
  if (!a.length || !b.length) return [];
  const [rings, window] = isConvex(b) ? [a, b[0]] : isConvex(a) ? [b, a[0]] : [];
  return window ? rings.map((ring) => cut(ring, window)).filter(({ length }) => length > 2) : a;
}

/** Returns boxes that cover the same as other ones, but do not overlap. */
export function apart(boxes) {
  const rest = ([[left, top], , [right, bottom]]) => (part) => {
    const [[a, b], , [c, d]] = part;
    if (a >= right || c <= left || b >= bottom || d <= top) return [part];
    const [from, to] = [Math.max(b, top), Math.min(d, bottom)];
    return [[a, b, c, top], [a, bottom, c, d], [a, from, left, to], [right, from, c, to]]
      .filter(([x, y, endX, endY]) => x < endX && y < endY).map(([x, y, endX, endY]) => box(x, y, endX - x, endY - y));
  };
  const largest = [...boxes].sort((a, b) => area(b) - area(a));
  return largest.reduce((found, one) => [...found, ...found.reduce((parts, other) => parts.flatMap(rest(other)), [one])], []);
}

/** The convex hull of points (Andrew's monotone chain). */
function hull(points) {
  points = [...points].sort((a, b) => a[0] - b[0] || a[1] - b[1]);
  const half = (list) => list.reduce((chain, point) => {
    const turns = () => {
      const [[ax, ay], [bx, by]] = chain.slice(-2);
      return (bx - ax) * (point[1] - ay) - (by - ay) * (point[0] - ax);
    };
    while (chain.length > 1 && turns() <= 0) chain.pop();
    return chain.concat([point]);
  }, []).slice(0, -1);
  return [...half(points), ...half(points.reverse())];
}

const meets = (a, b) => a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;

/** Returns an outline around several ones: all of them if no two meet, otherwise their convex hull. */
export function union(outlines) {
  const parts = outlines.filter(({ length }) => length).map((rings) => ({ rings, bounds: boundsOf(rings) }));
  const isIn = (one, other) => box(one.bounds.x, one.bounds.y, one.bounds.width, one.bounds.height).every((point) => holds(other.rings, point));
  const outer = parts.filter((one) => !parts.some((other) => other !== one && isIn(one, other)));
  const isApart = outer.every((one, index) => outer.slice(index + 1).every((other) => !meets(one.bounds, other.bounds)));
  return isApart ? outer.flatMap(({ rings }) => rings) : [hull(outer.flatMap(({ rings }) => rings.flat()))];
}

/** Leaves points out of a line that are nearer than `error` to the line between the others (Ramer, Douglas and Peucker). */
function reduced(points, error) {
  const [[ax, ay], [bx, by]] = [points[0], points.at(-1)], length = Math.hypot(bx - ax, by - ay);
  const far = points.map(([x, y]) => (length ? Math.abs((bx - ax) * (y - ay) - (by - ay) * (x - ax)) / length : Math.hypot(x - ax, y - ay)));
  const largest = Math.max(...far), at = far.indexOf(largest);
  if (largest <= error) return [points[0], points.at(-1)];
  return [...reduced(points.slice(0, at + 1), error).slice(0, -1), ...reduced(points.slice(at), error)];
}

/** Returns an outline with few enough points. Only one with very many becomes coarser. */
export function simplified(rings) {
  for (let error = tolerance / 4; rings.flat().length > most; error *= 2) {
    rings = rings.map((ring) => reduced([...ring, ring[0]], error).slice(0, -1)).filter(({ length }) => length > 2);
  }
  return rings;
}

/** Returns an outline as one polygon, whose rings are joined by lines that are walked to and fro. */
export const polygon = ([first, ...others]) => [...first, ...others.length ? [first[0], ...others.flatMap((ring) => [...ring, ring[0], first[0]])] : []];
