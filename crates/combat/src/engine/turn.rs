//! Repetitions that are skipped or replaced. A repeating ability skips a repetition if its
//! condition is false. A queued ability replaces the next repetition.
//!
//! For each repeating ability, at most one other ability is queued. The queued ability leaves the
//! queue at the next repetition that is not skipped, even if its cost cannot be paid.

use super::log::{EventSink, RawEvent};
use super::observation::Observation;
use super::plan::{Ability, Plan, Turn};
use super::run::Fight;
use crate::condition::Depends;

/// For each ability: whether it is queued to replace the next repetition of another ability.
#[derive(Clone, Debug)]
pub(crate) struct Queued(Vec<bool>);

impl Queued {
    pub(super) fn new(plan: &Plan) -> Self {
        Self(vec![false; plan.abilities.len()])
    }

    pub(super) fn reset(&mut self) {
        self.0.fill(false);
    }

    pub(super) fn bytes(&self) -> usize {
        size_of_val(&*self.0)
    }

    pub(super) fn has(&self, ability: u16) -> bool {
        self.0[usize::from(ability)]
    }
}

impl<S: EventSink> Fight<'_, S> {
    /// Queues an ability to replace the next repetition of another ability.
    pub(super) fn queue_turn(&mut self, ability: u16) {
        self.set_queued(usize::from(ability), true);
        self.note(RawEvent::Queues { ability });
    }

    fn set_queued(&mut self, ability: usize, queued: bool) {
        self.state.queued.0[ability] = queued;
        self.state.changed.add(Depends::cooldown(ability));
    }

    /// Handles a repetition of an ability that has a condition or can be replaced.
    #[inline(never)]
    pub(super) fn take_turn(&mut self, index: usize, turn: &Turn, target: usize) -> bool {
        let plan = self.plan;
        if let Some(condition) = &turn.condition
            && !condition.evaluate(&Observation { plan, state: self.state, target })
        {
            return true;
        }
        let queued = turn.replacing.iter().copied().find(|&ability| self.state.queued.has(ability));
        if let Some(queued) = queued {
            let place = usize::from(queued);
            let attack = &plan.abilities[place];
            self.set_queued(place, false);
            if self.is_affordable(attack) {
                self.finish_use(place, attack, target);
                return true;
            }
            self.note(RawEvent::Unqueues { ability: queued });
        }
        self.release(index, &plan.abilities[index], target, 0.0);
        true
    }

    /// Returns whether the cost of an ability can be paid now.
    fn is_affordable(&self, ability: &Ability) -> bool {
        let now = self.now();
        let pays = |(resource, cost): (u16, i64)| {
            self.state.resources[usize::from(resource)].affordable_at(now, cost) <= now
        };
        let least = ability.spends.as_ref().map(|spends| (spends.resource, spends.least));
        let priced = ability.price.as_ref().is_none_or(|price| self.costs(price).all(pays));
        priced && ability.cost.iter().copied().chain(least).all(pays)
    }
}
