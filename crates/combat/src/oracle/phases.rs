//! Phases of the fight.

use super::fight::{Channel, Fight, Phase};
use crate::engine::log::RawEvent;
use crate::model::{self, Side};
use crate::units::{Micros, micros, milli, nearest};

impl Fight<'_> {
    pub(super) fn phase_due(&mut self, place: usize) {
        let phase = &self.model.phases[place];
        let begins = !self.phases[place].active;
        let Phase { mut begun, mut began, .. } = self.phases[place];
        if begins {
            (begun, began) = (begun + 1, self.now);
        }
        let next = match phase.every {
            _ if begins => {
                let by_clock = phase.until.filter(|_| self.model.foe(0).health.is_none());
                let by_clock = by_clock.map(|part| self.time_at_share(part).max(self.now));
                let at_once = phase.until.filter(|&part| self.has_at_most(part)).map(|_| self.now);
                let lasts = phase.lasts.map(|[least, most]| {
                    let roll = if least < most { self.draw(20, place) } else { 0.0 };
                    self.now + micros(least + (most - least) * roll)
                });
                [by_clock, at_once, lasts].into_iter().flatten().min()
            }
            Some(every) => Some(began + micros(every)),
            None => phase.from.get(begun).map(|&from| micros(from)),
        };
        self.phases[place] = Phase { active: begins, begun, began, next };
        self.note(RawEvent::Phase { phase: place as u16, begins });
        self.update_targets();
        // Stuns and movement interrupt casts and channels.
        for member in 0..self.members.len() {
            if begins
                && (phase.stun || phase.movement)
                && let Some((ability, _, _)) = self.members[member].cast
                && (phase.stun || !self.model.abilities[ability].moving)
            {
                self.break_cast(member);
            }
            if begins
                && (phase.stun || phase.movement)
                && let Some(Channel { ability, .. }) = self.members[member].channel
                && (phase.stun || !self.model.abilities[ability].moving)
            {
                self.break_channel(member);
            }
        }
    }

    pub(super) fn active_phases(&self) -> impl Iterator<Item = &model::Phase> {
        self.model.phases.iter().zip(&self.phases).filter(|(_, state)| state.active).map(|(phase, _)| phase)
    }

    /// Returns the time until which a side cannot act; `None` if it can act.
    pub(super) fn held(&self, side: Side) -> Option<Micros> {
        let phases = self.model.phases.iter().zip(&self.phases);
        phases
            .filter(|(_, state)| state.active)
            .filter(|(phase, _)| phase.downtime || phase.stun && side == Side::Actor)
            .filter_map(|(_, state)| state.next)
            .max()
    }

    /// Returns the time at which the fraction `part` of the fight's length is left.
    pub(super) fn time_at_share(&self, part: f64) -> Micros {
        self.end - nearest(part * self.end as f64)
    }

    /// Returns whether the first target has at most the fraction `part` of its full health. Returns
    /// false if targets have no health.
    pub(super) fn has_at_most(&self, part: f64) -> bool {
        let full = self.model.foe(0).health.map(milli);
        full.is_some_and(|full| self.targets[0].health as f64 / full as f64 <= part)
    }
}
