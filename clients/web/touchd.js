// touchd in a page, connected through touchd-web: docs/web.md. touchd.d.ts describes the items.

export class TouchdError extends Error {
  get name() { return this.constructor.name; }
}
export class ProtocolMismatch extends TouchdError {}
export class Unreachable extends TouchdError {}
export class Refused extends TouchdError {}
export function isPress(event) {
  if (event.event === 'control') return event.action === 'touchUpInside';
  return event.event === 'touch' && event.phase === 'ended' && event.inside && event.region !== null;
}
export class Touch extends EventTarget {
  constructor(id, region) {
    super();
    this.id = id;
    this.region = region;
    this.end = null;
  }

  get isDown() { return this.end === null; }
}

class Malformed extends Error {}
const need = (holds) => { if (!holds) throw new Malformed(); };
const isText = (...values) => values.every((value) => typeof value === 'string');
const isNumber = (...values) => values.every((value) => typeof value === 'number');
const isInteger = Number.isInteger;
const areNumbers = (list, count) => Array.isArray(list) && list.length === count && isNumber(...list);
const listed = (names) => (isText(names) ? [names] : names);
const bytes = (text) => new TextEncoder().encode(text).length;

const phases = ['began', 'moved', 'stationary', 'ended', 'cancelled'];
const states = ['recognized', 'began', 'changed', 'ended', 'cancelled'];
const actions = ['touchDown', 'touchDownRepeat', 'touchDragInside', 'touchDragOutside', 'touchDragEnter', 'touchDragExit', 'touchUpInside',
  'touchUpOutside', 'touchCancel'];
// In the order of a frame.
const kinds = ['touch', 'sensitive', 'gesture', 'control', 'scroll'];

class Alive {
  last = new Map();
  /** Returns the events of a frame that follow the grammar. If one is malformed, none has an effect. */
  events(all, panel, time) {
    const before = new Map(this.last);
    try {
      return all.map((fields) => this.event(fields, panel, time)).filter(Boolean);
    } catch (error) {
      this.last = before;
      throw error;
    }
  }
  event(fields, panel, time) {
    need(isText(fields?.event));
    const { event: kind, id, phase, region, action, state } = fields;
    const keep = (name, isBegin, isEnd, event) => {
      const key = JSON.stringify([kind, name, region]);
      const known = this.last.get(key);
      if (isBegin === Boolean(known)) return null;
      if (kind === 'touch') event.touch = known?.event.touch ?? new Touch(id, region);
      if (isEnd) this.last.delete(key);
      else this.last.set(key, { panel, time, event });
      return event;
    };
    switch (kind) {
      case 'touch':
      case 'sensitive': {
        need(isInteger(id) && isText(phase) && (region === null || isText(region)));
        const isTouch = kind === 'touch';
        if (isTouch) need(isNumber(fields.x, fields.y) && (fields.coalesced === undefined || Array.isArray(fields.coalesced)));
        if (!phases.includes(phase)) return null;
        const event = { ...isTouch && { tapCount: 0, inside: true }, ...fields };
        if (phase === 'cancelled') event.reason ??= 'unknown';
        return keep(id, phase === 'began', phase === 'ended' || phase === 'cancelled', event);
      }
      case 'gesture':
      case 'scroll': {
        need(isText(region, state) && (kind === 'scroll' ? Array.isArray(fields.offset) : isText(fields.gesture, fields.kind)));
        if (!states.includes(state)) return null;
        return keep([panel, fields.gesture], state === 'began' || state === 'recognized', state !== 'began' && state !== 'changed',
          { ...kind === 'scroll' ? { zoomScale: 1 } : { touches: [] }, ...fields });
      }
      case 'control': {
        need(isText(region, action));
        if (action === 'valueChanged') {
          const known = this.last.get(JSON.stringify([kind, id, region]));
          if (!known) return null;
          this.last.set(JSON.stringify([kind, id, region]), { ...known, time }); // but not the event, because a cancel has no value
          return { ...fields };
        }
        if (!actions.includes(action)) return { ...fields };
        const isRepeat = action === 'touchDownRepeat';
        if (isRepeat) this.last.delete(JSON.stringify([kind, id, region]));
        return keep(id, isRepeat || action === 'touchDown', /Up|Cancel/.test(action), { ...fields });
      }
      case 'outside':
        need(isInteger(id));
        return { ...fields };
      default: return null;
    }
  }
  cancelled() {
    const frames = new Map();
    for (const { panel, time, event: { coalesced, timestamp, ...event } } of this.last.values()) {
      const frame = frames.get(panel) ?? { type: 'frame', seq: 0, time, panel, events: [] };
      frames.set(panel, frame);
      frame.time = Math.max(frame.time, time);
      const how = event.phase ? { phase: 'cancelled', reason: 'disconnected' } : event.action ? { action: 'touchCancel' } : { state: 'cancelled' };
      frame.events.push({ ...event, ...how, synthetic: true });
    }
    this.last.clear();
    for (const frame of frames.values()) frame.events.sort((a, b) => kinds.indexOf(a.event) - kinds.indexOf(b.event));
    return [...frames.values()];
  }
}

