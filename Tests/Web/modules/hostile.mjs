// Texts that are hard to escape, with the same scalars as in Swift's tests (Tests/Support/HostileText.swift).
import { readFileSync } from "node:fs";
import { random } from "./editor/library.mjs";

const swift = readFileSync(new URL("../../Support/HostileText.swift", import.meta.url), "utf8");
/** Scalars that join, hide, reverse or end their neighbours. */
export const glue = [...swift.matchAll(/"\\u\{([0-9A-F]+)\}"/g)].map(([, digits]) => String.fromCodePoint(parseInt(digits, 16)));
/** Lone surrogates, which only JavaScript's texts can contain. */
const halves = ["\ud800", "\udfff"];

export const seed = Number(process.env.TOUCHD_SEED ?? Math.floor(Math.random() * 2 ** 31));

/** Yields each special character with each glue before, after and around it, and then random texts. */
export function* hostileTexts(specials, count = 500) {
  console.log(`seed ${seed}`);
  const all = [...glue, ...halves];
  for (const special of specials)
    for (const one of all) for (const text of [one + special, special + one, one + special + one, special + one + special]) yield* [text, `a${text}b`];
  const pick = random(seed);
  for (let round = 0; round < count * Number(process.env.TOUCHD_ROUNDS ?? 1); round += 1)
    yield Array.from({ length: pick(12) }, () => (pick(2) ? specials[pick(specials.length)] : all[pick(all.length)])).join("");
}
