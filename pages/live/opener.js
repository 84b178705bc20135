// @ts-check
// Opens recordings: the bridge replays them, and touchctl's errors about invalid ones are shown. Saved histories need no replay.

import { runTool } from "../shared/connection.js";
import { isConfiguration, isSession, sessionHistory } from "./recording.js";
import { isolate } from "../shared/isolate.js";
import { element } from "./rows.js";
import { readFacts } from "./yaml.js";

export class Opener {
  /** The last opened recording, which is replayed with a configuration that is dropped later. @type {{name: string, recording: string} | null} */
  #recording = null;

  /** @type {(history: import("./history.js").History, name: string) => void} */
  onHistory = () => {};

  /**
   * Creates the opener.
   * @param {import("./transport.js").Transport} transport
   * @param {(configuration: string) => number} keep keeps a configuration, and returns its number for the state's facts
   */
  constructor(transport, keep) {
    this.transport = transport;
    this.keep = keep;
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
      const { name, recording } = this.#recording;
      this.#showBusy(`Replaying ${isolate(name)} …`);
      const lines = isSession(recording) ? recording : await runTool("replay", { name, recording, configuration });
      const facts = configuration === null ? null : await this.#facts(configuration).catch(() => null);
      this.onHistory(sessionHistory(lines, facts, name), name);
    } catch (error) {
      element("problem-text").textContent = /** @type {Error} */ (error).message;
      element("problem").showModal();
    }
    this.#showBusy("");
  }

  /** @param {string} configuration */
  async #facts(configuration) {
    return { ...(await readFacts(configuration)), configuration: this.keep(configuration) };
  }

  /** @param {string} text */
  #showBusy(text) {
    this.transport.busy = text;
    this.transport.show(false);
  }
}
