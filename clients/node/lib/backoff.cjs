'use strict';

const firstDelay = 100;
const longestDelay = 5000;

/** The delay before each attempt. A connection that lasted longer than the longest delay renews the budget. */
class BackOff {
  constructor(retries) {
    this.retries = retries;
    this.attempts = 0;
  }

  /** The milliseconds to wait, with jitter; null if no attempt is left. */
  delay(lasted) {
    if (lasted > longestDelay) this.attempts = 0;
    if (this.attempts >= this.retries) return null;
    const whole = Math.min(longestDelay, firstDelay * 2 ** Math.min(this.attempts, 10));
    this.attempts += 1;
    return whole * (0.5 + Math.random() / 2);
  }
}

module.exports = { BackOff };
