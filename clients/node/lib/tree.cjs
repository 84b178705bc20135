'use strict';
// Items about the region tree.
const { need } = require('./alive.cjs');

const isText = (value) => typeof value === 'string';
const areNumbers = (list, count) => Array.isArray(list) && list.length === count && list.every((one) => typeof one === 'number');

/** Checks and returns the regions of a line. */
function regions(list) {
  need(Array.isArray(list));
  for (const region of list) {
    need(region !== null && typeof region === 'object' && ['id', 'path', 'kind', 'screen'].every((key) => isText(region[key])));
    need(areNumbers(region.bounds, 4) && areNumbers(region.toScreen, 6));
  }
  return list.map((region) => ({ refuses: false, ...region }));
}

/** Checks and returns the state of a screen, from a snapshot or from a line. */
function screen(one) {
  need(one !== null && typeof one === 'object' && ['screen', 'display', 'activity', 'mode'].every((key) => isText(one[key])));
  return { idle: null, lastTouch: null, ...one };
}

function staff(line) {
  need(isText(line.screen) && isText(line.id) && Number.isInteger(line.time));
  return line;
}

function snapshot(line) {
  const { screens = [] } = line;
  need(Number.isInteger(line.generation) && [line.panels, line.touches, screens].every(Array.isArray));
  return { ...line, screens: screens.map(screen), regions: regions(line.regions) };
}

/** The result of a reload. A refused configuration has neither panels nor regions. */
function config(line) {
  need(typeof line.ok === 'boolean' && Number.isInteger(line.generation));
  const { panels = [], gaveWay = [] } = line;
  need(Array.isArray(panels) && Array.isArray(gaveWay) && gaveWay.every((one) => isText(one?.region)));
  return { ...line, panels, regions: regions(line.regions ?? []), gaveWay };
}

/** The item of a `tree` or `changed` line. */
function tree(line) {
  need(Number.isInteger(line.generation));
  return { ...line, regions: regions(line.regions) };
}

/** A region's place in the list, and its new state if it has changed. */
function placed(one, isNew) {
  need(isText(one?.id) && ['undefined', 'string'].includes(typeof one.after) && Number.isInteger(one.following ?? 0));
  const { id, after, following, ...rest } = one;
  return { id, ...(after !== undefined && { after }), ...(following && { following }),
    ...((isNew || rest.path !== undefined) && { region: regions([{ id, ...rest }])[0] }) };
}

/** The item of a `tree` line that states the changes of the list. */
function treeChanged({ generation, added, removed, moved }) {
  need(Number.isInteger(generation) && [added, removed, moved].every(Array.isArray) && removed.every(isText));
  return { type: 'treeChanged', generation, added: added.map((one) => placed(one, true)), removed, moved: moved.map((one) => placed(one, false)) };
}

/**
 * Returns the list of regions after an item `treeChanged`. O(regions and changes).
 *
 * Regions that are missing in the list although the change refers to them are left out, and regions that belong behind a missing one come last.
 */
function applied(list, { added, removed, moved }) {
  const fresh = added.map(({ id }) => id), gone = new Set([...fresh, ...removed]);
  const rest = list.filter(({ id }) => !gone.has(id)), end = rest.length;
  const places = new Map(rest.map(({ id }, place) => [id, place]));
  const known = new Set([undefined, ...fresh, ...places.keys()]);
  // The neighbours of each place that has not been removed. The last entry stands for the ends of the list.
  const before = [end, ...rest.keys()], behind = before.map((_, place) => (place + 1) % (end + 1));
  const removePlace = (place) => {
    behind[before[place]] = behind[place];
    before[behind[place]] = before[place];
    places.delete(rest[place].id);
    return rest[place];
  };
  const placed = new Map(), last = [], now = [];
  const insert = (those, after) => {
    if (known.has(after) && !placed.has(after)) placed.set(after, []);
    for (const one of those) (placed.get(after) ?? last).push(one);
  };
  for (const { after, region } of added) insert([region], after);
  for (const { id, after, following = 0, region } of moved) {
    let place = places.get(id);
    if (place === undefined) continue;
    const first = removePlace(place), those = [region ?? first];
    while (those.length <= following && behind[place] !== end) those.push(removePlace(place = behind[place]));
    insert(those, after);
  }
  const kept = [];
  for (let place = behind[end]; place !== end; place = behind[place]) kept.push(rest[place]);
  const left = [...placed.get(undefined) ?? [], ...kept, ...last].reverse();
  while (left.length) {
    const one = left.pop(), those = placed.get(one.id) ?? [];
    now.push(one);
    placed.delete(one.id);
    for (let index = those.length; index > 0; index--) left.push(those[index - 1]);
  }
  return now;
}

function overridden(line) {
  need(isText(line.region) && Number.isInteger(line.generation));
  return line;
}

function warning(line) {
  need(isText(line.code) && isText(line.message));
  return line;
}

/** Returns a warning for each pattern of a subscription that matches no region. */
function unmatched(reply) {
  const list = reply.unmatched ?? [];
  need(Array.isArray(list) && list.every((one) => isText(one?.glob)));
  return list.map(({ glob, near }) => ({ type: 'warning', code: 'unmatchedPattern',
    message: `the pattern "${glob}" matches no region now${near ? `; did you mean "${near}"?` : ''}`, id: reply.id, glob, ...(near && { near }) }));
}

module.exports = { applied, config, overridden, screen, snapshot, staff, tree, treeChanged, unmatched, warning };
