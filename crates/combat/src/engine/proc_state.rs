//! The luck of one proc so far: its stream, and what the chance of the next attempt depends on.

use quadrille_random::Xoshiro256PlusPlus;

use super::plan::Odds;
use crate::units::Micros;

#[derive(Clone, Debug)]
pub(crate) struct ProcState {
    pub(crate) rolls: Xoshiro256PlusPlus,
    pub(crate) ready: Micros,
    pub(crate) last_attempt: Micros,
    pub(crate) last_success: Micros,
    /// Cards left, or failures in a row.
    pub(crate) count: u32,
    pub(crate) hits: u32,
    /// Of this iteration.
    pub(crate) attempts: u64,
    pub(crate) successes: u64,
    /// Attempts up to the last success.
    pub(crate) settled: u64,
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
            settled: 0,
        }
    }
}

// "Real procs per minute", as Blizzard's developers described it in 2012 and 2013 and simulators have it
// since: the chance of an attempt is the rate times the time since the last attempt, so that the mean number
// of procs a minute does not depend on how often one attacks.

/// Bad-luck protection begins when one and a half times the mean interval has passed without a success, and
/// adds three times what has passed beyond it.
const PATIENCE: f64 = 1.5;
const COMFORT: f64 = 3.0;

impl ProcState {
    /// Attempts since the last success.
    pub(crate) fn tries(&self) -> f64 {
        (self.attempts - self.settled) as f64
    }

    /// The chance of an attempt where it depends on what went before.
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
                // Drawing card by card has the same law as shuffling first.
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
