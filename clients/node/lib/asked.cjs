'use strict';
// Requests that have no reply yet. None is dropped in silence: each is sent, or comes back as a reply that refuses it.

const keptRequests = 1000;
const keptBytes = 256 << 10;

class Asked {
  constructor() {
    /** Made without a connection, in order: the next one sends them. */
    this.kept = new Map();
    /** Requests that wait for a connection: those of `kept`, and edits that are made again. */
    this.waiting = 0;
    this.waitingBytes = 0;
    /** Sent on this connection; whether its end does as well what they ask for. */
    this.unanswered = new Map();
    /** Replies that the library gives itself, and that are to be handed out. */
    this.settled = [];
  }

  sent(id) { this.unanswered.set(id, false); }

  /** A request that the end of the connection does as well; without a connection it is done. */
  ending(id, isOpen) {
    if (isOpen) this.unanswered.set(id, true);
    else this.settled.push(done(id));
  }

  keep(id, text) {
    if (this.mayWait(id, text)) this.kept.set(id, text);
  }

  /** Whether one more request may wait for a connection. Refuses it if not. */
  mayWait(id, text) {
    const size = Buffer.byteLength(text);
    if (this.waiting === keptRequests || this.waitingBytes + size > keptBytes) {
      this.settled.push(refusal(id, 'notSent', 'there is no connection to touchd, and as many requests wait for one as the library keeps',
        'ask again when there is one'));
      return false;
    }
    this.waiting += 1;
    this.waitingBytes += size;
    return true;
  }

  tooLong(id, length, limit) {
    this.settled.push(refusal(id, 'notSent', `the request has ${length} bytes, and a line to this touchd at most ${limit}`));
  }

  /** What is too long for the server, which has said so only now. */
  dropKept(refuses) {
    for (const [id, text] of this.kept) if (refuses(id, text)) this.kept.delete(id);
  }

  sendKept() {
    const text = [...this.kept.values()].join('');
    for (const id of this.kept.keys()) this.sent(id);
    this.#forgetKept();
    return text;
  }

  answered(id) { this.unanswered.delete(id); }

  /** The connection is gone, and who knows what of these touchd has done. */
  end() {
    const replies = [...this.unanswered].map(([id, isDone]) => (isDone ? done(id) : disconnected(id)));
    this.unanswered.clear();
    return replies;
  }

  /** There will be no connection any more. `edits`: those that wait for their first reply, and whether they were sent. */
  giveUp(edits) {
    const requests = [...[...this.kept.keys()].map((id) => [id, false]), ...edits].sort(([one], [other]) => one - other);
    const replies = requests.map(([id, isSent]) => (isSent ? disconnected(id)
      : refusal(id, 'notSent', 'there was no connection to touchd on which to send it')));
    this.#forgetKept();
    return replies;
  }

  #forgetKept() {
    this.kept.clear();
    this.waiting = 0;
    this.waitingBytes = 0;
  }
}

const done = (id) => ({ type: 'reply', id, ok: true });
const refusal = (id, code, message, hint) => ({ type: 'reply', id, ok: false, error: { code, message, ...(hint && { hint }) } });
const disconnected = (id) => refusal(id, 'disconnected', 'the connection was lost before touchd answered; the request may have been done',
  'see how things are when there is a connection again');

module.exports = { Asked };
