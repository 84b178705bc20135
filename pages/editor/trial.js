// @ts-check
// A configuration on trial: touchd uses it for a time, and then the file's again.

/** The most characters in one line for the socket. A line may have 64 KiB of UTF-8, and a character may take six bytes of JSON. */
const PART = 8000;

/** A trial. Events: `changed`. */
export class Trial extends EventTarget {
  /** @type {number|null} its end, in ms of the page's clock */
  end = null;
  #timer = 0;

  /** @param {import("../shared/connection.js").Connection} connection */
  constructor(connection) {
    super();
    this.connection = connection;
    // touchd reports the end of a trial, whether by time, by another page or by a reload. A lost connection does not end it.
    connection.addEventListener("line", (event) => {
      const line = /** @type {CustomEvent} */ (event).detail;
      if (line.type === "config" && this.end !== null && !this.isStarting && line.trial === undefined) this.#over();
    });
  }

  isStarting = false;

  get isOn() {
    return this.end !== null;
  }

  get secondsLeft() {
    return this.end === null ? 0 : Math.max(0, Math.ceil((this.end - performance.now()) / 1000));
  }

  /**
   * Starts a trial.
   * @param {string} text
   * @param {number} seconds
   * @returns {Promise<any>} touchd's reply; fails with touchd's reasons
   */
  async start(text, seconds) {
    this.isStarting = true;
    try {
      const parts = [];
      for (let at = 0; at < text.length || at === 0; ) {
        let end = Math.min(text.length, at + PART);
        // A surrogate pair must not be split.
        if (end < text.length && /[\ud800-\udbff]/.test(text[end - 1])) end -= 1;
        parts.push(text.slice(at, end));
        if (end === text.length) break;
        at = end;
      }
      let reply = null;
      for (const [index, part] of parts.entries()) {
        const isLast = index === parts.length - 1;
        reply = await this.connection.request("try", { configuration: part, ...(isLast ? { seconds } : { more: true }) });
      }
      this.end = performance.now() + seconds * 1000;
      clearInterval(this.#timer);
      this.#timer = window.setInterval(() => this.#tick(), 250);
      this.dispatchEvent(new Event("changed"));
      return reply;
    } finally {
      this.isStarting = false;
    }
  }

  async revert() {
    await this.connection.request("revert");
    this.#over();
  }

  #tick() {
    // touchd's own clock decides, and a line of touchd reports the end. Without a connection the page decides.
    if (this.end !== null && performance.now() > this.end + (this.connection.state === "connected" ? 15000 : 0)) this.#over();
    else this.dispatchEvent(new Event("changed"));
  }

  #over() {
    if (this.end === null) return;
    this.end = null;
    clearInterval(this.#timer);
    this.dispatchEvent(new Event("changed"));
  }
}
