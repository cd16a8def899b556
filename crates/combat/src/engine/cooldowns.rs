//! Cooldowns and charges.

use super::log::{EventSink, RawEvent};
use super::plan::Ability;
use super::run::Fight;
use crate::condition::Depends;
use crate::units::{Micros, NEVER, at_speed};

/// State of the cooldown of one ability.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Cooldown {
    /// Time from which the ability can be used. If the ability can have several charges, this is 0
    /// while a charge is available, and otherwise `NEVER`.
    ready: Micros,
    /// Number of available charges, for an ability with several charges.
    charges: u32,
}

impl Cooldown {
    /// Returns the cooldown at the start of a fight.
    pub(super) const fn new(charges: u32) -> Self {
        Self { ready: 0, charges }
    }

    /// Returns the time from which the ability can be used.
    pub(super) const fn ready(&self) -> Micros {
        self.ready
    }

    pub(super) const fn charges(&self) -> u32 {
        self.charges
    }
}

impl<S: EventSink> Fight<'_, S> {
    /// Returns whether an ability is off cooldown or has a charge.
    #[inline]
    pub(crate) fn is_ready(&self, index: usize) -> bool {
        self.state.cooldowns[index].ready <= self.now()
    }

    /// Starts the cooldown of a used ability, or consumes a charge.
    pub(crate) fn start_cooldown(&mut self, index: usize, ability: &Ability) {
        if ability.cooldown == 0 {
            return;
        }
        let ends = self.now() + self.recharge(ability);
        self.state.changed.add(Depends::cooldown(index));
        if ability.charges == 1 {
            self.state.cooldowns[index].ready = ends;
            return;
        }
        // Charges recharge one at a time, so a new recharge starts only if all charges were
        // available.
        if self.state.cooldowns[index].charges == ability.charges {
            self.state.clock.set(ability.charge_slot, ends);
        }
        let cooldown = &mut self.state.cooldowns[index];
        cooldown.charges = cooldown.charges.saturating_sub(1);
        if cooldown.charges == 0 {
            cooldown.ready = NEVER;
        }
    }

    fn recharge(&self, ability: &Ability) -> Micros {
        if ability.cooldown_hasted {
            at_speed(ability.cooldown, self.state.own.stats.speed())
        } else {
            ability.cooldown
        }
    }

    /// Handles the return of a charge, and starts to recharge the next charge.
    pub(crate) fn charge_due(&mut self, index: usize) -> bool {
        let ability = &self.plan.abilities[index];
        self.state.clock.set(ability.charge_slot, self.now() + self.recharge(ability));
        self.return_charge(index, ability);
        true
    }

    /// Gives one charge back to an ability, and stops recharging if all charges are available.
    fn return_charge(&mut self, index: usize, ability: &Ability) {
        let charges = (self.state.cooldowns[index].charges + 1).min(ability.charges);
        self.state.cooldowns[index] = Cooldown { ready: 0, charges };
        if charges == ability.charges {
            self.cancel(ability.charge_slot);
        }
        self.state.changed.add(Depends::cooldown(index));
        self.note(RawEvent::Charge { ability: index as u16, charges });
    }

    /// Ends the cooldown. An ability with several charges gets back one charge, and its current
    /// recharge continues.
    pub(crate) fn reset_cooldown(&mut self, index: usize) {
        let ability = &self.plan.abilities[index];
        let now = self.now();
        if ability.charges > 1 {
            if self.state.cooldowns[index].charges < ability.charges {
                self.return_charge(index, ability);
            }
            return;
        }
        if self.state.cooldowns[index].ready > now {
            self.state.cooldowns[index].ready = now;
            self.state.changed.add(Depends::cooldown(index));
            self.note(RawEvent::Reset { ability: index as u16 });
        }
    }

    /// Shortens the cooldown, or the recharge in progress, by `time`.
    pub(crate) fn advance_cooldown(&mut self, index: usize, time: Micros) {
        let ability = &self.plan.abilities[index];
        let now = self.now();
        self.state.changed.add(Depends::cooldown(index));
        if ability.charges > 1 {
            let due = self.state.clock.time(ability.charge_slot);
            if due != NEVER {
                self.state.clock.set(ability.charge_slot, due.saturating_sub(time).max(now));
            }
        } else {
            let ready = &mut self.state.cooldowns[index].ready;
            *ready = ready.saturating_sub(time).max(now.min(*ready));
        }
    }
}
