//! The fighters' figures as their buffs make them, computed anew when a buff with figures changes.

use super::log::Observer;
use super::run::Run;
use super::state::Figures;
use crate::outcome::Outcome;
use crate::profile::model::{Refresh, Side};

/// Slowest and fastest that haste can make anyone.
const SPEEDS: [f64; 2] = [0.05, 100.0];

impl super::plan::Buff {
    /// How many times it counts: a charge is not a stack, three charges of a buff are one buff for three attacks.
    #[inline]
    pub(crate) fn copies(&self, stacks: u32) -> u32 {
        if self.charges.is_some() { stacks.min(1) } else { stacks }
    }

    /// How many times its figures count.
    #[inline]
    pub(crate) fn weight(&self, stacks: u32) -> f64 {
        f64::from(self.copies(stacks))
    }

    pub(crate) fn is_independent(&self) -> bool {
        self.refresh == Refresh::Independent
    }
}

impl<O: Observer> Run<'_, O> {
    /// The actor's figures, apart from speed.
    pub(crate) fn recompute_actor(&mut self) {
        let plan = self.plan;
        let actor = &plan.actor;
        let mut figures = Figures {
            power: actor.power,
            crit: actor.crit,
            crit_damage: 0.0,
            damage: actor.damage,
            taken: actor.taken,
            avoidance: actor.avoidance,
        };
        for &place in &plan.actor_modifiers {
            let buff = &plan.buffs[usize::from(place)];
            let stacks = self.state.buffs[buff.instance].stacks;
            if stacks == 0 {
                continue;
            }
            let (weight, modifiers) = (buff.weight(stacks), &buff.modifiers);
            figures.power += weight * modifiers.power;
            figures.crit += weight * modifiers.crit;
            figures.crit_damage += weight * modifiers.crit_damage;
            figures.damage *= (1.0 + weight * modifiers.damage).max(0.0);
            figures.taken *= (1.0 + weight * modifiers.taken).max(0.0);
            for outcome in [Outcome::Miss, Outcome::Dodge, Outcome::Parry, Outcome::Block] {
                figures.avoidance[outcome as usize] += weight * modifiers.avoidance[outcome as usize];
            }
        }
        figures.power = figures.power.max(0.0);
        self.state.figures = figures;
    }

    /// The actor's speed.
    pub(crate) fn recompute_speed(&mut self) {
        let plan = self.plan;
        let mut speed = 1.0 + plan.actor.haste;
        for &place in &plan.speed_modifiers {
            let buff = &plan.buffs[usize::from(place)];
            speed *= 1.0 + buff.weight(self.state.buffs[buff.instance].stacks) * buff.modifiers.haste;
        }
        let speed = speed.clamp(SPEEDS[0], SPEEDS[1]);
        self.state.speed = speed;
        let now = self.state.now;
        for (resource, state) in self.plan.resources.iter().zip(&mut self.state.resources) {
            let rate = if resource.hasted { resource.regen * speed } else { resource.regen };
            if rate.to_bits() != state.rate.to_bits() {
                state.settle(now);
                state.rate = rate;
            }
        }
    }

    /// What a target suffers and does.
    pub(crate) fn recompute_target(&mut self, target: usize) {
        let plan = self.plan;
        let mut taken = plan.target.taken * self.state.phase_taken;
        let (mut speed, mut damage) = (1.0 + plan.target.haste, plan.target.damage);
        for &place in &plan.target_modifiers {
            let buff = &plan.buffs[usize::from(place)];
            let weight = buff.weight(self.state.buffs[buff.instance + target].stacks);
            taken *= (1.0 + weight * buff.modifiers.taken).max(0.0);
            damage *= (1.0 + weight * buff.modifiers.damage).max(0.0);
            speed *= 1.0 + weight * buff.modifiers.haste;
        }
        self.state.target_taken[target] = taken;
        self.state.target_damage[target] = damage;
        self.state.target_speed[target] = speed.clamp(SPEEDS[0], SPEEDS[1]);
    }

    /// Brings the figures up to date after a buff has changed.
    pub(crate) fn figures_changed(&mut self, buff: usize, target: usize) {
        let plan = self.plan;
        let changed = &plan.buffs[buff];
        if changed.on == Side::Target {
            self.recompute_target(target);
            return;
        }
        if changed.changes_attacks {
            self.outdate_attacks();
            self.recompute_actor();
        }
        if changed.changes_speed {
            self.recompute_speed();
        }
    }

    /// What attacks come to has to be computed anew.
    pub(crate) fn outdate_attacks(&mut self) {
        self.state.epoch = self.state.epoch.wrapping_add(1).max(1);
    }

    /// Brings what an ability's attack comes to up to date.
    #[inline]
    pub(crate) fn refresh_attack(&mut self, ability: usize) {
        if self.state.attacks[ability].epoch != self.state.epoch {
            self.compute_attack(ability);
        }
    }

    fn compute_attack(&mut self, index: usize) {
        let plan = self.plan;
        let ability = &plan.abilities[index];
        let state = &mut *self.state;
        let figures = &state.figures;
        let (mut crit, mut crit_damage, mut damage, power) = match ability.by {
            Side::Actor => (figures.crit, figures.crit_damage, figures.damage, figures.power),
            // The target's own damage factor differs from target to target and comes in with the attack.
            Side::Target => (plan.target.crit, 0.0, 1.0, plan.target.power),
        };
        for &place in &ability.own_modifiers {
            let buff = &plan.buffs[usize::from(place)];
            let weight = buff.weight(state.buffs[buff.instance].stacks);
            crit += weight * buff.modifiers.crit;
            crit_damage += weight * buff.modifiers.crit_damage;
            damage *= (1.0 + weight * buff.modifiers.damage).max(0.0);
        }
        let attack = &mut state.attacks[index];
        attack.epoch = state.epoch;
        attack.bonus = ability.coefficient * power;
        attack.factors = [damage; Outcome::COUNT];
        let Some(table) = &ability.table else { return };
        attack.crit = (table.crit + crit + ability.crit).clamp(0.0, 1.0);
        let mut chances = table.chances;
        for &place in &table.moving {
            let place = usize::from(place) % Outcome::COUNT;
            chances[place] = match table.order[place] {
                Outcome::Crit => attack.crit,
                // Only the actor avoids more or less under buffs.
                outcome => {
                    let reduced = match outcome {
                        Outcome::Miss => plan.target.hit,
                        Outcome::Dodge | Outcome::Parry => plan.target.expertise,
                        _ => 0.0,
                    };
                    figures.avoidance[outcome as usize] - reduced
                }
            };
        }
        let mut sum = 0.0;
        attack.sums = [f64::INFINITY; Outcome::COUNT];
        for (upto, chance) in attack.sums.iter_mut().zip(&chances[..table.length.min(Outcome::COUNT)]) {
            sum += chance.max(0.0);
            *upto = sum;
        }
        for (factor, multiplier) in attack.factors.iter_mut().zip(table.multipliers) {
            *factor *= multiplier;
        }
        attack.factors[Outcome::Crit as usize] =
            damage * (table.multipliers[Outcome::Crit as usize] + crit_damage).max(0.0);
    }
}
