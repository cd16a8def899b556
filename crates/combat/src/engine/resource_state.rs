//! The level of one resource: regeneration counted when someone looks, never in between.
//!
//! Between a gain or cost and the next, a level rises on one straight line until it meets the cap:
//!
//! ```text
//!   cap   ┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈╱━━━━━━━━━━━┈┈   wasted from here on
//!                       ╱
//!                    ╱       level_at(t) = min(level + rate · (t − at), cap)
//!   level ┈┈┈┈┈┈┈┈╱
//!                at                    t
//! ```
//!
//! So the state is the level at one instant, `at`, and asking for a later one is arithmetic.
//! [`ResourceState::settle`] moves `at` up to now, rounding what has regenerated to the nearest millionth;
//! that happens at gains, costs and changes of the rate alone, which depend on the fight and not on who has
//! asked, so looking at a level never changes what it will be.

use crate::results::ResourceTotals;
use crate::units::{Micros, NEVER, ROUNDING, is_enough, nearest};

#[derive(Clone, Debug, Default)]
pub(crate) struct ResourceState {
    pub(crate) cap: i64,
    pub(crate) level: i64,
    /// Millionths a microsecond, at the present speed.
    pub(crate) rate: f64,
    /// The lowest level that an idle actor waits for, or a lower one: a gain that does not reach it need not
    /// wake anyone.
    pub(crate) awaited: i64,
    /// The level is that of this instant.
    pub(crate) at: Micros,
    /// Of this iteration.
    pub(crate) totals: ResourceTotals,
}

/// An amount, which is never below 0, as a summand.
#[inline]
pub(crate) fn wide(amount: i64) -> u128 {
    u128::from(amount as u64)
}

impl ResourceState {
    /// The level at an instant, in millionths, not rounded: between gains and costs it is one straight line
    /// to the cap, whenever it is looked at.
    #[inline]
    pub(crate) fn level_at(&self, now: Micros) -> f64 {
        if self.rate > 0.0 {
            (self.level as f64 + self.rate * (now - self.at) as f64).min(self.cap as f64)
        } else {
            self.level as f64
        }
    }

    /// Counts what has regenerated, and what was lost, up to now.
    #[inline]
    pub(crate) fn settle(&mut self, now: Micros) {
        let passed = now - self.at;
        if passed == 0 {
            return;
        }
        self.at = now;
        if self.rate > 0.0 {
            self.regenerate(passed);
        } else {
            self.totals.level_time += wide(self.level) * u128::from(passed);
        }
    }

    fn regenerate(&mut self, passed: Micros) {
        let before = self.level;
        let grown = nearest(self.rate * passed as f64) as i64;
        let after = before.saturating_add(grown).min(self.cap);
        self.level = after;
        let gained = after - before;
        self.totals.gained += wide(gained);
        self.totals.wasted += wide(grown - gained);
        // The level rises evenly to the cap and stays there.
        let rising =
            if grown > gained { ((gained as f64 / self.rate) as Micros).min(passed) } else { passed };
        self.totals.level_time += wide(before + after) * u128::from(rising) / 2;
        self.totals.level_time += wide(after) * u128::from(passed - rising);
    }

    /// When regeneration alone will have made up for what is missing to `cost`: now, if nothing is missing.
    #[inline]
    pub(crate) fn affordable_at(&self, now: Micros, cost: i64) -> Micros {
        if self.level >= cost {
            return now;
        }
        if self.rate <= 0.0 {
            return NEVER;
        }
        let level = self.level_at(now);
        if is_enough(level, cost) {
            now
        } else if cost <= self.cap {
            // What is missing by rounding errors alone is there.
            let missing = cost as f64 - level;
            let wait = (missing - 2.0 * ROUNDING * cost as f64) / self.rate - EARLY;
            // Rounded up, and never the present instant again.
            if wait < NEVER as f64 { now + (wait.ceil() as Micros).max(1) } else { NEVER }
        } else {
            NEVER
        }
    }
}

/// So many microseconds early it does no harm to look, and rounding cannot make it too late.
pub(crate) const EARLY: f64 = 0.001;
