// @ts-check
// Where an edge comes to rest: on the edges and middles of siblings and of the parent, or on a grid.

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

/** The smallest way from one of the values to one of the places, within reach; a grid where no place is near. */
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
 * How a rectangle that is being moved is put right.
 * @param {Rect} rect as the finger has it
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
 * The same for a corner or an edge: only what is dragged.
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
