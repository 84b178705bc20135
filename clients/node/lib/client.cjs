'use strict';
const { EventEmitter } = require('node:events');
const net = require('node:net');
const { isPress } = require('./alive.cjs');
const { BackOff } = require('./backoff.cjs');
const { TouchdError, Unreachable, unreachable } = require('./errors.cjs');
const { Stream } = require('./stream.cjs');

/**
 * A client of touchd. `for await (const item of client)` hands out items, and reads only when asked for one; `client.start()` emits them instead.
 * The client connects then, and again when the connection is lost: after growing delays, and at most `retries` times until a connection has lasted.
 */
class Client extends EventEmitter {
  #stream;
  #backOff;
  #helloWithin;
  #socket = null;
  #held = null;
  #wake = () => {};
  #settle = () => {};
  #isStarted = false;
  #isFailed = false;

  constructor({ path, name, retries = 100, helloWithin = 5000, treeChanges } = {}) {
    super();
    this.#helloWithin = helloWithin;
    this.path = path || process.env.TOUCHD_SOCKET || '/run/touchd/events.sock';
    this.#stream = new Stream(name, treeChanges);
    this.#backOff = new BackOff(retries);
    this.closed = false;
  }

  /** Emits the items, until `close` or an 'error'. */
  async start() {
    this.#isStarted = true;
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
    this.#isFailed = this.#stream.hasGivenUp = false;
    try {
      yield* this.#items();
    } catch (error) {
      this.#isFailed = error instanceof TouchdError;
      // Requests that were never sent are refused first.
      if (error instanceof TouchdError) yield* this.#handOut(this.#stream.giveUp());
      throw error;
    }
  }

  async* #items() {
    let told = null;
    while (!this.closed) {
      yield* this.#settled();
      const since = performance.now();
      const error = await this.#connect() ?? (yield* this.#connection());
      if (this.closed) return;
      if (this.#stream.mismatch) throw this.#stream.mismatch;
      const message = unreachable(this.path, error);
      // A connection without a hello does not count, however long it lasted.
      const greeted = !error && this.#stream.greeted;
      const delay = this.#backOff.delay(greeted ? performance.now() - since : 0);
      if (delay === null) throw new Unreachable(message);
      if (greeted) {
        told = null;
      } else if (message !== told) {
        told = message;
        yield { type: 'waiting', path: this.path, ...(error && { code: error.code }), message };
      }
      yield* this.#settled();
      if (!this.closed) await this.#sleep(delay);
    }
  }

  /** The replies that the library has made. */
  * #settled() { yield* this.#handOut(this.#stream.asked.settled.splice(0)); }

