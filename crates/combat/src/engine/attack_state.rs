//! The actor's stats under its buffs, and the chances and damage factors of each ability's attack.
//! The chances and factors are computed from the stats.
//!
//! An attack is a roll on an attack table. Each outcome has an interval whose length is its chance.
//! The intervals follow one another from 0 on, and the roll, a number in [0, 1), selects the
//! outcome in whose interval it lies. Intervals beyond 1 are therefore never selected. If the sum
//! of the chances is below 1, the rest of the range up to 1 is a hit:
//!
//! ```text
//!   chances        miss 0.1     dodge 0.2          crit 0.3                 (hit)
//!                ├──────────┼────────────────┼───────────────────┼───────────────────────┤
//!   sums         0         0.1              0.3                 0.6                       1
//!                                                    ▲ roll 0.42: two sums passed → order[2], a crit
//! ```
//!
//! The outcome is found by counting the sums that the roll has passed: four or eight comparisons
//! without a branch, instead of a search with unpredictable branches. Sums are stored as integer
//! thresholds (see [`rolls`]), so the comparisons are exact comparisons of integers. Positions
//! beyond the end of an attack table have a sum above every roll.
//!
//! Chances, damage factors and added damage change only when a buff with modifiers begins or ends.
//! Each such change increments the `epoch` of [`Attacks`]; an attack with an older epoch is
//! recomputed when it is next used. For attacks of the actor's side, usually only the crit chance
//! can change, and the sums are recomputed only if it has changed.

use quadrille_combat_lang::AttackOutcome;
use quadrille_random::{StreamKey, Xoshiro256PlusPlus};

use super::buffs::Buffs;
use super::plan::{Ability, AttackTable, Plan, Stream};
use super::rolls;
use crate::model::{Modifiers, Side, Stats};

/// Number of thresholds with which every roll is compared. For attack tables with more outcomes,
/// the roll is also compared with the other thresholds.
const FEW: usize = 4;

/// Stats of one member of the actor's side (the actor or a companion), under its buffs.
#[derive(Clone, Debug, Default)]
pub(crate) struct Figures {
    pub(crate) power: f64,
    pub(crate) crit_damage: f64,
    pub(crate) damage: f64,
    pub(crate) taken: f64,
    pub(crate) added_damage: f64,
    pub(crate) chances: Chances,
}

/// The stats of a fighter that affect attack tables, under its buffs.
#[derive(Clone, Debug, Default)]
pub(crate) struct Chances {
    pub(crate) crit: f64,
    /// Added to the crit chance of attacks on the fighter.
    pub(crate) crit_taken: f64,
    pub(crate) hit: f64,
    pub(crate) expertise: f64,
    pub(crate) avoidance: [f64; AttackOutcome::COUNT],
}

impl Chances {
    /// Returns the unbuffed chances.
    pub(crate) fn of(stats: &Stats) -> Self {
        Self {
            crit: stats.crit,
            crit_taken: 0.0,
            hit: stats.hit,
            expertise: stats.expertise,
            avoidance: stats.avoidance,
        }
    }

    /// Adds the modifiers of a buff, multiplied by `weight`.
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

/// Attacks of all abilities. Their chances and factors are valid in one epoch.
#[derive(Clone, Debug)]
pub(crate) struct Attacks {
    /// The current epoch, never 0. Attacks start with epoch 0, so they are computed when they are
    /// first used.
    epoch: u32,
    attacks: Vec<Attack>,
}

impl Attacks {
    pub(super) fn new(plan: &Plan, generator: &Xoshiro256PlusPlus) -> Self {
        Self { epoch: 1, attacks: vec![Attack::new(generator); plan.abilities.len()] }
    }

    /// Creates the random streams of a fight, only for abilities that draw from them. The chances
    /// and factors are not reset: a fight begins with a new epoch, which invalidates all of them.
    pub(super) fn reset(&mut self, plan: &Plan, key: StreamKey) {
        for (place, (attack, ability)) in self.attacks.iter_mut().zip(&plan.abilities).enumerate() {
            if ability.table.is_some() {
                attack.rolls = key.substream(Stream::Attack(place).substream()).rng();
            }
            if ability.rolls_damage {
                attack.damage_rolls = key.substream(Stream::Damage(place).substream()).rng();
            }
        }
    }

    pub(super) fn bytes(&self) -> usize {
        size_of_val(&*self.attacks)
    }

    /// Invalidates the chances and factors of all attacks.
    pub(super) fn outdate(&mut self) {
        self.epoch = self.epoch.wrapping_add(1);
        if self.epoch == 0 {
            // The counter has wrapped to 0. Attacks may still carry any earlier epoch, so all are
            // invalidated.
            self.attacks.iter_mut().for_each(Attack::outdate);
            self.epoch = 1;
        }
    }

