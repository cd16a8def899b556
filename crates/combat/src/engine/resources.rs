//! Resources: gains, costs, losses at the cap, and lazily evaluated regeneration.
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

use super::log::{EventSink, RawEvent};
use super::plan::Resource;
use super::run::Fight;
use crate::condition::Depends;
use crate::results::ResourceTotals;
use crate::units::{Micros, NEVER, ROUNDING, is_enough, nearest};

/// Level of one resource.
#[derive(Clone, Debug, Default)]
pub(crate) struct ResourceState {
    cap: i64,
    level: i64,
    /// Regeneration in millionths per microsecond, at the current speed.
    rate: f64,
    /// A lower bound on the levels for which an idle actor waits. While the level stays below this
    /// bound, a gain need not trigger a decision.
    awaited: i64,
    /// The instant at which `level` is valid.
    at: Micros,
    /// Totals of this iteration.
    totals: ResourceTotals,
}

/// Converts an amount, which is never negative, to the type of the sums.
#[inline]
fn wide(amount: i64) -> u128 {
    u128::from(amount as u64)
}

impl ResourceState {
    /// Returns the level at the start of a fight.
    pub(super) fn new(resource: &Resource) -> Self {
        let (cap, level, rate) = (resource.cap, resource.start, resource.regen);
        Self { cap, level, rate, awaited: i64::MAX, ..Self::default() }
    }

    #[cfg(test)]
    pub(super) fn with_level(level: i64) -> Self {
        Self { level, ..Self::default() }
    }

    #[cfg(test)]
    pub(super) const fn awaited(&self) -> i64 {
        self.awaited
    }

    pub(super) const fn cap(&self) -> i64 {
        self.cap
    }

    /// Returns the level at the last gain, cost or change of the rate.
    pub(super) const fn level(&self) -> i64 {
        self.level
    }

    /// Returns the regeneration in millionths per microsecond, at the current speed.
    pub(super) const fn rate(&self) -> f64 {
        self.rate
    }

    /// Sets the lower bound on the levels for which an idle actor waits.
    pub(super) const fn set_awaited(&mut self, level: i64) {
        self.awaited = level;
    }

    /// Ends the iteration: returns its totals.
    pub(super) fn finish(&mut self, now: Micros) -> &ResourceTotals {
        self.advance_to(now);
        &self.totals
    }

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
    fn advance_to(&mut self, now: Micros) {
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

impl<S: EventSink> Fight<'_, S> {
    #[inline]
    pub(crate) fn gain(&mut self, index: usize, amount: i64) {
        let now = self.now();
        let state = &mut self.state.resources[index];
        state.advance_to(now);
        let after = state.level.saturating_add(amount).min(state.cap);
        let gained = after - state.level;
        state.level = after;
        state.totals.gained += wide(gained);
        state.totals.wasted += wide(amount - gained);
        let reached = if after >= state.awaited { Depends::LEVEL } else { 0 };
        self.state.changed.add(Depends::resource(index) | reached);
        self.note(RawEvent::Gains { resource: index as u16, amount: gained, level: after });
    }

    /// Spends up to `amount`; returns the amount spent.
    #[inline]
    pub(crate) fn spend(&mut self, index: usize, amount: i64) -> i64 {
        let now = self.now();
        let state = &mut self.state.resources[index];
        state.advance_to(now);
        let spent = amount.min(state.level);
        state.level -= spent;
        state.totals.spent += wide(spent);
        let level = state.level;
        self.state.changed.add(Depends::resource(index));
        self.note(RawEvent::Spends { resource: index as u16, amount: spent, level });
        spent
    }

    /// Recomputes the regeneration of the given resources.
    pub(super) fn recompute_rates(&mut self, places: &[u16]) {
        for &place in places {
            let place = usize::from(place);
            let resource = &self.plan.resources[place];
            let mut rate = resource.regen;
            for &(buff, added) in &resource.added {
                let buff = &self.plan.buffs[usize::from(buff)];
                rate += buff.weight(self.state.buffs.stacks(buff.instance)) * added;
            }
            if resource.hasted {
                rate *= self.speed_of(usize::from(resource.of));
            }
            let now = self.now();
            let state = &mut self.state.resources[place];
            if rate.to_bits() != state.rate.to_bits() {
                state.advance_to(now);
                state.rate = rate;
                // Lines that wait for this resource must be evaluated again, because their times
                // were computed with the old rate.
                self.state.changed.add(Depends::resource(place));
            }
        }
    }
}
