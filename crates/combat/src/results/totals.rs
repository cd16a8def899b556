//! Integer sums over iterations, which add up exactly in any order and grouping.
//!
//! A hit is at most 10¹⁵ thousandths of a point, and the damage of a fight fits in 64 bits. The
//! sums of any feasible number of fights therefore fit in 128 bits. When a [`Block`](super::Block)
//! is deserialised, the sums are checked for consistency: for example, the damage of all rows must
//! add up to the total damage.

use quadrille_combat_lang::AttackOutcome;
#[cfg(feature = "serde")]
use serde::{Deserialize, Serialize};

/// Number and damage of the attacks or ticks with one outcome.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize))]
pub struct OutcomeTotals {
    /// Number of attacks or ticks.
    pub count: u64,
    /// Damage in thousandths of a point.
    pub damage: u128,
}

/// Totals of one ability or one damage over time.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize))]
pub struct RowTotals {
    /// For an ability: the number of its uses. For damage over time: the number of applications,
    /// including refreshes.
    pub casts: u64,
    /// For each outcome, in the order of [`AttackOutcome::ALL`]: the attacks or ticks with this
    /// outcome.
    pub outcomes: [OutcomeTotals; AttackOutcome::COUNT],
    /// Healing in thousandths of a point, including overhealing.
    pub healed: u128,
    /// Healing beyond full health, in thousandths of a point.
    pub overhealed: u128,
}

impl RowTotals {
    /// Returns the damage of all outcomes, in thousandths of a point.
    pub fn damage(&self) -> u128 {
        self.outcomes.iter().map(|cell| cell.damage).sum()
    }

    /// Returns the number of attacks or ticks.
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

/// Totals of one buff or one damage over time, over all bearers.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize))]
pub struct AuraTotals {
    /// Microseconds during which at least one bearer had the aura.
    pub uptime: u128,
    /// Microseconds multiplied by the number of stacks, summed over all bearers. A buff with
    /// charges counts as one stack. The mean number of stacks is this sum divided by the total time
    /// of the fights.
    pub stack_time: u128,
    /// Number of applications while the aura was down.
    pub applied: u64,
    /// Number of applications while the aura was up.
    pub refreshed: u64,
    /// Number of applications without effect. The cause is the refresh rule, the overwrite rule or
    /// the maximum number of stacks.
    pub refused: u64,
    /// Charges consumed.
    pub consumed: u64,
    /// Damage to the actor that the buff absorbed, in thousandths of a point. No other sum includes
    /// this damage.
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

/// Totals of one resource, in millionths of a unit.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize))]
pub struct ResourceTotals {
    /// Income, including regeneration but not the income lost at the cap.
    pub gained: u128,
    /// Amount spent on abilities.
    pub spent: u128,
    /// Income lost at the cap.
    pub wasted: u128,
    /// Integral of the level over time, in millionths multiplied by microseconds. The mean level is
    /// this integral divided by the total time of the fights.
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

/// Sums over any number of iterations of one profile.
///
/// The rows are the profile's abilities in the order of the file, then its damage over time.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize))]
pub struct Totals {
    /// Number of iterations.
    pub iterations: u64,
    /// Number of events: repetitions of abilities, ticks, impacts, returned charges, ends of auras
    /// and casts, beginnings and ends of phases, arrivals and departures of targets, and decisions
    /// that led to an action.
    pub events: u64,
    /// Total length of all fights, in microseconds.
    pub time: u128,
    /// Damage to targets, in thousandths of a point.
    pub damage: u128,
    /// Damage to the actor, in thousandths of a point.
    pub taken: u128,
    /// Number of fights that ended with the death of the actor.
    pub deaths: u64,
    /// Number of fights that ended with the death of the last target.
    pub kills: u64,
    /// The totals of each ability, followed by the totals of each damage over time.
    pub rows: Vec<RowTotals>,
    /// The totals of each buff, in the order of the profile.
    pub buffs: Vec<AuraTotals>,
    /// The aura totals of each damage over time, in the order of the profile.
    pub dots: Vec<AuraTotals>,
    /// The totals of each resource, in the order of the profile.
    pub resources: Vec<ResourceTotals>,
    /// For each proc: the number of successes, and the number of attempts.
    pub procs: Vec<(u64, u64)>,
    /// Number of occurrences of each reaction.
    pub reactions: Vec<u64>,
    /// Damage to targets in each bin of time since the start, in thousandths of a point.
    pub timeline: Vec<u128>,
    /// Time that all fights together spent in each bin, in microseconds.
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

    /// Returns the size of the totals in bytes, including heap storage.
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

    /// Returns whether the lists in both totals have equal lengths, as in totals of one profile.
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

    /// Adds the totals of other iterations of the same profile.
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
