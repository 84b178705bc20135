// @ts-check
// A configuration on trial: touchd has it in force for a time, then the file's again.

/** Characters in one line of the socket. A line may have 64 KiB of UTF-8; a character may take six bytes of JSON. */
const PART = 8000;

/** Events: `changed`. */
export class Trial extends EventTarget {
  /** @type {number|null} when it is over, in ms of the page's clock */
  end = null;
  #timer = 0;

  /** @param {import("../shared/connection.js").Connection} connection */
  constructor(connection) {
    super();
    this.connection = connection;
    // Whatever takes it back says so: the time, another page, a reload. A lost connection does not end it.
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
   * @param {string} text
   * @param {number} seconds
   * @returns {Promise<any>} touchd's reply; fails with its reasons
   */
  async start(text, seconds) {
    this.isStarting = true;
    try {
      const parts = [];
      for (let at = 0; at < text.length || at === 0; ) {
        let end = Math.min(text.length, at + PART);
        // Not between the halves of a character.
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
    // touchd's own clock decides, and its line says so; without a connection nobody does.
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
