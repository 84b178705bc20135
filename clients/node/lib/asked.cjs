'use strict';
// Requests without a reply. Every request is either sent or answered by a refusal of the library.

const keptRequests = 1000;
const keptBytes = 256 << 10;

class Asked {
  constructor() {
    /** Requests made without a connection, in order. The next connection sends them. */
    this.kept = new Map();
    /** The number of requests that wait for a connection: those of `kept`, and edits that will be redone. */
    this.waiting = 0;
    this.waitingBytes = 0;
    /** Requests sent on this connection, and whether the end of the connection has the same effect. */
    this.unanswered = new Map();
    /** Replies made by the library that have not been handed out yet. */
    this.settled = [];
  }

  sent(id) { this.unanswered.set(id, false); }

  /** Records a request whose effect the end of the connection also has. Without a connection it is done at once. */
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
