//! Cooldowns and charges.

use super::fight::Fight;
use crate::engine::log::RawEvent;
use crate::units::{Micros, at_speed, micros};

impl Fight<'_> {
    pub(super) fn start_cooldown(&mut self, place: usize) {
        let ability = &self.model.abilities[place];
        if ability.cooldown == 0.0 {
            return;
        }
        let ends = self.now + self.recharge(place);
        let cooldown = &mut self.cooldowns[place];
        if ability.charges == 1 {
            cooldown.ready = ends;
        } else {
            cooldown.next_charge.get_or_insert(ends);
            cooldown.charges -= 1;
        }
    }

    fn recharge(&self, place: usize) -> Micros {
        let ability = &self.model.abilities[place];
        let length = micros(ability.cooldown);
        if ability.cooldown_hasted { at_speed(length, self.speed(ability.member)) } else { length }
    }

    pub(super) fn charge_due(&mut self, place: usize) {
        self.cooldowns[place].next_charge = Some(self.now + self.recharge(place));
        self.return_charge(place);
    }

    fn return_charge(&mut self, place: usize) {
        let cooldown = &mut self.cooldowns[place];
        cooldown.charges += 1;
        let charges = cooldown.charges;
        if charges == self.model.abilities[place].charges {
            cooldown.next_charge = None;
        }
        self.note(RawEvent::Charge { ability: place as u16, charges });
    }

    pub(super) fn reset_cooldown(&mut self, place: usize) {
        let ability = &self.model.abilities[place];
        if ability.charges > 1 {
            if self.cooldowns[place].charges < ability.charges {
                self.return_charge(place);
            }
        } else if self.cooldowns[place].ready > self.now {
            self.cooldowns[place].ready = self.now;
            self.note(RawEvent::Reset { ability: place as u16 });
        }
    }

    pub(super) fn advance_cooldown(&mut self, place: usize, time: Micros) {
        let now = self.now;
        let cooldown = &mut self.cooldowns[place];
        let sooner = |instant: Micros| instant.saturating_sub(time).max(now);
        cooldown.next_charge = cooldown.next_charge.map(sooner);
        if cooldown.ready > now {
            cooldown.ready = sooner(cooldown.ready);
        }
    }
}
