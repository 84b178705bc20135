'use strict';
// The protocol without a socket: turns bytes into items, and requests into bytes.
const { Alive, Malformed, need } = require('./alive.cjs');
const { Asked } = require('./asked.cjs');
const { Edits } = require('./edits.cjs');
const { ProtocolMismatch } = require('./errors.cjs');
const tree = require('./tree.cjs');

const protocol = 1;
const maximumLine = 64 << 20;

class Stream {
  constructor(name, treeChanges = false) {
    this.name = name;
    this.treeChanges = treeChanges;
    /** The subscriptions and claims that each new connection repeats, by the request's ID. */
    this.sent = new Map();
    /** The claims whose reply is due. A refusal removes the claim from those that are repeated. */
    this.claimsDue = new Set();
    this.asked = new Asked();
    this.edits = new Edits();
    this.lastId = 0;
    this.alive = new Alive();
    /** The error if the server speaks another protocol: connecting again is useless. */
    this.mismatch = null;
    /** Whether the client has stopped connecting. */
    this.hasGivenUp = false;
    this.closed = false;
    this.decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
    this.reset(() => {});
  }

  reset(write) {
    this.write = write;
    this.pieces = [];
    this.size = 0;
    this.lines = [];
    this.greeted = this.over = false;
    this.seq = 0;
    /** The longest line that this server accepts, in bytes. */
    this.lineLimit = Infinity;
    /** The server's IDs of the subscriptions on this connection. */
    this.serverIds = new Map();
  }

  // Requests

  get isOpen() { return this.greeted && !this.over; }

  /** Makes any request. Returns its ID, which the reply repeats. Without a connection the request waits for the next one. */
  request(type, fields = {}) {
    const id = this.nextId();
    const text = JSON.stringify({ type, ...fields, id }) + '\n';
    if (this.refuses(id, text)) return id;
    if (this.isOpen) {
      this.asked.sent(id);
      this.write(text);
    } else {
      this.asked.keep(id, text);
    }
    return id;
  }

  remembered(type, fields) {
    const id = this.nextId();
    const line = { type, id, ...fields };
    if (this.refuses(id, JSON.stringify(line) + '\n')) return id;
    if (this.hasGivenUp) {
      this.asked.refuseUnsent(id);
    } else {
      this.sent.set(id, line);
      if (type === 'claim') this.claimsDue.add(id);
      this.send(line);
    }
    return id;
  }

  edit(edits, { keep = false, redo = false } = {}) {
    const fields = { edits, ...(keep && { keep }) };
    if (!redo) return this.request('edit', fields);
    const id = this.nextId();
    const text = JSON.stringify({ type: 'edit', id, ...fields }) + '\n';
    if (!this.refuses(id, text) && (this.isOpen || this.asked.mayWait(id, text))) {
      // A copy, so that later changes of the program's list have no effect.
      this.edits.ask(id, JSON.parse(text), this.isOpen);
      if (this.isOpen) this.write(text);
    }
    return id;
  }

  /** Makes a request such as `release`, whose purpose the end of the connection fulfils too. */
  ending(type, fields) {
    const id = this.nextId();
    const line = { type, id, ...fields };
    if (this.refuses(id, JSON.stringify(line) + '\n')) return id;
    this.asked.ending(id, this.isOpen);
    this.send(line);
    return id;
  }

  /** Refuses a line that is too long, because the server would close the connection for it. After `close`, every line is dropped. */
  refuses(id, text) {
    if (this.closed) return true;
    const length = Buffer.byteLength(text) - 1;
    const isTooLong = this.isOpen && length > this.lineLimit;
    if (isTooLong) this.asked.tooLong(id, length, this.lineLimit);
    return isTooLong;
  }

  unsubscribe(subscription) {
    this.sent.delete(subscription);
    return this.ending('unsubscribe', { subscription: this.serverIds.get(subscription) ?? 0 });
  }

  release(receivers) {
    this.forget(receivers);
    return this.ending('release', { receivers });
  }

  nextId() {
    this.lastId += 1;
    return this.lastId;
  }

  /** Sends a line if there is a connection. */
  send(line) {
    if (this.isOpen) this.write(JSON.stringify(line) + '\n');
  }

  forget(receivers) {
    for (const [id, line] of this.sent) {
      if (line.type !== 'claim') continue;
      const left = line.receivers.filter((receiver) => !receivers.includes(receiver));
      if (left.length) this.sent.set(id, { ...line, receivers: left });
      else this.sent.delete(id);
    }
  }

  // Incoming lines

  feed(data) {
    let start = 0;
    for (let end; (end = data.indexOf(10, start)) >= 0; start = end + 1) {
      this.pieces.push(data.subarray(start, end));
      this.lines.push(this.pieces.length === 1 ? this.pieces[0] : Buffer.concat(this.pieces));
      this.pieces = [];
      this.size = 0;
    }
    this.pieces.push(data.subarray(start));
    this.size += data.length - start;
  }

  /** The items of the complete lines, line by line. If `over` is true afterwards, the connection must be closed. */
  * items() {
    while (!this.over && this.lines.length) {
      const line = this.lines.shift();
      yield* line.length > maximumLine ? this.lost('lineTooLong') : this.line(line);
    }
    if (!this.over && this.size > maximumLine) yield* this.lost('lineTooLong');
  }

