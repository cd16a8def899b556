//! Abilities in flight: they are launched at one instant and take effect at a later one.
//!
//! All flights of one ability take the same time, so they land in the order in which they are
//! launched. One queue and one timer per ability therefore suffice.

use super::log::{EventSink, RawEvent};
use super::plan::Ability;
use super::run::Fight;
use crate::condition::Depends;
use crate::model::Side;
use crate::units::{Micros, NEVER};

/// Mask of all targets.
pub(crate) const ALL: u32 = u32::MAX;

/// One launched ability.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Flight {
    lands: Micros,
    /// The target at which the ability was launched.
    first: u16,
    /// Mask of all targets that the ability may strike.
    targets: u32,
    /// Number of units spent for the key `spends`.
    spent: f64,
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

    /// Returns the mask of the targets of an ability that is launched now. The target `first` is
    /// followed by other living targets in cyclic order, up to the ability's number of targets.
    fn chosen(&self, ability: &Ability, first: usize) -> u32 {
        let most = self.plan.most_targets as usize;
        let others = (first + 1..most).chain(0..first).filter(|&target| self.state.lives(target));
        let others = others.take(ability.targets as usize - 1);
        others.fold(1 << first, |all, target| all | 1 << target)
    }

    /// Lands the earliest flight of an ability. The flight strikes those of its targets that are
    /// still present.
    pub(crate) fn flight_due(&mut self, index: usize) -> bool {
        let ability = &self.plan.abilities[index];
        let flights = &mut self.state.flights[index];
        let Some(Flight { first, targets, spent, .. }) = flights.pop_front() else { return false };
        let next = flights.front().map_or(NEVER, |next| next.lands);
        self.state.queue.set(ability.flight_slot, next);
        self.state.changed |= Depends::cooldown(index);
        let first = u32::from(first);
        // A flight to the actor lands even if the target that launched it has died or left.
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