    /// Invalidates the chances and factors of one attack.
    pub(super) fn outdate_one(&mut self, index: usize) {
        self.attacks[index].outdate();
    }

    /// Returns an attack, after `compute` if its chances and factors are outdated.
    #[inline]
    pub(super) fn current(&mut self, index: usize, compute: impl FnOnce(&mut Attack)) -> &mut Attack {
        let attack = &mut self.attacks[index];
        if attack.epoch != self.epoch {
            attack.epoch = self.epoch;
            compute(attack);
        }
        attack
    }

    /// Prepares an overflow of the epoch: sets it to its maximum, and that of each computed attack
    /// to 1, the epoch that follows the overflow.
    #[cfg(feature = "oracle")]
    pub(crate) fn age(&mut self) {
        self.epoch = u32::MAX;
        let computed = self.attacks.iter_mut().filter(|attack| attack.epoch > 0);
        computed.for_each(|attack| attack.epoch = 1);
    }
}

/// Attack of an ability: its random streams, and its chances and damage factors under the current
/// buffs.
#[derive(Clone, Debug)]
pub(crate) struct Attack {
    rolls: Xoshiro256PlusPlus,
    damage_rolls: Xoshiro256PlusPlus,
    /// Epoch of the state for which the chances and factors were computed.
    epoch: u32,
    /// Thresholds of the cumulative chances, in the order of the attack table. Entries beyond the
    /// end of the attack table are above any roll.
    sums: [u64; AttackOutcome::COUNT],
    /// Crit chance for which the thresholds were computed; NaN before the first computation.
    chance: f64,
    /// Crit threshold of the second roll, for an attack table with two rolls.
    crit: u64,
    /// Points of damage added by power and buffs.
    pub(crate) bonus: f64,
    /// For each outcome: the factor on damage.
    pub(crate) factors: [f64; AttackOutcome::COUNT],
}

impl Attack {
    fn new(rolls: &Xoshiro256PlusPlus) -> Self {
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

    /// Marks chances and factors as stale, so that the next use recomputes them.
    const fn outdate(&mut self) {
        (self.epoch, self.chance) = (0, f64::NAN);
    }

    /// Draws the damage of an attack, as a number in [0, 1).
    pub(super) fn roll_damage(&mut self) -> f64 {
        self.damage_rolls.next_f64()
    }

    /// Draws the outcome of an attack on an attack table.
    ///
    /// With one roll, the outcome is the one in whose interval the roll lies, see the
    /// [module](self). With two rolls, the first selects among the outcomes other than the crit; if
    /// the outcome is a hit, the second decides between hit and crit. Both rolls are always drawn,
    /// so that the n-th attack has the same draws regardless of earlier outcomes.
    #[expect(
        clippy::inline_always,
        reason = "measured: this function is hot, and the compiler does not inline it otherwise"
    )]
    #[inline(always)]
    pub(crate) fn roll(&mut self, table: &AttackTable) -> AttackOutcome {
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

    /// Computes the chances and factors of the attack under the current buffs.
    #[inline(never)]
    pub(crate) fn compute(
        &mut self,
        plan: &Plan,
        ability: &Ability,
        figures: &Figures,
        theirs: &Chances,
        target: usize,
        buffs: &Buffs,
    ) {
        if ability.by_target {
            // The chances also depend on the target and its debuffs, so the next attack must be
            // computed anew. Epoch 0 is never the current epoch, so the attack counts as outdated.
            self.epoch = 0;
        }
        let (attacker, defender) = match ability.by {
            Side::Actor => (&figures.chances, theirs),
            Side::Target => (theirs, &figures.chances),
        };
        let (mut crit_damage, mut damage, power, mut added) = match ability.by {
            Side::Actor => (figures.crit_damage, figures.damage, figures.power, figures.added_damage),
            // The damage factor is 1 here: each target has its own factor, which is applied when
            // the target attacks.
            Side::Target => (0.0, 1.0, plan.foes[target].power, 0.0),
        };
        let mut crit = attacker.crit;
        for &place in &ability.own_modifiers {
            let buff = &plan.buffs[usize::from(place)];
            let weight = buff.weight(buffs.stacks(buff.instance));
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
        // The thresholds are kept if no chance can have changed. In most attack tables, only the
        // crit chance can change, and few buffs change it.
        if table.moves || crit.to_bits() != self.chance.to_bits() {
            self.chance = crit;
            self.compute_sums(table, attacker, defender);
        }
    }

    /// Computes the thresholds of the rolls.
    fn compute_sums(&mut self, table: &AttackTable, attacker: &Chances, defender: &Chances) {
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

/// Returns how many thresholds a roll has passed. This number is the index, in the order of the
/// attack table, of the outcome that the roll selects.
#[inline]
fn passed(sums: &[u64], roll: u64) -> usize {
    sums.iter().map(|&sum| usize::from(sum <= roll)).sum()
}
