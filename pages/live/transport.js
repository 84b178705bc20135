// @ts-check
// The controls for time: pause, step, scrub, live; and the ways to open a recording.

import { download } from "../shared/download.js";
import { isolate, setWords } from "../shared/isolate.js";
import { Marks } from "./marks.js";
import { attribute, element, setText } from "./rows.js";
import { savedLines, savedName } from "./saved.js";

export class Transport {
  /** @type {(files: File[]) => void} */
  onFiles = () => {};
  /** The current work on a file, if it takes time. */
  busy = "";
  #marks = new Marks();

  /** @param {import("./player.js").Player} player @param {() => void} changed */
  constructor(player, changed) {
    this.player = player;
    const then = (/** @type {() => void} */ action) => () => {
      action();
      changed();
    };
    this.toggle = then(() => (player.isLive || player.isPlaying ? player.pause() : player.play(performance.now())));
    this.back = then(() => player.step(-1));
    this.forward = then(() => player.step(1));
    this.live = then(() => player.goLive());
    element("play").addEventListener("click", this.toggle);
    element("back").addEventListener("click", this.back);
    element("forward").addEventListener("click", this.forward);
    element("live").addEventListener("click", this.live);
    element("save").addEventListener("click", () => download(savedLines(player.history), savedName(new Date()), "application/jsonl"));
    element("speed").addEventListener("change", () => (player.speed = Number(element("speed").value)));
    element("scrub").addEventListener("input", then(() => {
      player.pause();
      const { value, max } = element("scrub");
      // The range counts in whole ms, so its end stands for the last line, whose time may have a fraction.
      player.seek(value === max ? Infinity : player.history.startAt + Number(value));
    }));
    document.addEventListener("keydown", (event) => this.#key(event));
    this.#files();
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    const target = /** @type {HTMLElement} */ (event.target);
    if (event.ctrlKey || event.altKey || event.metaKey || target.closest("dialog, input, select, textarea")) return;
    if (event.key === " " && !target.closest("button, a")) this.toggle();
    else if (event.key === "ArrowLeft" && !target.closest("[role=tab]")) this.back();
    else if (event.key === "ArrowRight" && !target.closest("[role=tab]")) this.forward();
    else if (event.key === "l" || event.key === "L") this.live();
    else return;
    event.preventDefault();
  }

  #files() {
    const file = element("file");
    element("open").addEventListener("click", () => file.click());
    file.addEventListener("change", () => {
      if (file.files.length) this.onFiles([...file.files]);
      file.value = "";
    });
    const drop = element("drop");
    let depth = 0;
    const over = (/** @type {number} */ by) => (event) => {
      event.preventDefault();
      depth = Math.max(0, depth + by);
      drop.hidden = depth === 0;
    };
    addEventListener("dragenter", over(1));
    addEventListener("dragleave", over(-1));
    addEventListener("dragover", (event) => event.preventDefault());
    addEventListener("drop", (event) => {
      event.preventDefault();
      depth = 0;
      drop.hidden = true;
      const files = [...(event.dataTransfer?.files ?? [])];
      if (files.length) this.onFiles(files);
    });
  }

  /** @param {boolean} isTurnOfLists values that move with the time are written together with the lists, because each write costs a layout */
  show(isTurnOfLists) {
    const { player } = this;
    setText(element("play"), player.isLive || player.isPlaying ? "Pause" : "Play");
    if (isTurnOfLists || !player.isLive) this.#showPlace();
    element("save").disabled = player.recording !== null || player.history.end === 0;
    attribute(element("live"), "aria-pressed", String(player.isLive));
    const { startAt, endAt } = player.history;
    const source = element("source");
    const isHidden = player.recording === null && !this.busy;
    if (source.hidden !== isHidden) source.hidden = isHidden;
    if (this.busy) setWords(source, this.busy);
    else if (player.recording) setWords(source, `Recording ${isolate(player.recording)}, ${((endAt - startAt) / 1000).toFixed(2)} s. “Live” closes it.`);
  }

  #showPlace() {
    const { player } = this;
    const { startAt, endAt } = player.history;
    this.#marks.show(player.history);
    const scrub = element("scrub");
    const [max, value] = [Math.max(1, Math.round(endAt - startAt)), Math.round(player.isLive ? endAt - startAt : player.at - startAt)];
    if (scrub.max !== String(max)) scrub.max = String(max);
    if (scrub.value !== String(value)) scrub.value = String(value);
    const seconds = player.recording ? (player.at / 1000).toFixed(2) + " s" : player.isLive ? "now" : `−${((endAt - player.at) / 1000).toFixed(2)} s`;
    setText(element("clock"), seconds);
    attribute(scrub, "aria-valuetext", seconds);
  }
}
