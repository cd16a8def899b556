//! Reactions: effects of an attack on a target that bears a certain debuff.

use super::log::{EventSink, RawEvent};
use super::plan::{Ability, Plan};
use super::run::Fight;
use crate::units::Micros;

/// For each reaction: the end of its cooldown.
#[derive(Clone, Debug)]
pub(crate) struct Reactions(Vec<Micros>);

impl Reactions {
    pub(super) fn new(plan: &Plan) -> Self {
        Self(vec![0; plan.reactions.len()])
    }

    pub(super) fn reset(&mut self) {
        self.0.fill(0);
    }

    pub(super) fn bytes(&self) -> usize {
        size_of_val(&*self.0)
    }
}

impl<S: EventSink> Fight<'_, S> {
    /// Returns the first reaction that an attack of the ability can trigger now on a target.
    fn possible_reaction(&self, ability: &Ability, target: usize) -> Option<usize> {
        let possible = |&index: &usize| {
            let reaction = &self.plan.reactions[index];
            let aura = self.plan.buffs[usize::from(reaction.aura)].instance + target;
            self.state.reactions.0[index] <= self.now() && self.state.buffs.stacks(aura) > 0
        };
        ability.reactions.iter().map(|&index| usize::from(index)).find(possible)
    }

    /// Returns the factor by which a reaction multiplies the damage of an attack that lands; 1
    /// without a reaction.
    #[inline(never)]
    pub(crate) fn reaction_factor(&self, ability: &Ability, target: usize) -> f64 {
        let reaction = self.possible_reaction(ability, target);
        reaction.map_or(1.0, |index| (1.0 + self.plan.reactions[index].damage).max(0.0))
    }

    /// Executes the first possible reaction to an attack that has landed.
    #[inline(never)]
    pub(crate) fn react(&mut self, ability: &Ability, target: usize) {
        let Some(index) = self.possible_reaction(ability, target) else { return };
        let reaction = &self.plan.reactions[index];
        self.totals.reactions[index] += 1;
        self.note(RawEvent::Reacts { reaction: index as u16, target: target as u16 });
        if reaction.cooldown > 0 {
            self.state.reactions.0[index] = self.now() + reaction.cooldown;
        }
        self.take_stacks(usize::from(reaction.aura), target, reaction.takes);
        self.mark_target(&reaction.effects.marks, target, 0);
        self.apply_effects(&reaction.effects.others, target, 0);
    }
}
