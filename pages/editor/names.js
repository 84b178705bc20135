// @ts-check
// The places of names in the picture.

/** The width of a letter in pixels, about. */
export const LETTER = 7.5;
/** The height of a line, and the farthest that a name is moved down for a free place. */
const [LINE, FARTHEST] = [15, 64];

/** An ID in so many letters, or nothing if they are too few. @param {string} id @param {number} room */
export const shortened = (id, room) => (id.length <= room ? id : room > 2 ? `${id.slice(0, room - 1)}…` : "");

/** The names that have a place, in rows as high as a line, so that a new one is compared with its neighbours alone. */
export class NamePlaces {
  /** @type {Map<number, {x: number, y: number, width: number}[]>} */
  #rows = new Map();

  /** Finds a free place for a name, at a place or below it. Returns its y. @param {number} x @param {number} y @param {number} width */
  place(x, y, width) {
    let top = y;
    while (this.#isTaken(x, top, width) && top < y + FARTHEST) top += LINE;
    const row = Math.floor(top / LINE);
    const there = this.#rows.get(row);
    if (there) there.push({ x, y: top, width });
    else this.#rows.set(row, [{ x, y: top, width }]);
    return top;
  }

  #isTaken(x, y, width) {
    const row = Math.floor(y / LINE);
    for (let near = row - 1; near <= row + 1; near += 1) {
      if (this.#rows.get(near)?.some((box) => x < box.x + box.width && box.x < x + width && y < box.y + LINE && box.y < y + LINE)) return true;
    }
    return false;
  }
}
