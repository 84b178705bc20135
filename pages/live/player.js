// @ts-check
// The shown part of a history: its head as it comes ("live"), or a place in it that stands still or moves on ("paused", "playing"). There is no DOM,
// and the time is a parameter.

import { History } from "./history.js";

/** @typedef {import("./model.js").State} State */

export class Player {
  /** @type {{state: State, number: number} | null} */
  #cursor = null;
  /** The history that is scrubbed: a frozen one, or a recording. @type {History | null} */
  #still = null;
  #lastTick = 0;

  /** The shown time, in ms of the history. */
  at = 0;
  speed = 1;
  isPlaying = false;
  /** The name of the recording that is played, if any. @type {string | null} */
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

  /** The number of the last shown line. */
  get number() {
    return this.#still ? (this.#cursor?.number ?? 0) : this.live.end - 1;
  }

  /** Stops at the current line. New lines are still recorded, but not shown. */
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

  /** Returns to the live history, and closes a recording. */
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

  /** Goes to the next frame, or to the previous one. @param {1 | -1} direction */
  step(direction) {
    this.pause();
    const { history } = this;
    // Other lines may have come after the last frame, which is then the shown one.
    const shown = direction > 0 || history.entry(this.number)?.frame ? this.number : (history.frameFrom(this.number, -1) ?? this.number);
    const number = history.frameFrom(shown, direction);
    if (number !== null) this.#goTo(number);
    else if (direction < 0) this.#goTo(history.start);
  }

  /** Advances the time. @param {number} now @returns {boolean} whether the shown state has changed */
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
