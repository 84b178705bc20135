// @ts-check
// The pages' connection to touchd through the bridge: one WebSocket, the protocol's lines as messages, requests as promises. It reconnects by itself
// with growing delays, and asks for a token if the bridge refuses the current one.

import { askForToken, pageToken } from "./token.js";

/** The error of a request that touchd refused, or whose connection was lost (`code` is then `lost`). */
export class RequestError extends Error {
  /** @param {{code: string, message: string, hint?: string}} error @param {any} [reply] */
  constructor(error, reply) {
    super(error.message);
    this.code = error.code;
    this.hint = error.hint ?? "";
    this.reply = reply ?? null;
  }
}

/** A line from touchd: `detail` is its object, `text` its text. */
export class LineEvent extends CustomEvent {
  /** @param {any} line @param {string} text */
  constructor(line, text) {
    super("line", { detail: line });
    this.text = text;
  }
}

/**
 * A connection. Events: `line` (a LineEvent; every line except replies), `state` (detail: `{state, text}` with `connecting`, `connected`, `lost`),
 * `opened` (after touchd's `hello`: subscribe here), `lost` (all earlier state is invalid).
 */
export class Connection extends EventTarget {
  /** @type {WebSocket | null} */
  #socket = null;
  /** @type {Map<number, {done: (reply: any) => void, failed: (error: Error) => void}>} */
  #waiting = new Map();
  #number = 0;
  #failures = 0;
  #stopped = false;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;

  /** touchd's `hello` of this connection. @type {any} */
  hello = null;
  /** @type {"connecting" | "connected" | "lost"} */
  state = "lost";
  /** The state as text for people. */
  text = "";

  /** @param {{name: string, url?: string}} options `name` is the page's name in touchd's log and in `touchctl clients` */
  constructor({ name, url = location.origin.replace(/^http/, "ws") + "/" }) {
    super();
    this.name = name;
    this.url = url;
  }

