//! Abilities that repeat by themselves.

use super::fight::Fight;
use super::list::Evaluation;
use crate::engine::log::RawEvent;
use crate::model::{Side, Spread};
use crate::units::{Micros, at_speed, micros, nearest};

impl Fight<'_> {
    /// Handles a repetition of an ability. Returns false if the repetition is postponed.
    pub(super) fn repeat(&mut self, place: usize) -> bool {
        let Some(target) = self.first_target() else {
            self.repeats[place] = None;
            self.waiting_repeats[place] = true;
            return false;
        };
        if self.is_away(self.model.abilities[place].member) {
            self.repeats[place] = None;
            self.waiting_repeats[place] = true;
            return false;
        }
        if let Some(until) = self.held(self.model.abilities[place].by) {
            self.repeats[place] = Some(until);
            return false;
        }
        self.repeats[place] = Some(self.now + self.interval(place));
        if let Some(condition) = &self.model.abilities[place].condition
            && !Evaluation::at(self, self.model.abilities[place].member, target).truth(&condition.truth)
        {
            return true;
        }
        match self.queued[place].take() {
            Some(instead) if self.can_pay(instead) => self.finish_use(instead, target),
            instead => {
                if let Some(instead) = instead {
                    self.note(RawEvent::Unqueues { ability: instead as u16 });
                }
                self.execute(place, target, 0.0);
            }
        }
        true
    }

    /// Returns the time to the next repetition at the current speed.
    pub(super) fn interval(&mut self, place: usize) -> Micros {
        let ability = &self.model.abilities[place];
        let length = ability.every.as_ref().map_or(0, |every| micros(every.seconds));
        let length = match (ability.every_hasted, ability.by) {
            (false, _) => length,
            (true, Side::Actor) => at_speed(length, self.speed(ability.member)),
            (true, Side::Target) => at_speed(length, self.target_speed(self.first_target().unwrap_or(0))),
        };
        self.vary(place, length)
    }

    /// Returns `length`, randomly varied by the ability's spread.
    pub(super) fn vary(&mut self, place: usize, length: Micros) -> Micros {
        let factor = match self.model.abilities[place].spread {
            Spread::None | Spread::Normal(_) => return length,
            Spread::Uniform(part) => 1.0 - part + 2.0 * part * self.draw(3, place),
            Spread::Exponential => -libm::log(1.0 - self.draw(3, place)),
        };
        nearest(length as f64 * factor).max(1)
    }

    /// If no target was present before and one is present now, schedules all waiting repetitions
    /// for this instant.
    pub(super) fn resume_repeats(&mut self, none_present: bool) {
        if none_present && self.first_target().is_some() {
            for place in 0..self.repeats.len() {
                if std::mem::take(&mut self.waiting_repeats[place]) {
                    self.repeats[place] = Some(self.now);
                }
            }
        }
    }
}
