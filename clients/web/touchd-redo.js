// An addition to touchd.js for pages that edit with `redo`. It keeps the edits that still have an effect, by request, in the order of the requests. A
// later edit replaces an earlier one of the same property, and regions that were added and removed again are dropped.

const orders = ['bringToFront', 'sendToBack'];

/** An added region and its descendants, each with its parent. */
function* nested(region, parent) {
  yield [region, parent];
  for (const child of region.children ?? []) yield* nested(child, region.id);
}
const names = (add) => [...nested(add.region)].map(([region]) => region.id);

function replaces(later, earlier) {
  if (earlier.op === 'add' || later.region !== earlier.region || later.gesture !== earlier.gesture) return false;
  if (later.op === 'set') return earlier.op === 'set' && later.key === earlier.key;
  return orders.includes(earlier.op) ? later.op === 'move' || orders.includes(later.op) : later.op === earlier.op;
}

/** The names that `overridden` may use for the property that an edit concerns. */
const keysOf = ({ op, key }) => (op === 'set' ? { center: ['frame'], bounds: ['frame', 'bounds', 'offset'] }[key] ?? [key]
  : { move: ['parent'], setBoundsOrigin: ['bounds', 'offset'] }[op] ?? []);

function isIn(region, regions, parents) {
  for (let left = parents.size; left > 0 && !regions.has(region) && parents.has(region); left -= 1) region = parents.get(region);
  return regions.has(region);
}

/** The store for `connect({ redo: new Redo() })`: edits with `redo` are sent again on each new connection. */
export class Redo {
  /** The lines of requests that touchd has done, by ID. */
  done = new Map();
  /** The lines without a reply so far, and whether they were sent. */
  asked = new Map();
  /** The requests of `done` that this connection has repeated and that have no reply yet. */
  again = new Set();

  answered(id, ok) {
    const asked = this.asked.get(id);
    this.asked.delete(id);
    if (asked && ok) {
      const line = { ...asked.line, edits: [] };
      this.done.set(id, line);
      for (const edit of asked.line.edits) this.#append(line, edit);
      this.#forget([]);
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
    const lost = new Set(this.#all().flatMap(([edit, line]) => (edit.op === 'add' && !line.keep ? names(edit) : [])));
    const lines = new Map();
    for (const [id, line] of this.done) {
      const edits = isSame ? line.edits.filter((edit) => isIn(this.#subject(edit), lost, parents)) : line.edits;
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
  drop(id) { for (const list of [this.done, this.asked, this.again]) list.delete(id); }

  /** Drops edits that the configuration file has overridden, so that the next connection does not redo them. */
  overridden(region, key) {
    const inside = this.#inside(region);
    this.#forget(this.#all().map(([edit]) => edit).filter((edit) => (key === undefined ? inside.has(this.#subject(edit))
      : edit.region === region && keysOf(edit).includes(key))));
  }

  #append(line, edit) {
    if (edit.op === 'remove' && this.#cancels(edit.region)) return;
    const edits = this.#all().map(([one]) => one);
    const lastRemove = edits.findLastIndex((one) => one.op === 'remove');
    // An earlier move stays, because it may have moved the region out of one that was removed later.
    this.#forget(edits.filter((earlier, index) => replaces(edit, earlier) && (earlier.op !== 'move' || index > lastRemove)), true);
    line.edits.push(edit);
  }

  /**
   * Handles the removal of a region: drops the edits of it and of its descendants. Returns true if touchd has nothing to remove, because one of the
   * dropped edits had added the region.
   */
  #cancels(region) {
    const inside = this.#inside(region);
    const edits = this.#all().map(([edit]) => edit);
    const cancelled = edits.filter((edit) => edit.op === 'add' && inside.has(edit.region.id));
    const own = new Set(cancelled.flatMap(names));
    const subjects = new Map(edits.map((edit) => [edit, this.#subject(edit)]));
    // Nothing is dropped if other regions were moved in, or if added ones were moved out or had regions moved out of them: then the order matters.
    if ([...inside].some((one) => one !== region && !own.has(one)) || [...own].some((one) => !inside.has(one))) return false;
    if (edits.some((edit) => inside.has(edit.parent) && !inside.has(subjects.get(edit)))) return false;
    const lastRemove = edits.findLastIndex((one) => one.op === 'remove');
    const added = new Set();
    const gone = edits.filter((edit, index) => {
      // The removal of an added region's descendant is dropped as well. An earlier move stays, because it may have moved the region out of one that
      // was removed later.
      const isGone = edit.op === 'remove' ? added.has(edit.region)
        : inside.has(subjects.get(edit)) && (edit.op !== 'move' || index > lastRemove || own.has(edit.region));
      if (cancelled.includes(edit)) names(edit).forEach((name) => added.add(name));
      return isGone;
    });
    this.#forget(gone, true);
    return cancelled.some((edit) => edit.region.id === region);
  }

  #forget(gone, keepsEmpty) {
    for (const [id, line] of this.done) {
      line.edits = line.edits.filter((edit) => !gone.includes(edit));
      if (!keepsEmpty && !line.edits.length) this.done.delete(id);
    }
  }

  #all() { return [...this.done.values()].flatMap((line) => line.edits.map((edit) => [edit, line])); }

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
