// @ts-check
// Loading and saving a configuration: a chosen or dropped file, the file of `touchctl edit`.

import { pageToken } from "../shared/token.js";

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

  get isThere() {
    return this.tag !== null;
  }

  /** Writes the file in place. Fails with a message for people, also if the file has changed meanwhile. @param {string} text */
  async write(text) {
    const answer = await this.#fetch("PUT", { "If-Match": this.tag ?? "", "Content-Type": "application/yaml" }, text);
    if (answer.status === 412) throw new Error("Another program has changed the file since you opened it. Save under another name, or open it again.");
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
    this.tag = answer.headers.get("ETag") ?? this.tag;
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
