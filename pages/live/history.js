// @ts-check
// The lines of the last minute (or of a whole recording) in chunks, each with the state at its start. The state after any line is therefore at most a
// chunk of lines away from a stored state, and old lines are dropped a chunk at a time.

import { marksOf } from "./marks.js";
import { apply, copy, empty } from "./model.js";

/** @typedef {import("./model.js").State} State */
/** @typedef {{at: number, text: string, frame: boolean}} Entry */
/** @typedef {{state: State, first: number, entries: Entry[], bytes: number, marks: import("./marks.js").Mark[]}} Chunk `first` is the number of its first line */

export class History {
  /** @type {Chunk[]} */
  #chunks = [];
  #bytes = 0;
  /** The state after the last line. @type {State} */
  head = empty();
  /** The number of the next line; lines are counted from 0. */
  end = 0;

  /**
   * Creates an empty history.
   * @param {{milliseconds?: number, bytes?: number, chunkMilliseconds?: number, chunkLines?: number}} [limits] how long lines are kept, and the most
   * characters of them (a character counts as a byte, because lines are ASCII except names)
   */
  constructor({ milliseconds = 60_000, bytes = 32 << 20, chunkMilliseconds = 1000, chunkLines = 250 } = {}) {
    this.limits = { milliseconds, bytes, chunkMilliseconds, chunkLines };
  }

  /** Adds a line. @param {string} text @param {any} line the same, parsed @param {number} at in ms; never less than before */
  push(text, line, at) {
    const chunk = this.#chunkFor(at);
    apply(this.head, line, at);
    chunk.entries.push({ at, text, frame: line.type === "frame" });
    chunk.bytes += text.length;
    chunk.marks.push(...marksOf(line, at));
    this.#bytes += text.length;
    this.end++;
    const { milliseconds, bytes } = this.limits;
    while (this.#chunks.length > 1 && (this.#bytes > bytes || this.#chunks[1].entries[0].at < at - milliseconds)) {
      this.#bytes -= /** @type {Chunk} */ (this.#chunks.shift()).bytes;
    }
  }

  /** @param {number} at */
  #chunkFor(at) {
    const last = this.#chunks.at(-1);
    const { chunkMilliseconds, chunkLines } = this.limits;
    if (last && last.entries.length < chunkLines && at - last.entries[0].at < chunkMilliseconds) return last;
    const chunk = { state: copy(this.head), first: this.end, entries: [], bytes: 0, marks: [] };
    this.#chunks.push(chunk);
    return chunk;
  }

  /** A copy of the current history, which later lines do not change. */
  freeze() {
    const frozen = new History(this.limits);
    frozen.#chunks = this.#chunks.map((chunk) => ({ ...chunk, entries: chunk.entries.slice(), marks: chunk.marks.slice() }));
    frozen.#bytes = this.#bytes;
    frozen.head = copy(this.head);
    frozen.end = this.end;
    return frozen;
  }

  /** The times at which touches began and were cancelled, in the lines that are kept. @returns {import("./marks.js").Mark[]} */
  marks() {
    return this.#chunks.flatMap(({ marks }) => marks);
  }

  get bytes() {
    return this.#bytes;
  }

  /** A copy of the state before the first kept line. @returns {State} */
  get startState() {
    return copy(this.#chunks[0]?.state ?? this.head);
  }

  /** The number of the first kept line. */
  get start() {
    return this.#chunks[0]?.first ?? 0;
  }

  get startAt() {
    return this.#chunks[0]?.entries[0].at ?? 0;
  }

  get endAt() {
    return this.#chunks.at(-1)?.entries.at(-1)?.at ?? 0;
  }

  /** @param {number} number @returns {Chunk | undefined} */
  #chunkOf(number) {
    let [low, high] = [0, this.#chunks.length - 1];
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (this.#chunks[middle].first <= number) low = middle;
      else high = middle - 1;
    }
    return this.#chunks[low];
  }

  /** @param {number} number @returns {Entry | undefined} */
  entry(number) {
    if (number < this.start || number >= this.end) return undefined;
    const chunk = /** @type {Chunk} */ (this.#chunkOf(number));
    return chunk.entries[number - chunk.first];
  }

  /** The number of the last line at or before a time; the first line's for earlier times. @param {number} at */
  numberAt(at) {
    let [low, high] = [this.start, this.end - 1];
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (/** @type {Entry} */ (this.entry(middle)).at <= at) low = middle;
      else high = middle - 1;
    }
    return low;
  }

  /** The next frame after a line, or the last one before it. @param {number} number @param {1 | -1} direction @returns {number | null} */
  frameFrom(number, direction) {
    for (let n = number + direction; n >= this.start && n < this.end; n += direction) if (this.entry(n)?.frame) return n;
    return null;
  }

  /**
   * The state after a line, made from the cursor's state if that is nearer than the chunk's start.
   * @param {number} number
   * @param {{state: State, number: number} | null} [cursor] the result of an earlier call, which must not be used afterwards
   * @returns {{state: State, number: number}}
   */
  seek(number, cursor = null) {
    const chunk = this.#chunkOf(number);
    if (!chunk || number < chunk.first) return { state: empty(), number: this.start - 1 };
    const { state, number: from } = cursor && cursor.number <= number && cursor.number >= chunk.first - 1 ? cursor : { state: copy(chunk.state), number: chunk.first - 1 };
    for (let n = from + 1; n <= number; n++) {
      const { text, at } = chunk.entries[n - chunk.first];
      apply(state, JSON.parse(text), at);
    }
    return { state, number };
  }
}
