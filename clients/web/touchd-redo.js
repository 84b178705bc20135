// Beside touchd.js, for pages that edit with `redo`: what is left of each request, in the order of asking. A later edit of the same thing replaces
// the earlier one, and what was added and removed again is forgotten.

const orders = ['bringToFront', 'sendToBack'];

/** An added region and all that is in it, each with its parent. */
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

/** What `overridden` may call the property that an edit is about. */
const keysOf = ({ op, key }) => (op === 'set' ? { center: ['frame'], bounds: ['frame', 'bounds', 'offset'] }[key] ?? [key]
  : { move: ['parent'], setBoundsOrigin: ['bounds', 'offset'] }[op] ?? []);

function isIn(region, regions, parents) {
  for (let left = parents.size; left > 0 && !regions.has(region) && parents.has(region); left -= 1) region = parents.get(region);
  return regions.has(region);
}

/** `connect({ redo: new Redo() })`: edits with `redo` are made again on each new connection. */
export class Redo {
  /** Lines of requests that touchd has done, by id. */
  done = new Map();
  /** Lines that have never had a reply, and whether they were sent. */
  asked = new Map();
  /** Requests of `done` that this connection has made again, and that have no reply yet. */
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

  /** What a new connection makes again. A touchd that has run on has lost with the old connection what that had added, and no more. */
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

  /** It is too long for this server. */
  drop(id) { for (const list of [this.done, this.asked, this.again]) list.delete(id); }

  /** The file wins, also on the next connection. */
  overridden(region, key) {
    const inside = this.#inside(region);
    this.#forget(this.#all().map(([edit]) => edit).filter((edit) => (key === undefined ? inside.has(this.#subject(edit))
      : edit.region === region && keysOf(edit).includes(key))));
  }

  #append(line, edit) {
    if (edit.op === 'remove' && this.#cancels(edit.region)) return;
    const edits = this.#all().map(([one]) => one);
    const lastRemove = edits.findLastIndex((one) => one.op === 'remove');
    // Before something was removed, a region may have been moved out of it.
    this.#forget(edits.filter((earlier, index) => replaces(edit, earlier) && (earlier.op !== 'move' || index > lastRemove)), true);
    line.edits.push(edit);
  }

  /** The region is removed. Forgets edits of it and of what is in it; whether nothing is left to remove, since it was added as well. */
  #cancels(region) {
    const inside = this.#inside(region);
    const edits = this.#all().map(([edit]) => edit);
    const cancelled = edits.filter((edit) => edit.op === 'add' && inside.has(edit.region.id));
    const own = new Set(cancelled.flatMap(names));
    const subjects = new Map(edits.map((edit) => [edit, this.#subject(edit)]));
    // What came into it and was not added with it, what was added with it and went out, what was put into it and went out: then all stays as
    // it happened.
    if ([...inside].some((one) => one !== region && !own.has(one)) || [...own].some((one) => !inside.has(one))) return false;
    if (edits.some((edit) => inside.has(edit.parent) && !inside.has(subjects.get(edit)))) return false;
    const lastRemove = edits.findLastIndex((one) => one.op === 'remove');
    const added = new Set();
    const gone = edits.filter((edit, index) => {
      // A part of what was added goes with it. Before something was removed, the region may have been moved out of it.
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

  /** Where edits have put regions. */
  #parents() {
    const parents = new Map();
    for (const [edit] of this.#all()) {
      if (edit.op === 'add') for (const [region, parent] of nested(edit.region, edit.parent)) parents.set(region.id, parent);
      else if (edit.op === 'move') parents.set(edit.region, edit.parent);
    }
    return parents;
  }

  /** The region, and what edits have put into it. */
  #inside(region) {
    const parents = this.#parents();
    return new Set([region, ...[...parents.keys()].filter((one) => isIn(one, new Set([region]), parents))]);
  }

  /** The region that an edit is about; undefined if it is unknown. */
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
