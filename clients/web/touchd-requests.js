// The edits that a page has sent, and what follows if touchd refuses them, for touchd-follow.js.

export class Requests {
  #follower; #sent = new Map(); #isCareful = false; #timer; #delay = 1000; #edited = 0; #listed = 0;

  /** @param follower What follows the elements: `client`, `edits`, `byID`, `page`, `measure()`, which measures with the next frame, and `again()`, which
   *  forgets what touchd has and makes everything again. */
  constructor(follower) { this.#follower = follower; }

  /** Sends the edits of one frame. */
  send() {
    const { client, edits, byID } = this.#follower;
    const next = edits.next(32);
    for (const sent of this.#isCareful ? next.map((one) => [one]) : [next]) {
      const id = client.edit(sent);
      this.#sent.set(id, sent);
      for (const { op, region } of sent) if (op === 'add' && byID.has(region.id)) byID.get(region.id).addedBy = id;
      const receivers = sent.map(({ region }) => region.id).filter((id) => byID.get(id)?.claims);
      if (receivers.length) client.request('claim', { receivers });
    }
  }

  removePage() {
    const { client, page } = this.#follower;
    const [region] = page.regions;
    if (region.isThere) this.#sent.set(client.edit([{ op: 'remove', region: region.id }]), []);
  }

  /** Forgets a connection. */
  reset() {
    clearTimeout(this.#timer);
    this.#timer = null;
    [this.#edited, this.#listed] = [0, 0];
  }

  /**
   * Handles the reply to an edit. After a refusal the page makes all regions again, with one edit for each, to find the element with the wrong
   * attribute. That element has no region until it changes.
   */
  replied(id, ok, error, generation) {
    const edits = this.#sent.get(id);
    this.#sent.delete(id);
    if (!edits) return;
    if (ok) {
      if (!this.#sent.size && this.#follower.edits.isEmpty) [this.#isCareful, this.#delay] = [false, 1000];
      this.#edited = generation;
      this.#missing();
      return;
    }
    if (error.code === 'disconnected') return;
    const [edit] = edits;
    const refused = edits.length === 1 ? this.#follower.byID.get(edit.region.id ?? edit.region) : undefined;
    if (this.#isCareful && refused?.followed.element && /badRequest|notFound/.test(error.code)) {
      // `notFound`: the region around it was refused.
      if (error.code === 'badRequest') {
        refused.followed.isRefused = true;
        console.warn('touchd refused an element:', refused.followed.element, error.message);
      }
      if (refused.addedBy === id) this.#follower.edits.end(refused);
      return this.#follower.measure();
    }
    console.warn(`touchd refused regions of the page: ${error.message}`);
    this.#isCareful = true;
    this.#timer ??= setTimeout(() => {
      this.#timer = null;
      this.#again();
    }, this.#delay);
    this.#delay = Math.min(30_000, 2 * this.#delay);
  }

  /** Handles a list of all regions, as new as `generation`. */
  listed(generation) {
    this.#listed = generation;
    this.#missing();
  }

  /** Makes the page's regions again if another client has removed them. Waits for a list that is as new as the page's own edits. */
  #missing() {
    const { page } = this.#follower;
    if (this.#sent.size || this.#listed < this.#edited) return;
    if (page.regions[0].isThere && page.isListed === false) this.#again();
  }

  #again() {
    this.#sent.clear(); // replies to edits sent before no longer matter
    this.removePage();
    this.#follower.again();
  }
}
