// @ts-check
// Snapping of edges: to the edges and middles of siblings and of the parent, or to a grid.

/** @typedef {import('../shared/geometry.js').Rect} Rect */

/**
 * The places that edges snap to, in the parent's space.
 * @param {Rect[]} siblings
 * @param {Rect|null} parent the parent's bounds
 */
export function guides(siblings, parent) {
  const x = new Set();
  const y = new Set();
  for (const [left, top, width, height] of parent ? [parent, ...siblings] : siblings) {
    for (const part of [0, 0.5, 1]) {
      x.add(left + width * part);
      y.add(top + height * part);
    }
  }
  return { x: [...x], y: [...y] };
}

/** The shortest move from one of the values to one of the places within reach; to the grid if no place is near. */
function nearest(values, places, reach, grid) {
  let best = null;
  for (const value of values) {
    for (const place of places) {
      const way = place - value;
      if (Math.abs(way) <= reach && (best === null || Math.abs(way) < Math.abs(best.way))) best = { way, place };
    }
  }
  if (best || !grid) return best;
  return { way: Math.round(values[0] / grid) * grid - values[0], place: null };
}

/**
 * Snaps a rectangle that is being moved.
 * @param {Rect} rect the rectangle at the finger
 * @param {{x: number[], y: number[]}} places
 * @param {{reach: number, grid?: number}} options in points
 * @returns {{dx: number, dy: number, lines: {x?: number, y?: number}}}
 */
export function snapMove([x, y, width, height], places, { reach, grid = 0 }) {
  const horizontal = nearest([x, x + width, x + width / 2], places.x, reach, grid);
  const vertical = nearest([y, y + height, y + height / 2], places.y, reach, grid);
  return result(horizontal, vertical);
}

/**
 * Snaps a dragged corner or edge: only the dragged coordinates.
 * @param {{x?: number, y?: number}} edge
 */
export function snapEdge(edge, places, { reach, grid = 0 }) {
  return result(edge.x === undefined ? null : nearest([edge.x], places.x, reach, grid), edge.y === undefined ? null : nearest([edge.y], places.y, reach, grid));
}

function result(horizontal, vertical) {
  const lines = {};
  if (horizontal && horizontal.place !== null) lines.x = horizontal.place;
  if (vertical && vertical.place !== null) lines.y = vertical.place;
  return { dx: horizontal?.way ?? 0, dy: vertical?.way ?? 0, lines };
}
