// @ts-check
// Undo and redo: states in a line, of which one is now.

const LIMIT = 500;

/** @template State */
export class History {
  /** @param {State} state */
  constructor(state) {
    this.states = [{ state, join: "" }];
    this.now = 0;
  }

  get state() {
    return this.states[this.now].state;
  }

  get canUndo() {
    return this.now > 0;
  }

  get canRedo() {
    return this.now < this.states.length - 1;
  }

  /**
   * @param {State} state
   * @param {string} [join] what follows with the same word is one step with it: a key that is held
   */
  push(state, join = "") {
    this.states.length = this.now + 1;
    if (join !== "" && this.states[this.now].join === join) {
      this.states[this.now].state = state;
      return;
    }
    this.states.push({ state, join });
    if (this.states.length > LIMIT) this.states.shift();
    this.now = this.states.length - 1;
  }

  /** Ends a step: the next state is a new one, whatever its word. */
  settle() {
    this.states[this.now].join = "";
  }

  undo() {
    if (this.canUndo) this.now -= 1;
    this.settle();
    return this.state;
  }

  redo() {
    if (this.canRedo) this.now += 1;
    this.settle();
    return this.state;
  }
}
