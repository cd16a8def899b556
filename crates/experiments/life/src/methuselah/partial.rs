//! What a shard of patterns comes to: whole numbers, which merge exactly.

use std::cmp::Reverse;

use quadrille_life::{Growth, Outcome};
use quadrille_memory::of;
use serde::{Deserialize, Serialize};

use crate::soups::partial::{LIFESPANS, Spread};

/// Patterns that grow, or whose end was not seen, that are kept.
const ODD_KEPT: usize = 10;
/// Patterns beyond twice those that are kept after which the shorter-lived are dropped.
const UNSORTED: usize = 100;

/// What some patterns came to.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Haul {
    /// How many there were.
    pub(crate) patterns: u64,
    /// How many of them settled.
    pub(crate) settled: u64,
    pub(crate) lifespans: Spread,
    /// The longest-lived, from the longest on.
    pub(crate) longest: Vec<Lasting>,
    /// Patterns that grow without end, and how many there are.
    pub(crate) growing: Vec<(u64, Growth)>,
    pub(crate) grow: u64,
    /// Patterns whose end was not seen, and how many there are.
    pub(crate) unsettled: Vec<u64>,
    pub(crate) open: u64,
}

/// A pattern that lived long.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Lasting {
    /// The generation from which on it had settled, and how many cells lived in it.
    pub(crate) lifespan: u64,
    pub(crate) population: u64,
    pub(crate) number: u64,
}

impl Haul {
    /// Returns the bytes of a haul and of its lists when they are full, with `kept` of the
    /// longest-lived; its histogram grows with what is found.
    pub(super) const fn lists(kept: u64) -> u64 {
        of::<Self>(1)
            + of::<Lasting>(2 * kept + UNSORTED as u64)
            + of::<(u64, Growth)>(ODD_KEPT as u64 + 1)
            + of::<u64>(ODD_KEPT as u64 + 1)
    }

    /// Takes in what has become of a pattern, which comes after those before. So many of the longest-lived are kept.
    pub(crate) fn add(&mut self, number: u64, outcome: Outcome, kept: usize) {
        self.patterns += 1;
        match outcome {
            Outcome::Settled(settled) => {
                self.settled += 1;
                self.lifespans.add(settled.generation, LIFESPANS);
                self.longest.push(Lasting {
                    lifespan: settled.generation,
                    population: settled.population,
                    number,
                });
                // Not sorted for every pattern.
                if self.longest.len() >= 2 * kept + UNSORTED {
                    self.keep_longest(kept);
                }
            }
            Outcome::Grows(growth) => {
                self.grow += 1;
                self.growing.push((number, growth));
                self.growing.truncate(ODD_KEPT);
            }
            _ => {
                self.open += 1;
                self.unsettled.push(number);
                self.unsettled.truncate(ODD_KEPT);
            }
        }
    }

    /// Keeps so many of the longest-lived, of equals those of smaller numbers.
    pub(crate) fn keep_longest(&mut self, kept: usize) {
        self.longest.sort_unstable_by_key(|lasting| (Reverse(lasting.lifespan), lasting.number));
        self.longest.truncate(kept);
    }

    /// Takes in the patterns that come after these.
    pub(crate) fn merge(&mut self, next: Self, kept: usize) {
        self.patterns += next.patterns;
        self.settled += next.settled;
        self.lifespans.merge(&next.lifespans);
        self.longest.extend(next.longest);
        self.keep_longest(kept);
        self.growing.extend(next.growing);
        self.growing.truncate(ODD_KEPT);
        self.grow += next.grow;
        self.unsettled.extend(next.unsettled);
        self.unsettled.truncate(ODD_KEPT);
        self.open += next.open;
    }
}
