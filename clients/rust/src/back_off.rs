use std::collections::hash_map::RandomState;
use std::hash::{BuildHasher, Hasher};
use std::time::Duration;

const FIRST_DELAY: Duration = Duration::from_millis(100);
const LONGEST_DELAY: Duration = Duration::from_secs(5);

/// The delay before each attempt. A connection that lasted longer than the longest delay renews the budget.
pub(crate) struct BackOff {
    retries: Option<u32>,
    attempts: u32,
}

impl BackOff {
    pub(crate) fn new(retries: Option<u32>) -> BackOff {
        BackOff { retries, attempts: 0 }
    }

    /// The time to wait, with jitter; `None` if no attempt is left.
    pub(crate) fn delay(&mut self, lasted: Duration) -> Option<Duration> {
        if lasted > LONGEST_DELAY {
            self.attempts = 0;
        }
        if self.retries.map_or(false, |retries| self.attempts >= retries) {
            return None;
        }
        let whole = LONGEST_DELAY.min(FIRST_DELAY * (1 << self.attempts.min(10)));
        self.attempts = self.attempts.saturating_add(1);
        Some(whole.mul_f64(0.5 + random() / 2.0))
    }
}

/// A random number from 0 to 1. The keys of hash tables are the randomness of the standard library.
fn random() -> f64 {
    (RandomState::new().build_hasher().finish() >> 11) as f64 / (1_u64 << 53) as f64
}
