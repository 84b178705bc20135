'use strict';
// Requests without a reply. Every request is either sent, or refused by the library itself.

const keptRequests = 1000;
const keptBytes = 256 << 10;

class Asked {
  constructor() {
    /** Requests made without a connection, in order. The next connection sends them. */
    this.kept = new Map();
    /** The number of requests that wait for a connection: those of `kept`, and edits that will be redone. */
    this.waiting = 0;
    this.waitingBytes = 0;
    /** Requests sent on this connection, and whether the end of the connection also does what the request asks for. */
    this.unanswered = new Map();
    /** Replies made by the library that have not been handed out yet. */
    this.settled = [];
  }

  sent(id) { this.unanswered.set(id, false); }

  /** Records a request such as `release`, whose purpose the end of the connection fulfils too. Without a connection it counts as done at once. */
  ending(id, isOpen) {
    if (isOpen) this.unanswered.set(id, true);
    else this.settled.push(done(id));
  }

  keep(id, text) {
    if (this.mayWait(id, text)) this.kept.set(id, text);
  }

  /** Whether one more request may wait for a connection. If not, the request is refused. */
  mayWait(id, text) {
    const size = Buffer.byteLength(text);
    if (this.waiting === keptRequests || this.waitingBytes + size > keptBytes) {
      this.settled.push(refusal(id, 'notSent', 'there is no connection to touchd, and too many requests are already waiting for one',
        'make the request again when there is a connection'));
      return false;
    }
    this.waiting += 1;
    this.waitingBytes += size;
    return true;
  }

  tooLong(id, length, limit) {
    this.settled.push(refusal(id, 'notSent', `the request has ${length} bytes, but this touchd accepts at most ${limit} in a line`));
  }

  /** Refuses a request, because the client will not connect again. */
  refuseUnsent(id) { this.settled.push(notSent(id)); }

  /** Refuses waiting requests that exceed the limit that the new connection's server has stated. */
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

  /** Refuses the unanswered requests, because the connection was lost and touchd may or may not have done them. */
  end() {
    const replies = [...this.unanswered].map(([id, isDone]) => (isDone ? done(id) : disconnected(id)));
    this.unanswered.clear();
    return replies;
  }

  /** Refuses all waiting requests, because the client will not connect again. `edits`: the edits without a reply, and whether they were sent. */
  giveUp(edits) {
    const requests = [...[...this.kept.keys()].map((id) => [id, false]), ...edits].sort(([one], [other]) => one - other);
    const replies = requests.map(([id, isSent]) => (isSent ? disconnected(id) : notSent(id)));
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
const notSent = (id) => refusal(id, 'notSent', 'the request was not sent, because there was no connection to touchd');
const disconnected = (id) => refusal(id, 'disconnected', 'the connection was lost before touchd answered; touchd may have carried out the request',
  'check the result when there is a connection again');

module.exports = { Asked };
