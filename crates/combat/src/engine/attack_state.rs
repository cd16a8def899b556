//! The figures of the actor, and what each ability's attack comes to under them.
//!
//! An attack is a roll on a table. The chances of the outcomes are laid side by side from 0 on, and the roll
//! falls on one of them; whatever lies beyond 1 has been pushed off, and what is left before 1 is a hit:
//!
//! ```text
//!   chances        miss 0.1     dodge 0.2          crit 0.3                 (hit)
//!                ├──────────┼────────────────┼───────────────────┼───────────────────────┤
//!   sums         0         0.1              0.3                 0.6                       1
//!                                                    ▲ roll 0.42: two sums passed → order[2], a crit
//! ```
//!
//! Finding the place is counting the sums that the roll has passed: four or eight comparisons without a
//! branch, rather than a search whose end cannot be guessed. Sums are kept as whole thresholds (see
//! [`rolls`]), so nothing is rounded and a roll is an integer comparison; places beyond the end of a table
//! have a sum above every roll.
//!
//! Chances, factors and bonus change only when a buff with figures comes or goes. Each such change raises the
//! state's `epoch`; an attack whose own epoch is another one is computed anew before it is used, and not
//! before. Of the table's sums only those from a crit on can have moved for the actor's own attacks, and they
//! are worked out again only if the chance to crit has.

use quadrille_random::Xoshiro256PlusPlus;

use super::aura_state::BuffState;
use super::plan::{Ability, Plan, Table};
use super::rolls;
use crate::outcome::AttackOutcome;
use crate::profile::model::{Modifiers, Side, Stats};

/// Outcomes of a short table.
const FEW: usize = 4;

/// Figures of the actor as its buffs make them.
#[derive(Clone, Debug, Default)]
pub(crate) struct Figures {
    pub(crate) power: f64,
    pub(crate) crit_damage: f64,
    pub(crate) damage: f64,
    pub(crate) taken: f64,
    pub(crate) added_damage: f64,
    pub(crate) chances: Chances,
}

/// What someone's own figures bring to attack tables, as its buffs make them.
#[derive(Clone, Debug, Default)]
pub(crate) struct Chances {
    pub(crate) crit: f64,
    /// Added to the chance that attacks on it crit.
    pub(crate) crit_taken: f64,
    pub(crate) hit: f64,
    pub(crate) expertise: f64,
    pub(crate) avoidance: [f64; AttackOutcome::COUNT],
}

impl Chances {
    /// Without buffs.
    pub(crate) fn of(stats: &Stats) -> Self {
        Self {
            crit: stats.crit,
            crit_taken: 0.0,
            hit: stats.hit,
            expertise: stats.expertise,
            avoidance: stats.avoidance,
        }
    }

    /// Adds what a buff changes that counts so often.
    pub(crate) fn add(&mut self, weight: f64, modifiers: &Modifiers) {
        self.crit += weight * modifiers.crit;
        self.crit_taken += weight * modifiers.crit_taken;
        self.hit += weight * modifiers.hit;
        self.expertise += weight * modifiers.expertise;
        for (chance, change) in self.avoidance.iter_mut().zip(modifiers.avoidance) {
            *chance += weight * change;
        }
    }
}

/// An ability's attack: its rolls, and what it comes to under the present buffs.
#[derive(Clone, Debug)]
pub(crate) struct Attack {
    pub(crate) rolls: Xoshiro256PlusPlus,
    pub(crate) damage_rolls: Xoshiro256PlusPlus,
    /// The state of the figures this was computed for.
    pub(crate) epoch: u32,
    /// The thresholds of chances summed in the order of the table; beyond its end, above any roll.
    pub(crate) sums: [u64; AttackOutcome::COUNT],
    /// The chance of a crit that the thresholds are of; not a number before the first.
    pub(crate) chance: f64,
    /// The threshold of the second of two rolls.
    pub(crate) crit: u64,
    /// What power adds to the damage.
    pub(crate) bonus: f64,
    /// Factor on damage, by outcome.
    pub(crate) factors: [f64; AttackOutcome::COUNT],
}

impl Attack {
    pub(crate) fn new(rolls: &Xoshiro256PlusPlus) -> Self {
        Self {
            rolls: rolls.clone(),
            damage_rolls: rolls.clone(),
            epoch: 0,
            sums: [0; AttackOutcome::COUNT],
            chance: f64::NAN,
            crit: 0,
            bonus: 0.0,
            factors: [0.0; AttackOutcome::COUNT],
        }
    }

    /// Has everything worked out anew before the next use.
    pub(crate) const fn outdate(&mut self) {
        (self.epoch, self.chance) = (0, f64::NAN);
    }

