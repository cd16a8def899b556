//! Stats of the fighters under their buffs, recomputed for each use.

use quadrille_combat_lang::AttackOutcome;

use super::fight::Fight;
use crate::model::{self, Modifiers, Side};
use crate::units::millionths;

/// Stats of a member of the actor's side under its buffs.
pub(super) struct Figures {
    pub(super) power: f64,
    pub(super) crit: f64,
    pub(super) crit_damage: f64,
    pub(super) damage: f64,
    pub(super) taken: f64,
    pub(super) added_damage: f64,
    pub(super) crit_taken: f64,
    pub(super) hit: f64,
    pub(super) expertise: f64,
    pub(super) avoidance: [f64; AttackOutcome::COUNT],
}

/// Returns how many times a buff's modifiers apply. They apply once per stack. The modifiers of a
/// buff with charges apply once while a charge is left.
fn weight(buff: &model::Buff, stacks: u32) -> f64 {
    f64::from(if buff.charges.is_some() { stacks.min(1) } else { stacks })
}

/// Returns the factor of a relative modifier that applies `weight` times.
fn factor(weight: f64, change: f64) -> f64 {
    (1.0 + weight * change).max(0.0)
}

impl Fight<'_> {
    /// Iterates over the buffs that a member of the actor's side bears and that have no `only`.
    /// Yields the modifiers of each buff, and the [number of times](weight) that they apply.
    fn general_buffs(&self, member: usize) -> impl Iterator<Item = (f64, &Modifiers)> {
        let buffs = self.model.buffs.iter().zip(&self.actor_buffs);
        buffs
            .filter(move |(buff, _)| buff.on == Side::Actor && buff.bearer.is(member) && buff.only.is_empty())
            .map(|(buff, state)| (weight(buff, state.stacks), &buff.modifiers))
    }

    pub(super) fn figures(&self, member: usize) -> Figures {
        let actor = self.model.member(member);
        let mut figures = Figures {
            power: actor.power,
            crit: actor.crit,
            crit_damage: 0.0,
            damage: actor.damage,
            taken: actor.taken,
            added_damage: 0.0,
            crit_taken: 0.0,
            hit: actor.hit,
            expertise: actor.expertise,
            avoidance: actor.avoidance,
        };
        for (weight, change) in self.general_buffs(member) {
            figures.power += weight * change.power;
            figures.crit += weight * change.crit;
            figures.crit_damage += weight * change.crit_damage;
            figures.damage *= factor(weight, change.damage);
            figures.taken *= factor(weight, change.taken);
            figures.added_damage += weight * change.added_damage;
            figures.crit_taken += weight * change.crit_taken;
            figures.hit += weight * change.hit;
            figures.expertise += weight * change.expertise;
            for (chance, change) in figures.avoidance.iter_mut().zip(change.avoidance) {
                *chance += weight * change;
            }
        }
        figures.power = figures.power.max(0.0);
        figures
    }

    /// Returns the speed of a member of the actor's side.
    pub(super) fn speed(&self, member: usize) -> f64 {
        let own = 1.0 + self.model.member(member).haste;
        let buffs = self.general_buffs(member);
        let speed = buffs.fold(own, |speed, (weight, change)| speed * factor(weight, change.haste));
        speed.clamp(0.05, 100.0)
    }

    /// Iterates over the debuffs of a target. Yields the modifiers of each debuff, and the [number
    /// of times](weight) that they apply.
    fn debuffs(&self, target: usize) -> impl Iterator<Item = (f64, &Modifiers)> {
        let buffs = self.model.buffs.iter().zip(&self.targets[target].buffs);
        buffs
            .filter(|(buff, _)| buff.on == Side::Target)
            .map(|(buff, state)| (weight(buff, state.stacks), &buff.modifiers))
    }

    pub(super) fn target_speed(&self, target: usize) -> f64 {
        let speed =
            self.debuffs(target).fold(1.0 + self.model.foe(target).haste, |speed, (weight, change)| {
                speed * factor(weight, change.haste)
            });
        speed.clamp(0.05, 100.0)
    }

    pub(super) fn target_damage(&self, target: usize) -> f64 {
        self.debuffs(target).fold(self.model.foe(target).damage, |damage, (weight, change)| {
            damage * factor(weight, change.damage)
        })
    }

    pub(super) fn target_taken(&self, target: usize) -> f64 {
        let phases: f64 = self.active_phases().map(|phase| phase.taken).product();
        self.debuffs(target).fold(self.model.foe(target).taken * phases, |taken, (weight, change)| {
            taken * factor(weight, change.taken)
        })
    }

    /// Returns a stat of a target that affects attack tables: `own` plus the changes by the
    /// target's debuffs.
    pub(super) fn target_chance(&self, target: usize, own: f64, added: impl Fn(&Modifiers) -> f64) -> f64 {
        self.debuffs(target).fold(own, |chance, (weight, change)| chance + weight * added(change))
    }

    /// Returns the current costs of an ability: pairs of a resource and an amount in millionths.
    pub(super) fn costs(&self, ability: usize) -> Vec<(usize, i64)> {
        let buffs = || {
            let buffs = self.model.buffs.iter().zip(&self.actor_buffs);
            buffs
                .filter(|(buff, _)| buff.on == Side::Actor)
                .filter(|(buff, _)| {
                    let of_all = buff.only.is_empty() && buff.bearer.is(self.model.abilities[ability].member);
                    of_all || buff.only.contains(&ability)
                })
                .map(|(buff, state)| (weight(buff, state.stacks), &buff.modifiers))
        };
        let now = |&(resource, units): &(usize, f64)| {
            let added = |change: &Modifiers| {
                change.cost.iter().find(|(of, _)| *of == resource).map_or(0.0, |it| it.1)
            };
            let units =
                buffs().fold(units, |units, (weight, change)| units + weight * added(change)).max(0.0);
            let units =
                units * buffs().fold(1.0, |all, (weight, change)| all * factor(weight, change.cost_factor));
            (resource, millionths(units.min(1e9)))
        };
        self.model.abilities[ability].cost.iter().map(now).collect()
    }

    /// Returns the regeneration of a resource, in millionths per microsecond.
    pub(super) fn rate(&self, place: usize) -> f64 {
        let resource = &self.model.resources[place];
        let mut rate = resource.regen;
        let buffs = self.model.buffs.iter().zip(&self.actor_buffs);
        // The buffs of every member add to the regeneration, because all members share the
        // resources.
        let general = buffs.filter(|(buff, _)| buff.on == Side::Actor && buff.only.is_empty());
        for (weight, change) in general.map(|(buff, state)| (weight(buff, state.stacks), &buff.modifiers)) {
            for (_, added) in change.regen.iter().filter(|(of, _)| *of == place) {
                rate += weight * added;
            }
        }
        if resource.hasted { rate * self.speed(resource.of) } else { rate }
    }

    /// Updates the regeneration rates after a change of a buff.
    pub(super) fn update_rates(&mut self) {
        for place in 0..self.resources.len() {
            let rate = self.rate(place);
            if rate.to_bits() != self.resources[place].rate.to_bits() {
                self.advance_to(place);
                self.resources[place].rate = rate;
            }
        }
    }

    /// Iterates over the buffs whose `only` contains an ability. Yields the modifiers of each buff,
    /// and the [number of times](weight) that they apply.
    pub(super) fn own_changes(&self, ability: usize) -> impl Iterator<Item = (f64, &Modifiers)> {
        let buffs = self.model.buffs.iter().zip(&self.actor_buffs);
        buffs
            .filter(move |(buff, _)| buff.only.contains(&ability))
            .map(|(buff, state)| (weight(buff, state.stacks), &buff.modifiers))
    }
}
