//! State of one proc: its random stream, and the history on which the next chance depends.

use quadrille_random::Xoshiro256PlusPlus;

use super::plan::Odds;
use crate::units::Micros;

#[derive(Clone, Debug)]
pub(crate) struct ProcState {
    pub(crate) rolls: Xoshiro256PlusPlus,
    pub(crate) ready: Micros,
    pub(crate) last_attempt: Micros,
    pub(crate) last_success: Micros,
    /// For [`Odds::Deck`]: number of cards left in the deck. For [`Odds::Accumulates`]: number of
    /// attempts since the last success.
    pub(crate) count: u32,
    /// For [`Odds::Deck`]: number of successes left in the deck.
    pub(crate) hits: u32,
    /// Number of attempts in this iteration.
    pub(crate) attempts: u64,
    /// Number of successes in this iteration.
    pub(crate) successes: u64,
    /// Value of `attempts` at the last success.
    pub(crate) attempts_at_success: u64,
}

impl ProcState {
    pub(crate) fn new(rolls: Xoshiro256PlusPlus) -> Self {
        let (ready, last_attempt, last_success) = (0, 0, 0);
        Self {
            rolls,
            ready,
            last_attempt,
            last_success,
            count: 0,
            hits: 0,
            attempts: 0,
            successes: 0,
            attempts_at_success: 0,
        }
    }
}

// "Real procs per minute" (RPPM), as described by Blizzard's developers in 2012 and 2013 and
// implemented by simulators since: the chance of an attempt is the rate multiplied by the time
// since the last attempt. Therefore the mean number of procs per minute does not depend on the
// attack speed.

/// Time after the last success at which bad-luck protection begins, as a multiple of the mean
/// interval between procs.
const PATIENCE: f64 = 1.5;
/// Increase of the factor by which bad-luck protection multiplies the chance, for each further mean
/// interval without a success.
const COMFORT: f64 = 3.0;

impl ProcState {
    /// Returns the number of attempts since the last success.
    pub(crate) fn tries(&self) -> f64 {
        (self.attempts - self.attempts_at_success) as f64
    }

    /// Computes the chance of an attempt from the history of the proc, and updates the history.
    #[inline(never)]
    pub(crate) fn chance(&mut self, odds: Odds, now: Micros, speed: f64) -> f64 {
        match odds {
            Odds::Fixed | Odds::Computed => 0.0,
            Odds::Real { rate, hasted, bad_luck_protection, longest_gap } => {
                let rate = if hasted { rate * speed } else { rate };
                let gap = (now - self.last_attempt).min(longest_gap) as f64;
                let since = (now - self.last_success) as f64;
                self.last_attempt = now;
                let protection = if bad_luck_protection {
                    (1.0 + COMFORT * (since * rate - PATIENCE)).max(1.0)
                } else {
                    1.0
                };
                rate * gap * protection
            }
            Odds::Deck { hits, cards } => {
                if self.count == 0 {
                    (self.count, self.hits) = (cards, hits);
                }
                // Cards are drawn one by one. The distribution is the same as for a shuffled deck.
                let chance = f64::from(self.hits) / f64::from(self.count);
                self.count -= 1;
                chance
            }
            Odds::Accumulates(step) => {
                self.count = self.count.saturating_add(1);
                f64::from(self.count) * step
            }
        }
    }
}
