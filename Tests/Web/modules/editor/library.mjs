// The YAML library as the page gets it, from the Debian package node-yaml.
import * as YAML from "/usr/share/nodejs/yaml/browser/index.js";
import { readSource, plain } from "../../../../pages/editor/yamlSource.js";

export { YAML };
export const read = (text) => readSource(YAML, text);
export const model = (text) => {
  const source = read(text);
  if (source.errors.length > 0) throw new Error(`${source.errors[0].message}\n${text}`);
  return plain(source.root);
};

/** Returns a seeded generator of numbers below n (mulberry32). */
export function random(seed) {
  let state = seed >>> 0;
  return (n) => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return Math.floor((((t ^ (t >>> 14)) >>> 0) / 4294967296) * n);
  };
}
