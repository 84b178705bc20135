use std::collections::hash_map::RandomState;
use std::env;
use std::hash::{BuildHasher, Hasher};
use std::thread;

/// A source of numbers that depend on a seed only (splitmix64).
pub(super) struct Chance(u64);

impl Chance {
    pub(super) fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        mixed ^ (mixed >> 31)
    }

    /// A number below `count`, which is not 0.
    pub(super) fn below(&mut self, count: usize) -> usize {
        (self.next() % count as u64) as usize
    }

    /// True in one of so many cases.
    pub(super) fn one_in(&mut self, count: usize) -> bool {
        self.below(count) == 0
    }

    pub(super) fn of<'a, T: ?Sized>(&mut self, choices: &[&'a T]) -> &'a T {
        choices[self.below(choices.len())]
    }
}

/// Prints the seed if the test fails.
struct Shown(u64);

impl Drop for Shown {
    fn drop(&mut self) {
        if thread::panicking() {
            eprintln!("TOUCHD_SEED={} repeats this case", self.0);
        }
    }
}

fn number(name: &str) -> Option<u64> {
    env::var(name).ok().filter(|text| !text.is_empty()).map(|text| text.parse().unwrap_or_else(|_| panic!("{name}={text} is no number")))
}

/// Runs a test with so many seeds, or as the variables of CONTRIBUTING.md say.
pub(super) fn each_seed(rounds: u64, test: impl Fn(&mut Chance)) {
    let first = number("TOUCHD_SEEDS").map_or_else(|| RandomState::new().build_hasher().finish(), |seeds| seeds.wrapping_mul(1_000_003));
    let seeds: Vec<u64> = match number("TOUCHD_SEED") {
        Some(seed) => vec![seed],
        None => (0..rounds * number("TOUCHD_ROUNDS").unwrap_or(1)).map(|round| first.wrapping_add(round)).collect(),
    };
    for seed in seeds {
        let _shown = Shown(seed);
        test(&mut Chance(seed));
    }
}
