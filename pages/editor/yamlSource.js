// @ts-check
// A configuration's text with the place of each value. The parser is the library "yaml" (eemeli/yaml). It is passed to readSource(), so that this
// module works both in a page and in node.

/** @typedef {(string|number)[]} Path keys and indexes from the top */

/**
 * A parsed text.
 * @typedef {Object} Source
 * @property {string} text
 * @property {any} root the top node, or null for an empty text
 * @property {boolean} isJSON
 * @property {string} newline
 * @property {{offset: number, message: string}[]} errors syntax errors
 * @property {any} library
 * @property {Map<string, {from: number, items: any[], tokens: any[]}>} [removed] the nodes of removed entries of lists, by their texts
 */

/**
 * Parses a text.
 * @param {any} library the module "yaml"
 * @param {string} text
 * @returns {Source}
 */
export function readSource(library, text) {
  // "failsafe": every scalar is a string; its meaning depends on its key, as in touchd.
  const document = library.parseDocument(text, { schema: "failsafe", keepSourceTokens: true, prettyErrors: false });
  const isJSON = text.trimStart().startsWith("{") && parsesAsJSON(text);
  // Keys that are there twice are an error in JSON as well; else the library knows less of JSON than JSON.parse.
  const errors = document.errors.filter((error) => !isJSON || isDuplicateKey(error)).map((error) => ({ offset: error.pos?.[0] ?? 0, message: error.message }));
  return { text, root: document.contents, isJSON, newline: text.includes("\r\n") ? "\r\n" : "\n", errors, library };
}

/** Whether an error of the library is a key that a map has twice. */
export const isDuplicateKey = (error) => error.code === "DUPLICATE_KEY";

/** @param {string} text */
export function parsesAsJSON(text) {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

export const isMap = (node) => node?.constructor?.name === "YAMLMap" || node?.srcToken?.type === "block-map" || isFlow(node, "{");
export const isSequence = (node) => node?.srcToken?.type === "block-seq" || isFlow(node, "[");
export const isFlowNode = (node) => node?.srcToken?.type === "flow-collection";
const isFlow = (node, bracket) => isFlowNode(node) && node.srcToken.start.source === bracket;
export const isCollection = (node) => isMap(node) || isSequence(node);

/** The key of a pair as a string. */
export const keyOf = (pair) => pair.key.value;

/** The pair of a map with the key, or undefined. */
export const pairOf = (map, key) => map.items.find((pair) => keyOf(pair) === key);

/**
 * The node at a path, or undefined.
 * @param {any} root
 * @param {Path} path
 */
export function nodeAt(root, path) {
  let node = root;
  for (const step of path) {
    if (isMap(node)) node = pairOf(node, step)?.value;
    else if (isSequence(node)) node = node.items[step];
    else return undefined;
  }
  return node ?? undefined;
}

/** The offset of a node's start. */
export const startOf = (node) => node.range[0];

/** The offset of a node's end, without the comments and line breaks that the library counts as part of a block. */
export function endOf(node) {
  if (!isCollection(node) || isFlowNode(node) || node.items.length === 0) return node.range[1];
  const last = node.items.at(-1);
  return isMap(node) ? endOfPair(last) : endOf(last);
}

/** The offset of a pair's end. */
export function endOfPair(pair) {
  if (pair.value && pair.value.range[1] > pair.value.range[0]) return endOf(pair.value);
  const colon = pair.srcToken?.sep?.find((token) => token.type === "map-value-ind");
  return colon ? colon.offset + 1 : pair.key.range[1];
}

export const startOfPair = (pair) => pair.key.range[0];

/** The offsets of the dashes of the entries of a block sequence. @returns {number[]} */
export const dashesOf = (sequence) => sequence.srcToken.items.flatMap((item) => dashIn(item) ?? []);
const dashIn = (item) => item.start.find((token) => token.type === "seq-item-ind")?.offset;

/** The offset of the dash of an entry of a block sequence. */
export function dashOf(sequence, index) {
  const { items } = sequence.srcToken;
  // Usually each token has an entry, so that the others need not be looked at.
  return (items.length === sequence.items.length ? dashIn(items[index]) : undefined) ?? dashesOf(sequence)[index];
}

/** The start of the line that contains an offset. */
export const lineStart = (text, offset) => text.lastIndexOf("\n", offset - 1) + 1;

/** The start of the next line, or the end of the text. A block scalar ends with its line break, so its end is already the start of a line. */
export function nextLine(text, offset) {
  if (offset > 0 && text[offset - 1] === "\n") return offset;
  const end = text.indexOf("\n", offset);
  return end < 0 ? text.length : end + 1;
}

export const columnOf = (text, offset) => offset - lineStart(text, offset);

const NUMBER = /^-?(0|[1-9][0-9]*)(\.[0-9]+)?([eE][+-]?[0-9]+)?$/;

/** The keys whose values are strings, even if they look like something else. */
const STRINGS = new Set(["id", "to", "controller", "fallback", "insideOf", "deliverTo", "requireToFail", "simultaneousWith", "shouldReceiveNot",
  "touchesShouldCancelNo", "touchesShouldCancelYes", "touchesShouldBeginNo", "output", "user", "group", "token", "regions",
  "accessibility.label", "accessibility.hint", "accessibility.value", "accessibility.language", "accessibility.elements"]);

/** The name of a key of a map whose own key is `holder`, for STRINGS. A slider's `value` is a number, and an accessibility's a text. */
export const nameOf = (holder, key) => (holder === "accessibility" ? `accessibility.${key}` : key);

/** The name of the key whose value, or part of it, is at a path. @param {Path} path */
export function nameAt(path) {
  const last = path.findLastIndex((step) => typeof step === "string");
  return last < 0 ? undefined : nameOf(path[last - 1], path[last]);
}

/**
 * The plain values of a node: numbers and booleans if they are unquoted and look like one, strings otherwise.
 * @param {any} node
 * @param {string} [key] the name of the key that the node is the value of
 * @returns {any}
 */
export function plain(node, key) {
  if (node === null || node === undefined) return null;
  if (isMap(node)) return Object.fromEntries(node.items.map((pair) => [keyOf(pair), plain(pair.value, nameOf(key, keyOf(pair)))]));
  if (isSequence(node)) return node.items.map((item) => plain(item, key));
  if (node.type !== "PLAIN" || STRINGS.has(key ?? "")) return String(node.value ?? "");
  const word = String(node.value ?? "");
  if (NUMBER.test(word)) return Number(word);
  return word === "true" ? true : word === "false" ? false : word;
}

/** The line and the column of an offset, both counted from 1. */
export function placeOf(text, offset) {
  const start = lineStart(text, offset);
  let line = 1;
  for (let at = text.indexOf("\n"); at >= 0 && at < start; at = text.indexOf("\n", at + 1)) line += 1;
  return { line, column: [...text.slice(start, offset)].length + 1 };
}

/** The comments of a text in order, with their offsets. */
export function commentsOf(library, text) {
  const found = [];
  let offset = 0;
  let isScalar = false;
  for (const lexeme of new library.Lexer().lex(text)) {
    if (lexeme === "\x1f") {
      isScalar = true;
    } else if (lexeme !== "\x02" && lexeme !== "\x18") {
      if (!isScalar && lexeme.startsWith("#")) found.push({ offset, text: lexeme });
      offset += lexeme.length;
      isScalar = false;
    }
  }
  return found;
}
