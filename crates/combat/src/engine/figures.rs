//! Stats of the fighters under their buffs, recomputed when a buff with modifiers changes.

use super::attack_state::{Attack, Chances, Figures};
use super::log::EventSink;
use super::plan::Buff;
use super::run::Fight;
use crate::condition::Depends;
use crate::model::Side;
use crate::units::at_speed;

/// Lowest and highest speed. The speed is the factor by which haste shortens durations.
const SPEEDS: [f64; 2] = [0.05, 100.0];

impl<S: EventSink> Fight<'_, S> {
    /// Recomputes the stats of the active member, except its speed.
    pub(crate) fn recompute_actor(&mut self) {
        let plan = self.plan;
        let actor = &self.me.stats;
        let mut figures = Figures {
            power: actor.power,
            crit_damage: 0.0,
            damage: actor.damage,
            taken: actor.taken,
            added_damage: 0.0,
            chances: Chances::of(actor),
        };
        for &place in &self.me.modifiers {
            let buff = &plan.buffs[usize::from(place)];
            let stacks = self.state.buffs[buff.instance].stacks;
            if stacks == 0 {
                continue;
            }
            let (weight, modifiers) = (buff.weight(stacks), &buff.modifiers);
            figures.power += weight * modifiers.power;
            figures.crit_damage += weight * modifiers.crit_damage;
            figures.damage *= (1.0 + weight * modifiers.damage).max(0.0);
            figures.taken *= (1.0 + weight * modifiers.taken).max(0.0);
            figures.added_damage += weight * modifiers.added_damage;
            figures.chances.add(weight, modifiers);
        }
        figures.power = figures.power.max(0.0);
        self.state.figures = figures;
    }

    /// Recomputes the speed of the active member.
    pub(crate) fn recompute_speed(&mut self) {
        let plan = self.plan;
        let mut speed = 1.0 + self.me.stats.haste;
        for &place in &self.me.speed_modifiers {
            let buff = &plan.buffs[usize::from(place)];
            let weight = buff.weight(self.state.buffs[buff.instance].stacks);
            speed *= (1.0 + weight * buff.modifiers.haste).max(0.0);
        }
        let speed = speed.clamp(SPEEDS[0], SPEEDS[1]);
        self.state.speed = speed;
        // Compute the intervals of repetitions here, once per change of speed. A division at each
        // repetition would slow down the event loop.
        for &ability in &self.me.hasted_repeats {
            let ability = usize::from(ability);
            if let Some((interval, _)) = plan.abilities[ability].every {
                self.state.intervals[ability] = at_speed(interval, speed);
            }
        }
        self.recompute_rates(&self.me.hasted_resources);
    }

    /// Recomputes the regeneration of the given resources.
    fn recompute_rates(&mut self, places: &[u16]) {
        for &place in places {
            let place = usize::from(place);
            let resource = &self.plan.resources[place];
            let mut rate = resource.regen;
            for &(buff, added) in &resource.added {
                let buff = &self.plan.buffs[usize::from(buff)];
                rate += buff.weight(self.state.buffs[buff.instance].stacks) * added;
            }
            if resource.hasted {
                rate *= self.speed_of(usize::from(resource.of));
            }
            let state = &mut self.state.resources[place];
            if rate.to_bits() != state.rate.to_bits() {
                state.advance_to(self.state.now);
                state.rate = rate;
                // Lines that wait for this resource must be evaluated again, because their times
                // were computed with the old rate.
                self.state.changed |= Depends::resource(place);
            }
        }
    }

    /// Recomputes the speed and the damage factors of a target. If any debuff of the profile
    /// modifies attack chances, also recomputes the target's attack chances.
    pub(crate) fn recompute_target(&mut self, target: usize) {
        let plan = self.plan;
        let mut taken = plan.foes[target].taken * self.state.phase_taken;
        let (mut speed, mut damage) = (1.0 + plan.foes[target].haste, plan.foes[target].damage);
        for &place in &plan.target_modifiers {
            let buff = &plan.buffs[usize::from(place)];
            let weight = buff.weight(self.state.buffs[buff.instance + target].stacks);
            taken *= (1.0 + weight * buff.modifiers.taken).max(0.0);
            damage *= (1.0 + weight * buff.modifiers.damage).max(0.0);
            speed *= (1.0 + weight * buff.modifiers.haste).max(0.0);
        }
        self.state.target_taken[target] = taken;
        self.state.target_damage[target] = damage;
        self.state.target_speed[target] = speed.clamp(SPEEDS[0], SPEEDS[1]);
        if plan.target_chances {
            let mut chances = Chances::of(&plan.foes[target]);
            for &place in &plan.target_modifiers {
                let buff = &plan.buffs[usize::from(place)];
                chances.add(buff.weight(self.state.buffs[buff.instance + target].stacks), &buff.modifiers);
            }
            self.state.target_chances[target] = chances;
        }
    }

    /// Updates all stats that depend on a changed buff.
    pub(crate) fn figures_changed(&mut self, changed: &Buff, target: usize) {
        if changed.on == Side::Target {
            self.recompute_target(target);
            return;
        }
        if self.team() {
            self.team_figures_changed(changed);
        } else {
            self.own_figures_changed(changed);
        }
    }

    /// Updates the stats of the active member that depend on a changed buff.
    pub(crate) fn own_figures_changed(&mut self, changed: &Buff) {
        if changed.changes_attacks {
            self.outdate_attacks();
            self.recompute_actor();
        }
        if changed.changes_speed {
            self.recompute_speed();
        }
        if changed.changes_regeneration {
            self.recompute_rates(&self.plan.buffed_resources);
        }
    }

    /// Invalidates the cached chances and factors of all attacks.
    pub(crate) fn outdate_attacks(&mut self) {
        let state = &mut *self.state;
        state.epoch = state.epoch.wrapping_add(1);
        if state.epoch == 0 {
            // The counter has wrapped to 0. Attacks may still carry any earlier epoch, so all are
            // invalidated.
            state.attacks.iter_mut().for_each(Attack::outdate);
            state.epoch = 1;
        }
    }
}
