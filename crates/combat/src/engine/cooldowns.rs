//! Cooldowns and charges.

use super::cooldown_state::Cooldown;
use super::log::{EventSink, RawEvent};
use super::plan::Ability;
use super::run::Fight;
use crate::condition::Depends;
use crate::units::{Micros, NEVER, at_speed};

impl<S: EventSink> Fight<'_, S> {
    /// Returns whether an ability is off cooldown or has a charge.
    #[inline]
    pub(crate) fn is_ready(&self, index: usize) -> bool {
        self.state.cooldowns[index].ready <= self.state.now
    }

    /// Starts the cooldown of a used ability, or consumes a charge.
    pub(crate) fn start_cooldown(&mut self, index: usize, ability: &Ability) {
        if ability.cooldown == 0 {
            return;
        }
        let ends = self.state.now + self.recharge(ability);
        self.state.changed |= Depends::cooldown(index);
        if ability.charges == 1 {
            self.state.cooldowns[index].ready = ends;
            return;
        }
        // Charges recharge one at a time, so a new recharge starts only if all charges were
        // available.
        if self.state.cooldowns[index].charges == ability.charges {
            self.state.queue.set(ability.charge_slot, ends);
        }
        let cooldown = &mut self.state.cooldowns[index];
        cooldown.charges = cooldown.charges.saturating_sub(1);
        if cooldown.charges == 0 {
            cooldown.ready = NEVER;
        }
    }

    fn recharge(&self, ability: &Ability) -> Micros {
        if ability.cooldown_hasted { at_speed(ability.cooldown, self.state.speed) } else { ability.cooldown }
    }

    /// Handles the return of a charge, and starts to recharge the next charge.
    pub(crate) fn charge_due(&mut self, index: usize) -> bool {
        let ability = &self.plan.abilities[index];
        self.state.queue.set(ability.charge_slot, self.state.now + self.recharge(ability));
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
        self.state.changed |= Depends::cooldown(index);
        self.note(RawEvent::Charge { ability: index as u16, charges });
    }

    /// Ends the cooldown. An ability with several charges gets back one charge, and its current
    /// recharge continues.
    pub(crate) fn reset_cooldown(&mut self, index: usize) {
        let ability = &self.plan.abilities[index];
        let now = self.state.now;
        if ability.charges > 1 {
            if self.state.cooldowns[index].charges < ability.charges {
                self.return_charge(index, ability);
            }
            return;
        }
        if self.state.cooldowns[index].ready > now {
            self.state.cooldowns[index].ready = now;
            self.state.changed |= Depends::cooldown(index);
            self.note(RawEvent::Reset { ability: index as u16 });
        }
    }

    /// Shortens the cooldown, or the recharge in progress, by `time`.
    pub(crate) fn advance_cooldown(&mut self, index: usize, time: Micros) {
        let ability = &self.plan.abilities[index];
        let now = self.state.now;
        self.state.changed |= Depends::cooldown(index);
        if ability.charges > 1 {
            let due = self.state.queue.time(ability.charge_slot);
            if due != NEVER {
                self.state.queue.set(ability.charge_slot, due.saturating_sub(time).max(now));
            }
        } else {
            let ready = &mut self.state.cooldowns[index].ready;
            *ready = ready.saturating_sub(time).max(now.min(*ready));
        }
    }
}
