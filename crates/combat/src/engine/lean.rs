//! What most profiles have no use for, left out of the fights of those.
//!
//! The loop is compiled twice. A *lean* plan has one who attacks, alone, with targets that only suffer; nothing that
//! is queued, channelled, on its way, healed, absorbed or paid at changing prices; and nobody is held up.
//! Its fights ask for none of that, where others ask at every attack and every decision: a question or two of the
//! processor each, but many. Both are the same rules, and fight the same fights (`ladder`, and its tests).

use super::log::EventSink;
use super::plan::{Ability, Plan};
use super::run::Run;
use crate::profile::model::Side;

impl Plan {
    /// Whether its fights need none of the rules that are left out where [`EventSink::LEAN`] says so.
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
            && (self.latency.is_none() && self.comings.is_empty() && self.shields.is_empty())
            && lines.all(|line| line.aside.is_none() && line.price.is_none() && line.gated.is_none())
            && self.abilities.iter().all(ability)
            && self.dots.iter().all(|dot| dot.on == Side::Target)
    }
}

impl<S: EventSink> Run<'_, S> {
    /// Whether there are several on the actor's side.
    #[inline]
    pub(super) fn team(&self) -> bool {
        !S::LEAN && self.plan.team
    }

    /// Whether who is at work uses some abilities beside others.
    #[inline]
    pub(super) fn weaves(&self) -> bool {
        !S::LEAN && self.me.weaves
    }

    /// Whether the actor moves.
    #[inline]
    pub(super) fn moves(&self) -> bool {
        !S::LEAN && self.state.moving
    }

    /// Whether anyone keeps in mind what the actor has seen.
    #[inline]
    pub(super) fn reacts(&self) -> bool {
        !S::LEAN && self.state.reacts()
    }

    /// Whether an ability's attacks bring about no reaction, whatever they meet.
    #[inline]
    pub(super) fn reacts_never(ability: &Ability) -> bool {
        S::LEAN || ability.reactions.is_empty()
    }

    /// Whose an ability is.
    #[inline]
    pub(super) fn side(of: Side) -> Side {
        if S::LEAN { Side::Actor } else { of }
    }

    /// Whom damage over time is on.
    #[inline]
    pub(super) fn bearer(on: Side) -> Side {
        if S::LEAN { Side::Target } else { on }
    }

    /// Something that few abilities and lines have.
    #[inline]
    pub(super) fn rare<T>(it: Option<T>) -> Option<T> {
        if S::LEAN { None } else { it }
    }
}