  /** Connects, and asks for a token first if there is none. Does not wait for touchd. */
  async start() {
    this.#stopped = false;
    let token = pageToken();
    if (token === null) {
      this.#setState("lost", "Not connected: this page has no token.");
      token = await askForToken("This page connects to touchd through the bridge. Enter the bridge's token.");
    }
    if (this.#stopped || this.#socket) return;
    this.#open(token);
  }

  stop() {
    this.#stopped = true;
    clearTimeout(this.#timer);
    this.#socket?.close(1000);
  }

  /**
   * Sends a request to touchd.
   * @param {string} type
   * @param {Record<string, any>} [members]
   * @returns {Promise<any>} the reply; fails with a RequestError if it is not `ok`
   */
  request(type, members = {}) {
    return new Promise((done, failed) => {
      if (this.state !== "connected") return failed(new RequestError({ code: "lost", message: "not connected to touchd" }));
      const id = ++this.#number;
      this.#waiting.set(id, { done, failed });
      this.send({ type, id, ...members });
    });
  }

  /** Sends a line without waiting for an answer. @param {Record<string, any>} line */
  send(line) {
    this.#socket?.send(JSON.stringify(line));
  }

  /** @param {string} token */
  #open(token) {
    this.#setState("connecting", this.#failures ? this.text : "Connecting to touchd …");
    let [isAccepted, opened] = [false, false];
    let bye = "";
    const socket = new WebSocket(this.url, ["touchd.v1", "bearer." + token]);
    this.#socket = socket;
    socket.onopen = () => {
      isAccepted = true;
    };
    socket.onmessage = (event) => {
      const line = JSON.parse(event.data);
      if (line.type === "hello") {
        opened = true;
        this.#failures = 0;
        this.hello = line;
        this.#setState("connected", "Connected to " + line.server);
        this.send({ type: "hello", name: this.name, protocol: 1 });
        this.dispatchEvent(new Event("opened"));
      }
      if (line.type === "bye") bye = line.message;
      if (!this.#answer(line)) this.dispatchEvent(new LineEvent(line, event.data));
    };
    socket.onclose = async (event) => {
      this.#socket = null;
      this.hello = null;
      const why = bye || event.reason;
      const isUnknown = !why && !isAccepted;
      this.#setState("lost", why ? `Not connected: ${why}.` : opened ? "The connection is lost." : isUnknown ? "Not connected." : "touchd cannot be reached. Trying again …");
      const error = new RequestError({ code: "lost", message: "the connection to touchd was lost" });
      for (const { failed } of this.#waiting.values()) failed(error);
      this.#waiting.clear();
      if (opened) this.dispatchEvent(new Event("lost"));
      if (!this.#stopped) await this.#reconnect(token, isAccepted);
    };
  }

  /** @param {any} line */
  #answer(line) {
    if (line.type !== "reply" && line.type !== "pong" && line.type !== "synced") return false;
    const waiting = this.#waiting.get(line.id);
    if (!waiting) return true;
    this.#waiting.delete(line.id);
    if (line.ok === false) waiting.failed(new RequestError(line.error, line));
    else waiting.done(line);
    return true;
  }

  /** Reconnects after 0.25 s, 0.5 s … 8 s, with a token that the bridge accepts. @param {string} token @param {boolean} isAccepted */
  async #reconnect(token, isAccepted) {
    const status = isAccepted ? 0 : await statusWith(token);
    if (this.#stopped) return;
    if (status === 403) {
      this.#setState("lost", "Not connected: the bridge refuses the token of this page.");
      token = await askForToken("The bridge refuses the token of this page. Enter another one.");
      this.#failures = 0;
    } else if (status) {
      this.#setState("lost", "The bridge has no room for this page, or refuses it; see its log. Trying again …");
    } else if (!isAccepted) {
      this.#setState("lost", "The bridge cannot be reached. Trying again …");
    }
    const seconds = Math.min(8, 0.25 * 2 ** this.#failures++);
    this.#timer = setTimeout(() => this.#stopped || this.#open(token), seconds * 1000);
  }

  /** @param {"connecting" | "connected" | "lost"} state @param {string} text */
  #setState(state, text) {
    this.state = state;
    this.text = text;
    this.dispatchEvent(new CustomEvent("state", { detail: { state, text } }));
  }
}

/**
 * The bridge's status for a token. A page cannot see why a WebSocket does not open, but the bridge tells whether the token is right: a request for a
 * tool that does not exist gets 403 without a valid token, otherwise 404.
 * @param {string} token
 * @returns {Promise<number>} 0: the bridge is not there
 */
async function statusWith(token) {
  try {
    const answer = await fetch("/tools/", { headers: { Authorization: "Bearer " + token }, cache: "no-store" });
    return answer.status;
  } catch {
    return 0;
  }
}

/**
 * Runs one of the bridge's tools (`check`, `replay`, `solve`).
 * @param {string} tool
 * @param {string | object} body text, or an object that is sent as JSON
 * @returns {Promise<string>} the tool's output; fails with an Error in the tool's own words
 */
export async function runTool(tool, body) {
  const ask = (/** @type {string} */ token) => fetch("/tools/" + tool, {
    method: "POST",
    headers: { Authorization: "Bearer " + token, "Content-Type": typeof body === "string" ? "text/plain" : "application/json" },
    body: typeof body === "string" ? body : JSON.stringify(body),
  });
  let answer = await ask(pageToken() ?? (await askForToken("Enter the bridge's token to use its tools.")));
  while (answer.status === 403) answer = await ask(await askForToken("The bridge refuses the token of this page. Enter another one to use its tools."));
  const text = await answer.text();
  if (answer.ok) return text;
  let message = text.trim() || `the bridge answered with status ${answer.status}`;
  try {
    message = JSON.parse(text).error ?? message;
  } catch {
    // A plain text is used as the message.
  }
  if (answer.status === 404 || answer.status === 405) message = "This bridge has no tools: add \"tools\" to its configuration.";
  throw new Error(message);
}

/** Shows a connection's state in the bar. @param {Connection} connection @param {HTMLElement} element */
export function showState(connection, element) {
  const show = () => {
    element.textContent = connection.text;
    element.dataset.state = connection.state;
  };
  connection.addEventListener("state", show);
  show();
}