function regionsOf(list) {
  need(Array.isArray(list));
  return list.map((region) => {
    need(isText(region?.id, region.path, region.kind, region.screen) && areNumbers(region.bounds, 4) && areNumbers(region.toScreen, 6));
    return { refuses: false, ...region };
  });
}

const items = {
  lagged: (line) => line,
  screen: (line) => (need(isText(line.mode)), { idle: null, lastTouch: null, ...line }),
  snapshot(line) {
    const { screens = [] } = line;
    need([line.panels, line.touches, screens].every(Array.isArray));
    return { ...line, screens: screens.map(items.screen), regions: regionsOf(line.regions) };
  },
  config: (line) => ({ panels: [], gaveWay: [], ...line, regions: regionsOf(line.regions ?? []) }),
  tree: (line) => ({ ...line, regions: regionsOf(line.regions) }),
};
for (const type of ['staff', 'overridden', 'warning', 'released']) items[type] = items.lagged;
items.changed = items.tree;
items.question = (line) => (need(isInteger(line.id) && isText(line.kind, line.region) && Array.isArray(line.touches)), line);

const done = (id) => ({ type: 'reply', id, ok: true });
const refusal = (id, code, message, hint) => ({ type: 'reply', id, ok: false, error: { code, message, ...hint && { hint } } });
const notSent = (id) => refusal(id, 'notSent', 'the request was not sent, because there was no connection to touchd');
export class Client extends EventTarget {
  #token; #retries; #helloWithin; #socket; #failed = false; #attempts = 0; #told; #timer;
  #lastId = 0; #alive; #redo; #greeted = false; #over = true; #seq; #limit = Infinity; #serverIds = new Map();
  /** The subscriptions that touchd has not answered on this connection, each with the ID of the `unsubscribe` that waits for the answer. */
  #subscribing = new Map();
  #sent = new Map();
  #claimsDue = new Set();
  #kept = new Map(); #waiting = 0; #waitingBytes = 0;
  #unanswered = new Map();
  #listening = new AbortController();

