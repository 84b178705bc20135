// @ts-check
// Runs `touchctl check` on the text, a moment after its last change.

import { runTool } from "../shared/connection.js";
import { aimed, diagnosticsOf } from "./findings.js";

/** The delay after a change, in ms. */
const PAUSE = 300;

export class Checker {
  /** The text of the current findings. */
  checked = "";
  #timer = 0;
  #isAsking = false;
  #isDue = false;

  /**
   * @param {import("./document.js").EditorDocument} doc
   * @param {(findings: any[], problem: string) => void} onFindings
   */
  constructor(doc, onFindings) {
    this.doc = doc;
    this.onFindings = onFindings;
  }

  later() {
    clearTimeout(this.#timer);
    this.#timer = window.setTimeout(() => this.#ask(), PAUSE);
  }

  /** Runs one check at a time. A change during a check starts another one after it. */
  async #ask() {
    if (!this.doc.isOpen) return this.onFindings([], "");
    if (this.#isAsking) {
      this.#isDue = true;
      return;
    }
    this.#isAsking = true;
    const { text } = this.doc;
    try {
      const answer = await runTool("check", text);
      this.checked = text;
      if (text === this.doc.text) this.onFindings(diagnosticsOf(answer, this.doc.source).map((finding) => aimed(finding, this.doc.source, this.doc.regions)), "");
    } catch (error) {
      if (text === this.doc.text) this.onFindings([], `Could not check the text: ${error.message}`);
    } finally {
      this.#isAsking = false;
      if (this.#isDue || text !== this.doc.text) this.later();
      this.#isDue = false;
    }
  }
}
