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
    /// Number of cards left in the deck, or of attempts since the last success, depending on
    /// [`Odds`].
    pub(crate) count: u32,
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
// implemented by simulators since: the chance of an attempt is the rate times the time since the
// last attempt, so that the mean number of procs per minute does not depend on the attack speed.

/// Time without a success, in mean intervals, after which bad-luck protection begins.
const PATIENCE: f64 = 1.5;
/// Increase of the factor on the chance, per mean interval beyond [`PATIENCE`].
const COMFORT: f64 = 3.0;

impl ProcState {
    /// Returns the number of attempts since the last success.
    pub(crate) fn tries(&self) -> f64 {
        (self.attempts - self.attempts_at_success) as f64
    }

    /// Computes the chance of an attempt that depends on the history, and updates the history.
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
                // Drawing card by card has the same distribution as shuffling first.
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
