'use strict';
// What has begun and not ended: nothing passes that breaks the grammar, and a lost connection cancels what is alive.
const { EventEmitter } = require('node:events');

const phases = new Set(['began', 'moved', 'stationary', 'ended', 'cancelled']);
const states = new Set(['recognized', 'began', 'changed', 'ended', 'cancelled']);
const actions = new Set(['touchDown', 'touchDownRepeat', 'touchDragInside', 'touchDragOutside', 'touchDragEnter', 'touchDragExit',
  'touchUpInside', 'touchUpOutside', 'touchCancel']);
const controlEnds = new Set(['touchUpInside', 'touchUpOutside', 'touchCancel']);
// In this order things are cancelled, as the server orders a frame's events.
const kinds = ['touch', 'sensitive', 'gesture', 'control', 'scroll'];

/** One finger on one region from down to up: the same object in each of its events. */
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

/** The finger was lifted inside of the region where it went down, or a control says touchUpInside. A cancel never is one. */
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
    /** In the order of their beginnings: the last event of each. */
    this.last = new Map();
  }

  /** The event, or null if it is of no known kind, in no known phase, or of something that has not begun. */
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

  /** A touch in a sensitive region that is somebody else's: that there is one, and no place. */
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
      known.time = time; // and not the event: a cancel has no value
      return event;
    }
    if (!actions.has(event.action)) return event;
    // A repeat may come with a touchDown before it.
    if (event.action !== 'touchDownRepeat' && (event.action === 'touchDown') === this.last.has(key)) return null;
    return this.keep(key, panel, time, event, controlEnds.has(event.action));
  }

  keep(key, panel, time, event, isOver) {
    if (isOver) this.last.delete(key);
    else this.last.set(key, { panel, time, event });
    return event;
  }

  /** Nobody will say how these end: a frame a panel that cancels them. */
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
  // What was merged, and when what had to wait was, is of the last event.
  const { coalesced, timestamp, ...event } = last;
  switch (event.event) {
    case 'touch':
    case 'sensitive': return { ...event, phase: 'cancelled', reason: 'disconnected', synthetic: true };
    case 'control': return { ...event, action: 'touchCancel', synthetic: true };
    default: return { ...event, state: 'cancelled', synthetic: true };
  }
}

module.exports = { Alive, Malformed, Touch, isPress, need };
