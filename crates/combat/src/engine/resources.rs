//! Resources: regeneration counted when someone looks, gains, costs, waste.

use super::log::{Happening, Observer};
use super::plan::Plan;
use super::run::Run;
use super::state::{ResourceState, State};
use crate::condition::Depends;
use crate::units::{Micros, NEVER};

/// What regenerates in some time: the nearest millionth.
#[inline]
fn regenerated(rate: f64, passed: Micros) -> i64 {
    (rate * passed as f64 + 0.5) as i64
}

/// The level at the present instant, in millionths, not rounded: between gains and costs it is one straight line to the
/// cap, whenever it is looked at.
#[inline]
pub(crate) fn level(plan: &Plan, state: &State, resource: usize) -> f64 {
    let ResourceState { level, rate, at, .. } = state.resources[resource];
    if rate > 0.0 {
        (level as f64 + rate * (state.now - at) as f64).min(plan.resources[resource].cap as f64)
    } else {
        level as f64
    }
}

/// So many microseconds early it does no harm to look, and rounding cannot make it too late.
pub(crate) const EARLY: f64 = 0.001;

impl<O: Observer> Run<'_, O> {
    /// Counts what has regenerated, and what was lost, up to now.
    #[inline]
    pub(crate) fn settle_resource(&mut self, index: usize) {
        let now = self.state.now;
        let state = &mut self.state.resources[index];
        let passed = now - state.at;
        if passed == 0 {
            return;
        }
        state.at = now;
        let totals = &mut self.totals.resources[index];
        let before = state.level;
        if state.rate <= 0.0 {
            totals.level_time += before as u128 * u128::from(passed);
            return;
        }
        let cap = self.plan.resources[index].cap;
        let grown = regenerated(state.rate, passed);
        let after = before.saturating_add(grown).min(cap);
        state.level = after;
        let gained = after - before;
        totals.gained += gained as u128;
        totals.wasted += (grown - gained) as u128;
        // The level rises evenly to the cap and stays there.
        let rising =
            if grown > gained { ((gained as f64 / state.rate) as Micros).min(passed) } else { passed };
        totals.level_time += (before + after) as u128 * u128::from(rising) / 2;
        totals.level_time += after as u128 * u128::from(passed - rising);
    }

    #[inline]
    pub(crate) fn gain(&mut self, index: usize, amount: i64) {
        self.settle_resource(index);
        let cap = self.plan.resources[index].cap;
        let state = &mut self.state.resources[index];
        let after = state.level.saturating_add(amount).min(cap);
        let gained = after - state.level;
        state.level = after;
        let totals = &mut self.totals.resources[index];
        totals.gained += gained as u128;
        totals.wasted += (amount - gained) as u128;
        let reached = if after >= state.awaited { Depends::LEVEL } else { 0 };
        self.state.changed |= Depends::resource(index) | reached;
        self.note(Happening::Gains { resource: index as u16, amount: gained, level: after });
    }

    /// Pays; what is not there cannot be spent.
    #[inline]
    pub(crate) fn spend(&mut self, index: usize, amount: i64) {
        self.settle_resource(index);
        let state = &mut self.state.resources[index];
        let spent = amount.min(state.level);
        state.level -= spent;
        let level = state.level;
        self.totals.resources[index].spent += spent as u128;
        self.state.changed |= Depends::resource(index);
        self.note(Happening::Spends { resource: index as u16, amount: spent, level });
    }

    /// When regeneration alone will have made up for what is missing to `cost`: now, if nothing is missing.
    #[inline]
    pub(crate) fn affordable_at(&self, index: usize, cost: i64) -> Micros {
        let now = self.state.now;
        let missing = cost as f64 - level(self.plan, self.state, index);
        let rate = self.state.resources[index].rate;
        if missing <= 0.0 {
            now
        } else if rate > 0.0 && cost <= self.plan.resources[index].cap {
            let wait = missing / rate - EARLY;
            // Rounded up, and never the present instant again.
            if wait < NEVER as f64 / 2.0 { now + (wait.ceil() as Micros).max(1) } else { NEVER }
        } else {
            NEVER
        }
    }
}
