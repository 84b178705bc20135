'use strict';
// The touches, gestures, controls and scrolls that have begun and not ended. An event that breaks the grammar is dropped; a lost connection cancels
// everything in progress.
const { EventEmitter } = require('node:events');

const phases = new Set(['began', 'moved', 'stationary', 'ended', 'cancelled']);
const states = new Set(['recognized', 'began', 'changed', 'ended', 'cancelled']);
const actions = new Set(['touchDown', 'touchDownRepeat', 'touchDragInside', 'touchDragOutside', 'touchDragEnter', 'touchDragExit',
  'touchUpInside', 'touchUpOutside', 'touchCancel']);
const controlEnds = new Set(['touchUpInside', 'touchUpOutside', 'touchCancel']);
// The order of cancels, which is the server's order of events in a frame.
const kinds = ['touch', 'sensitive', 'gesture', 'control', 'scroll'];

/** A finger on a region, from its begin to its end: the same object in each of its events. */
class Touch extends EventEmitter {
  constructor(id, region) {
    super();
    this.id = id;
    this.region = region;
    /** null, { type: 'ended' } or { type: 'cancelled', reason } */
    this.end = null;
  }

  get isDown() { return this.end === null; }
}

/** True for a touch that ended inside its region, and for a control's touchUpInside. A cancelled touch is never a press. */
function isPress(event) {
  if (event.event === 'control') return event.action === 'touchUpInside';
  return event.event === 'touch' && event.phase === 'ended' && event.inside && event.region !== null;
}

class Malformed extends Error {}

function need(holds) {
  if (!holds) throw new Malformed();
}

class Alive {
  constructor() {
    /** The latest event of everything in progress, in the order in which it began. */
    this.last = new Map();
  }

  /** Returns the events of a frame that follow the grammar. If one is malformed, none has an effect. */
  events(all, panel, time) {
    const before = new Map(this.last);
    try {
      return all.map((fields) => this.event(fields, panel, time)).filter((event) => event !== null);
    } catch (error) {
      this.last = before;
      throw error;
    }
  }

  /** Returns the event, or null if its kind or phase is unknown, or if its touch or gesture has not begun. */
  event(fields, panel, time) {
    need(fields !== null && typeof fields === 'object' && typeof fields.event === 'string');
    switch (fields.event) {
      case 'touch': return this.touch(fields, panel, time);
      case 'sensitive': return this.sensitive(fields, panel, time);
      case 'gesture':
        need(typeof fields.gesture === 'string' && typeof fields.kind === 'string' && typeof fields.region === 'string');
        return this.staged({ touches: [], ...fields }, panel, time, JSON.stringify(['gesture', panel, fields.gesture]));
      case 'scroll':
        need(typeof fields.region === 'string' && Array.isArray(fields.offset));
        return this.staged({ zoomScale: 1, ...fields }, panel, time, JSON.stringify(['scroll', panel, fields.region]));
      case 'control': return this.control(fields, panel, time);
      case 'outside':
        need(Number.isInteger(fields.id));
        return { ...fields };
      default: return null;
    }
  }

  touch(fields, panel, time) {
    need(Number.isInteger(fields.id) && typeof fields.phase === 'string' && (fields.region === null || typeof fields.region === 'string'));
    need(typeof fields.x === 'number' && typeof fields.y === 'number');
    need(fields.coalesced === undefined || Array.isArray(fields.coalesced));
    if (!phases.has(fields.phase)) return null;
    const key = JSON.stringify(['touch', fields.id, fields.region]);
    const known = this.last.get(key);
    if ((fields.phase === 'began') === (known !== undefined)) return null;
    const touch = known ? known.event.touch : new Touch(fields.id, fields.region);
    const event = { tapCount: 0, inside: true, ...fields, touch };
    if (event.phase === 'cancelled' && event.reason === undefined) event.reason = 'unknown';
    return this.keep(key, panel, time, event, event.phase === 'ended' || event.phase === 'cancelled');
  }

  /** Reads a touch in another client's sensitive region. It has no location. */
  sensitive(fields, panel, time) {
    need(Number.isInteger(fields.id) && typeof fields.phase === 'string' && (fields.region === null || typeof fields.region === 'string'));
    if (!phases.has(fields.phase)) return null;
    const key = JSON.stringify(['sensitive', fields.id, fields.region]);
    if ((fields.phase === 'began') === this.last.has(key)) return null;
    const event = { ...fields };
    if (event.phase === 'cancelled' && event.reason === undefined) event.reason = 'unknown';
    return this.keep(key, panel, time, event, event.phase === 'ended' || event.phase === 'cancelled');
  }

  staged(event, panel, time, key) {
    need(typeof event.state === 'string');
    if (!states.has(event.state)) return null;
    if ((event.state === 'began' || event.state === 'recognized') === this.last.has(key)) return null;
    return this.keep(key, panel, time, event, event.state !== 'began' && event.state !== 'changed');
  }

  control(fields, panel, time) {
    need(typeof fields.region === 'string' && typeof fields.action === 'string');
    const event = { ...fields };
    const key = JSON.stringify(['control', event.region, event.id]);
    if (event.action === 'valueChanged') {
      const known = this.last.get(key);
      if (known === undefined) return null;
      this.last.set(key, { ...known, time }); // but not the event, because a cancel has no value
      return event;
    }
    if (!actions.has(event.action)) return event;
    // A repeat may come after a touchDown or without one.
    if (event.action !== 'touchDownRepeat' && (event.action === 'touchDown') === this.last.has(key)) return null;
    return this.keep(key, panel, time, event, controlEnds.has(event.action));
  }

  keep(key, panel, time, event, isOver) {
    if (isOver) this.last.delete(key);
    else this.last.set(key, { panel, time, event });
    return event;
  }

  /** Ends everything in progress, because the server will not. Returns one frame for each panel, with the cancels. */
  cancelled() {
    const frames = new Map();
    for (const { panel, time, event } of this.last.values()) {
      if (!frames.has(panel)) frames.set(panel, { type: 'frame', seq: 0, time, panel, events: [] });
      const frame = frames.get(panel);
      frame.time = Math.max(frame.time, time);
      frame.events.push(cancel(event));
    }
    this.last.clear();
    for (const frame of frames.values()) frame.events.sort((a, b) => kinds.indexOf(a.event) - kinds.indexOf(b.event));
    return [...frames.values()];
  }
}

function cancel(last) {
  // The samples and the time of the last event do not apply to the cancel.
  const { coalesced, timestamp, ...event } = last;
  switch (event.event) {
    case 'touch':
    case 'sensitive': return { ...event, phase: 'cancelled', reason: 'disconnected', synthetic: true };
    case 'control': return { ...event, action: 'touchCancel', synthetic: true };
    default: return { ...event, state: 'cancelled', synthetic: true };
  }
}

module.exports = { Alive, Malformed, Touch, isPress, need };
