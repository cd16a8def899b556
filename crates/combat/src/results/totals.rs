//! Sums over iterations, all in whole numbers: they add up exactly, in any order and grouping.
//!
//! A hit is at most 10¹⁵ thousandths and a fight's damage fits 64 bits, so 128 bits hold the sums of any
//! number of fights that can be fought. What these sums must satisfy together, such as damage by row against
//! damage in all, is checked when a [`Block`](super::Block) is read back.

#[cfg(feature = "serde")]
use serde::{Deserialize, Serialize};

use crate::outcome::AttackOutcome;

/// How often something came out one way, and the damage it did so.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize))]
pub struct OutcomeTotals {
    /// How often.
    pub count: u64,
    /// Thousandths of a point.
    pub damage: u128,
}

/// One ability, or one damage over time.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize))]
pub struct RowTotals {
    /// Uses of an ability; applications of damage over time, refreshes included.
    pub casts: u64,
    /// Attacks or ticks by what became of them, in the order of [`AttackOutcome::ALL`].
    pub outcomes: [OutcomeTotals; AttackOutcome::COUNT],
    /// Thousandths of a point of health given back, and of healing that was too much.
    pub healed: u128,
    /// Healing beyond full health.
    pub overhealed: u128,
}

impl RowTotals {
    /// Damage of all outcomes, in thousandths of a point.
    pub fn damage(&self) -> u128 {
        self.outcomes.iter().map(|cell| cell.damage).sum()
    }

    /// Attacks or ticks of all outcomes.
    pub fn attacks(&self) -> u64 {
        self.outcomes.iter().map(|cell| cell.count).sum()
    }

    fn merge(&mut self, other: &Self) {
        self.casts += other.casts;
        for (sum, cell) in self.outcomes.iter_mut().zip(&other.outcomes) {
            sum.count += cell.count;
            sum.damage += cell.damage;
        }
        self.healed += other.healed;
        self.overhealed += other.overhealed;
    }
}

/// One buff, or one damage over time, wherever it was up.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize))]
pub struct AuraTotals {
    /// Microseconds during which it was up at least once.
    pub uptime: u128,
    /// Microseconds times stacks, over all its bearers: divided by the time, the mean number of stacks.
    pub stack_time: u128,
    /// Times it began.
    pub applied: u64,
    /// Times it was applied while up.
    pub refreshed: u64,
    /// Times an application changed nothing: it was to be ignored, or there was no room for another stack.
    pub refused: u64,
    /// Charges used up.
    pub consumed: u64,
    /// Damage to the actor that it swallowed, in thousandths of a point; in no other sum.
    pub absorbed: u128,
}

impl AuraTotals {
    fn merge(&mut self, other: &Self) {
        self.uptime += other.uptime;
        self.stack_time += other.stack_time;
        self.applied += other.applied;
        self.refreshed += other.refreshed;
        self.refused += other.refused;
        self.consumed += other.consumed;
        self.absorbed += other.absorbed;
    }
}

/// One resource. Amounts are millionths of a unit.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize))]
pub struct ResourceTotals {
    /// Gained, regenerated included, what was too much not included.
    pub gained: u128,
    /// How much the abilities that were used have cost, in millionths of a unit.
    pub spent: u128,
    /// Lost because the cap was reached.
    pub wasted: u128,
    /// Millionths times microseconds: divided by the time, the mean level.
    pub level_time: u128,
}

impl ResourceTotals {
    pub(crate) fn merge(&mut self, other: &Self) {
        self.gained += other.gained;
        self.spent += other.spent;
        self.wasted += other.wasted;
        self.level_time += other.level_time;
    }
}

