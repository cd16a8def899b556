//! Attacks, effects and procs.

use quadrille_combat_lang::AttackOutcome;

use super::fight::{Fight, Flight};
use super::list::Evaluation;
use crate::engine::log::{ACTOR, RawEvent};
use crate::model::{Chance, Effects, Modifiers, Side};
use crate::units::{LONGEST, Micros, SECOND, micros, milli, millionths, nearest};

impl Fight<'_> {
    /// Executes an ability on the target `first` and, if the ability has several targets, on the
    /// next ones. An ability with a travel time is only launched. The caller has paid the cost, if
    /// any, and started the cooldown. `spent` is the number of units that the caller has spent for
    /// the key `spends`.
    pub(super) fn execute(&mut self, place: usize, first: usize, spent: f64) {
        let ability = &self.model.abilities[place];
        // Targets are struck in cyclic order from `first`. For an attack on the actor, `first` is
        // the attacking target, and it is the only entry of `struck`.
        let all = self.targets.len();
        let around = (first..all).chain(0..first).filter(|&target| target == first || self.lives(target));
        let struck: Vec<usize> = around.take(ability.targets as usize).collect();
        if ability.travel > 0.0 {
            let lands = self.now + micros(ability.travel);
            self.flights[place].push(Flight { lands, targets: struck, spent });
            self.note(RawEvent::Launches { ability: place as u16, target: first as u16, lands });
        } else {
            self.effect(place, &struck, spent);
        }
    }

    /// Lands the earliest flight of an ability. The flight strikes those of its targets that are
    /// still alive and present. A flight to the actor is always executed.
    pub(super) fn arrive(&mut self, place: usize) {
        let Flight { mut targets, spent, .. } = self.flights[place].remove(0);
        if self.model.abilities[place].by == Side::Actor {
            targets.retain(|&target| self.lives(target));
        }
        if targets.is_empty() {
            self.note(RawEvent::Lost { ability: place as u16 });
        } else {
            self.effect(place, &targets, spent);
        }
    }

    /// Applies an ability to the targets `struck`.
    fn effect(&mut self, place: usize, struck: &[usize], spent: f64) {
        let (ability, first) = (&self.model.abilities[place], struck[0]);
        let longer = micros(ability.spends.map_or(0.0, |spends| spends.duration * spent).min(LONGEST));
        self.note(RawEvent::Uses { ability: place as u16 });
        let outcomes: Vec<AttackOutcome> =
            struck.iter().map(|&target| self.strike(place, target, spent)).collect();
        // The ability consumes charges of buffs on the actor's side first, and then charges of
        // debuffs, target by target.
        let consumed = |side: Side| {
            let buffs = self.model.buffs.iter().enumerate();
            buffs.filter(move |(_, rules)| rules.on == side && rules.consumed_by.contains(&place))
        };
        let (mine, theirs) = (consumed(Side::Actor), consumed(Side::Target));
        let (mine, theirs): (Vec<usize>, Vec<usize>) =
            (mine.map(|(buff, _)| buff).collect(), theirs.map(|(buff, _)| buff).collect());
        for &buff in &mine {
            self.consume(buff, 0);
        }
        for &target in struck {
            for &buff in &theirs {
                self.consume(buff, target);
            }
        }
        let mut landed = false;
        for (&target, &outcome) in struck.iter().zip(&outcomes) {
            landed |= outcome.lands();
            if outcome.lands() {
                self.react(place, target);
                self.mark_target(&ability.effects, target, longer);
            }
            for (proc, rules) in self.model.procs.iter().enumerate() {
                if ability.triggers && rules.abilities.contains(&place) && rules.on & outcome.bit() != 0 {
                    self.try_proc(proc, Some(place), ability.member, target);
                }
            }
        }
        self.heal(place, landed, spent);
        if landed {
            self.apply_effects(&ability.effects, first, longer);
        }
    }

    /// Makes one attack: of a member of the actor's side on `target`, or of `target` on the actor.
    fn strike(&mut self, place: usize, target: usize, spent: f64) -> AttackOutcome {
        let ability = &self.model.abilities[place];
        let figures = self.figures(ability.member);
        let (mut crit, mut crit_damage, mut damage, power) = match ability.by {
            Side::Actor => (figures.crit, figures.crit_damage, figures.damage, figures.power),
            Side::Target => {
                let crit = self.target_chance(target, self.model.foe(target).crit, |change| change.crit);
                (crit, 0.0, 1.0, self.model.foe(target).power)
            }
        };
        let mut added = if ability.by == Side::Actor { figures.added_damage } else { 0.0 };
        // Apply buffs whose `only` contains this ability. `weight` is the number of times that the
        // modifiers of a buff apply.
        for (weight, change) in self.own_changes(place) {
            crit += weight * change.crit;
            crit_damage += weight * change.crit_damage;
            damage *= (1.0 + weight * change.damage).max(0.0);
            added += weight * change.added_damage;
        }
        // A reaction changes the damage of this attack, so the reaction is determined here. Its
        // other effects follow after all attacks of this use.
        let reaction = self.reaction(place, target);
        let (outcome, multiplier) = match ability.table {
            None => (AttackOutcome::Hit, 1.0),
            Some(table) => {
                let outcome = self.roll(place, target, table, crit);
                let multiplier = self.model.tables[table].multipliers[outcome as usize];
                let crits = outcome == AttackOutcome::Crit;
                (outcome, if crits { (multiplier + crit_damage).max(0.0) } else { multiplier })
            }
        };
        let weapon = ability.weapon.map(|weapon| &self.model.weapons[weapon]);
        let share = ability.weapon_damage;
        let end = |end: usize| ability.damage[end] + weapon.map_or(0.0, |weapon| share * weapon.damage[end]);
        let (low, high) = (end(0), end(1));
        let coefficient = ability.coefficient + weapon.map_or(0.0, |weapon| share * weapon.coefficient);
        let roll = if high > low { self.draw(2, place) } else { 0.0 };
        // The damage that buffs add counts only for attacks that do damage.
        let added = if self.does_damage(place) { added } else { 0.0 };
        let by_spent =
            ability.spends.map_or(0.0, |spends| spent * (spends.damage + spends.coefficient * power));
        let points = low + (high - low) * roll + (coefficient * power + added) + by_spent;
        let mut raw = points * (damage * multiplier);
        if let Some(reaction) = reaction.filter(|_| outcome.lands()) {
            raw *= (1.0 + self.model.reactions[reaction].damage).max(0.0);
        }
        // Damage is rounded once, after all factors.
        let mut damage = milli(match ability.by {
            Side::Actor => raw * self.target_taken(target),
            Side::Target => raw * self.target_damage(target) * figures.taken,
        });
        if ability.by == Side::Target {
            damage = self.absorb(damage);
        }
        let whom = if ability.by == Side::Target { ACTOR } else { target as u16 };
        self.note(RawEvent::Attack { ability: place as u16, target: whom, outcome, damage });
        if damage > 0 {
            match ability.by {
                Side::Actor => self.hurt_target(target, damage),
                Side::Target => self.hurt_actor(damage),
            }
            for &(resource, gain) in &ability.gain_per_damage {
                // The factor is 1000 because a unit has 1,000,000 millionths, and a point of damage
                // has 1000 thousandths.
                self.gain(resource, nearest(damage as f64 * (gain * 1000.0)) as i64);
            }
        }
        outcome
    }

    /// Returns the first reaction that an attack of the ability can trigger now on a target.
    fn reaction(&self, place: usize, target: usize) -> Option<usize> {
        self.model.reactions.iter().zip(&self.reactions).position(|(rules, &ready)| {
            ready <= self.now
                && rules.by.contains(&place)
                && self.targets[target].buffs[rules.aura].stacks > 0
        })
    }

    /// If an attack triggers a reaction, executes the effects of the reaction, except its change of
    /// the damage.
    fn react(&mut self, place: usize, target: usize) {
        let Some(reaction) = self.reaction(place, target) else { return };
        let rules = &self.model.reactions[reaction];
        self.note(RawEvent::Reacts { reaction: reaction as u16, target: target as u16 });
        self.reactions[reaction] = self.now + micros(rules.cooldown);
        self.take_stacks(rules.aura, target, rules.takes);
        self.mark_target(&rules.effects, target, 0);
        self.apply_effects(&rules.effects, target, 0);
    }

    /// Rolls on an attack table: the outcomes divide the interval from 0 to 1, each as wide as its
    /// chance.
    fn roll(&mut self, place: usize, target: usize, table: usize, crit: f64) -> AttackOutcome {
        let (ability, table) = (&self.model.abilities[place], &self.model.tables[table]);
        let (mine, theirs) = (self.figures(ability.member), self.model.foe(target));
        let of_target = |own: f64, added: &dyn Fn(&Modifiers) -> f64| self.target_chance(target, own, added);
        let (hit, expertise, crit_taken, avoidance) = match ability.by {
            Side::Actor => {
                let avoidance = AttackOutcome::ALL.map(|outcome| {
                    let place = outcome as usize;
                    of_target(theirs.avoidance[place], &|change| change.avoidance[place])
                });
                (mine.hit, mine.expertise, of_target(0.0, &|change| change.crit_taken), avoidance)
            }
            Side::Target => (
                of_target(theirs.hit, &|change| change.hit),
                of_target(theirs.expertise, &|change| change.expertise),
                mine.crit_taken,
                mine.avoidance,
            ),
        };
        let added = table.chances[AttackOutcome::Crit as usize].unwrap_or(0.0);
        let crit = (added + crit + ability.crit + crit_taken).clamp(0.0, 1.0);
        let chance = |outcome: AttackOutcome| {
            let chance = table.chances[outcome as usize].unwrap_or(avoidance[outcome as usize]);
            match outcome {
                AttackOutcome::Crit => crit,
                AttackOutcome::Miss => chance - hit,
                AttackOutcome::Dodge | AttackOutcome::Parry => chance - expertise,
                _ => chance,
            }
        };
        let roll = self.draw(1, place);
        let mut sum = 0.0;
        let mut fallen = AttackOutcome::Hit;
        for &outcome in &table.order {
            if table.two_rolls && outcome == AttackOutcome::Crit {
                continue;
            }
            sum += chance(outcome).max(0.0);
            if roll < sum {
                fallen = outcome;
                break;
            }
        }
        if table.two_rolls {
            let crits = self.draw(1, place) < crit && table.order.contains(&AttackOutcome::Crit);
            if crits && fallen == AttackOutcome::Hit {
                return AttackOutcome::Crit;
            }
        }
        fallen
    }

    /// Returns whether attacks of an ability can do damage.
    fn does_damage(&self, place: usize) -> bool {
        let ability = &self.model.abilities[place];
        let weapon = ability.weapon.map(|weapon| &self.model.weapons[weapon]);
        let share = ability.weapon_damage;
        ability.damage[1] + weapon.map_or(0.0, |weapon| share * weapon.damage[1]) > 0.0
            || ability.coefficient + weapon.map_or(0.0, |weapon| share * weapon.coefficient) > 0.0
            || ability.spends.is_some_and(|spends| spends.damage > 0.0 || spends.coefficient > 0.0)
    }

    fn heal(&mut self, place: usize, landed: bool, spent: f64) {
        let ability = &self.model.abilities[place];
        let [low, high] = ability.heal;
        let damages = self.does_damage(place);
        let roll = if high > low { self.draw(if damages { 7 } else { 2 }, place) } else { 0.0 };
        let each = ability.spends.map_or(0.0, |spends| spends.heal);
        if !landed || high == 0.0 && each == 0.0 {
            return;
        }
        let full = self.model.actor.health.map_or(0, milli);
        let amount = milli(low + (high - low) * roll + spent * each).min(full - self.actor_health);
        self.actor_health += amount;
        self.note(RawEvent::Heals { ability: place as u16, amount });
    }

    /// Applies debuffs, and then damage over time, to a target. Their durations are extended by
    /// `longer`.
    fn mark_target(&mut self, effects: &Effects, target: usize, longer: Micros) {
        for &buff in &effects.buffs {
            if self.model.buffs[buff].on == Side::Target && self.lives(target) {
                self.apply_buff(buff, target, longer);
            }
        }
        for &dot in &effects.dots {
            if self.model.dots[dot].on == Side::Target && self.lives(target) {
                self.apply_dot(dot, target, longer);
            }
        }
    }

    /// Applies all effects, except the debuffs and damage over time that
    /// [`mark_target`](Self::mark_target) applies.
    fn apply_effects(&mut self, effects: &Effects, target: usize, longer: Micros) {
        for &buff in &effects.remove {
            self.remove_buff(buff);
        }
        for &buff in &effects.buffs {
            if self.model.buffs[buff].on == Side::Actor {
                self.apply_buff(buff, 0, longer);
            }
        }
        for &dot in &effects.dots {
            if self.model.dots[dot].on == Side::Actor {
                self.apply_dot(dot, target, longer);
            }
        }
        for &(resource, amount) in &effects.gain {
            self.gain(resource, millionths(amount));
        }
        for &ability in &effects.reset {
            self.reset_cooldown(ability);
        }
        for &(ability, time) in &effects.advance {
            self.advance_cooldown(ability, micros(time));
        }
        for &ability in &effects.uses {
            // If the target has died, the ability is used on the first living target.
            let target = if self.lives(target) { Some(target) } else { self.first_target() };
            if let Some(target) = target
                && !self.is_away(self.model.abilities[ability].member)
            {
                self.execute(ability, target, 0.0);
            }
        }
    }

    /// Makes an attempt of a proc by a member of the actor's side. The attempt follows an attack of
    /// the ability `after`, or a tick if `after` is `None`.
    pub(super) fn try_proc(&mut self, place: usize, after: Option<usize>, member: usize, target: usize) {
        let rules = &self.model.procs[place];
        let now = self.now;
        if now < self.procs[place].ready {
            return;
        }
        if let Some(condition) = &rules.condition
            && !Evaluation::at(self, member, target).truth(&condition.truth)
        {
            return;
        }
        self.procs[place].tries += 1;
        let computed = match &rules.chance {
            Chance::Computed(formula) => Evaluation::at(self, member, target).number(&formula.number),
            _ => 0.0,
        };
        let speed = self.speed(member);
        let state = &mut self.procs[place];
        let chance = match rules.chance {
            Chance::Computed(_) => computed,
            Chance::Flat(chance) => chance,
            Chance::PerMinute(rate) => {
                let weapon = after.and_then(|ability| self.model.abilities[ability].weapon);
                rate * weapon.map_or(0.0, |weapon| self.model.weapons[weapon].speed) / 60.0
            }
            Chance::Real { per_minute, hasted, bad_luck_protection, longest_gap } => {
                let rate = per_minute / (60.0 * SECOND as f64);
                let rate = if hasted { rate * speed } else { rate };
                let gap = (now - state.last_attempt).min(micros(longest_gap)) as f64;
                let since = (now - state.last_success) as f64;
                state.last_attempt = now;
                let protection =
                    if bad_luck_protection { (1.0 + 3.0 * (since * rate - 1.5)).max(1.0) } else { 1.0 };
                rate * gap * protection
            }
            Chance::Deck { hits, cards } => {
                if state.cards == 0 {
                    (state.cards, state.hits) = (cards, hits);
                }
                state.cards -= 1;
                f64::from(state.hits) / f64::from(state.cards + 1)
            }
            Chance::Accumulates(step) => {
                state.failures += 1;
                f64::from(state.failures) * step
            }
        };
        let certain = matches!(rules.chance, Chance::Flat(_) | Chance::PerMinute(_)) && chance >= 1.0;
        if !certain {
            let roll = self.draw(4, place);
            // A NaN chance never succeeds.
            if chance.is_nan() || roll >= chance {
                return;
            }
        }
        let state = &mut self.procs[place];
        state.last_success = now;
        state.ready = now + micros(rules.cooldown);
        (state.failures, state.tries) = (0, 0);
        if matches!(rules.chance, Chance::Deck { .. }) {
            state.hits -= 1;
        }
        self.note(RawEvent::Proc { proc: place as u16 });
        self.mark_target(&rules.effects, target, 0);
        self.apply_effects(&rules.effects, target, 0);
    }
}
