// @ts-check
// Reads the configuration's text with the editor's library, if the bridge has it.

import { factsOf } from "./facts.js";

/** @param {string} text @returns {Promise<import("./facts.js").Facts>} */
export async function readFacts(text) {
  const library = await import(LIBRARY);
  return factsOf(library.parse(text));
}

const LIBRARY = "/vendor/yaml/index.js";
