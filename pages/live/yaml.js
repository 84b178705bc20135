// @ts-check
// Reads the configuration's text with the editor's library, if the bridge has it.

import { factsOf } from "./facts.js";

/** The configuration as an object. @param {string} text @returns {Promise<any>} */
export async function readConfiguration(text) {
  const library = await import(LIBRARY);
  return library.parse(text);
}

/** @param {string} text @returns {Promise<import("./facts.js").Facts>} */
export async function readFacts(text) {
  return factsOf(await readConfiguration(text));
}

const LIBRARY = "/vendor/yaml/index.js";