/// The sums of any number of iterations of one profile.
///
/// Rows are the profile's abilities in the order of the file, then its damage over time.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize))]
pub struct Totals {
    /// How many iterations.
    pub iterations: u64,
    /// Entries of the event queue that changed something: swings, ticks, ends, phases, casts, decisions that
    /// were acted on.
    pub events: u64,
    /// Microseconds of all fights together.
    pub time: u128,
    /// Damage to targets, in thousandths of a point.
    pub damage: u128,
    /// Damage to the actor, in thousandths of a point.
    pub taken: u128,
    /// Fights that ended with the actor's death.
    pub deaths: u64,
    /// Fights that ended with the last target's death.
    pub kills: u64,
    /// Abilities, then damage over time.
    pub rows: Vec<RowTotals>,
    /// By buff, in the order of the profile.
    pub buffs: Vec<AuraTotals>,
    /// Damage over time, how long it was up.
    pub dots: Vec<AuraTotals>,
    /// By resource, in the order of the profile.
    pub resources: Vec<ResourceTotals>,
    /// Successes of each proc, and its attempts.
    pub procs: Vec<(u64, u64)>,
    /// How often each reaction came.
    pub reactions: Vec<u64>,
    /// Damage to targets by time since the start, in thousandths of a point, bin by bin.
    pub timeline: Vec<u128>,
    /// Microseconds that all fights together spent in each bin.
    pub timeline_time: Vec<u128>,
}

impl Totals {
    pub(crate) fn new(
        rows: usize,
        buffs: usize,
        dots: usize,
        resources: usize,
        procs: usize,
        reactions: usize,
        bins: usize,
    ) -> Self {
        Self {
            rows: vec![RowTotals::default(); rows],
            buffs: vec![AuraTotals::default(); buffs],
            dots: vec![AuraTotals::default(); dots],
            resources: vec![ResourceTotals::default(); resources],
            procs: vec![(0, 0); procs],
            reactions: vec![0; reactions],
            timeline: vec![0; bins],
            timeline_time: vec![0; bins],
            ..Self::default()
        }
    }

    /// Returns the bytes that they take, lists included.
    pub(crate) fn bytes(&self) -> u64 {
        let lists = [
            size_of_val(&*self.rows),
            size_of_val(&*self.buffs),
            size_of_val(&*self.dots),
            size_of_val(&*self.resources),
            size_of_val(&*self.procs),
            size_of_val(&*self.reactions),
            size_of_val(&*self.timeline),
            size_of_val(&*self.timeline_time),
        ];
        (size_of::<Self>() + lists.into_iter().sum::<usize>()) as u64
    }

    /// Whether the two are of the same shape, as two of one profile are.
    pub(crate) fn fits(&self, other: &Self) -> bool {
        let shape = |totals: &Self| {
            [
                totals.rows.len(),
                totals.buffs.len(),
                totals.dots.len(),
                totals.resources.len(),
                totals.procs.len(),
                totals.reactions.len(),
                totals.timeline.len(),
                totals.timeline_time.len(),
            ]
        };
        shape(self) == shape(other)
    }

    /// Adds the totals of other iterations of the same shape.
    pub(crate) fn merge(&mut self, other: &Self) {
        self.iterations += other.iterations;
        self.events += other.events;
        self.time += other.time;
        self.damage += other.damage;
        self.taken += other.taken;
        self.deaths += other.deaths;
        self.kills += other.kills;
        self.rows.iter_mut().zip(&other.rows).for_each(|(sum, part)| sum.merge(part));
        self.buffs.iter_mut().zip(&other.buffs).for_each(|(sum, part)| sum.merge(part));
        self.dots.iter_mut().zip(&other.dots).for_each(|(sum, part)| sum.merge(part));
        self.resources.iter_mut().zip(&other.resources).for_each(|(sum, part)| sum.merge(part));
        for (sum, part) in self.procs.iter_mut().zip(&other.procs) {
            *sum = (sum.0 + part.0, sum.1 + part.1);
        }
        self.reactions.iter_mut().zip(&other.reactions).for_each(|(sum, part)| *sum += part);
        self.timeline.iter_mut().zip(&other.timeline).for_each(|(sum, part)| *sum += part);
        self.timeline_time.iter_mut().zip(&other.timeline_time).for_each(|(sum, part)| *sum += part);
    }
}
