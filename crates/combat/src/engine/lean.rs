//! The lean engine: a second build of the event loop, without rarely used rules.
//!
//! The loop is compiled twice. A *lean* plan has a single attacker and passive targets, and no
//! phase restricts the actor. It has none of the rarely used features, such as queued abilities,
//! channels, flights, healing, absorption and variable costs. [`Plan::is_lean`] checks for all of
//! these features, and the lean loop omits the code for them. Without the lean loop, each feature
//! would cost one or two branches on the hottest path. Both loops implement the same rules and
//! produce the same fights. The tests and `quadrille ladder combat` check this.

use super::log::EventSink;
use super::plan::{Ability, Plan};
use super::run::Fight;
use crate::model::Side;

impl Plan {
    /// Returns whether the plan uses none of the rules that [`EventSink::LEAN`] leaves out.
    pub(crate) fn is_lean(&self) -> bool {
        let [member] = &*self.members else { return false };
        let ability = |it: &Ability| {
            it.by == Side::Actor
                && it.travel == 0
                && it.reactions.is_empty()
                && (it.heal.is_none() && it.spends.is_none() && it.price.is_none())
                && (it.channel.is_none() && it.turn.is_none())
        };
        let mut lines = member.actions.iter().flatten();
        let holds = self.phases.iter().any(|phase| phase.movement || phase.stun || phase.downtime);
        let reacts = self.reaction.as_ref().is_some_and(|delays| !delays.is_empty());
        !self.team
            && !member.weaves
            && !holds
            && !reacts
            && (self.latency.is_none() && self.schedules.is_empty() && self.shields.is_empty())
            && lines.all(|line| line.special.is_none() && line.price.is_none() && line.gated.is_none())
            && self.abilities.iter().all(ability)
            && self.dots.iter().all(|dot| dot.on == Side::Target)
    }
}

impl<S: EventSink> Fight<'_, S> {
    /// Returns whether the actor has companions.
    #[inline]
    pub(super) fn team(&self) -> bool {
        !S::LEAN && self.plan.team
    }

    /// Returns whether the active member has off-GCD abilities.
    #[inline]
    pub(super) fn weaves(&self) -> bool {
        !S::LEAN && self.me.weaves
    }

    /// Returns whether the actor is moving.
    #[inline]
    pub(super) fn moves(&self) -> bool {
        !S::LEAN && self.state.phases.moves()
    }

    /// Returns whether the visible stacks of buffs are tracked.
    #[inline]
    pub(super) fn reacts(&self) -> bool {
        !S::LEAN && self.state.visible.is_tracked()
    }

    /// Returns whether the ability can never trigger a reaction.
    #[inline]
    pub(super) fn reacts_never(ability: &Ability) -> bool {
        S::LEAN || ability.reactions.is_empty()
    }

    /// Returns the side of an ability; always the actor's side in the lean engine.
    #[inline]
    pub(super) fn side(of: Side) -> Side {
        if S::LEAN { Side::Actor } else { of }
    }

    /// Returns the bearer of damage over time; always a target in the lean engine.
    #[inline]
    pub(super) fn bearer(on: Side) -> Side {
        if S::LEAN { Side::Target } else { on }
    }

    /// Returns an optional component of an ability or line; always `None` in the lean engine.
    #[inline]
    pub(super) fn rare<T>(it: Option<T>) -> Option<T> {
        if S::LEAN { None } else { it }
    }
}
