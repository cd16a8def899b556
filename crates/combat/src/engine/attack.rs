//! Attacks: the roll, the damage, and their consequences.

use quadrille_combat_lang::AttackOutcome;

use super::log::{ACTOR, EventSink, RawEvent};
use super::plan::{Ability, Effect, Heal, Mark};
use super::run::Fight;
use crate::condition::Depends;
use crate::model::Side;
use crate::units::{Micros, float, milli, nearest};

/// Maximum number of targets of one attack.
const MOST: usize = 32;

impl<S: EventSink> Fight<'_, S> {
    /// Executes an ability on a target: attacks, damage, effects, procs. The caller has paid the
    /// cost and started the cooldown. `spent` is the number of units that the caller has spent for
    /// the key `spends`. The mask `among` restricts the targets of an ability that strikes several
    /// targets.
    pub(crate) fn execute(&mut self, index: usize, ability: &Ability, target: usize, spent: f64, among: u32) {
        self.note(RawEvent::Uses { ability: index as u16 });
        let longer = Self::rare(ability.spends.as_deref()).map_or(0, |spends| spends.longer(spent));
        let landed = if ability.targets == 1 || Self::side(ability.by) == Side::Target {
            let outcome = self.strike(index, ability, target, 1, spent);
            self.use_up(ability);
            self.use_up_on(ability, target);
            self.after_strike(ability, target, outcome, longer);
            outcome.lands()
        } else {
            self.strike_several(index, ability, target, spent, among)
        };
        if let Some(heal) = &ability.heal
            && !S::LEAN
        {
            let added = Self::rare(ability.spends.as_deref()).map_or(0.0, |spends| spent * spends.heal);
            self.heal(index, heal, added, landed);
        }
        if landed && !ability.effects.others.is_empty() {
            self.apply_effects(&ability.effects.others, target, longer);
        }
    }

    /// Attacks several targets, in cyclic order from `first`. Returns whether any attack landed.
    #[inline(never)]
    fn strike_several(
        &mut self,
        index: usize,
        ability: &Ability,
        first: usize,
        spent: f64,
        among: u32,
    ) -> bool {
        let longer = Self::rare(ability.spends.as_deref()).map_or(0, |spends| spends.longer(spent));
        self.totals.rows[index].casts += 1;
        let mut struck = [(0, AttackOutcome::Hit); MOST];
        let mut count = 0;
        let most = self.plan.most_targets as usize;
        for target in (first..most).chain(0..first) {
            if count < ability.targets as usize && self.state.field.living() & among & 1 << target != 0 {
                struck[count] = (target, AttackOutcome::Hit);
                count += 1;
            }
        }
        for (target, outcome) in &mut struck[..count] {
            *outcome = self.strike(index, ability, *target, 0, spent);
        }
        self.use_up(ability);
        for &(target, _) in &struck[..count] {
            self.use_up_on(ability, target);
        }
        let mut landed = false;
        for &(target, outcome) in &struck[..count] {
            landed |= outcome.lands();
            self.after_strike(ability, target, outcome, longer);
        }
        landed
    }

    /// Attacks one target: rolls the outcome and the damage, applies the damage, and adds `casts`
    /// uses to the totals.
    #[expect(
        clippy::inline_always,
        reason = "measured: this function is hot, and the compiler does not inline it otherwise"
    )]
    #[inline(always)]
    fn strike(
        &mut self,
        index: usize,
        ability: &Ability,
        target: usize,
        casts: u64,
        spent: f64,
    ) -> AttackOutcome {
        let reacting = if Self::reacts_never(ability) { 1.0 } else { self.reaction_factor(ability, target) };
        if S::RECOMPUTE {
            self.recompute_actor();
            self.state.attacks.outdate_one(index);
        }
        let state = &mut *self.state;
        let (figures, theirs) = (state.own.stats.figures(), state.target_stats.of(target));
        let attack = state.attacks.current(index, |attack| {
            attack.compute(self.plan, ability, figures, &theirs.chances, target, &state.buffs);
        });
        let outcome = match &ability.table {
            Some(table) => attack.roll(table),
            None => AttackOutcome::Hit,
        };
        let mut damage = 0;
        if ability.damages {
            let roll = if ability.rolls_damage { attack.roll_damage() } else { 0.0 };
            let factor = attack.factors[outcome as usize];
            // The outcome is known here. A miss usually has the factor 0, and its damage is then
            // not computed.
            if factor != 0.0 {
                let mut points = ability.low + ability.width * roll + attack.bonus;
                if let Some(spends) = Self::rare(ability.spends.as_deref()) {
                    points += spent * (spends.damage + spends.coefficient * figures.power);
                }
                let mut raw = points * factor;
                if outcome.lands() {
                    raw *= reacting;
                }
                damage = milli(match Self::side(ability.by) {
                    Side::Actor => raw * theirs.taken,
                    Side::Target => raw * theirs.damage * figures.taken,
                });
            }
        }
        if Self::side(ability.by) == Side::Target && damage > 0 {
            damage = self.absorb(damage);
        }
        let row = &mut self.totals.rows[index];
        row.casts += casts;
        let cell = &mut row.outcomes[outcome as usize];
        cell.count += 1;
        cell.damage += u128::from(damage);
        let whom = if Self::side(ability.by) == Side::Actor { target as u16 } else { ACTOR };
        self.note(RawEvent::Attack { ability: index as u16, target: whom, outcome, damage });
        if damage > 0 {
            match Self::side(ability.by) {
                Side::Actor => self.hurt_target(target, damage),
                Side::Target => self.hurt_actor(damage),
            }
            for &(resource, gain) in &ability.gain_per_damage {
                self.gain(usize::from(resource), nearest(float(damage) * gain) as i64);
            }
        }
        outcome
    }

    /// Consumes a charge of each buff on the actor's side whose charges the ability consumes.
    #[expect(
        clippy::inline_always,
        reason = "measured: this function is hot, and the compiler does not inline it otherwise"
    )]
    #[inline(always)]
    fn use_up(&mut self, ability: &Ability) {
        for &buff in &ability.consumes {
            self.consume(usize::from(buff), 0);
        }
    }

    /// Consumes a charge of each debuff of this target whose charges the ability consumes.
    #[inline]
    fn use_up_on(&mut self, ability: &Ability, target: usize) {
        for &buff in &ability.consumes_on_targets {
            self.consume(usize::from(buff), target);
        }
    }

    /// Applies the consequences of one attack on one target: first a reaction, then debuffs and
    /// damage over time, then procs.
    #[expect(
        clippy::inline_always,
        reason = "measured: this function is hot, and the compiler does not inline it otherwise"
    )]
    #[inline(always)]
    fn after_strike(&mut self, ability: &Ability, target: usize, outcome: AttackOutcome, longer: Micros) {
        if outcome.lands() {
            if !Self::reacts_never(ability) {
                self.react(ability, target);
            }
            self.mark_target(&ability.effects.marks, target, longer);
        }
        for &attempt in &ability.procs[outcome as usize] {
            self.try_proc(attempt, target);
        }
    }

    fn heal(&mut self, index: usize, heal: &Heal, added: f64, landed: bool) {
        // The roll is drawn even if every attack missed. The number that the n-th use draws
        // therefore does not depend on earlier misses.
        let roll = heal.source.map_or(0.0, |source| self.state.draw(source));
        if !landed {
            return;
        }
        let amount = milli(heal.low + heal.width * roll + added);
        let healed = self.state.field.heal_actor(amount, self.plan.actor_health);
        self.state.changed.add(Depends::HEALTH);
        let row = &mut self.totals.rows[index];
        row.healed += u128::from(healed);
        row.overhealed += u128::from(amount - healed);
        self.note(RawEvent::Heals { ability: index as u16, amount: healed });
    }

    /// Applies debuffs and damage over time to a target that was struck, with their durations
    /// extended by `longer`.
    #[inline]
    pub(crate) fn mark_target(&mut self, marks: &[Mark], target: usize, longer: Micros) {
        for &mark in marks {
            // The first tick of damage over time may kill the target.
            if !self.state.field.lives(target) {
                return;
            }
            match mark {
                Mark::Buff(buff) => self.apply_buff(usize::from(buff), target, longer),
                Mark::Dot(dot) => self.apply_dot(usize::from(dot), target, longer),
            }
        }
    }

    /// Applies effects, in order. Debuffs and damage over time on targets are not among these
    /// effects; [`mark_target`](Self::mark_target) applies those.
    pub(crate) fn apply_effects(&mut self, effects: &[Effect], target: usize, longer: Micros) {
        for &effect in effects {
            self.apply_effect(effect, target, longer);
        }
    }

    #[expect(
        clippy::inline_always,
        reason = "measured: this function is hot, and the compiler does not inline it otherwise"
    )]
    #[inline(always)]
    pub(crate) fn apply_effect(&mut self, effect: Effect, target: usize, longer: Micros) {
        match effect {
            Effect::Remove(buff) => self.remove_buff(usize::from(buff)),
            Effect::Buff(buff) => self.apply_buff(usize::from(buff), 0, longer),
            Effect::Dot(dot) => self.apply_dot(usize::from(dot), target, longer),
            Effect::Gain(resource, amount) => self.gain(usize::from(resource), amount),
            Effect::Reset(ability) => self.reset_cooldown(usize::from(ability)),
            Effect::Advance(ability, time) => self.advance_cooldown(usize::from(ability), time),
            Effect::Use(ability) => self.use_free(usize::from(ability), target),
        }
    }

    /// Uses an ability without cost, as an effect of another ability, a proc or a reaction.
    #[inline(never)]
    fn use_free(&mut self, index: usize, target: usize) {
        // The attack that triggered this use may have killed the target.
        let target =
            if self.state.field.lives(target) { Some(target) } else { self.state.field.first_target() };
        let Some(target) = target else { return };
        let ability = &self.plan.abilities[index];
        if self.team() {
            let member = usize::from(ability.member);
            if !self.is_away(member) {
                let before = self.switch_to(member);
                self.release(index, ability, target, 0.0);
                self.switch_to(before);
            }
        } else {
            self.release(index, ability, target, 0.0);
        }
    }
}
