//! Repetitions that may be skipped, or turn into something else: conditions on what repeats, and attacks that wait
//! to take the place of the next swing.
//!
//! One ability at a time waits to take the place of another. It is off the queue when the other's turn comes,
//! whether it can be paid or not.

use super::log::{EventSink, RawEvent};
use super::observation::Observation;
use super::plan::{Ability, Turn};
use super::run::Run;
use crate::condition::Depends;

impl<S: EventSink> Run<'_, S> {
    /// The list uses an ability that takes the place of the next repetition of another.
    pub(super) fn queue_turn(&mut self, ability: u16) {
        self.set_queued(usize::from(ability), true);
        self.note(RawEvent::Queues { ability });
    }

    fn set_queued(&mut self, ability: usize, queued: bool) {
        self.state.queued[ability] = queued;
        self.state.changed |= Depends::cooldown(ability);
    }

    /// A repetition is due, of an ability that has a condition, or that others take the place of.
    #[inline(never)]
    pub(super) fn take_turn(&mut self, index: usize, turn: &Turn, target: usize) -> bool {
        let plan = self.plan;
        if let Some(condition) = &turn.condition
            && !condition.evaluate(&Observation { plan, state: self.state, target })
        {
            return true;
        }
        let queued = turn.replacing.iter().copied().find(|&ability| self.state.queued[usize::from(ability)]);
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

    /// Whether an ability can be paid now.
    fn is_affordable(&self, ability: &Ability) -> bool {
        let now = self.state.now;
        let pays = |(resource, cost): (u16, i64)| {
            self.state.resources[usize::from(resource)].affordable_at(now, cost) <= now
        };
        let least = ability.spends.as_ref().map(|spends| (spends.resource, spends.least));
        let priced = ability.price.as_ref().is_none_or(|price| self.costs(price).all(pays));
        priced && ability.cost.iter().copied().chain(least).all(pays)
    }
}
