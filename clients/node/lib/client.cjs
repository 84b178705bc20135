'use strict';
const { EventEmitter } = require('node:events');
const net = require('node:net');
const { getSystemErrorMap } = require('node:util');
const { isPress } = require('./alive.cjs');
const { BackOff, Refused, Stream, Unreachable } = require('./stream.cjs');

/**
 * `for await (const item of client)` hands out items, and reads only when asked for one; or `client.start()` emits them. It connects
 * then, and again whenever the connection is lost: after a growing delay, and at most `retries` times until a connection has lasted.
 */
class Client extends EventEmitter {
  #stream;
  #backOff;
  #socket = null;
  #wake = () => {};

  constructor({ path, name, retries = 100 } = {}) {
    super();
    this.path = path || process.env.TOUCHD_SOCKET || '/run/touchd/events.sock';
    this.#stream = new Stream(name);
    this.#backOff = new BackOff(retries);
    this.closed = false;
  }

  /** Emits what comes, until `close` or an 'error'. */
  async start() {
    try {
      for await (const item of this) this.#emitItem(item);
    } catch (error) {
      this.emit('error', error);
    }
  }

  #emitItem(item) {
    this.emit(item.type, item);
    if (item.type !== 'frame') return;
    for (const event of item.events) {
      if (this.closed) return;
      if (event.event !== 'touch') this.emit(event.event, event, item);
      else if (event.phase === 'began') this.emit('touch', event.touch, event, item);
      else event.touch.emit(event.phase, event, item);
      if (isPress(event)) this.emit('press', event, item);
    }
  }

  async* [Symbol.asyncIterator]() {
    let told = null;
    while (!this.closed) {
      const since = performance.now();
      const error = await this.#connect();
      if (!error) yield* this.#connection();
      if (this.closed) return;
      if (this.#stream.mismatch) throw this.#stream.mismatch;
      const message = this.#unreachable(error);
      const delay = this.#backOff.delay(performance.now() - since);
      if (delay === null) throw new Unreachable(message);
      if (!error && this.#stream.greeted) {
        told = null;
      } else if (message !== told) {
        told = message;
        yield { type: 'waiting', path: this.path, ...(error && { code: error.code }), message };
      }
      if (!this.closed) await this.#sleep(delay);
    }
  }

  /** The items of one connection, from its begin to its end. */
  async* #connection() {
    const socket = this.#socket;
    this.#stream.reset((text) => socket.write(text));
    try {
      for await (const data of this.#chunks(socket)) {
        this.#stream.feed(data);
        yield* this.#noted(this.#stream.items());
        if (this.#stream.over || this.closed) break;
      }
    } finally {
      socket.destroy();
    }
    yield* this.#noted(this.#stream.lost());
  }

  /** An error of the socket is its end. */
  async* #chunks(socket) {
    const chunks = socket.iterator({ destroyOnReturn: false });
    for (;;) {
      let next;
      try {
        next = await chunks.next();
      } catch {
        return;
      }
      if (next.done) return;
      yield next.value;
    }
  }

  /** What a touch says of itself changes as its event is handed out. */
  * #noted(items) {
    for (const item of items) {
      if (this.closed) return;
      for (const event of item.type === 'frame' ? item.events : []) {
        if (event.event !== 'touch') continue;
        if (event.phase === 'ended') event.touch.end = { type: 'ended' };
        if (event.phase === 'cancelled') event.touch.end = { type: 'cancelled', reason: event.reason };
      }
      yield item;
    }
  }

  /** Resolves to null, or to why there is no connection. */
  #connect() {
    return new Promise((resolve) => {
      const socket = net.createConnection(this.path);
      this.#socket = socket;
      socket.once('connect', () => resolve(null));
      // Later ones end the reading, which tells.
      socket.on('error', resolve);
    });
  }

  #sleep(delay) {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, delay);
      this.#wake = () => { clearTimeout(timer); resolve(); };
    });
  }

  #unreachable(error) {
    let why = error ? getSystemErrorMap().get(error.errno)?.[1] ?? error.message : 'it closes every connection';
    if (error?.code === 'EACCES') why = 'permission denied; the user is to be in the group touch when the program is started';
    return `touchd is not reachable at ${this.path}: ${why}`;
  }

  /** Ends it without further items; nothing is cancelled, for it is the program's own wish. */
  close() {
    this.closed = true;
    this.#socket?.destroy();
    this.#wake();
  }

  // Requests. Each returns its id, which the reply has. Subscriptions and claims are made again on each new connection.

  /** What is to come. `wishes`: events, observe, axes, maxRate, coalesced. */
  subscribe(regions = ['**'], wishes = {}) { return this.#stream.remembered('subscribe', { regions, ...wishes }); }

  /** `subscription` is what `subscribe` returned; its reply must have come. */
  unsubscribe(subscription) { return this.#stream.unsubscribe(subscription); }

  /** This client answers for these receivers; with `ackWithin` (ms) it has to `ack` in time. */
  claim(receivers, { ackWithin } = {}) {
    return this.#stream.remembered('claim', ackWithin === undefined ? { receivers } : { receivers, ackWithin });
  }

  release(receivers) {
    this.#stream.forget(receivers);
    return this.#stream.request('release', { receivers });
  }

  ack(seq) { this.#stream.send({ type: 'ack', seq }); }
  /** Of a question that came, or its id. There is no reply; an answer that comes too late changes nothing. */
  answer(question, value) { this.#stream.send({ type: 'answer', id: question.id ?? question, value }); }
  ping() { return this.#stream.request('ping'); }
  sync() { return this.#stream.request('sync'); }

  /** Any request of docs/protocol.md, such as `request('hit', { x: 10, y: 20 })`. Not made again on a new connection. */
  request(type, fields) { return this.#stream.request(type, fields); }
}

/** A client with one subscription. Options of the client and of `subscribe`, and `regions`. */
function connect({ regions = ['**'], path, name, retries, ...wishes } = {}) {
  const client = new Client({ path, name, retries });
  client.subscribe(regions, wishes);
  return client;
}

/**
 * The touches that went down on one of these regions and were lifted inside of it. Nothing else is a press: not what was cancelled, not
 * what was dragged out. Ends only by an error; while touchd is not there, a warning of the process says why.
 */
async function* presses(regions = ['**'], options = {}) {
  const client = connect({ ...options, regions, events: ['touch'] });
  try {
    for await (const item of client) {
      if (item.type === 'frame') yield* item.events.filter(isPress);
      else if (item.type === 'waiting') process.emitWarning(`${item.message}; trying again`, 'TouchdWarning', item.code);
      else if (item.type === 'disconnected') process.emitWarning(`the connection to touchd is lost: ${item.reason}`, 'TouchdWarning');
      else if (item.type === 'reply' && !item.ok) {
        throw new Refused(`touchd refused the subscription: ${item.error?.message}` + (item.error?.hint ? `; ${item.error.hint}` : ''));
      }
    }
  } finally {
    client.close();
  }
}

module.exports = { Client, connect, presses };