  /** Refuses all waiting requests, because the client will not connect again. */
  giveUp() {
    this.hasGivenUp = true;
    return this.asked.giveUp(this.edits.giveUp());
  }

  /** Ends the stream without items. Later requests have no effect, and nothing of them is kept. */
  close() { this.over = this.closed = true; }

  /** Ends the connection. First everything in progress is cancelled, then the requests without a reply are refused. */
  lost(reason = 'closed') {
    const items = this.alive.cancelled();
    if (this.isOpen) items.push(...this.asked.end(), { type: 'disconnected', reason });
    this.over = true;
    return items;
  }

  line(line) {
    let message;
    try {
      message = JSON.parse(this.decoder.decode(line));
      need(message !== null && typeof message === 'object' && typeof message.type === 'string');
    } catch {
      if (!this.greeted) throw new ProtocolMismatch(`the server at the socket is not touchd: ${line.toString('latin1', 0, 60)}`);
      return this.lost('badLine');
    }
    if (!this.greeted) return this.hello(message);
    try {
      return this.message(message);
    } catch (error) {
      if (error instanceof Malformed) return this.lost('badLine');
      throw error;
    }
  }

  hello(line) {
    if (line.type !== 'hello' || line.protocol !== protocol) {
      throw new ProtocolMismatch(`${line.server ?? 'the server'} speaks protocol ${line.protocol ?? '?'}, but this library speaks ${protocol}; `
        + 'install matching versions');
    }
    this.greeted = true;
    const wants = this.treeChanges && line.capabilities?.includes('treeChanges');
    this.send({ type: 'hello', name: this.name, protocol, ...(wants && { want: ['treeChanges'] }) });
    if (Number.isInteger(line.limits?.maxLine)) this.lineLimit = line.limits.maxLine;
    this.claimsDue = new Set([...this.sent].filter(([, sent]) => sent.type === 'claim').map(([id]) => id));
    for (const [id, request] of [...this.sent, ...this.edits.lines(line.epoch)].sort(([one], [other]) => one - other)) {
      if (this.refuses(id, JSON.stringify(request) + '\n')) {
        this.sent.delete(id);
        this.edits.drop(id);
      } else {
        this.send(request);
      }
    }
    this.asked.dropKept((id, text) => this.refuses(id, text));
    this.write(this.asked.sendKept());
    return [{ type: 'connected', server: line.server, epoch: line.epoch, capabilities: line.capabilities ?? [] },
      ...this.asked.settled.splice(0)];
  }

  message(line) {
    if (['frame', 'snapshot', 'lagged'].includes(line.type)) {
      need(Number.isInteger(line.seq));
      if (line.seq !== this.seq + 1) return this.lost('gap');
      this.seq = line.seq;
    }
    switch (line.type) {
      case 'frame': {
        need(Array.isArray(line.events) && typeof line.panel === 'string' && typeof line.time === 'number');
        return [{ type: 'frame', seq: line.seq, time: line.time, panel: line.panel, events: this.alive.events(line.events, line.panel, line.time) }];
      }
      case 'reply': {
        // The whole reply is read before it has an effect, because a malformed reply answers nothing.
        need((Number.isInteger(line.id) || line.id === null) && typeof line.ok === 'boolean');
        // A reply with the ID null answers no request: touchd sends it for a line that it cannot read as a request.
        if (line.id === null) return [{ type: 'message', fields: line }];
        const warnings = tree.unmatched(line);
        this.asked.answered(line.id);
        this.edits.answered(line.id, line.ok);
        if (this.claimsDue.delete(line.id) && !line.ok) this.sent.delete(line.id);
        if (line.ok && line.subscription !== undefined) this.serverIds.set(line.id, line.subscription);
        return [line, ...warnings];
      }
      case 'pong':
      case 'synced':
        this.asked.answered(line.id);
        return [{ type: 'message', fields: line }];
      case 'lagged': return [line];
      case 'snapshot': return [tree.snapshot(line)];
      case 'screen': return [tree.screen(line)];
      case 'staff': return [tree.staff(line)];
      case 'config': return [tree.config(line)];
      case 'tree': return [line.regions === undefined ? tree.treeChanged(line) : tree.tree(line)];
      case 'changed': return [tree.tree(line)];
      case 'overridden':
        this.edits.overridden(tree.overridden(line).region, line.key);
        return [line];
      case 'warning': return [tree.warning(line)];
      case 'question':
        need(Number.isInteger(line.id) && Array.isArray(line.touches) && ['ask', 'panel', 'gesture', 'kind', 'region']
          .every((key) => typeof line[key] === 'string') && typeof line.time === 'number' && typeof line.deadline === 'number');
        return [line];
      case 'released':
        need(Array.isArray(line.receivers));
        this.forget(line.receivers);
        return [line];
      case 'bye': {
        const cancels = this.alive.cancelled();
        this.over = true;
        if (line.reason === 'protocol') this.mismatch = new ProtocolMismatch(line.message ?? 'touchd speaks another protocol');
        return [...cancels, { type: 'message', fields: line }, ...this.asked.end(), { type: 'disconnected', reason: line.reason }];
      }
      default: return [{ type: 'message', fields: line }];
    }
  }
}

module.exports = { Stream };
