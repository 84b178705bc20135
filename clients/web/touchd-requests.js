// The edits that a page has sent, and what follows if touchd refuses them, for touchd-follow.js.

/** touchd's message, with the attribute for the key that it proposes. HTML makes all letters of an attribute small. */
const inHTML = (message) => message.replace(/unknown key "\w+" in region [^;]*; did you mean "(\w+)"\?$/,
  (all, key) => `${all} The attribute is data-touch-${key.replace(/[A-Z]/g, (one) => `-${one.toLowerCase()}`)}.`);

export class Requests {
  #follower; #sent = new Map(); #timer; #delay = 1000; #edited = 0; #listed = 0;
  /** Whether edits wait until the page makes all its regions again, because there is nothing that they could change. */
  isPaused = false;

  /** @param follower What follows the elements: `client`, `edits`, `byID`, `page`, `measure()`, which measures with the next frame, and `again()`, which
   *  forgets what touchd has and makes everything again. */
  constructor(follower) { this.#follower = follower; }

  /** True while touchd is behind: edits then wait for its replies, because lines would only queue up. */
  get isBusy() { return this.#sent.size > 1; }

  /** Sends the edits of one frame. Each doubtful one goes in a separate line, so that its refusal concerns no other. */
  send() {
    let line = [];
    const end = () => {
      if (line.length) this.#send(line);
      line = [];
    };
    for (const edit of this.#follower.edits.next(32)) {
      const isAlone = this.#isDoubtful(edit);
      if (isAlone) end();
      line.push(edit);
      if (isAlone) end();
    }
    end();
  }

  #send(edits) {
    const { client, byID } = this.#follower;
    const id = client.edit(edits);
    this.#sent.set(id, edits);
    for (const edit of edits) if (edit.op === 'add' && this.#regionOf(edit)) this.#regionOf(edit).addedBy = id;
    const receivers = edits.map(({ region }) => region.id).filter((id) => byID.get(id)?.claims);
    if (receivers.length) client.request('claim', { receivers });
  }

  /** The region that an edit concerns. Undefined if its element is gone from the page. */
  #regionOf({ region }) { return this.#follower.byID.get(region.id ?? region); }

  /** True if touchd refuses the edit in case it refuses an element that is tried now. */
  #isDoubtful(edit) {
    const { op, parent, region } = edit;
    const own = this.#regionOf(edit)?.followed;
    // touchd may not have said yet whether it has the region of an element that is gone.
    if (!own) return op === 'add' || [...this.#sent.values()].some(([one, ...others]) => !others.length && one?.region.id === region);
    const isDoubtful = own.isTried || this.#follower.byID.get(parent)?.followed.isTried;
    // A region that is to be in a refused one is refused too.
    if (isDoubtful && op === 'add') own.isTried = true;
    return isDoubtful;
  }

  removePage(isThere = this.#follower.page.regions[0].isThere) {
    const [region] = this.#follower.page.regions;
    if (isThere) this.#sent.set(this.#follower.client.edit([{ op: 'remove', region: region.id }]), []);
  }

  /** Forgets what was sent: the connection has ended, or the regions are gone. Replies that still come have no effect. */
  reset() {
    clearTimeout(this.#timer);
    this.#timer = null;
    this.isPaused = false;
    this.#sent.clear();
    [this.#edited, this.#listed] = [0, 0];
    // All regions are made again, also those that would move others.
    for (const { followed } of this.#follower.byID.values()) if (followed.isDisallowed || followed.isUnclipped) this.tryAgain(followed);
  }

  /** Handles a new configuration: what touchd has refused it may allow now. */
  configured() {
    if (this.#timer) this.#find();
    for (const { followed } of this.#follower.byID.values()) if (followed.isDisallowed) this.tryAgain(followed);
  }

  /**
   * Handles the reply to an edit. If touchd refuses a line with several edits, the page makes all regions again, each in a separate line, to find
   * the element that touchd refuses. That element has no region until it changes, or until touchd allows it.
   */
  replied(id, ok, error, generation) {
    const edits = this.#sent.get(id);
    this.#sent.delete(id);
    if (!edits || error?.code === 'disconnected') return;
    if (ok) this.#succeeded(id, edits, generation);
    // The page's own region is gone, as wanted.
    else if (edits.length) this.#failed(id, edits, error);
  }

  #succeeded(id, edits, generation) {
    this.#edited = generation;
    for (const edit of edits) {
      const region = this.#regionOf(edit);
      // The region may have been removed, or added again, since then.
      if (!region?.isThere || !(region.addedBy <= id)) continue;
      const { followed } = region;
      if (edit.op === 'add') Object.assign(followed, { tries: 0, delay: 1000 });
      followed.isTried &&= followed.regions.some(({ isThere, addedBy }) => isThere && (!addedBy || this.#sent.has(addedBy)));
    }
    const isTried = ({ isThere, followed }) => isThere && followed.isTried;
    if (this.#delay > 1000 && !this.#timer && edits.length && ![...this.#follower.byID.values()].some(isTried)) this.#delay = 1000;
    if (edits.some(({ op, region }) => op === 'add' && region.gestures?.length)) this.#tryRelated();
    this.#missing();
  }

  #failed(id, edits, error) {
    if (edits.length === 1) {
      const [{ op }] = edits;
      const region = this.#regionOf(edits[0]);
      if (op === 'remove' && error.code === 'notFound') return;
      // The element is gone, and touchd has nothing of it.
      if (op === 'add' && !region) this.#follower.edits.withdraw(edits[0].region.id);
      if (op !== 'remove' && !region) return;
      if (region?.followed.element && op !== 'remove') return this.#isolate(id, region, op, error);
    }
    console.warn(`touchd refused regions of the page: ${error.message}`);
    // Without the page's own region each edit of the others would be refused too.
    const [own] = this.#follower.page.regions;
    if (edits.some(({ op, region }) => op === 'add' && region.id === own.id)) {
      this.isPaused = true;
      this.#sent.clear();
    }
    for (const edit of edits) if (this.#regionOf(edit)) this.#regionOf(edit).followed.isTried = true;
    if (this.#timer) return;
    this.#timer = setTimeout(() => this.#find(), this.#delay);
    this.#delay = Math.min(30_000, 2 * this.#delay);
  }

  /** Handles the refusal of a line that has only one edit of an element's region. */
  #isolate(id, region, op, { code, message }) {
    const { edits, measure } = this.#follower;
    // The region has been added again since then.
    if (!(region.addedBy <= id)) return;
    // `notFound`: the region around it was refused, or another client has removed the region.
    if (code !== 'notFound' && region.takesTouches) this.#refuse(region.followed, code, message);
    else if (code !== 'notFound') {
      region.followed.isUnclipped = true;
      this.#warn(region.followed, 'touchd refused the region of an element that clips others, which are not clipped now:', message);
      if (code === 'notAllowed') this.#disallow(region.followed);
    }
    if (op === 'add' || (op !== 'move' && code === 'notFound')) {
      const isOlder = ({ addedBy }) => addedBy < id;
      const isKnown = op === 'add' && code !== 'taken' && code !== 'notFound';
      if (!isKnown) for (const child of [...region.children]) {
        // If its id is taken, the regions that were to be in it are inside another client's region, which that client may remove at any moment.
        // So each of them is tried alone.
        if (code === 'taken') child.followed.isTried = true;
        if (code === 'taken' || isOlder(child)) edits.remove(child);
      }
      // Regions that were to be moved into it are still where they were.
      edits.end(region, isKnown ? isOlder : undefined);
    }
    measure();
  }

  #refuse(followed, code, message) {
    followed.isRefused = true;
    followed.tries = (followed.tries ?? 0) + 1;
    // The connection that has the name may be about to end.
    if (code === 'taken' && followed.tries < 4) {
      followed.timer ??= setTimeout(() => this.tryAgain(followed), 500 * 2 ** followed.tries);
      return;
    }
    if (code === 'notAllowed') this.#disallow(followed);
    this.leaveOut(followed, 'touchd refused an element:', inHTML(message));
  }

  #disallow(followed) {
    followed.isDisallowed = true;
    // Rights, limits and places change.
    this.#tryLater(followed);
  }

  /** Tries an element again after a delay, which grows each time. */
  #tryLater(followed) {
    const { timer, delay = 1000 } = followed;
    if (timer) return;
    followed.delay = Math.min(30_000, 2 * delay);
    followed.timer = setTimeout(() => this.tryAgain(followed), delay);
  }

  /** Leaves out an element, and says so once for each reason. */
  leaveOut(followed, text, reason) {
    followed.isRefused = true;
    this.#warn(followed, text, reason);
  }

  #warn(followed, text, reason) {
    if (followed.refusal !== String(reason)) console.warn(text, followed.element, reason);
    followed.refusal = String(reason);
  }

  /**
   * Handles a change of an element that touchd may have refused: tries it again, because the change may have put it right. An attribute that touchd
   * knows is tried at once, but not more than once a second. Others may change with each frame, so they wait for the growing delay.
   */
  changed(followed, { type, attributeName }) {
    // New rows in a list do not help.
    if (type !== 'attributes' || !(followed.isRefused || followed.isUnclipped)) return;
    const wait = followed.triedAt + 1000 - performance.now();
    if (!/^(data-touch|id$)/.test(attributeName)) {
      if (followed.isRefused) this.#tryLater(followed);
    } else if (wait > 0) {
      clearTimeout(followed.timer);
      followed.timer = setTimeout(() => this.tryAgain(followed), wait);
    } else {
      this.tryAgain(followed);
    }
  }

  /** Makes the region of an element that touchd has refused. If it is refused again, no other element is concerned. */
  tryAgain(followed) {
    if (!followed.isRefused && !followed.isUnclipped) return;
    clearTimeout(followed.timer);
    Object.assign(followed, { isRefused: false, isDisallowed: false, isUnclipped: false, isTried: true, timer: null, triedAt: performance.now() });
    this.#follower.measure();
  }

  /** Tries the elements again whose gestures name a gesture that may be there now. */
  #tryRelated() {
    for (const { followed, properties } of this.#follower.byID.values()) {
      if (!followed.isRefused || !followed.isDisallowed) continue;
      if ([properties?.gestures].flat().some((one) => one?.requireToFail ?? one?.simultaneousWith)) this.tryAgain(followed);
    }
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

  /** Makes the page's regions again, and each of them alone, to find the element that touchd refuses. */
  #find() {
    for (const { isThere, followed } of this.#follower.byID.values()) if (isThere) followed.isTried = true;
    this.#again();
  }

  #again() {
    const [{ isThere }] = this.#follower.page.regions;
    this.#follower.again();
    this.removePage(isThere);
  }
}
