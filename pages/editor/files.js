// @ts-check
// Loading and saving a configuration: a chosen or dropped file, the file of `touchctl edit`.

import { pageToken } from "../shared/token.js";

/** The error of a write to a file that another program has changed meanwhile. */
export class ConflictError extends Error {}

/** The file that `touchctl edit FILE` edits. */
export class EditedFile {
  /** @type {string|null} the state of the file that the page has */
  tag = null;
  name = "touchd.yaml";

  async #fetch(method, headers = {}, body = undefined) {
    return fetch("/tools/file", { method, body, cache: "no-store", headers: { Authorization: `Bearer ${pageToken() ?? ""}`, ...headers } });
  }

  /** @returns {Promise<string|null>} null if the page was not started for a file */
  async read() {
    const answer = await this.#fetch("GET");
    if (!answer.ok) return null;
    this.tag = answer.headers.get("ETag");
    const name = answer.headers.get("X-File-Name");
    if (name) this.name = decodeURIComponent(name);
    return answer.text();
  }

  /** The file as it is now, without taking it for the one that is edited. @returns {Promise<{text: string, tag: string}|null>} */
  async peek() {
    const answer = await this.#fetch("GET");
    return answer.ok ? { tag: answer.headers.get("ETag") ?? "", text: await answer.text() } : null;
  }

  get isThere() {
    return this.tag !== null;
  }

  /**
   * Writes the file in place. Fails with a message for people, also if the file has changed meanwhile.
   * @param {string} text
   * @param {string} [tag] the state of the file that may be overwritten
   */
  async write(text, tag = this.tag ?? "") {
    const before = this.tag;
    const answer = await this.#fetch("PUT", { "If-Match": tag, "Content-Type": "application/yaml" }, text);
    if (answer.status === 412) throw new ConflictError("Another program has changed the file since you opened it. Nothing has been written.");
    if (!answer.ok) {
      const words = (await answer.text()).trim();
      let message = words;
      try {
        message = JSON.parse(words).error ?? words;
      } catch {
        // A plain text is used as the message.
      }
      throw new Error(message || `The bridge answered with status ${answer.status}.`);
    }
    // Another file may have been opened meanwhile, which is not the one that the answer is about.
    if (this.tag === before) this.tag = answer.headers.get("ETag") ?? this.tag;
  }
}

/** Calls `take` with each file dropped on an element. @param {HTMLElement} place @param {(file: File) => void} take */
export function acceptDrops(place, take) {
  const isFile = (event) => [...(event.dataTransfer?.types ?? [])].includes("Files");
  place.addEventListener("dragover", (event) => {
    if (!isFile(event)) return;
    event.preventDefault();
    place.classList.add("drop");
  });
  place.addEventListener("dragleave", () => place.classList.remove("drop"));
  place.addEventListener("drop", (event) => {
    if (!isFile(event)) return;
    event.preventDefault();
    place.classList.remove("drop");
    const file = event.dataTransfer?.files[0];
    if (file) take(file);
  });
}