  constructor({ url, token, name, retries = Infinity, helloWithin = 5000, redo } = {}) {
    super();
    this.url = url ?? `${location.origin.replace('http', 'ws')}/`;
    this.#token = token;
    this.#redo = redo;
    this.name = name;
    this.#retries = retries;
    this.#helloWithin = helloWithin;
    this.#alive = new Alive();
    this.closed = false;
    this.capabilities = [];
    this.touches = new Map();
    // The browser may keep the page alive after it was left.
    addEventListener('pagehide', () => this.#socket?.close(), { signal: this.#listening.signal });
    queueMicrotask(() => this.#connect());
  }

  #connect() {
    if (this.closed) return;
    const since = performance.now();
    let isOpen = false, isSilent = false, isOver = false;
    const socket = new WebSocket(this.url, ['touchd.v1', ...this.#token ? ['bearer.' + this.#token] : []]);
    const end = (reason) => {
      if (isOver) return;
      isOver = true;
      clearTimeout(patience);
      socket.close();
      const greeted = this.#greeted;
      this.#hand(this.#lost('closed'));
      if (this.#mismatch) this.#fail(this.#mismatch);
      else if (!this.closed) {
        this.#again(greeted ? performance.now() - since : 0, greeted, reason || (isSilent ? 'ETIMEDOUT' : isOpen ? '' : 'ECONNREFUSED'));
      }
    };
    const patience = setTimeout(() => setTimeout(() => {
      if (this.#greeted || isOver) return;
      isSilent = true;
      end();
    }), this.#helloWithin);
    this.#socket = socket;
    this.#greeted = this.#over = false;
    this.#seq = 0;
    this.#limit = Infinity;
    this.#serverIds.clear();
    this.#subscribing.clear();
    socket.onopen = () => { isOpen = true; };
    socket.onclose = (event) => end(event.reason);
    socket.onmessage = ({ data }) => {
      if (isOver || this.closed) return;
      try {
        this.#hand(this.#line(data));
      } catch (error) {
        if (!(error instanceof TouchdError)) throw error;
        isOver = true;
        clearTimeout(patience);
        socket.close();
        this.#fail(error);
      }
      if (this.#over && !this.#failed) end();
    };
  }
  #again(lasted, greeted, code) {
    const why = { ETIMEDOUT: 'it accepts the connection but sends no hello in time; check whether touchd hangs', '': 'it closes every connection',
      ECONNREFUSED: 'touchd-web does not answer there, or it refuses this page; its log says why' }[code] ?? code;
    const message = `touchd is not reachable at ${this.url}: ${why}`;
    if (lasted > 5000) this.#attempts = 0;
    if (this.#attempts >= this.#retries) return this.#fail(new Unreachable(message));
    if (greeted) this.#told = null;
    else if (message !== this.#told) {
      this.#told = message;
      this.#hand([{ type: 'waiting', path: this.url, ...why !== code && code && { code }, message }]);
    }
    this.#timer = setTimeout(() => this.#connect(), Math.min(5000, 100 * 2 ** Math.min(this.#attempts, 10)) * (0.5 + Math.random() / 2));
    this.#attempts += 1;
  }
  #fail(error) {
    this.#failed = this.#over = true;
    this.#listening.abort();
    this.#hand(this.#giveUp());
    if (!this.closed) this.#dispatch('error', error);
  }

  #dispatch(type, detail, target = this) { target.dispatchEvent(new CustomEvent(type, { detail })); }

  #hand(list) {
    for (const item of list) {
      const events = item.type === 'frame' ? item.events : [];
      for (const event of this.closed ? [] : events) {
        if (event.event !== 'touch') continue;
        if (event.phase === 'ended') event.touch.end = { type: 'ended' };
        if (event.phase === 'cancelled') event.touch.end = { type: 'cancelled', reason: event.reason };
        if ((this.touches.get(event.id)?.touch ?? event.touch) === event.touch) {
          if (event.touch.end) this.touches.delete(event.id);
          else this.touches.set(event.id, event);
        }
      }
      if (!this.closed) this.#dispatch(item.type, item);
      for (const event of events) {
        if (this.closed) return;
        if (event.event !== 'touch') this.#dispatch(event.event, event);
        else if (event.phase === 'began') this.#dispatch('touch', event);
        else this.#dispatch(event.phase, event, event.touch);
        if (isPress(event)) this.#dispatch('press', event);
      }
    }
  }
  close() {
    for (const following of this.#followings.values()) following.stop();
    this.closed = true;
    this.#listening.abort();
    clearTimeout(this.#timer);
    this.#socket?.close();
  }
  subscribe(regions = ['**'], wishes = {}) {
    return this.#remembered('subscribe', { regions: listed(regions), ...wishes, ...wishes.events && { events: listed(wishes.events) } });
  }
  unsubscribe(subscription) {
    const isKnown = this.#sent.delete(subscription);
    if (this.#isOpen && isKnown && this.#subscribing.has(subscription)) {
      return this.#made((id) => {
        this.#subscribing.set(subscription, id);
        this.#unanswered.set(id, true);
      });
    }
    const serverId = this.#serverIds.get(subscription) ?? 0;
    this.#serverIds.delete(subscription);
    return this.#ending('unsubscribe', { subscription: serverId });
  }
  claim(receivers, { ackWithin } = {}) {
    return this.#remembered('claim', { receivers: listed(receivers), ...ackWithin !== undefined && { ackWithin } });
  }

  release(receivers) {
    this.#forget(listed(receivers));
    return this.#ending('release', { receivers: listed(receivers) });
  }
  edit(edits, { keep = false, redo = false } = {}) {
    const fields = { edits, ...keep && { keep } };
    if (!redo) return this.request('edit', fields);
    if (!this.#redo) throw new TypeError('edits with redo need connect({ redo: new Redo() }); Redo is in touchd-redo.js');
    return this.#made((id) => {
      const text = JSON.stringify({ type: 'edit', id, ...fields });
      if (this.#refuses(id, text) || (!this.#isOpen && !this.#mayWait(id, text))) return;
      this.#redo.asked.set(id, { line: JSON.parse(text), isSent: this.#isOpen });
      if (this.#isOpen) this.#socket.send(text);
    });
  }
  ack(seq) { this.#send({ type: 'ack', seq }); }
  answer(question, value) { this.#send({ type: 'answer', id: question.id ?? question, value }); }
  ping() { return this.request('ping'); }
  sync() { return this.request('sync'); }
  request(type, fields = {}) {
    return this.#made((id) => {
      const text = JSON.stringify({ type, ...fields, id });
      if (this.#refuses(id, text)) return;
      if (this.#isOpen) {
        this.#unanswered.set(id, false);
        this.#socket.send(text);
      } else if (this.#mayWait(id, text)) {
        this.#kept.set(id, text);
      }
    });
  }
  follow(root = document.body, options = {}) {
    const { prefix = `${this.name ?? 'page'}.` } = options;
    if (this.#followings.has(prefix)) throw new TypeError(`another follower uses the prefix "${prefix}": stop() it, or choose another prefix`);
    const following = new Following(this, root, options, () => this.#followings.delete(prefix));
    this.#followings.set(prefix, following);
    if (this.closed) following.stop();
    return following;
  }
  /** The followers that have not stopped, by prefix. */
  #followings = new Map();
  #settled = [];
  #made(make) {
    const id = this.#lastId += 1;
    make(id);
    if (this.#failed) this.#settled.push(...this.#giveUp());
    if (this.#settled.length) setTimeout(() => this.#hand(this.#settled.splice(0)));
    return id;
  }

  get #isOpen() { return this.#greeted && !this.#over; }
  #send(line) {
    if (!this.#isOpen) return;
    if (line.type === 'subscribe') this.#subscribing.set(line.id, null);
    this.#socket.send(JSON.stringify(line));
  }

  #remembered(type, fields) {
    return this.#made((id) => {
      const line = { type, id, ...fields };
      if (this.#failed) this.#settled.push(notSent(id));
      if (this.#failed || this.#refuses(id, JSON.stringify(line))) return;
      this.#sent.set(id, line);
      if (type === 'claim') this.#claimsDue.add(id);
      this.#send(line);
    });
  }
  #ending(type, fields) {
    return this.#made((id) => {
      const line = { type, id, ...fields };
      if (this.#refuses(id, JSON.stringify(line))) return;
      if (this.#isOpen) this.#unanswered.set(id, true);
      else this.#settled.push(done(id));
      this.#send(line);
    });
  }
  #refuses(id, text) {
    const length = this.#isOpen && text.length * 3 > this.#limit ? bytes(text) : 0;
    if (length <= this.#limit) return false;
    this.#settled.push(refusal(id, 'notSent', `the request has ${length} bytes, but this touchd accepts at most ${this.#limit} in a line`));
    return true;
  }
  #mayWait(id, text) {
    const size = bytes(text) + 1;
    const isFull = this.#waiting === 1000 || this.#waitingBytes + size > 256 << 10;
    if (isFull) {
      this.#settled.push(refusal(id, 'notSent', 'there is no connection to touchd, and too many requests are already waiting for one',
        'make the request again when there is a connection'));
    } else {
      this.#waiting += 1;
      this.#waitingBytes += size;
    }
    return !isFull;
  }

  #forget(receivers) {
    for (const [id, line] of this.#sent) {
      const left = line.receivers?.filter((receiver) => !receivers.includes(receiver));
      if (left?.length) this.#sent.set(id, { ...line, receivers: left });
      else if (left) this.#sent.delete(id);
    }
  }

  #ended() {
    const replies = [...this.#unanswered].map(([id, isDone]) => (isDone ? done(id) : this.#disconnected(id)));
    this.#unanswered.clear();
    return replies;
  }

  #disconnected(id) {
    return refusal(id, 'disconnected', 'the connection was lost before touchd answered; touchd may have carried out the request',
      'check the result when there is a connection again');
  }
  #giveUp() {
    const asked = [...[...this.#kept.keys()].map((id) => [id, false]), ...[...this.#redo?.asked ?? []].map(([id, { isSent }]) => [id, isSent])];
    this.#redo?.asked.clear();
    this.#forgetKept();
    return [...this.#settled.splice(0), ...asked.sort(([one], [other]) => one - other).map(([id, isSent]) => (isSent ? this.#disconnected(id)
      : notSent(id)))];
  }

  #forgetKept() {
    this.#kept.clear();
    this.#waiting = this.#waitingBytes = 0;
  }
  #lost(reason, ...before) {
    const list = this.#alive.cancelled();
    if (this.#isOpen) list.push(...before, ...this.#ended(), { type: 'disconnected', reason });
    this.#over = true;
    return list;
  }

  #line(text) {
    let line;
    try {
      line = JSON.parse(text);
      need(isText(line?.type));
    } catch {
      if (!this.#greeted) throw new ProtocolMismatch(`the server at the socket is not touchd: ${String(text).slice(0, 60)}`);
      return this.#lost('badLine');
    }
    if (!this.#greeted) return this.#hello(line);
    try {
      return this.#message(line);
    } catch (error) {
      if (error instanceof Malformed) return this.#lost('badLine');
      throw error;
    }
  }

  #hello(line) {
    if (line.type !== 'hello' || line.protocol !== 1) {
      throw new ProtocolMismatch(`${line.server ?? 'the server'} speaks protocol ${line.protocol ?? '?'}, but this library speaks 1; `
        + 'install matching versions');
    }
    this.#greeted = true;
    this.capabilities = line.capabilities ?? [];
    this.#send({ type: 'hello', name: this.name, protocol: 1 });
    if (isInteger(line.limits?.maxLine)) this.#limit = line.limits.maxLine;
    this.#claimsDue = new Set([...this.#sent].filter(([, line]) => line.type === 'claim').map(([id]) => id));
    for (const [id, request] of [...this.#sent, ...this.#redo?.lines(line.epoch) ?? []].sort(([one], [other]) => one - other)) {
      if (this.#refuses(id, JSON.stringify(request))) {
        this.#sent.delete(id);
        this.#redo?.drop(id);
      } else {
        this.#send(request);
      }
    }
    for (const [id, text] of this.#kept) {
      if (this.#refuses(id, text)) continue;
      this.#unanswered.set(id, false);
      this.#socket.send(text);
    }
    this.#forgetKept();
    return [{ type: 'connected', server: line.server, epoch: line.epoch, capabilities: this.capabilities }, ...this.#settled.splice(0)];
  }

  #message(line) {
    const { type, id, seq } = line;
    if (['frame', 'snapshot', 'lagged'].includes(type)) {
      need(isInteger(seq));
      if (seq !== this.#seq + 1) return this.#lost('gap');
      this.#seq = seq;
    }
    if (['pong', 'synced'].includes(type)) this.#unanswered.delete(id);
    if (type === 'frame') {
      const { events, time, panel } = line;
      need(Array.isArray(events) && isText(panel) && isNumber(time));
      return [{ type, seq, time, panel, events: this.#alive.events(events, panel, time) }];
    }
    if (type === 'reply') {
      const { unmatched = [] } = line;
      // A malformed reply answers nothing.
      need((isInteger(id) || id === null) && typeof line.ok === 'boolean' && Array.isArray(unmatched) && unmatched.every((one) => isText(one?.glob)));
      // A reply whose id is null answers no request: touchd sends it for a line that it cannot read as a request.
      if (id === null) return [{ type: 'message', fields: line }];
      this.#unanswered.delete(id);
      this.#redo?.answered(id, line.ok);
      if (this.#claimsDue.delete(id) && !line.ok) this.#sent.delete(id);
      const ending = this.#subscribing.get(id);
      this.#subscribing.delete(id);
      if (ending) this.#send({ type: 'unsubscribe', id: ending, subscription: line.subscription ?? 0 });
      else if (line.ok && line.subscription !== undefined) this.#serverIds.set(id, line.subscription);
      return [line, ...unmatched.map(({ glob, near }) => ({ type: 'warning', code: 'unmatchedPattern', id, glob, ...near && { near },
        message: `the pattern "${glob}" matches no region now${near ? `; did you mean "${near}"?` : ''}` }))];
    }
    if (type === 'bye') {
      if (line.reason === 'protocol') this.#mismatch = new ProtocolMismatch(line.message ?? 'touchd speaks another protocol');
      return this.#lost(line.reason, { type: 'message', fields: line });
    }
    if (!Object.hasOwn(items, type)) return [{ type: 'message', fields: line }];
    const item = items[type](line);
    if (type === 'overridden') this.#redo?.overridden(line.region, line.key);
    if (type === 'released') this.#forget(line.receivers);
    return [item];
  }
  #mismatch;
}

/** The object that `follow` returns at once. It loads touchd-follow.js, which does the work, and tries again if the server does not have it now. */
class Following {
  #follower; #isOver = false; #stopped; #timer;

  constructor(client, root, options, stopped) {
    this.#stopped = stopped;
    const load = () => this.#load(client, root, options);
    const again = (error, delay) => {
      if (!(error instanceof TouchdError)) throw error;
      if (this.#isOver) return;
      console.warn(`${error.message}; trying again`);
      this.#timer = setTimeout(() => load().catch((next) => again(next, Math.min(30_000, 2 * delay))), delay);
    };
    this.loaded = load();
    this.loaded.catch((error) => again(error, 1000));
  }

  async #load(client, root, options) {
    const [{ Follower }, labels] = await Promise.all([import('./touchd-follow.js'), options.accessibility && import('./touchd-labels.js')]).catch(({ message }) => {
      throw new TouchdError(`follow() needs touchd-follow.js and its modules beside touchd.js: ${message}`);
    });
    if (!this.#isOver) this.#follower = new Follower(client, root, options, labels?.accessibility);
  }
  region(element) { return this.#follower?.region(element); }
  stop() {
    if (this.#isOver) return;
    this.#isOver = true;
    clearTimeout(this.#timer);
    this.#stopped();
    this.#follower?.stop();
    this.#follower = null;
  }
}
export function connect({ regions, url, token, name, retries, helloWithin, redo, ...wishes } = {}) {
  const client = new Client({ url, token, name, retries, helloWithin, redo });
  if (regions) client.subscribe(regions, wishes);
  return client;
}
export async function* presses(regions = ['**'], options = {}) {
  const client = connect({ ...options, regions, events: ['touch'] });
  const queue = [];
  let wake;
  const put = (one) => { queue.push(one); wake?.(); };
  const on = (type, listener) => client.addEventListener(type, ({ detail }) => listener(detail));
  on('press', put);
  on('error', put);
  on('waiting', (item) => console.warn(`${item.message}; trying again`));
  on('disconnected', (item) => console.warn(`the connection to touchd is lost: ${item.reason}`));
  on('warning', (item) => console.warn(item.message));
  on('lagged', ({ cancelled }) => console.warn('this program reads too slowly: presses that began or ended since it fell behind are lost'
    + (cancelled.length ? ` (touches ${cancelled})` : '')));
  on('reply', ({ ok, error }) => ok || put(new Refused(`touchd refused the subscription: ${error.message}${error.hint ? `; ${error.hint}` : ''}`)));
  try {
    for (;;) {
      while (!queue.length) await new Promise((resolve) => { wake = resolve; });
      const one = queue.shift();
      if (one instanceof Error) throw one;
      yield one;
    }
  } finally {
    client.close();
  }
}
