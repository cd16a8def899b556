//! Abilities on their way: launched at one instant, taking effect at another.
//!
//! All of one ability take the same time, so they arrive in the order in which they were launched: one queue
//! and one timer for each ability.

use super::log::{EventSink, RawEvent};
use super::plan::Ability;
use super::run::Run;
use crate::condition::Depends;
use crate::profile::model::Side;
use crate::units::{Micros, NEVER};

/// Everything that an attack may strike.
pub(crate) const ALL: u32 = u32::MAX;

/// One ability on its way.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Flight {
    lands: Micros,
    /// The target it was launched at, and all that it may strike, a bit each.
    first: u16,
    targets: u32,
    /// Units of the resource that it takes all of.
    spent: f64,
}

impl<S: EventSink> Run<'_, S> {
    /// An ability takes effect, or is on its way from now on.
    #[inline]
    pub(crate) fn release(&mut self, index: usize, ability: &Ability, target: usize, spent: f64) {
        if S::LEAN || ability.travel == 0 {
            self.execute(index, ability, target, spent, ALL);
        } else {
            self.launch(index, ability, target, spent);
        }
    }

    #[inline(never)]
    fn launch(&mut self, index: usize, ability: &Ability, first: usize, spent: f64) {
        let lands = self.state.now + ability.travel;
        let targets = match ability.by {
            Side::Actor => self.chosen(ability, first),
            Side::Target => ALL,
        };
        let flights = &mut self.state.flights[index];
        if flights.is_empty() {
            self.state.queue.set(ability.flight_slot, lands);
        }
        flights.push_back(Flight { lands, first: first as u16, targets, spent });
        self.state.changed |= Depends::cooldown(index);
        self.note(RawEvent::Launches { ability: index as u16, target: first as u16, lands });
    }

    /// Whom it strikes that is launched now: the first, and others that are there, going round.
    fn chosen(&self, ability: &Ability, first: usize) -> u32 {
        let most = self.plan.most_targets as usize;
        let others = (first + 1..most).chain(0..first).filter(|&target| self.state.lives(target));
        let others = others.take(ability.targets as usize - 1);
        others.fold(1 << first, |all, target| all | 1 << target)
    }

    /// The first of those on their way arrives: at those of its targets that are there, if there are any.
    pub(crate) fn flight_due(&mut self, index: usize) -> bool {
        let ability = &self.plan.abilities[index];
        let flights = &mut self.state.flights[index];
        let Some(Flight { first, targets, spent, .. }) = flights.pop_front() else { return false };
        let next = flights.front().map_or(NEVER, |next| next.lands);
        self.state.queue.set(ability.flight_slot, next);
        self.state.changed |= Depends::cooldown(index);
        let first = u32::from(first);
        // What is on its way to the actor arrives whatever has become of whoever sent it.
        let there = if ability.by == Side::Actor { targets & self.state.living } else { 1 << first };
        let onwards = there & (u32::MAX << first);
        let target = if onwards == 0 { there } else { onwards }.trailing_zeros();
        if there == 0 {
            self.note(RawEvent::Lost { ability: index as u16 });
        } else {
            self.execute(index, ability, target as usize, spent, there);
        }
        true
    }
}
