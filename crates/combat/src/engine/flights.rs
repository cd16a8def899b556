//! Abilities in flight: they are launched at one instant and take effect at a later one.
//!
//! All flights of one ability take the same time, so they land in the order in which they are
//! launched. One queue and one timer per ability therefore suffice.

use std::collections::VecDeque;

use super::log::{EventSink, RawEvent};
use super::plan::{Ability, Plan};
use super::run::Fight;
use crate::condition::Depends;
use crate::model::Side;
use crate::units::{Micros, NEVER};

/// Mask of all targets.
pub(crate) const ALL: u32 = u32::MAX;

/// One launched ability.
#[derive(Clone, Copy, Debug)]
struct Flight {
    lands: Micros,
    /// The target at which the ability was launched.
    first: u16,
    /// Mask of all targets that the ability may strike.
    targets: u32,
    /// Number of units spent for the key `spends`.
    spent: f64,
}

/// For each ability: its flights, in the order of launching. Empty if no ability has a travel time.
#[derive(Clone, Debug)]
pub(crate) struct Flights(Vec<VecDeque<Flight>>);

impl Flights {
    pub(super) fn new(plan: &Plan) -> Self {
        let flies = plan.abilities.iter().any(|ability| ability.travel > 0);
        Self(vec![VecDeque::new(); if flies { plan.abilities.len() } else { 0 }])
    }

    pub(super) fn reset(&mut self) {
        self.0.iter_mut().for_each(VecDeque::clear);
    }

    /// Returns the size in bytes without the flights, of which there are none before a fight.
    pub(super) fn bytes(&self) -> usize {
        size_of_val(&*self.0)
    }

    /// Returns the number of flights of an ability.
    pub(super) fn number(&self, ability: u16) -> usize {
        self.0.get(usize::from(ability)).map_or(0, VecDeque::len)
    }
}

impl<S: EventSink> Fight<'_, S> {
    /// Executes an ability, or launches it if it has a travel time.
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
        let lands = self.now() + ability.travel;
        let targets = match ability.by {
            Side::Actor => self.chosen(ability, first),
            Side::Target => ALL,
        };
        let flights = &mut self.state.flights.0[index];
        if flights.is_empty() {
            self.state.clock.set(ability.flight_slot, lands);
        }
        flights.push_back(Flight { lands, first: first as u16, targets, spent });
        self.state.changed.add(Depends::cooldown(index));
        self.note(RawEvent::Launches { ability: index as u16, target: first as u16, lands });
    }

    /// Returns the mask of the targets of an ability that is launched now. The target `first` is
    /// followed by other living targets in cyclic order, up to the ability's number of targets.
    fn chosen(&self, ability: &Ability, first: usize) -> u32 {
        let most = self.plan.most_targets as usize;
        let others = (first + 1..most).chain(0..first).filter(|&target| self.state.field.lives(target));
        let others = others.take(ability.targets as usize - 1);
        others.fold(1 << first, |all, target| all | 1 << target)
    }

    /// Lands the earliest flight of an ability. The flight strikes those of its targets that are
    /// still present.
    pub(crate) fn flight_due(&mut self, index: usize) -> bool {
        let ability = &self.plan.abilities[index];
        let flights = &mut self.state.flights.0[index];
        let Some(Flight { first, targets, spent, .. }) = flights.pop_front() else { return false };
        let next = flights.front().map_or(NEVER, |next| next.lands);
        self.state.clock.set(ability.flight_slot, next);
        self.state.changed.add(Depends::cooldown(index));
        let first = u32::from(first);
        // A flight to the actor lands even if the target that launched it has died or left.
        let there = if ability.by == Side::Actor { targets & self.state.field.living() } else { 1 << first };
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
