//! Level of one resource, with lazily evaluated regeneration.
//!
//! Between two gains or costs, the level rises linearly until it reaches the cap:
//!
//! ```text
//!   cap   ┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈╱━━━━━━━━━━━┈┈   wasted from here on
//!                       ╱
//!                    ╱       level_at(t) = min(level + rate · (t − at), cap)
//!   level ┈┈┈┈┈┈┈┈╱
//!                at                    t
//! ```
//!
//! The state is therefore the level at one instant, `at`. A later level is computed from this
//! level. [`ResourceState::advance_to`] moves `at` to now and rounds the regenerated amount to the
//! nearest millionth. This happens only at gains, costs and changes of the rate. Reading a level
//! changes nothing, so it never affects later levels.

use crate::results::ResourceTotals;
use crate::units::{Micros, NEVER, ROUNDING, is_enough, nearest};

#[derive(Clone, Debug, Default)]
pub(crate) struct ResourceState {
    pub(crate) cap: i64,
    pub(crate) level: i64,
    /// Regeneration in millionths per microsecond, at the current speed.
    pub(crate) rate: f64,
    /// A lower bound on the levels for which an idle actor waits. While the level stays below this
    /// bound, a gain need not trigger a decision.
    pub(crate) awaited: i64,
    /// The instant at which `level` is valid.
    pub(crate) at: Micros,
    /// Totals of this iteration.
    pub(crate) totals: ResourceTotals,
}

/// Converts an amount, which is never negative, to the type of the sums.
#[inline]
pub(crate) fn wide(amount: i64) -> u128 {
    u128::from(amount as u64)
}

impl ResourceState {
    /// Returns the level at an instant, in millionths. It is not rounded, so it is a linear
    /// function of time up to the cap.
    #[inline]
    pub(crate) fn level_at(&self, now: Micros) -> f64 {
        if self.rate > 0.0 {
            (self.level as f64 + self.rate * (now - self.at) as f64).min(self.cap as f64)
        } else {
            self.level as f64
        }
    }

    /// Adds the regeneration up to now to the level, and to the totals.
    #[inline]
    pub(crate) fn advance_to(&mut self, now: Micros) {
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
        // The level rises linearly until it reaches the cap, and then stays constant. `rising` is
        // the time of the rise.
        let rising =
            if grown > gained { ((gained as f64 / self.rate) as Micros).min(passed) } else { passed };
        self.totals.level_time += wide(before + after) * u128::from(rising) / 2;
        self.totals.level_time += wide(after) * u128::from(passed - rising);
    }

    /// Returns the time at which regeneration alone covers `cost`. Returns `now` if the level
    /// suffices already, and [`NEVER`] if regeneration never covers the cost.
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
            // A shortage below the rounding error is ignored, so that the wait is never too long.
            let missing = cost as f64 - level;
            let wait = (missing - 2.0 * ROUNDING * cost as f64) / self.rate - EARLY;
            // The wait is rounded up to a whole microsecond, and is at least one microsecond.
            if wait < NEVER as f64 { now + (wait.ceil() as Micros).max(1) } else { NEVER }
        } else {
            NEVER
        }
    }
}

/// Microseconds by which computed waking times are moved earlier, so that rounding never makes them
/// late. An evaluation that is too early is harmless.
pub(crate) const EARLY: f64 = 0.001;
