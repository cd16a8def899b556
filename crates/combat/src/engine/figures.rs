//! Stats of the fighters under their buffs, recomputed when a buff with modifiers changes.

use super::attack_state::{Chances, Figures};
use super::log::EventSink;
use super::plan::{Buff, Plan};
use super::run::Fight;
use crate::model::Side;

/// Lowest and highest speed. The speed is the factor by which haste shortens durations.
const SPEEDS: [f64; 2] = [0.05, 100.0];

/// Stats of a member of the actor's side under its buffs.
#[derive(Clone, Debug)]
pub(crate) struct MemberStats {
    figures: Figures,
    speed: f64,
}

impl MemberStats {
    pub(super) fn new() -> Self {
        Self { figures: Figures::default(), speed: 1.0 }
    }

    pub(super) const fn figures(&self) -> &Figures {
        &self.figures
    }

    pub(super) const fn speed(&self) -> f64 {
        self.speed
    }
}

/// Stats of a target under its debuffs.
#[derive(Clone, Debug)]
pub(crate) struct TargetStats {
    /// Factor on damage to the target.
    pub(super) taken: f64,
    pub(super) speed: f64,
    /// Factor on damage by the target.
    pub(super) damage: f64,
    /// The stats that affect attack tables.
    pub(super) chances: Chances,
}

/// Stats of all targets. They are recomputed at the start of a fight.
#[derive(Clone, Debug)]
pub(crate) struct AllTargetStats(Vec<TargetStats>);

impl AllTargetStats {
    pub(super) fn new(plan: &Plan) -> Self {
        let stats = |foe| TargetStats { taken: 1.0, speed: 1.0, damage: 1.0, chances: Chances::of(foe) };
        Self(plan.foes.iter().map(stats).collect())
    }

    pub(super) fn bytes(&self) -> usize {
        size_of_val(&*self.0)
    }

    pub(super) fn of(&self, target: usize) -> &TargetStats {
        &self.0[target]
    }
}

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
            let stacks = self.state.buffs.stacks(buff.instance);
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
        self.state.own.stats.figures = figures;
    }

    /// Recomputes the speed of the active member.
    pub(crate) fn recompute_speed(&mut self) {
        let plan = self.plan;
        let mut speed = 1.0 + self.me.stats.haste;
        for &place in &self.me.speed_modifiers {
            let buff = &plan.buffs[usize::from(place)];
            let weight = buff.weight(self.state.buffs.stacks(buff.instance));
            speed *= (1.0 + weight * buff.modifiers.haste).max(0.0);
        }
        self.state.own.stats.speed = speed.clamp(SPEEDS[0], SPEEDS[1]);
        self.recompute_intervals();
        self.recompute_rates(&self.me.hasted_resources);
    }

    /// Recomputes the speed and the damage factors of a target. If any debuff of the profile
    /// modifies attack chances, also recomputes the target's attack chances.
    pub(crate) fn recompute_target(&mut self, target: usize) {
        let plan = self.plan;
        let mut taken = plan.foes[target].taken * self.state.phases.taken();
        let (mut speed, mut damage) = (1.0 + plan.foes[target].haste, plan.foes[target].damage);
        for &place in &plan.target_modifiers {
            let buff = &plan.buffs[usize::from(place)];
            let weight = buff.weight(self.state.buffs.stacks(buff.instance + target));
            taken *= (1.0 + weight * buff.modifiers.taken).max(0.0);
            damage *= (1.0 + weight * buff.modifiers.damage).max(0.0);
            speed *= (1.0 + weight * buff.modifiers.haste).max(0.0);
        }
        let stats = &mut self.state.target_stats.0[target];
        (stats.taken, stats.damage) = (taken, damage);
        stats.speed = speed.clamp(SPEEDS[0], SPEEDS[1]);
        if plan.target_chances {
            let mut chances = Chances::of(&plan.foes[target]);
            for &place in &plan.target_modifiers {
                let buff = &plan.buffs[usize::from(place)];
                chances.add(buff.weight(self.state.buffs.stacks(buff.instance + target)), &buff.modifiers);
            }
            stats.chances = chances;
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
            self.state.attacks.outdate();
            self.recompute_actor();
        }
        if changed.changes_speed {
            self.recompute_speed();
        }
        if changed.changes_regeneration {
            self.recompute_rates(&self.plan.buffed_resources);
        }
    }
}
