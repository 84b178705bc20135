// @ts-check
// Moving the nodes of a text that lie behind a change. What is inside such a node moves once the node is looked into: a change near the top would
// otherwise visit tens of thousands of tokens.

import { isMap, isSequence } from "./yamlSource.js";

/** The nodes whose insides have still to be moved. @type {WeakMap<any, {delta: number, items: any, srcToken: any}>} */
const waiting = new WeakMap();

/**
 * Moves everything behind an offset.
 * @param {any} root
 * @param {number} start of the change
 * @param {number} end of the change, before it
 * @param {number} delta
 * @param {any} inner the collection whose items are new, and in place
 * @param {{node: any, index: number}|null} [list] the list whose entries before an index end at the offset, and stay
 */
export function moveAfter(root, start, end, delta, inner, list = null) {
  const visit = (node) => {
    if (!node || node.range?.[2] < end) return;
    if (node !== inner && node.range?.[0] >= end) return moveNode(node, delta);
    // The map of a pair in a list, as in [a: 1], has no range.
    if (node.range) moveRange(node, end, delta);
    if (node.srcToken) moveToken(node.srcToken, end, delta, node === inner);
    if (node === inner) return;
    const entries = node.items ?? [];
    const isPairs = entries[0]?.key !== undefined;
    for (let at = entries.length - 1; at >= (node === list?.node ? list.index : 0); at -= 1) {
      const key = isPairs ? entries[at].key : null;
      const value = isPairs ? entries[at].value : entries[at];
      visit(value);
      visit(key);
      // All entries before this one are in front of the change.
      if ((key ?? value)?.range?.[0] <= start) break;
    }
  };
  visit(root);
}

/** Moves a node with all that is in it. @param {any} node */
export function moveNode(node, delta) {
  if (!node) return;
  if (node.range) moveRange(node, 0, delta);
  const wait = waiting.get(node);
  if (wait) wait.delta += delta;
  else if (node.items) moveLater(node, delta);
  else if (node.srcToken) moveToken(node.srcToken, 0, delta, false);
}

/** Moves entries of a list with all that is in them. @param {{items: any[], tokens: any[]}} entries */
export function moveEntries({ items, tokens }, delta) {
  for (const item of items) moveNode(item, delta);
  moveItems(tokens, 0, delta);
}

/** Moves what is in a node as soon as its items or tokens are read. @param {any} node */
function moveLater(node, delta) {
  const wait = { delta, items: node.items, srcToken: node.srcToken };
  waiting.set(node, wait);
  for (const name of ["items", "srcToken"]) {
    Object.defineProperty(node, name, { configurable: true, enumerable: true, get: () => (moveInside(node), node[name]), set: (value) => (moveInside(node), (node[name] = value)) });
  }
}

/** Moves the insides of a node that has been waiting. The nodes in it wait in turn. @param {any} node */
function moveInside(node) {
  const { delta, items, srcToken } = /** @type {any} */ (waiting.get(node));
  waiting.delete(node);
  for (const [name, value] of [["items", items], ["srcToken", srcToken]]) Object.defineProperty(node, name, { configurable: true, enumerable: true, writable: true, value });
  if (srcToken) moveToken(srcToken, 0, delta, false);
  const isPairs = isMap(node);
  for (const item of isPairs || isSequence(node) ? items : []) {
    if (isPairs) moveNode(item.key, delta);
    moveNode(isPairs ? item.value : item, delta);
  }
}

// A key can move tens of thousands of tokens, so these functions make no objects.

function moveRange({ range }, end, delta) {
  for (let at = 0; at < range.length; at += 1) if (range[at] >= end) range[at] += delta;
}

/** Moves the tokens of a node, except those of the nodes in it. */
function moveToken(token, end, delta, isNew) {
  if (token.offset >= end) token.offset += delta;
  if (token.start?.offset >= end) token.start.offset += delta;
  if (Array.isArray(token.end)) moveList(token.end, end, delta);
  if (!isNew && token.items) moveItems(token.items, end, delta);
}

function moveItems(items, end, delta) {
  for (let at = 0; at < items.length; at += 1) {
    if (items[at].start) moveList(items[at].start, end, delta);
    if (items[at].sep) moveList(items[at].sep, end, delta);
  }
}

function moveList(list, end, delta) {
  for (let at = 0; at < list.length; at += 1) if (list[at].offset >= end) list[at].offset += delta;
}
