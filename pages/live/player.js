// @ts-check
// What of a history is shown: its head as it comes ("live"), or a place in it that stands still or moves on ("paused", "playing"). No DOM; the
// time is given.

import { History } from "./history.js";

/** @typedef {import("./model.js").State} State */

export class Player {
  /** @type {{state: State, number: number} | null} */
  #cursor = null;
  /** What is scrubbed: a frozen history, or a recording. @type {History | null} */
  #still = null;
  #lastTick = 0;

  /** The time that is shown, in the history's ms. */
  at = 0;
  speed = 1;
  isPlaying = false;
  /** The name of what is played, if it is a recording. @type {string | null} */
  recording = null;

  /** @param {History} live */
  constructor(live) {
    this.live = live;
  }

  get isLive() {
    return this.#still === null;
  }

  get history() {
    return this.#still ?? this.live;
  }

  /** @returns {State} */
  get state() {
    return this.#still ? (this.#cursor?.state ?? this.#still.head) : this.live.head;
  }

  /** The number of the line that is shown last. */
  get number() {
    return this.#still ? (this.#cursor?.number ?? 0) : this.live.end - 1;
  }

  /** What comes is kept on, but no longer shown. */
  pause() {
    if (this.#still) {
      this.isPlaying = false;
      return;
    }
    this.#still = this.live.freeze();
    this.#goTo(this.#still.end - 1);
  }

  /** @param {number} now */
  play(now) {
    if (!this.#still) return;
    if (this.number >= this.#still.end - 1) this.#goTo(this.#still.start);
    this.isPlaying = true;
    this.#lastTick = now;
  }

  /** Back to what comes. A recording is closed. */
  goLive() {
    this.#still = null;
    this.#cursor = null;
    this.recording = null;
    this.isPlaying = false;
  }

  /** @param {History} history @param {string} name @param {number} now */
  open(history, name, now) {
    this.#still = history;
    this.#cursor = null;
    this.recording = name;
    this.#goTo(history.start);
    this.play(now);
  }

  /** @param {number} at */
  seek(at) {
    if (!this.#still) this.pause();
    const still = /** @type {History} */ (this.#still);
    this.at = Math.min(Math.max(at, still.startAt), still.endAt);
    this.#cursor = still.seek(still.numberAt(this.at), this.#cursor);
  }

  /** To the next frame, or the one before. @param {1 | -1} direction */
  step(direction) {
    this.pause();
    const { history } = this;
    // After the last frame other lines may have come: the frame that is shown is that one.
    const shown = direction > 0 || history.entry(this.number)?.frame ? this.number : (history.frameFrom(this.number, -1) ?? this.number);
    const number = history.frameFrom(shown, direction);
    if (number !== null) this.#goTo(number);
    else if (direction < 0) this.#goTo(history.start);
  }

  /** Moves on. @param {number} now @returns {boolean} whether something else is to be shown */
  tick(now) {
    if (!this.isPlaying || !this.#still) return false;
    const passed = Math.max(0, now - this.#lastTick);
    this.#lastTick = now;
    this.seek(this.at + passed * this.speed);
    if (this.at >= this.#still.endAt) this.isPlaying = false;
    return true;
  }

  /** @param {number} number */
  #goTo(number) {
    const still = /** @type {History} */ (this.#still);
    this.#cursor = still.seek(number, this.#cursor);
    this.at = still.entry(number)?.at ?? 0;
  }
}
