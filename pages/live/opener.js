// @ts-check
// Opens recordings: the bridge replays them, and touchctl's errors about invalid ones are shown.

import { runTool } from "../shared/connection.js";
import { isConfiguration, sessionHistory } from "./recording.js";
import { element } from "./rows.js";
import { readFacts } from "./yaml.js";

export class Opener {
  /** The last opened recording, which is replayed with a configuration that is dropped later. @type {{name: string, recording: string} | null} */
  #recording = null;

  /** @type {(history: import("./history.js").History, name: string) => void} */
  onHistory = () => {};

  /** @param {import("./transport.js").Transport} transport */
  constructor(transport) {
    this.transport = transport;
    transport.onFiles = (files) => this.#open(files);
  }

  /** @param {File[]} files */
  async #open(files) {
    try {
      let configuration = null;
      for (const file of files) {
        const text = await file.text();
        if (isConfiguration(text)) configuration = text;
        else this.#recording = { name: file.name, recording: text };
      }
      if (!this.#recording) throw new Error("This is a configuration, not a recording. Drop a recording first, or drop both together.");
      const { name } = this.#recording;
      this.#showBusy(`Replaying ${name} …`);
      const lines = await runTool("replay", { ...this.#recording, configuration });
      const facts = configuration === null ? null : await readFacts(configuration).catch(() => null);
      this.onHistory(sessionHistory(lines, facts), name);
    } catch (error) {
      element("problem-text").textContent = /** @type {Error} */ (error).message;
      element("problem").showModal();
    }
    this.#showBusy("");
  }

  /** @param {string} text */
  #showBusy(text) {
    this.transport.busy = text;
    this.transport.show(false);
  }
}
