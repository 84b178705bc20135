// @ts-check
// Values as text: in flow style, such as `{ id: ok, frame: [60, 60, 200, 200] }`, or as JSON.

import { isMap, isSequence, keyOf, nameOf, plain } from "./yamlSource.js";

/** A text that every YAML parser reads as this string without quotes. */
const BARE = /^[A-Za-z_][A-Za-z0-9_.\/*-]*( [A-Za-z0-9_.\/*-]+)*$/;
const WORDS = /^(true|false|null|yes|no|on|off|y|n|~)$/i;

/** The characters that YAML parsers treat as a line break, refuse, or do not show. */
const INVISIBLE = /[\u0000-\u001f\u007f-\u00a0\u00ad\u034f\u0600-\u0605\u061c\u200b-\u200f\u2028-\u202f\u2060-\u206f\ufe00-\ufe0f\ufeff\ufff0-\uffff]/g;

/** The text in double quotes, for YAML and JSON. An unpaired surrogate becomes U+FFFD, because UTF-8 has none. */
export const quotedText = (text) =>
  JSON.stringify(text.replace(/[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g, "\ufffd"))
    .replace(INVISIBLE, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`);

/** A number as people write it: at most four decimals, no trailing zeros. */
export function numberText(number) {
  const rounded = Math.round(number * 1e4) / 1e4;
  const text = String(Object.is(rounded, -0) ? 0 : rounded);
  return Math.abs(number) > 0 && rounded === 0 ? String(number) : text;
}

/**
 * The text of a scalar.
 * @param {string|number|boolean|null} value
 * @param {{isJSON: boolean, quote?: string}} style
 */
export function scalarText(value, style) {
  if (typeof value === "number") return numberText(value);
  if (typeof value === "boolean") return String(value);
  const text = value ?? "";
  if (!style.isJSON && style.quote === "QUOTE_SINGLE" && text.search(INVISIBLE) < 0 && quotedText(text).search("ufffd") < 0) return `'${text.replaceAll("'", "''")}'`;
  if (!style.isJSON && !style.quote && BARE.test(text) && !WORDS.test(text)) return text;
  return quotedText(text);
}

/**
 * A value as text in one line.
 * @param {any} value
 * @param {{isJSON: boolean}} style
 * @returns {string}
 */
export function flowText(value, style) {
  if (Array.isArray(value)) return `[${value.map((item) => flowText(item, style)).join(", ")}]`;
  if (value && typeof value === "object") {
    const pairs = Object.entries(value).map(([key, item]) => `${style.isJSON ? quotedText(key) : scalarText(key, style)}: ${flowText(item, style)}`);
    return pairs.length === 0 ? "{}" : `{ ${pairs.join(", ")} }`;
  }
  return scalarText(value, style);
}

/**
 * A node as text in one line, with each scalar as it is written in the source if possible.
 * @param {any} node
 * @param {import('./yamlSource.js').Source} source
 * @returns {string}
 */
export function flowNode(node, source) {
  if (isMap(node)) {
    const pairs = node.items.map((pair) => `${flowNode(pair.key, source)}: ${flowNode(pair.value, source)}`);
    return pairs.length === 0 ? "{}" : `{ ${pairs.join(", ")} }`;
  }
  if (isSequence(node)) return `[${node.items.map((item) => flowNode(item, source)).join(", ")}]`;
  if (!node) return '""';
  const text = source.text.slice(node.range[0], node.range[1]);
  const isSafe = node.type === "QUOTE_DOUBLE" || node.type === "QUOTE_SINGLE" ? !text.includes("\n") : node.type === "PLAIN" && !/[\n,\[\]{}]/.test(text);
  return isSafe && text !== "" ? text : quotedText(String(node.value ?? ""));
}

/**
 * A node as JSON in one line, with each number as it is written in the source.
 * @param {any} node
 * @param {string} [key] the name of the key that the node is the value of
 * @returns {string}
 */
export function jsonNode(node, key) {
  if (isMap(node)) {
    const pairs = node.items.map((pair) => `${quotedText(keyOf(pair))}: ${jsonNode(pair.value, nameOf(key, keyOf(pair)))}`);
    return pairs.length === 0 ? "{}" : `{ ${pairs.join(", ")} }`;
  }
  if (isSequence(node)) return `[${node.items.map((item) => jsonNode(item, key)).join(", ")}]`;
  const value = plain(node, key);
  return typeof value === "number" ? String(node.value) : scalarText(value, { isJSON: true });
}

/**
 * A map as lines of a block, in order: `id: ok`, `frame: [..]`.
 * @param {Record<string, any>} value
 */
export const blockLines = (value) => Object.entries(value).map(([key, item]) => `${scalarText(key, { isJSON: false })}: ${flowText(item, { isJSON: false })}`);

/** Indents lines by a number of columns, which may be negative. No line is moved beyond the margin. */
export function shifted(text, columns) {
  if (columns === 0) return text;
  return text
    .split("\n")
    .map((line) => {
      if (line.trim() === "") return line;
      const indent = line.length - line.trimStart().length;
      return " ".repeat(Math.max(0, indent + columns)) + line.slice(indent);
    })
    .join("\n");
}
