//! The partial result of a shard of patterns: integers, so that merging is exact.

use std::cmp::Reverse;

use quadrille_life::{Growth, Outcome};
use quadrille_memory::of;
use serde::{Deserialize, Serialize};

use crate::soups::partial::{LIFESPANS, Spread};

/// The maximum length of the list of growing patterns, and of the list of unresolved patterns.
const ODD_KEPT: usize = 10;
/// When the length of [`Haul::longest`] reaches this number plus twice the number of patterns to
/// report, the list is cut to the patterns to report.
const UNSORTED: usize = 100;

/// The results of some patterns.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Haul {
    /// The number of patterns.
    pub(crate) patterns: u64,
    /// The number of settled patterns.
    pub(crate) settled: u64,
    pub(crate) lifespans: Spread,
    /// The longest-lived patterns, in descending order of lifespan.
    pub(crate) longest: Vec<Lasting>,
    /// The numbers and the growth of the first patterns with unbounded growth.
    pub(crate) growing: Vec<(u64, Growth)>,
    /// The total number of patterns with unbounded growth.
    pub(crate) grow: u64,
    /// The numbers of the first unresolved patterns.
    pub(crate) unsettled: Vec<u64>,
    /// The total number of unresolved patterns.
    pub(crate) open: u64,
}

/// A long-lived pattern.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Lasting {
    /// The first generation at which the pattern is settled.
    pub(crate) lifespan: u64,
    /// The population at the generation `lifespan`.
    pub(crate) population: u64,
    /// The number that identifies the pattern.
    pub(crate) number: u64,
}

impl Haul {
    /// Returns the size in bytes of a partial result with full lists, where `kept` is the number of
    /// longest-lived patterns to report. The histogram takes additional memory as it fills.
    pub(super) const fn lists(kept: u64) -> u64 {
        of::<Self>(1)
            + of::<Lasting>(2 * kept + UNSORTED as u64)
            + of::<(u64, Growth)>(ODD_KEPT as u64 + 1)
            + of::<u64>(ODD_KEPT as u64 + 1)
    }

    /// Adds the outcome of the next pattern. The `kept` longest-lived patterns always remain in the
    /// list.
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
                // The list is sorted rarely, not for every pattern.
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

    /// Keeps only the `kept` longest-lived patterns. Among patterns of equal lifespan, smaller
    /// numbers are kept first.
    pub(crate) fn keep_longest(&mut self, kept: usize) {
        self.longest.sort_unstable_by_key(|lasting| (Reverse(lasting.lifespan), lasting.number));
        self.longest.truncate(kept);
    }

    /// Adds the results of the next patterns.
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
