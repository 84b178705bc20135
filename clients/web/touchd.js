// touchd in a page, by way of touchd-web: docs/web.md. What each item has, touchd.d.ts says.

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
// As in a frame.
const kinds = ['touch', 'sensitive', 'gesture', 'control', 'scroll'];

class Alive {
  last = new Map();
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
          known.time = time; // and not the event: a cancel has no value
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
export class Client extends EventTarget {
  #token; #retries; #helloWithin; #socket; #failed = false; #attempts = 0; #told; #timer;
  #lastId = 0; #alive; #redo; #greeted = false; #over = true; #seq; #limit = Infinity; #serverIds;
  #sent = new Map();
  #kept = new Map(); #waiting = 0; #waitingBytes = 0;
  #unanswered = new Map();

  constructor({ url, token, name, retries = 100, helloWithin = 5000, redo } = {}) {
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
    // The page may be kept.
    addEventListener('pagehide', () => this.#socket?.close());
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
    this.#serverIds = new Map();
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
    const why = { ETIMEDOUT: 'it accepts the connection and says no hello in time; see whether touchd hangs', '': 'it closes every connection',
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
    this.#hand(this.#giveUp());
    if (!this.closed) this.#say('error', error);
  }

  #say(type, detail, target = this) { target.dispatchEvent(new CustomEvent(type, { detail })); }

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
      if (!this.closed) this.#say(item.type, item);
      for (const event of events) {
        if (this.closed) return;
        if (event.event !== 'touch') this.#say(event.event, event);
        else if (event.phase === 'began') this.#say('touch', event);
        else this.#say(event.phase, event, event.touch);
        if (isPress(event)) this.#say('press', event);
      }
    }
  }
  close() {
    this.closed = true;
    clearTimeout(this.#timer);
    this.#socket?.close();
  }
  subscribe(regions = ['**'], wishes = {}) {
    return this.#remembered('subscribe', { regions: listed(regions), ...wishes, ...wishes.events && { events: listed(wishes.events) } });
  }
  unsubscribe(subscription) {
    this.#sent.delete(subscription);
    return this.#ending('unsubscribe', { subscription: this.#serverIds?.get(subscription) ?? 0 });
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
    if (!this.#redo) throw new TypeError('connect with { redo: new Redo() } of touchd-redo.js');
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
  follow(root = document.body, options = {}) { return new Follower(this, root, options); }
  #settled = [];
  #made(make) {
    const id = this.#lastId += 1;
    make(id);
    if (this.#failed) this.#settled.push(...this.#giveUp());
    if (this.#settled.length) setTimeout(() => this.#hand(this.#settled.splice(0)));
    return id;
  }

  get #isOpen() { return this.#greeted && !this.#over; }
  #send(line) { if (this.#isOpen) this.#socket.send(JSON.stringify(line)); }

  #remembered(type, fields) {
    return this.#made((id) => {
      const line = { type, id, ...fields };
      if (this.#refuses(id, JSON.stringify(line))) return;
      this.#sent.set(id, line);
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
    this.#settled.push(refusal(id, 'notSent', `the request has ${length} bytes, and a line to this touchd at most ${this.#limit}`));
    return true;
  }
  #mayWait(id, text) {
    const size = bytes(text) + 1;
    const isFull = this.#waiting === 1000 || this.#waitingBytes + size > 256 << 10;
    if (isFull) {
      this.#settled.push(refusal(id, 'notSent', 'there is no connection to touchd, and as many requests wait for one as the library keeps',
        'ask again when there is one'));
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
    return refusal(id, 'disconnected', 'the connection was lost before touchd answered; the request may have been done',
      'see how things are when there is a connection again');
  }
  #giveUp() {
    const asked = [...[...this.#kept.keys()].map((id) => [id, false]), ...[...this.#redo?.asked ?? []].map(([id, { isSent }]) => [id, isSent])];
    this.#redo?.asked.clear();
    this.#forgetKept();
    return [...this.#settled.splice(0), ...asked.sort(([one], [other]) => one - other).map(([id, isSent]) => (isSent ? this.#disconnected(id)
      : refusal(id, 'notSent', 'there was no connection to touchd on which to send it')))];
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
      if (!this.#greeted) throw new ProtocolMismatch(`what answers at the socket is no touchd: ${String(text).slice(0, 60)}`);
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
      throw new ProtocolMismatch(`${line.server ?? 'the server'} speaks protocol ${line.protocol ?? '?'}, this library 1; `
        + 'install versions of both that belong together');
    }
    this.#greeted = true;
    this.capabilities = line.capabilities ?? [];
    this.#send({ type: 'hello', name: this.name, protocol: 1 });
    if (isInteger(line.limits?.maxLine)) this.#limit = line.limits.maxLine;
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
    if (['reply', 'pong', 'synced'].includes(type)) this.#unanswered.delete(id);
    if (type === 'frame') {
      const { events, time, panel } = line;
      need(Array.isArray(events) && isText(panel) && isNumber(time));
      return [{ type, seq, time, panel, events: events.map((event) => this.#alive.event(event, panel, time)).filter(Boolean) }];
    }
    if (type === 'reply') {
      this.#redo?.answered(id, line.ok);
      if (line.ok && line.subscription !== undefined) this.#serverIds.set(id, line.subscription);
      const { unmatched = [] } = line;
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

// Elements as regions. The page's own region has the viewport's CSS pixels as its space.

const identity = [1, 0, 0, 1];
const multiply = ([a, b, c, d], [e, f, g, h]) => [a * e + c * f, b * e + d * f, a * g + c * h, b * g + d * h];
const inverse = ([a, b, c, d]) => [d, -b, -c, a].map((one) => one / (a * d - b * c));
const apply = ([a, b, c, d], x, y) => [a * x + c * y, b * x + d * y];
const round = (list) => list.map((one) => Math.round(one * 64) / 64);
const meets = (a, b) => a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;
const passThrough = { kind: 'passThrough' };
const viewport = () => new DOMRect(0, 0, innerWidth, innerHeight);

class Follower {
  #client; #root; #options; #nodes = new Map(); #byID = new Map(); #queue = []; #own = new Set(); #styles; #page; #state = {};
  #isDue = false; #needs = { scan: true, measure: true }; #scrolled = new Set(); #moving = new Set(); #pointers = new Map(); #ends = []; #count = 0;
  #late = 0; #sticky = []; #covers = new Map();

  constructor(client, root, options) {
    this.#client = client;
    this.#root = root;
    this.#options = { prefix: `${client.name ?? 'page'}.`, margin: '100%', rotation: 0, properties: () => ({}), ...options };
    const { into, margin } = this.#options;
    this.#page = this.#node(null, 'page');
    const on = (target, types, listener) => types.split(' ').forEach((type) => {
      target.addEventListener(type, listener, true);
      this.#ends.push(() => target.removeEventListener(type, listener, true));
    });
    const measure = () => this.#soon('measure');
    on(document, 'scroll', ({ target }) => { this.#scrolled.add(target.documentElement ?? target); this.#soon(); });
    on(window, 'resize load toggle', measure);
    on(document, 'transitionrun animationstart', ({ target }) => { this.#moving.add(target); measure(); });
    on(document, 'transitionend transitioncancel animationend animationcancel', ({ target }) => { this.#moving.delete(target); measure(); });
    const changes = new MutationObserver((records) => this.#soon(records.some(({ type, attributeName }) => type === 'childList'
      || /^(data-touch|id$)/.test(attributeName)) ? 'scan' : 'measure'));
    changes.observe(root, { subtree: true, childList: true, attributes: true, characterData: true });
    this.sizes = new ResizeObserver(measure);
    this.views = new IntersectionObserver((entries) => this.#viewed(entries), { rootMargin: margin, scrollMargin: margin });
    const lines = ({ detail }) => this.#regions(detail.regions, detail.type !== 'changed');
    on(client, 'snapshot tree changed config', lines);
    on(client, 'disconnected', () => { this.#covers.clear(); this.#reset(); });
    on(client, 'reply', ({ detail: { id, ok, error } }) => {
      if (!this.#own.delete(id) || ok || error.code === 'disconnected') return;
      console.warn(`touchd refused what the page follows: ${error.message}`);
      setTimeout(() => this.#again(), 1000);
    });
    on(client, 'frame', ({ detail }) => detail.events.forEach((event) => this.#event(event, detail)));
    const page = [...into ? [into] : [], this.#page.id].join('/');
    this.subscription = client.subscribe([...into ? [into] : [], page, `${page}/**`]);
    for (const one of [changes, this.sizes, this.views]) this.#ends.push(() => one.disconnect());
  }

  stop() {
    this.#ends.forEach((end) => end());
    this.#client.unsubscribe(this.subscription);
    if (this.#page.isThere) this.#client.edit([{ op: 'remove', region: this.#page.id }]);
    this.#client = null;
  }
  region(element) { return this.#nodes.get(element)?.id; }

  #soon(need) {
    if (need) this.#needs[need] = this.#needs.measure = true;
    if (this.#isDue) return;
    this.#isDue = true;
    requestAnimationFrame(() => { this.#isDue = false; this.#sync(); });
  }

  #reset() {
    this.#queue = [];
    this.#state = {};
    for (const node of [this.#page, ...this.#nodes.values()]) node.isThere = false;
  }
  #again() {
    if (!this.#client) return;
    const { into } = this.#state;
    if (this.#page.isThere) this.#client.edit([{ op: 'remove', region: this.#page.id }]);
    this.#reset();
    this.#state = { into };
    this.#soon('scan');
  }

  #regions(list, isAll) {
    const { into, screen, size } = this.#options;
    const find = (id) => list?.find((region) => region.id === id);
    const parent = into ? find(into.split('/').pop()) : { id: screen, bounds: [0, 0, ...size ?? [innerWidth, innerHeight]] };
    const page = find(this.#page.id);
    if (page) this.#page.toScreen = page.toScreen;
    else if (isAll && this.#page.isKnown) this.#again();
    if (isAll) this.#page.isKnown = Boolean(page);
    if (!parent || String(parent.bounds) === String(this.#state.into?.bounds)) return;
    this.#state.into = parent;
    this.#soon('measure');
  }

  #node(element, name) {
    let id = this.#options.prefix + (name || element.dataset.touchId || element.id).replace(/[/*\s]/g, '-');
    if (id === this.#options.prefix || this.#byID.has(id)) id += `_${this.#count += 1}`;
    const node = { id, element, hidden: {} };
    this.#byID.set(id, node);
    return node;
  }

  #scan() {
    const found = new Set(this.#root.querySelectorAll('[data-touch]'));
    for (const element of found) {
      const node = this.#watch(element);
      if (!node.isTouch) this.views.observe(element);
      node.isTouch = true;
    }
    for (const [element, node] of this.#nodes) {
      if (!node.isTouch || found.has(element)) continue;
      node.isTouch = node.isSeen = false;
      this.views.unobserve(element);
    }
  }

  #watch(element) {
    if (!this.#nodes.has(element)) {
      this.#nodes.set(element, this.#node(element));
      this.sizes.observe(element);
    }
    return this.#nodes.get(element);
  }
  #viewed(entries) {
    for (const { target, isIntersecting, boundingClientRect: box } of entries) {
      const node = this.#nodes.get(target);
      if (!node) continue;
      node.isSeen = isIntersecting;
      this.#late += isIntersecting;
      // What cannot be seen comes and goes in batches.
      if (this.#late > 15 || !box.width || meets(box, node.parent?.box ?? viewport())) this.#soon('measure');
    }
    this.timer ??= setTimeout(() => { this.timer = null; this.#soon('measure'); }, 500);
  }

  #style(element) {
    if (!this.#styles.has(element)) {
      const { position, transform, zIndex, overflow, pointerEvents } = getComputedStyle(element);
      const { a, b, c, d, is2D } = new DOMMatrix(transform);
      const isTop = element.matches(':modal, :popover-open');
      this.#styles.set(element, { position, linear: is2D ? [a, b, c, d] : identity, isBlock: transform !== 'none', isTop,
        order: isTop ? Infinity : Number(zIndex) || 0, clips: overflow !== 'visible' && element !== document.body,
        visible: element.checkVisibility({ visibilityProperty: true }) && pointerEvents !== 'none' });
    }
    return this.#styles.get(element);
  }
  #around(node) {
    let { position, linear, isTop, order } = this.#style(node.element);
    for (let element = node.element.parentElement; element && !isTop; element = element.parentElement) {
      const style = this.#style(element);
      const isRoot = element === document.documentElement;
      const holds = style.isBlock || (position !== 'fixed' && (position !== 'absolute' || style.position !== 'static' || isRoot));
      node.isSticky ||= position === 'sticky';
      if (isTop ||= style.isTop) order = Infinity;
      else if (style.order) order = style.order;
      if (holds) {
        const known = this.#nodes.get(element);
        if (known?.isTouch || style.clips || isRoot) {
          return Object.assign(node, { parent: this.#place(element), relative: linear, order });
        }
        position = style.position;
      }
      linear = multiply(style.linear, linear);
    }
    Object.assign(node, { parent: this.#page, relative: linear, order });
  }
  #place(element) {
    const node = this.#watch(element);
    if (node.round !== this.round) this.#measure(node);
    return node;
  }

  #measure(node) {
    const { element } = node;
    const isRoot = element === document.documentElement;
    node.round = this.round;
    if (this.#styles) {
      node.isSticky = this.#style(element).position === 'sticky';
      if (isRoot) Object.assign(node, { parent: this.#page, relative: identity, order: 0 });
      else this.#around(node);
      node.linear = multiply(node.parent.linear, node.relative);
      node.parent.isAround = true;
    }
    const box = node.box = isRoot ? viewport() : element.getBoundingClientRect();
    node.isPlain = String(round(node.linear)) === '1,0,0,1' || element.offsetWidth === undefined;
    node.middle = [box.x + box.width / 2, box.y + box.height / 2];
    node.size = node.isPlain ? [box.width, box.height] : [element.offsetWidth, element.offsetHeight];
    node.origin = [element.scrollLeft, element.scrollTop];
  }
  #inside({ linear, middle, origin, size }, x, y) {
    return apply(inverse(linear), x - middle[0], y - middle[1]).map((one, index) => one + origin[index] + size[index] / 2);
  }
  #geometry({ parent, middle, size, relative, isPlain }) {
    const [x, y] = this.#inside(parent, ...middle);
    const linear = isPlain && parent.isPlain !== false ? identity : relative;
    return linear === identity ? { frame: round([x - size[0] / 2, y - size[1] / 2, ...size]) }
      : { center: round([x, y]), size: round(size), transform: [...linear.map((one) => Math.round(one * 1e6) / 1e6), 0, 0] };
  }

  #sync() {
    if (!this.#client || !this.#state.into) return;
    const needs = this.#needs;
    this.#needs = {};
    if (needs.scan) this.#scan();
    const edits = this.#queue;
    if (needs.measure) {
      this.#late = 0;
      this.round = {};
      this.#styles = new Map();
      this.#pageEdits(edits);
      const wanted = new Set();
      const holes = [];
      const held = new Set([...this.#pointers.values()].map(({ node }) => node));
      for (const node of this.#nodes.values()) {
        if (!node.isTouch || !(node.isSeen || held.has(node)) || !this.#style(node.element).visible) continue;
        if (node.round !== this.round) this.#measure(node);
        if (node.element.dataset.touch === 'native') holes.push(node);
        else for (let one = node; one !== this.#page; one = one.parent) wanted.add(one);
      }
      // A hole is a polygon's.
      for (const node of wanted) node.holes = [];
      for (const { parent, middle: [x, y], size: [width, height] } of holes) {
        for (let one = parent; one !== this.#page; one = one.parent) {
          if (one.isTouch) one.holes?.push([...this.#inside(one, x, y), width / 2, height / 2]);
        }
      }
      this.#compare(wanted, edits);
      this.#sticky = [...wanted].filter((node) => node.isSticky);
      if ([...this.#moving].some((one) => [...wanted].some(({ element }) => one.contains(element)))) this.#soon('measure');
      this.#styles = null;
    } else {
      this.round = {};
      for (const element of this.#scrolled) {
        const node = this.#nodes.get(element);
        if (!node?.isThere) continue;
        node.origin = [element.scrollLeft, element.scrollTop];
        this.#origin(node, edits);
      }
      for (const node of this.#sticky) { this.#measure(node); this.#set(node, edits); }
    }
    this.#scrolled.clear();
    if (!edits.length) return;
    // A line has at most 1024 values; the rest goes with the next frames.
    const sent = edits.splice(0, 32);
    this.#own.add(this.#client.edit(sent));
    const receivers = sent.map(({ region }) => region.id).filter((id) => this.#byID.get(id)?.claims);
    if (receivers.length) this.#client.request('claim', { receivers });
    if (edits.length) this.#soon();
  }
  #pageEdits(edits) {
    const page = this.#page;
    const { id, bounds } = this.#state.into;
    const { frame: [x, y, width, height] = bounds, rotation, into } = this.#options;
    const [right, down] = rotation % 180 ? [height, width] : [width, height];
    const { a, b, c, d } = new DOMMatrix().rotate(rotation).scale(right / innerWidth, down / innerHeight);
    const size = [innerWidth, innerHeight];
    Object.assign(page, { linear: identity, origin: [0, 0], size, middle: size.map((one) => one / 2) });
    const now = { center: [x + width / 2, y + height / 2], bounds: [0, 0, ...size], transform: [a, b, c, d, 0, 0] };
    if (page.isThere) return this.#changes(page, now, edits);
    edits.push({ op: 'add', parent: id, region: { id: page.id, kind: into ? 'view' : 'window', ...now, hitTest: passThrough } });
    page.sent = now;
    page.isThere = true;
  }

  #changes(node, now, edits) {
    for (const [key, value] of Object.entries(now)) {
      if (JSON.stringify(node.sent[key]) === JSON.stringify(value)) continue;
      node.sent[key] = value;
      edits.push({ op: 'set', region: node.id, key, value });
    }
  }

  #compare(wanted, edits) {
    // What is in a region goes with it, and comes again elsewhere.
    const goes = (node) => node?.isThere && node !== this.#page && (!wanted.has(node) || goes(around(node)));
    const around = (node) => this.#byID.get(node.sent.parent);
    const gone = [...this.#nodes.values()].filter(goes);
    for (const node of gone) if (!goes(around(node))) edits.push({ op: 'remove', region: node.id });
    for (const node of gone) node.isThere = false;
    for (const [element, node] of this.#nodes) {
      if (wanted.has(node) || node.isTouch) continue;
      this.#nodes.delete(element);
      this.#byID.delete(node.id);
      this.sizes.unobserve(element);
    }
    const levels = Map.groupBy(wanted, ({ parent }) => parent);
    const arrange = (parent) => {
      const list = levels.get(parent) ?? [];
      list.sort((a, b) => a.order - b.order || (a.element.compareDocumentPosition(b.element) & 4 ? -1 : 1));
      let last = -1;
      list.forEach((node, index) => {
        if (!node.isThere) this.#add(node, index, edits);
        else {
          if (node.sent.parent !== parent.id) edits.push({ op: 'move', region: node.id, parent: parent.id, index });
          else if (node.place < last) edits.push({ op: 'bringToFront', region: node.id });
          node.sent.parent = parent.id;
          this.#set(node, edits);
          last = Math.max(last, node.place ?? -1);
        }
        arrange(node);
      });
      list.forEach((node, index) => { node.place = index; });
    };
    arrange(this.#page);
  }

  #add(node, index, edits) {
    const { claims, ...properties } = this.#properties(node);
    const { frame, center, size, transform } = this.#geometry(node);
    node.sent = { parent: node.parent.id, frame, center, size, transform, origin: round(node.origin), ...properties };
    const region = { id: node.id, ...frame ? { frame } : { center, transform }, bounds: round([...node.origin, ...node.size]), ...properties };
    edits.push({ op: 'add', parent: node.parent.id, index, region });
    Object.assign(node, { isThere: true, claims });
  }

  #set(node, edits) {
    const { frame, center, size, transform } = this.#geometry(node);
    const { sent } = node;
    if (frame) this.#changes(node, { ...sent.transform && { transform: [...identity, 0, 0] }, frame }, edits);
    else {
      if (String(sent.size) !== String(size)) this.#changes(node, { bounds: round([...node.origin, ...size]) }, edits);
      sent.size = size;
      this.#changes(node, { transform, center }, edits);
    }
    if (this.#styles) {
      const { claims, gestures, kind, ...properties } = this.#properties(node);
      this.#changes(node, properties, edits);
    }
    this.#origin(node, edits);
  }

  #origin(node, edits) {
    const origin = round(node.origin);
    // What touchd scrolls comes back rounded to the device's pixels.
    if (!node.sent.origin || origin.every((one, index) => Math.abs(one - node.sent.origin[index]) < (node.isScroll ? 1 : 0.01))) return;
    node.sent.origin = origin;
    edits.push({ op: 'setBoundsOrigin', region: node.id, origin });
  }
  #properties(node) {
    const { element, isTouch } = node;
    if (!isTouch) return { hitTest: passThrough };
    const found = { kind: { '': 'view', scroll: 'scrollView' }[element.dataset.touch] ?? element.dataset.touch };
    for (const [name, text] of Object.entries(element.dataset)) {
      const key = name.match(/^touch(?!Id$)([A-Z].*)/)?.[1];
      if (!key) continue;
      let value = text === '' ? true : text;
      try { value = JSON.parse(text); } catch { /* a word */ }
      found[key[0].toLowerCase() + key.slice(1)] = value;
    }
    if (isText(found.gestures)) found.gestures = found.gestures.split(' ').map((type) => ({ type }));
    found.gestures = found.gestures?.map((one) => ({ ...one, id: `${node.id}.${one.id ?? one.type}` }));
    node.isScroll = found.kind === 'scrollView';
    if (node.isScroll) found.contentSize = [element.scrollWidth, element.scrollHeight];
    if (element.disabled !== undefined) found.enabled = !element.disabled;
    if (node.isAround && !this.#style(element).clips && !node.isScroll) found.hitTest ??= { kind: 'overflow' };
    if (node.holes?.length) {
      const box = (x, y, w, h) => [[x, y], [x + w, y], [x + w, y + h], [x, y + h], [x, y]];
      found.shape = { kind: 'polygon', points: [...box(0, 0, element.scrollWidth, element.scrollHeight),
        ...node.holes.flatMap(([x, y, w, h]) => [...box(...round([x - w, y - h, 2 * w, 2 * h])), [0, 0]])] };
    }
    Object.assign(found, this.#options.properties(element));
    for (const key of ['value', 'isOn']) if (key in node) found[key] = node[key];
    return found;
  }
  #event(event, { time, panel }) {
    const node = this.#byID.get(event.region);
    if (!node?.element || !node.isTouch) return;
    const { element } = node;
    const { id, phase, gesture, action, touches = [id], state = action } = event;
    const detail = { ...event, time, panel };
    const { x, y } = new DOMMatrix(this.#page.toScreen).inverse().transformPoint(event);
    if (event.x !== undefined) Object.assign(detail, { clientX: x, clientY: y });
    if (event.event === 'touch' && !this.#point(node, detail)) return;
    if (gesture || action) {
      // What begins on a cover is hidden as a whole.
      const key = panel + gesture;
      if (/^(began|recognized|touchDown)/.test(state)) node.hidden[key] = touches.some((one) => !element.contains(this.#covers.get(one) ?? element));
      if (node.hidden[key]) {
        node.sent.value = node.sent.isOn = null;
        return this.#soon('measure');
      }
    }
    if (event.event === 'scroll') {
      node.sent.origin = event.offset;
      [element.scrollLeft, element.scrollTop] = event.offset;
    }
    if (action === 'valueChanged') this.#value(node, detail);
    element.dispatchEvent(new CustomEvent(`touchd:${phase ?? event.event}`, { detail, bubbles: true }));
    if (isPress(event) && (action || !this.#isControl(node))) element.dispatchEvent(new CustomEvent('touchd:press', { detail, bubbles: true }));
    if (action === 'touchUpInside' && this.#options.pointerEvents) element.click();
  }

  #isControl({ element }) { return /^(button|control|slider|switch)$/.test(element.dataset.touch); }
  #value(node, { value, isOn }) {
    const { element } = node;
    if (value !== undefined) element.value = node.value = node.sent.value = value;
    if (isOn !== undefined) element.checked = node.isOn = node.sent.isOn = isOn;
    element.dispatchEvent(new Event('input', { bubbles: true }));
  }
  #point(node, { touch, id, phase, clientX, clientY, pressure }) {
    const { element } = node;
    let pointer = this.#pointers.get(touch);
    if (phase === 'began') {
      const top = document.elementFromPoint(clientX, clientY);
      const isIn = meets(element.getBoundingClientRect(), new DOMRect(clientX, clientY));
      if (isIn && top && !element.contains(top)) return !this.#covers.set(id, top);
      pointer = { node, number: 1000 + (this.#count += 1), isPrimary: !this.#pointers.size, target: isIn && top || element };
      this.#pointers.set(touch, pointer);
    }
    const isOver = phase === 'ended' || phase === 'cancelled';
    if (isOver) {
      this.#pointers.delete(touch);
      setTimeout(() => this.#covers.delete(id), 5000); // a tap waits
    }
    if (!pointer) return false;
    if (!this.#options.pointerEvents || phase === 'stationary') return true;
    const type = `pointer${{ began: 'down', moved: 'move', ended: 'up', cancelled: 'cancel' }[phase]}`;
    pointer.target.dispatchEvent(new PointerEvent(type, { pointerId: pointer.number, pointerType: 'touch', isPrimary: pointer.isPrimary,
      bubbles: true, composed: true, cancelable: true, clientX, clientY, pressure: isOver ? 0 : pressure ?? 0.5,
      button: phase === 'moved' ? -1 : 0, buttons: isOver ? 0 : 1 }));
    return true;
  }
}
