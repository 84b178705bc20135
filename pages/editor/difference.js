// @ts-check
// The difference of two texts by lines, as `diff` shows it.

/**
 * A line of a difference: `same`, `removed` (only in the first text), `added` (only in the second one), or a number of equal lines that are left out.
 * @typedef {{kind: "same"|"removed"|"added", text: string}|{kind: "left out", count: number}} Row
 */

/** The equal lines that are shown around a change. */
const AROUND = 3;
/** The most lines that are searched for: with more, the whole part between the equal ends counts as changed. */
const MOST_CHANGES = 1000;

/**
 * The difference of two texts.
 * @param {string} before
 * @param {string} after
 * @returns {Row[]} empty if the texts are equal
 */
export function difference(before, after) {
  const [a, b] = [linesOf(before), linesOf(after)];
  let start = 0;
  while (start < a.length && start < b.length && a[start] === b[start]) start += 1;
  let end = 0;
  while (end < a.length - start && end < b.length - start && a[a.length - 1 - end] === b[b.length - 1 - end]) end += 1;
  const [oldPart, newPart] = [a.slice(start, a.length - end), b.slice(start, b.length - end)];
  if (oldPart.length + newPart.length === 0) return [];
  const rows = [...same(a.slice(0, start)), ...(changes(oldPart, newPart) ?? [...removed(oldPart), ...added(newPart)]), ...same(a.slice(a.length - end))];
  return shortened(rows);
}

/** The lines of a text. A text that does not end with a line feed differs from one that does. */
function linesOf(text) {
  const lines = text.split("\n");
  if (lines.at(-1) === "") lines.pop();
  else lines.push(`${lines.pop()}\\ no line feed at the end`);
  return lines;
}

const row = (kind) => (lines) => lines.map((text) => ({ kind, text }));
const [same, removed, added] = ["same", "removed", "added"].map(row);

/** The shortest list of changes (Myers, 1986), or null if there are too many. @param {string[]} a @param {string[]} b @returns {Row[]|null} */
function changes(a, b) {
  const most = Math.min(a.length + b.length, MOST_CHANGES);
  // furthest[k]: how far in `a` the best way on diagonal k = x - y leads.
  let furthest = new Map([[1, 0]]);
  const history = [];
  for (let d = 0; d <= most; d += 1) {
    const next = new Map();
    for (let k = -d; k <= d; k += 2) {
      const isDown = k === -d || (k !== d && (furthest.get(k - 1) ?? -1) < (furthest.get(k + 1) ?? -1));
      let x = isDown ? (furthest.get(k + 1) ?? 0) : (furthest.get(k - 1) ?? 0) + 1;
      while (x < a.length && x - k < b.length && a[x] === b[x - k]) x += 1;
      next.set(k, x);
      if (x >= a.length && x - k >= b.length) return traced(a, b, history, furthest, d, k);
    }
    history.push(furthest);
    furthest = next;
  }
  return null;
}

/** The rows of a way that has been found, followed back from its end. @returns {Row[]} */
function traced(a, b, history, last, d, diagonal) {
  const rows = /** @type {Row[]} */ ([]);
  let [x, y] = [a.length, b.length];
  const ways = [...history, last];
  for (let step = d, k = diagonal; step >= 0; step -= 1) {
    const furthest = ways[step];
    const isDown = k === -step || (k !== step && (furthest.get(k - 1) ?? -1) < (furthest.get(k + 1) ?? -1));
    const before = isDown ? k + 1 : k - 1;
    const from = step === 0 ? 0 : furthest.get(before) ?? 0;
    const [left, top] = step === 0 ? [0, 0] : [from, from - before];
    const begin = step === 0 ? 0 : isDown ? left : left + 1;
    while (x > begin) {
      rows.push({ kind: "same", text: a[x - 1] });
      [x, y] = [x - 1, y - 1];
    }
    if (step === 0) break;
    rows.push(isDown ? { kind: "added", text: b[y - 1] } : { kind: "removed", text: a[x - 1] });
    [x, y, k] = [left, top, before];
  }
  return rows.reverse();
}

/** The rows without equal lines far from a change. @param {Row[]} rows @returns {Row[]} */
function shortened(rows) {
  const isNear = new Uint8Array(rows.length);
  rows.forEach((one, index) => one.kind !== "same" && isNear.fill(1, Math.max(0, index - AROUND), index + AROUND + 1));
  const found = /** @type {Row[]} */ ([]);
  rows.forEach((one, index) => {
    const last = found.at(-1);
    // A carriage return before the line feed is often the only difference.
    if (isNear[index]) found.push("text" in one ? { ...one, text: one.text.replaceAll("\r", "␍") } : one);
    else if (last?.kind === "left out") last.count += 1;
    else found.push({ kind: "left out", count: 1 });
  });
  return found;
}
