// @ts-check
// Undo and redo: a list of states, one of which is current.

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
   * Adds a state.
   * @param {State} state
   * @param {string} [join] consecutive states with the same word form one step, for example while a key is held
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

  /** Ends a step: the next state starts a new one, even if its `join` is the same. */
  endStep() {
    this.states[this.now].join = "";
  }

  undo() {
    if (this.canUndo) this.now -= 1;
    this.endStep();
    return this.state;
  }

  redo() {
    if (this.canRedo) this.now += 1;
    this.endStep();
    return this.state;
  }
}
