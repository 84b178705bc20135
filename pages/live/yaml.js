// @ts-check
// The configuration's text, read with the library that the editor uses, if the bridge has it.

import { factsOf } from "./facts.js";

/** @param {string} text @returns {Promise<import("./facts.js").Facts>} */
export async function readFacts(text) {
  const library = await import(LIBRARY);
  return factsOf(library.parse(text));
}

const LIBRARY = "/vendor/yaml/index.js";
