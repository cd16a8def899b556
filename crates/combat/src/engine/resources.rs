//! Resources: regeneration counted when someone looks, gains, costs, waste.

use super::log::{Happening, Observer};
use super::run::Run;
use super::state::ResourceState;
use crate::condition::Depends;
use crate::units::{Micros, NEVER};

/// What regenerates in some time: the nearest millionth.
#[inline]
fn regenerated(rate: f64, passed: Micros) -> i64 {
    (rate * passed as f64 + 0.5) as i64
}

/// An amount, which is never below 0, as a summand.
#[inline]
fn wide(amount: i64) -> u128 {
    u128::from(amount as u64)
}

impl ResourceState {
    /// The level at an instant, in millionths, not rounded: between gains and costs it is one straight line to the cap,
    /// whenever it is looked at.
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
        let grown = regenerated(self.rate, passed);
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
        let missing = cost as f64 - self.level_at(now);
        if missing <= 0.0 {
            now
        } else if cost <= self.cap {
            let wait = missing / self.rate - EARLY;
            // Rounded up, and never the present instant again.
            if wait < NEVER as f64 / 2.0 { now + (wait.ceil() as Micros).max(1) } else { NEVER }
        } else {
            NEVER
        }
    }
}

/// So many microseconds early it does no harm to look, and rounding cannot make it too late.
pub(crate) const EARLY: f64 = 0.001;

impl<O: Observer> Run<'_, O> {
    #[inline]
    pub(crate) fn gain(&mut self, index: usize, amount: i64) {
        let state = &mut self.state.resources[index];
        state.settle(self.state.now);
        let after = state.level.saturating_add(amount).min(state.cap);
        let gained = after - state.level;
        state.level = after;
        state.totals.gained += wide(gained);
        state.totals.wasted += wide(amount - gained);
        let reached = if after >= state.awaited { Depends::LEVEL } else { 0 };
        self.state.changed |= Depends::resource(index) | reached;
        self.note(Happening::Gains { resource: index as u16, amount: gained, level: after });
    }

    /// Pays; what is not there cannot be spent.
    #[inline]
    pub(crate) fn spend(&mut self, index: usize, amount: i64) {
        let state = &mut self.state.resources[index];
        state.settle(self.state.now);
        let spent = amount.min(state.level);
        state.level -= spent;
        state.totals.spent += wide(spent);
        let level = state.level;
        self.state.changed |= Depends::resource(index);
        self.note(Happening::Spends { resource: index as u16, amount: spent, level });
    }
}