  /** The items of one connection, from its start to its end. Returns the error if no hello came in time, otherwise null. */
  async* #connection() {
    const socket = this.#socket;
    let silence = null;
    // Data that came while the program was busy are read before the immediate runs.
    const patience = setTimeout(() => setImmediate(() => {
      if (this.#stream.greeted || this.#stream.over) return;
      silence = { code: 'ETIMEDOUT' };
      socket.destroy();
    }), this.#helloWithin);
    this.#held = '';
    this.#stream.reset((text) => this.#write(socket, text));
    try {
      for await (const data of this.#chunks(socket)) {
        if (data) this.#stream.feed(data);
        yield* this.#handOut(this.#stream.items());
        yield* this.#settled();
        if (this.#stream.over || this.closed) break;
      }
    } finally {
      clearTimeout(patience);
      socket.destroy();
    }
    yield* this.#handOut(this.#stream.lost());
    return silence;
  }

  /**
   * Writes to the socket. The answer to the hello waits until the socket has been read once more: a server that has already said bye reads nothing,
   * and Node drops a socket's unread data when a write fails.
   */
  #write(socket, text) {
    if (this.#held === null) return socket.write(text);
    if (this.#held === '') setImmediate(() => setImmediate(() => this.#writeHeld(socket)));
    this.#held += text;
  }

  #writeHeld(socket) {
    if (this.#held && socket === this.#socket && socket.writable) socket.write(this.#held);
    this.#held = null;
  }

  /** The data of the socket. An error ends them. Null: a request has made an item. */
  async* #chunks(socket) {
    const chunks = socket.iterator({ destroyOnReturn: false });
    let reading = null;
    for (;;) {
      reading ??= chunks.next().catch(() => ({ done: true }));
      const next = await Promise.race([reading, new Promise((resolve) => {
        this.#settle = () => resolve({ value: null });
        if (this.#stream.asked.settled.length) this.#settle();
      })]);
      if (next.done) return;
      if (next.value !== null) reading = null;
      yield next.value;
    }
  }

  /** Hands out the items. A `Touch` changes when its event is handed out. */
  * #handOut(items) {
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

  /** Resolves to null, or to the reason why there is no connection. */
  #connect() {
    return new Promise((resolve) => {
      const socket = net.createConnection(this.path);
      this.#socket = socket;
      socket.once('connect', () => resolve(null));
      // Later errors end the reading, which reports them.
      socket.on('error', resolve);
    });
  }

  #sleep(delay) {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, delay);
      this.#wake = () => { clearTimeout(timer); resolve(); };
    });
  }

  /** Ends the client without further items. Nothing in progress gets a cancel, because the program itself ends the client. */
  close() {
    this.closed = true;
    if (this.#socket) this.#writeHeld(this.#socket);
    this.#stream.close();
    this.#socket?.destroy();
    this.#wake();
  }

  // Requests. Each method returns the request's ID, which the reply repeats. Subscriptions, claims, and edits with `redo` are sent again on each new
  // connection, but a claim or edit that touchd has refused is not.

  /** Hands out the items that a request made. After the 'error' of `start` nothing else would hand them out. */
  #finishRequest(id) {
    if (this.#stream.asked.settled.length) this.#settle();
    if (this.#isStarted && this.#isFailed) {
      setImmediate(() => {
        for (const item of this.#handOut([...this.#stream.asked.settled.splice(0), ...this.#stream.giveUp()])) this.#emitItem(item);
      });
    }
    return id;
  }

  /** Subscribes to regions. `wishes`: events, observe, axes, maxRate, coalesced. A string is one glob. */
  subscribe(regions = ['**'], wishes = {}) {
    const events = wishes.events === undefined ? {} : { events: listed(wishes.events) };
    return this.#finishRequest(this.#stream.remembered('subscribe', { regions: listed(regions), ...wishes, ...events }));
  }

  /** Cancels a subscription. `subscription` is the ID that `subscribe` returned; its reply must have come. */
  unsubscribe(subscription) { return this.#finishRequest(this.#stream.unsubscribe(subscription)); }

  /** Claims receivers: this client takes responsibility for them. With `ackWithin` (ms) it must `ack` in time. A string is one receiver. */
  claim(receivers, { ackWithin } = {}) {
    return this.#finishRequest(this.#stream.remembered('claim', { receivers: listed(receivers), ...(ackWithin !== undefined && { ackWithin }) }));
  }

  /**
   * Edits the tree: all of `edits`, or none. With `keep` added regions stay when the connection ends. With `redo` each new connection repeats the
   * request, except edits that touchd refused, that a later edit with `redo` replaced, or that a removal undid.
   */
  edit(edits, options = {}) { return this.#finishRequest(this.#stream.edit(edits, options)); }

  release(receivers) { return this.#finishRequest(this.#stream.release(listed(receivers))); }

  /** Tells touchd that line `seq` and all lines before it have been read. Without a connection this does nothing, because `seq` belongs to one. */
  ack(seq) { this.#stream.send({ type: 'ack', seq }); }
  /**
   * Answers a question, given as an object or by its ID. There is no reply. An answer that comes too late, or after the connection was lost, has no
   * effect.
   */
  answer(question, value) { this.#stream.send({ type: 'answer', id: question.id ?? question, value }); }
  ping() { return this.request('ping'); }
  sync() { return this.request('sync'); }

  /**
   * Makes any request of docs/protocol.md, such as `request('hit', { x: 10, y: 20 })`. Without a connection it waits for the next one. It is not
   * repeated: if the connection is lost before the reply, the request is refused as `disconnected`.
   */
  request(type, fields) { return this.#finishRequest(this.#stream.request(type, fields)); }
}

/** The names as a list. A string is one name. */
const listed = (names) => (typeof names === 'string' ? [names] : names);

/** Creates a client with one subscription. The options are those of the client and of `subscribe`, and `regions`. */
function connect({ regions = ['**'], path, name, retries, helloWithin, treeChanges, ...wishes } = {}) {
  const client = new Client({ path, name, retries, helloWithin, treeChanges });
  client.subscribe(regions, wishes);
  return client;
}

module.exports = { Client, connect };