    /// Rolls on a table.
    ///
    /// One roll: the outcomes stand side by side, each as wide as its chance, and what lies beyond 1 has been
    /// pushed off. Two rolls: the first decides between avoidance and landing, the second, if it is a hit,
    /// between hit and crit; both are always drawn, so that the n-th attack has the same draws whatever
    /// became of those before.
    #[expect(
        clippy::inline_always,
        reason = "measured: the hottest path, and the compiler leaves it out of line"
    )]
    #[inline(always)]
    pub(crate) fn roll(&mut self, table: &Table) -> AttackOutcome {
        let roll = rolls::next(&mut self.rolls);
        let (few, more) = self.sums.split_at(FEW);
        let mut place = passed(few, roll);
        if table.length > FEW {
            place += passed(more, roll);
        }
        let outcome = table.order[place % AttackOutcome::COUNT];
        if !table.two_rolls {
            return outcome;
        }
        let crits = rolls::next(&mut self.rolls) < self.crit;
        if crits && outcome == AttackOutcome::Hit { AttackOutcome::Crit } else { outcome }
    }

    /// Works out what an ability's attack comes to under the present buffs.
    #[inline(never)]
    pub(crate) fn compute(
        &mut self,
        plan: &Plan,
        ability: &Ability,
        figures: &Figures,
        theirs: &Chances,
        target: usize,
        buffs: &[BuffState],
    ) {
        if ability.by_target {
            // The next attack may be on another target, or on this one under other debuffs: no state has this
            // epoch.
            self.epoch = 0;
        }
        let (attacker, defender) = match ability.by {
            Side::Actor => (&figures.chances, theirs),
            Side::Target => (theirs, &figures.chances),
        };
        let (mut crit_damage, mut damage, power, mut added) = match ability.by {
            Side::Actor => (figures.crit_damage, figures.damage, figures.power, figures.added_damage),
            // The target's own damage factor differs from target to target and comes in with the attack.
            Side::Target => (0.0, 1.0, plan.foes[target].power, 0.0),
        };
        let mut crit = attacker.crit;
        for &place in &ability.own_modifiers {
            let buff = &plan.buffs[usize::from(place)];
            let weight = buff.weight(buffs[buff.instance].stacks);
            crit += weight * buff.modifiers.crit;
            crit_damage += weight * buff.modifiers.crit_damage;
            damage *= (1.0 + weight * buff.modifiers.damage).max(0.0);
            added += weight * buff.modifiers.added_damage;
        }
        self.bonus = ability.coefficient * power + added;
        let Some(table) = &ability.table else {
            self.factors = [damage; AttackOutcome::COUNT];
            return;
        };
        self.factors = table.multipliers.map(|multiplier| damage * multiplier);
        self.factors[AttackOutcome::Crit as usize] =
            damage * (table.multipliers[AttackOutcome::Crit as usize] + crit_damage).max(0.0);
        let crit = (table.crit + crit + ability.crit + defender.crit_taken).clamp(0.0, 1.0);
        // Of the actor's own rolls mostly nothing but the crit ever changes, and that with few buffs.
        if table.moves || crit.to_bits() != self.chance.to_bits() {
            self.chance = crit;
            self.compute_sums(table, attacker, defender);
        }
    }

    /// Works out the thresholds of the rolls.
    fn compute_sums(&mut self, table: &Table, attacker: &Chances, defender: &Chances) {
        let crit = self.chance;
        self.crit = if table.crits { rolls::threshold(crit) } else { 0 };
        let mut chances = table.chances;
        for &place in &table.moving {
            let place = usize::from(place) % AttackOutcome::COUNT;
            chances[place] = match table.order[place] {
                AttackOutcome::Crit => crit,
                outcome => {
                    let reduced = match outcome {
                        AttackOutcome::Miss => attacker.hit,
                        AttackOutcome::Dodge | AttackOutcome::Parry => attacker.expertise,
                        _ => 0.0,
                    };
                    table.own[outcome as usize].unwrap_or(defender.avoidance[outcome as usize]) - reduced
                }
            };
        }
        let mut sum = 0.0;
        self.sums = [u64::MAX; AttackOutcome::COUNT];
        for (upto, chance) in self.sums.iter_mut().zip(&chances[..table.length.min(AttackOutcome::COUNT)]) {
            sum += chance.max(0.0);
            *upto = rolls::threshold(sum);
        }
    }
}

/// How many of the thresholds a roll has passed: the place in the table's order that it falls on.
#[inline]
fn passed(sums: &[u64], roll: u64) -> usize {
    sums.iter().map(|&sum| usize::from(sum <= roll)).sum()
}
