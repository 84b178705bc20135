'use strict';
// The edits to redo on each new connection.

/** The edits that still have an effect, by request, in the order of the requests. A later edit replaces an earlier one of the same property, and
 * regions that were added and removed again are dropped. */
class Edits {
  constructor() {
    /** The lines of requests that touchd has done, by ID. */
    this.done = new Map();
    /** The lines without a reply so far, and whether they were sent. */
    this.asked = new Map();
    /** The requests of `done` that this connection has repeated and that have no reply yet. */
    this.again = new Set();
    this.epoch = undefined;
  }

  ask(id, line, isSent) { this.asked.set(id, { line, isSent }); }

  answered(id, ok) {
    const asked = this.asked.get(id);
    this.asked.delete(id);
    if (asked && ok) {
      const line = { ...asked.line, edits: [] };
      this.done.set(id, line);
      for (const edit of asked.line.edits) this.#append(line, edit);
      this.#prune();
    } else if (!ok && this.again.has(id)) {
      this.done.delete(id);
    }
    this.again.delete(id);
  }

  /**
   * The requests to redo on a new connection. If touchd has kept running, it has removed only the regions that the old connection had added, so only
   * edits of these regions are redone.
   */
  lines(epoch) {
    const isSame = epoch === this.epoch;
    this.epoch = epoch;
    const parents = this.#parents();
    const lost = new Set([...this.#all()].flatMap(([edit, line]) => (edit.op === 'add' && !line.keep ? names(edit) : [])));
    const isLost = (edit) => isIn(this.#subject(edit), lost, parents);
    const lines = new Map();
    for (const [id, line] of this.done) {
      const edits = isSame ? line.edits.filter(isLost) : line.edits;
      if (edits.length) lines.set(id, { ...line, edits });
    }
    this.again = new Set(lines.keys());
    for (const [id, asked] of this.asked) {
      asked.isSent = true;
      lines.set(id, asked.line);
    }
    return lines;
  }

  /** Removes a request that is too long for this server. */
  drop(id) {
    this.done.delete(id);
    this.asked.delete(id);
    this.again.delete(id);
  }

  /** Drops edits that the configuration file has overridden, so that the next connection does not redo them. */
  overridden(region, key) {
    const inside = this.#inside(region);
    const isGone = (edit) => (key === undefined ? inside.has(this.#subject(edit)) : edit.region === region && keys(edit).includes(key));
    this.#forget(new Set([...this.#all()].flatMap(([edit]) => (isGone(edit) ? [edit] : []))));
    this.#prune();
  }

  /** Removes and returns the requests without a reply, and whether they were sent. */
  giveUp() {
    const asked = [...this.asked].map(([id, { isSent }]) => [id, isSent]);
    this.asked.clear();
    return asked;
  }

  // Replaced edits

  #append(line, edit) {
    if (edit.op === 'remove' && this.#cancels(edit.region)) return;
    const edits = [...this.#all()].map(([one]) => one);
    const lastRemove = edits.findLastIndex((one) => one.op === 'remove');
    // An earlier move stays, because it may have moved the region out of one that was removed later.
    this.#forget(new Set(edits.filter((earlier, index) => replaces(edit, earlier) && (earlier.op !== 'move' || index > lastRemove))));
    line.edits.push(edit);
  }

  /**
   * Handles the removal of a region: drops the edits of it and of its descendants. Returns true if touchd has nothing to remove, because one of the
   * dropped edits had added the region.
   */
  #cancels(region) {
    const inside = this.#inside(region);
    const edits = [...this.#all()].map(([edit]) => edit);
    const cancelled = edits.filter((edit) => edit.op === 'add' && inside.has(edit.region.id));
    const own = new Set(cancelled.flatMap(names));
    const subjects = new Map(edits.map((edit) => [edit, this.#subject(edit)]));
    // Nothing is dropped if other regions were moved in, or if added ones were moved out or had regions moved out of them: then the order matters.
    if ([...inside].some((one) => one !== region && !own.has(one)) || [...own].some((one) => !inside.has(one))) return false;
    if (edits.some((edit) => inside.has(edit.parent) && !inside.has(subjects.get(edit)))) return false;
    const lastRemove = edits.findLastIndex((one) => one.op === 'remove');
    const added = new Set();
    const gone = new Set();
    edits.forEach((edit, index) => {
      // The removal of an added region's descendant is dropped as well. An earlier move stays, because it may have moved the region out of one that
      // was removed later.
      const isGone = edit.op === 'remove' ? added.has(edit.region)
        : inside.has(subjects.get(edit)) && (edit.op !== 'move' || index > lastRemove || own.has(edit.region));
      if (isGone) gone.add(edit);
      if (cancelled.includes(edit)) names(edit).forEach((name) => added.add(name));
    });
    this.#forget(gone);
    return cancelled.some((edit) => edit.region.id === region);
  }

  #forget(gone) {
    for (const line of this.done.values()) line.edits = line.edits.filter((edit) => !gone.has(edit));
  }

  #prune() {
    for (const [id, line] of this.done) if (!line.edits.length) this.done.delete(id);
  }

  * #all() {
    for (const line of this.done.values()) for (const edit of line.edits) yield [edit, line];
  }

  /** The parent of each region that edits have added or moved. */
  #parents() {
    const parents = new Map();
    for (const [edit] of this.#all()) {
      if (edit.op === 'add') for (const [region, parent] of nested(edit.region, edit.parent)) parents.set(region.id, parent);
      else if (edit.op === 'move') parents.set(edit.region, edit.parent);
    }
    return parents;
  }

  /** The region, and the regions that edits have put into it. */
  #inside(region) {
    const parents = this.#parents();
    return new Set([region, ...[...parents.keys()].filter((one) => isIn(one, new Set([region]), parents))]);
  }

  /** The region that an edit concerns; undefined if unknown. */
  #subject(edit) {
    if (edit.op === 'add') return edit.region.id;
    if (edit.gesture === undefined) return edit.region;
    for (const [added] of this.#all()) {
      for (const [region] of added.op === 'add' ? nested(added.region) : []) {
        if (region.gestures?.some((gesture) => gesture.id === edit.gesture)) return region.id;
      }
    }
    return undefined;
  }
}

const orders = ['bringToFront', 'sendToBack'];

function replaces(later, earlier) {
  if (earlier.op === 'add' || later.region !== earlier.region || later.gesture !== earlier.gesture) return false;
  if (later.op === 'set') return earlier.op === 'set' && later.key === earlier.key;
  if (orders.includes(earlier.op)) return later.op === 'move' || orders.includes(later.op);
  return later.op === earlier.op;
}

/** The names that `overridden` may use for the property that an edit concerns. */
function keys(edit) {
  if (edit.op === 'set') return { center: ['frame'], bounds: ['frame', 'bounds', 'offset'] }[edit.key] ?? [edit.key];
  return { move: ['parent'], setBoundsOrigin: ['bounds', 'offset'] }[edit.op] ?? [];
}

function isIn(region, regions, parents) {
  for (let left = parents.size; left > 0 && !regions.has(region) && parents.has(region); left -= 1) region = parents.get(region);
  return regions.has(region);
}

/** An added region and its descendants, each with its parent. */
function* nested(region, parent) {
  yield [region, parent];
  for (const child of region.children ?? []) yield* nested(child, region.id);
}

const names = (add) => [...nested(add.region)].map(([region]) => region.id);

module.exports = { Edits };
