// @ts-check
// A link to a moment: the page's address with #at=SECONDS, the place in a recording that stands still, or in the live history.

import { element, setText } from "./rows.js";

/** The part of an address for a moment, down to the µs. @param {number} at in ms */
export const hashOf = (at) => `#at=${Math.floor(at * 1000 + 0.3) / 1e6}`;

/** The moment in the part of an address, in ms; null if there is none. @param {string} hash @returns {number | null} */
export function momentOf(hash) {
  const text = new URLSearchParams(hash.slice(1)).get("at");
  if (text === null || !/^\d+(\.\d+)?$/.test(text)) return null;
  // A bit later, because the line of that moment may have a fraction of a µs.
  return Number(text) * 1000 + 0.00065;
}

export class Moment {
  /** The moment of the address, until a recording is opened. @type {number | null} */
  #wanted = momentOf(location.hash);
  #button = element("link");

  /** @param {import("./player.js").Player} player @param {() => void} changed */
  constructor(player, changed) {
    this.player = player;
    this.#button.addEventListener("click", async () => {
      this.show();
      const isCopied = await navigator.clipboard?.writeText(location.href).then(() => true, () => false);
      setText(this.#button, isCopied ? "Copied" : "It is this page's address");
    });
    // Entered by hand, or a link that was opened in this page.
    addEventListener("hashchange", () => {
      const at = momentOf(location.hash);
      if (at === null) return;
      const { startAt, endAt } = player.live;
      // A moment outside the live history belongs to a recording, which the user has yet to open.
      if (player.recording === null && (at < startAt || at > endAt)) {
        player.goLive();
        this.#wanted = at;
      } else this.#go(at);
      changed();
    });
  }

  /** Goes to the moment of the address, if there was one when the page was opened. A recording has just been opened. */
  opened() {
    if (this.#wanted !== null) this.#go(this.#wanted);
    this.#wanted = null;
  }

  /** @param {number} at */
  #go(at) {
    this.player.seek(at);
    this.player.pause();
  }

  /** Puts the shown moment into the address. Called a few times a second at most, because browsers refuse more. */
  show() {
    const { isLive, isPlaying, at } = this.player;
    const isStill = !isLive && !isPlaying;
    this.#button.disabled = !isStill;
    const hash = isStill ? hashOf(at) : "";
    if (hash === location.hash || (this.#wanted !== null && isLive)) return;
    window.history.replaceState(window.history.state, "", location.pathname + location.search + hash);
    setText(this.#button, "Copy link");
  }
}
