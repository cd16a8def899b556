//! The fighters: members and targets that come and leave, damage, deaths, interruptions.
//!
//! A target can be attacked while it is *present* and not *dead*. If a profile has no individual
//! targets (`foes`), all targets are equal, and the active phases determine their number. Targets
//! beyond the fight's own number are additional targets; they return with full health. Individual
//! targets join and leave at given times, and an individual target that has left is *gone*.
//!
//! ```text
//!            joins, or a phase begins                  leaves, or the phase ends
//! absent ───────────────────────────────► present ───────────────────────────────► absent or gone
//!                                            │ health 0
//!                                            └────────► dead: it loses its auras; channels on it
//!                                                       are interrupted, and the fight may end
//! ```

use super::fight::{Channel, Fight};
use crate::engine::log::{FightEnd, RawEvent};
use crate::model::Side;
use crate::units::{micros, milli};

impl Fight<'_> {
    pub(super) fn lives(&self, target: usize) -> bool {
        self.targets[target].present && !self.targets[target].dead
    }

    pub(super) fn first_target(&self) -> Option<usize> {
        (0..self.targets.len()).find(|&target| self.lives(target))
    }

    /// Returns whether a companion is absent, because the buff on which it depends is down.
    pub(super) fn is_away(&self, member: usize) -> bool {
        let companion = member.checked_sub(1).map(|place| &self.model.companions[place]);
        let with = companion.and_then(|companion| companion.with);
        with.is_some_and(|buff| self.actor_buffs[buff].stacks == 0)
    }

    /// Handles the beginning or end of a buff for the companions that depend on it.
    pub(super) fn companions_changed(&mut self, buff: usize) {
        for member in 1..self.members.len() {
            if self.model.companions[member - 1].with != Some(buff) {
                continue;
            }
            if self.is_away(member) {
                self.break_cast(member);
                self.break_channel(member);
            } else {
                for place in 0..self.repeats.len() {
                    if self.model.abilities[place].member == member
                        && std::mem::take(&mut self.waiting_repeats[place])
                    {
                        self.repeats[place] = Some(self.now);
                    }
                }
            }
        }
    }

    /// Interrupts the cast of a member, if there is one. The cast has no effect.
    pub(super) fn break_cast(&mut self, member: usize) {
        let own = &mut self.members[member];
        if let Some((ability, _, _)) = own.cast.take() {
            own.free_at = Some(own.cast_gcd.max(self.now) + own.cast_lag);
            self.note(RawEvent::Breaks { ability: ability as u16 });
        }
    }

    /// Interrupts the channel of a member, if there is one. The member becomes free at the end of
    /// its global cooldown, plus its latency.
    pub(super) fn break_channel(&mut self, member: usize) {
        let own = &mut self.members[member];
        if let Some(Channel { ability, .. }) = own.channel.take() {
            own.free_at = Some(own.cast_gcd.max(self.now) + own.cast_lag);
            self.note(RawEvent::Breaks { ability: ability as u16 });
        }
    }

    /// Updates which targets are present. Leaving targets lose all auras. An additional target of a
    /// phase has full health whenever the phase begins.
    pub(super) fn update_targets(&mut self) {
        let active = self.active_phases();
        let count = active.filter_map(|phase| phase.targets).max().unwrap_or(self.model.fight.targets);
        let none_present = self.first_target().is_none();
        for number in 0..self.targets.len() {
            // Individual targets join and leave in `schedule_due`, so phases do not affect them.
            let alike = self.model.foes.is_empty();
            let stays = if alike { number < count as usize } else { self.targets[number].present };
            if !stays && self.lives(number) {
                self.remove_target(number);
            }
            let own = number < self.model.fight.targets as usize;
            let target = &mut self.targets[number];
            target.present = stays;
            if !stays && !own {
                target.dead = false;
                target.health = self.model.foe(number).health.map_or(0, milli);
            }
        }
        self.resume_repeats(none_present);
    }

    /// Handles the joining or leaving of a target.
    pub(super) fn schedule_due(&mut self, number: usize) {
        let none_present = self.first_target().is_none();
        let target = &mut self.targets[number];
        let joins = !target.present;
        target.next_schedule = self.model.foes[number].leaves.map(micros).filter(|_| joins);
        target.gone |= !joins;
        if !target.dead {
            self.note(RawEvent::Comes { target: number as u16, joins });
        }
        if joins {
            self.targets[number].present = true;
            self.resume_repeats(none_present);
        } else if !self.targets[number].dead {
            self.remove_target(number);
            self.targets[number].present = false;
            self.end_without_foes();
        }
    }

    /// Handles a target's death or departure: removes its auras, and interrupts channels at this
    /// target.
    fn remove_target(&mut self, target: usize) {
        self.clear_auras(target);
        for member in 0..self.members.len() {
            if self.members[member].channel.is_some_and(|channel| channel.target == target) {
                self.break_channel(member);
            }
        }
    }

    /// Removes all auras from a target.
    fn clear_auras(&mut self, target: usize) {
        for dot in 0..self.model.dots.len() {
            if self.model.dots[dot].on == Side::Target {
                self.end_dot(dot, target);
            }
        }
        for buff in 0..self.model.buffs.len() {
            if self.model.buffs[buff].on == Side::Target {
                self.end_buff(buff, target);
            }
        }
    }

    /// Ends the fight if all of the fight's own targets are dead or have left, and at least one is
    /// dead. Additional targets of phases do not count.
    fn end_without_foes(&mut self) {
        let own = &self.targets[..self.model.fight.targets as usize];
        if own.iter().all(|target| target.dead || target.gone) && own.iter().any(|target| target.dead) {
            self.end_now(FightEnd::Kill);
        }
    }

    pub(super) fn hurt_target(&mut self, number: usize, damage: u64) {
        self.damage += damage;
        if self.model.foe(0).health.is_none() {
            return;
        }
        let target = &mut self.targets[number];
        target.health = target.health.saturating_sub(damage);
        // Health thresholds of phases refer to the first target. A phase whose threshold has been
        // reached begins or ends now.
        for (place, phase) in self.model.phases.iter().enumerate().filter(|_| number == 0) {
            let state = self.phases[place];
            let begins = state.begun == 0 && phase.below.is_some_and(|part| self.has_at_most(part));
            if begins || state.active && phase.until.is_some_and(|part| self.has_at_most(part)) {
                self.phases[place].next = Some(self.now);
            }
        }
        let target = &self.targets[number];
        if target.health > 0 || !self.lives(number) {
            return;
        }
        self.targets[number].dead = true;
        self.note(RawEvent::Dies { target: number as u16 });
        self.remove_target(number);
        self.end_without_foes();
    }

    /// Lets the actor's buffs absorb damage, and returns the remaining damage.
    pub(super) fn absorb(&mut self, damage: u64) -> u64 {
        let mut left = damage;
        for (place, rules) in self.model.buffs.iter().enumerate().filter(|(_, rules)| rules.absorb > 0.0) {
            let amount = self.actor_buffs[place].shield.min(left);
            if amount > 0 {
                left -= amount;
                self.actor_buffs[place].shield -= amount;
                self.note(RawEvent::Absorbs { buff: place as u16, amount });
                if self.actor_buffs[place].shield == 0 && rules.on == Side::Actor {
                    self.end_buff(place, 0);
                }
            }
        }
        left
    }

    pub(super) fn hurt_actor(&mut self, damage: u64) {
        if self.model.actor.health.is_some() {
            self.actor_health = self.actor_health.saturating_sub(damage);
            if self.actor_health == 0 {
                self.end_now(FightEnd::Death);
            }
        }
    }
}
