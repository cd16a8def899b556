//! The result of `combat.dps`.

use std::collections::BTreeMap;

use quadrille_combat::{
    AttackOutcome, Block, LogEntry, OutcomeTotals, Profile, Replay, ResourceTotals, RowTotals, Simulation,
};
use quadrille_progress::{Observer, Stopped};
use quadrille_report::figures::{Figures, is_zero};
use quadrille_runner::Conclusion;
use quadrille_stats::{Bins, Histogram, Moments, Quantile, Sample};
use serde::{Deserialize, Serialize};

use super::report::report;
use crate::profiles::CommandArguments;
use quadrille_report::entries::Entries;
use quadrille_report::intervals::{error, is_rare};

/// Thousandths per point: damage is summed in thousandths of a point.
const MILLI: f64 = 1e3;
/// Millionths per second and per unit: times are summed in millionths of a second, and resources in
/// millionths of a unit.
const MICRO: f64 = 1e6;
/// The maximum number of log lines in the result; enough for an ordinary fight.
const LINES_KEPT: usize = 10_000;

/// The result of `combat.dps`: a profile's damage per second (DPS) and its sources.
///
/// Damage is in points and time in seconds; shares and uptimes are fractions from 0 to 1.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Figures)]
#[serde(deny_unknown_fields)]
pub struct DpsResult {
    /// The profile's name.
    pub profile: String,
    /// The distribution of DPS over fights with a length above 0.
    pub dps: Spread,
    /// The distribution of the seconds until the last target's death, over the fights that ended
    /// with this death; absent if there are no such fights.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub time_to_kill: Option<Spread>,
    /// The number of fights.
    #[figure("fights")]
    pub iterations: u64,
    /// The number of fights that ended at time 0 and therefore have no DPS; absent if 0.
    #[serde(default, skip_serializing_if = "is_zero")]
    #[figure("fights that ended at time 0")]
    pub without_length: u64,
    /// The mean length of a fight in seconds.
    pub length: f64,
    /// The number of simulated events in all fights, as decimal text.
    #[serde(with = "quadrille_report::decimal")]
    pub events: u64,
    /// The sources of damage to targets, in the profile's order.
    pub abilities: Vec<Ability>,
    /// For each buff, and then for each damage over time (`dot.NAME`): the fraction of the total
    /// time of all fights during which it was up.
    pub uptimes: Entries<f64>,
    /// The actor's resources, in the profile's order.
    pub resources: Vec<Resource>,
    /// The profile's procs, in the order of the profile.
    pub procs: Vec<Proc>,
    /// The profile's reactions, in the order of the profile; absent if there are none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reactions: Option<Vec<Reaction>>,
    /// Damage per second taken by the actor; absent if the actor takes no damage.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub dtps: Option<Taken>,
    /// The sources of damage to the actor; absent if the actor takes no damage.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub taken: Option<Vec<Ability>>,
    /// The number of fights in which the actor died; absent if the actor takes no damage.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub deaths: Option<u64>,
    /// Points of damage to the actor absorbed by each buff, in all fights; absent if there are
    /// none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub absorbed: Option<Entries<f64>>,
    /// The number of fights that ended with the last target's death.
    pub kills: u64,
    /// The number of fights in each bin of DPS.
    pub histogram: Option<DpsHistogram>,
    /// DPS over time, in intervals of a whole number of seconds, at most 600. For each interval,
    /// the mean over the fights that are still in progress.
    pub timeline: Vec<TimelineBin>,
    /// The indices of three fights, for a replay: the fights with the `least`, the `median` and the
    /// `most` DPS.
    pub notable: Entries<u64>,
    /// The number of lines in the log of the median fight.
    pub median_log_lines: Option<u64>,
    /// The first lines of the log of the median fight, at most 10,000, with the keys of `quadrille
    /// combat replay --json`.
    #[figure(other)]
    pub median_log: Option<Vec<LogEntry>>,
}

/// The distribution of a quantity, such as DPS, over fights. A statistic is `None` if there are too
/// few fights for it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Figures)]
#[serde(deny_unknown_fields)]
pub struct Spread {
    /// The mean over the fights that have a value.
    #[figure("mean", precise, within(error))]
    pub mean: Option<f64>,
    /// The standard deviation between fights; requires two fights.
    #[figure("standard deviation", points)]
    pub stddev: Option<f64>,
    /// Half the width of the 95 % interval of the mean; requires two fights.
    pub error: Option<f64>,
    /// Whether the interval of the mean is unreliable, because a few fights cause most of the
    /// variation. This is the case if there are at least 1,000 fights, and a single fight
    /// contributes over a thirtieth of the sum of the squared deviations. Absent if false.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub rare: bool,
    /// The smallest value.
    #[figure("least", points)]
    pub min: Option<f64>,
    /// The largest value.
    #[figure("most", points)]
    pub max: Option<f64>,
    /// The 5 % quantile. Quantiles use the nearest rank, so each quantile is the value of a fight.
    #[figure("5 %", points)]
    pub p05: Option<f64>,
    /// The lower quartile.
    #[figure("25 %", points)]
    pub p25: Option<f64>,
    /// The median.
    #[figure("median", points)]
    pub p50: Option<f64>,
    /// The upper quartile.
    #[figure("75 %", points)]
    pub p75: Option<f64>,
    /// The 95 % quantile.
    #[figure("95 %", points)]
    pub p95: Option<f64>,
}

/// The totals of an ability or of damage over time in all fights.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Figures)]
#[serde(deny_unknown_fields)]
pub struct Ability {
    /// Name of the ability in the profile, or `dot.NAME` for damage over time.
    #[figure("ability", name)]
    pub name: String,
    /// The companion to which the ability belongs; absent if it belongs to the actor.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub by: Option<String>,
    /// The number of uses.
    pub casts: u64,
    /// The damage of the ability, in points.
    pub damage: f64,
    /// The part of `damage` that was done in fights that ended at time 0. It counts towards no DPS.
    /// Absent if 0.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub damage_without_length: f64,
    /// The ability's damage as a fraction of the damage of all abilities.
    #[figure("share", percent)]
    pub share: f64,
    /// The outcomes of the ability's attacks; outcomes that did not occur are absent.
    pub outcomes: BTreeMap<AttackOutcome, OutcomeCount>,
    /// Points of health restored.
    pub healed: f64,
    /// Points of healing in excess of the missing health.
    pub overhealed: f64,
}

impl Ability {
    /// Returns the number of attacks of the ability.
    pub fn attacks(&self) -> u64 {
        self.outcomes.values().map(|outcome| outcome.count).fold(0, u64::saturating_add)
    }

    /// Returns the number of attacks that landed.
    pub fn landed(&self) -> u64 {
        let landed = self.outcomes.iter().filter(|(outcome, _)| outcome.lands());
        landed.map(|(_, outcome)| outcome.count).fold(0, u64::saturating_add)
    }
}

/// The number and the damage of the attacks with one outcome.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize, Figures)]
#[serde(deny_unknown_fields)]
pub struct OutcomeCount {
    /// The number of attacks.
    pub count: u64,
    /// The damage of these attacks, in points.
    pub damage: f64,
}

/// The use of a resource, in units.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Figures)]
#[serde(deny_unknown_fields)]
pub struct Resource {
    /// Name of the resource in the profile.
    #[figure("resource", name)]
    pub name: String,
    /// Units gained per fight.
    #[figure("gained per fight", decimals(1))]
    pub gained: f64,
    /// Units spent per fight.
    #[figure("spent per fight", decimals(1))]
    pub spent: f64,
    /// Units per fight lost because the resource was at its cap.
    #[figure("wasted per fight", decimals(1))]
    pub wasted: f64,
    /// The mean level over the total time of all fights.
    #[figure("mean level", decimals(1))]
    pub mean_level: f64,
}

/// The frequency of a proc.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Figures)]
#[serde(deny_unknown_fields)]
pub struct Proc {
    /// Name of the proc in the profile.
    #[figure("proc", name)]
    pub name: String,
    /// The number of procs in all fights.
    pub procs: u64,
    /// The number of procs in fights that ended at time 0; absent if 0.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub procs_without_length: u64,
    /// The number of attempts in all fights.
    pub attempts: u64,
}

/// The frequency of a reaction.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Figures)]
#[serde(deny_unknown_fields)]
pub struct Reaction {
    /// Name of the reaction in the profile.
    #[figure("reaction", name)]
    pub name: String,
    /// The number of occurrences in all fights.
    pub count: u64,
    /// The number of occurrences in fights that ended at time 0; absent if 0.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub count_without_length: u64,
}

/// Damage per second taken by the actor, over fights with a length above 0.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize, Figures)]
#[serde(deny_unknown_fields)]
pub struct Taken {
    /// The mean over fights.
    #[figure("damage taken per second", points)]
    pub mean: Option<f64>,
    /// The standard deviation between fights; requires two fights.
    pub stddev: Option<f64>,
}

/// The number of fights in each bin of DPS.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Figures)]
#[serde(deny_unknown_fields)]
pub struct DpsHistogram {
    /// The bins' edges in ascending order: one more than there are bins.
    pub edges: Vec<f64>,
    /// The number of fights in each bin.
    pub counts: Vec<u64>,
}

/// The damage per second in one interval of the fight.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize, Figures)]
#[serde(deny_unknown_fields)]
pub struct TimelineBin {
    /// Seconds from the start of the fight to the start of the interval.
    pub from: f64,
    /// Damage per second in the interval.
    pub dps: f64,
}

/// Data that the report requires in addition to the result.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DpsDetails {
    /// Applications of the auras in the result's `uptimes`, in the same order.
    pub auras: Vec<Aura>,
    /// The length of the median fight in seconds.
    #[serde(deserialize_with = "Option::deserialize")]
    pub median_length: Option<f64>,
    /// Bounds of the result's `resources`, in the same order.
    #[serde(default)]
    pub resources: Vec<ResourceBounds>,
    /// For each interval of the result's `timeline`: the total time that fights spend in it, in
    /// seconds.
    #[serde(default)]
    pub timeline_seconds: Vec<f64>,
}

/// The bounds of a resource, in units.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ResourceBounds {
    /// The level at the start of a fight.
    pub start: f64,
    /// The maximum level.
    pub cap: f64,
    /// Regeneration in units per second, without haste.
    pub regen: f64,
}

/// The applications of a buff or damage over time.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize, Figures)]
#[serde(deny_unknown_fields)]
pub struct Aura {
    /// Applications per fight, refreshes excluded.
    #[figure("applications per fight", decimals(1))]
    pub begins: f64,
    /// Refreshes per fight.
    #[figure("refreshes per fight", decimals(1))]
    pub refreshed: f64,
    /// The mean number of stacks over the total time of all fights. While the aura is down, the
    /// number is 0.
    #[figure("mean stacks", decimals(2))]
    pub mean_stacks: f64,
}

/// The totals of a profile's fights, from which the result is computed.
pub(super) struct FightResults<'a> {
    pub(super) profile: &'a Profile,
    pub(super) arguments: &'a CommandArguments,
    pub(super) simulation: &'a Simulation,
    pub(super) block: &'a Block,
    pub(super) seed: u64,
}

impl FightResults<'_> {
    /// Replays the median fight to obtain its log.
    ///
    /// # Errors
    /// The observer asks to stop, or memory is short.
    pub(super) fn median(&self, observer: &dyn Observer) -> Result<Option<Replay>, Stopped> {
        let notable = self.notable();
        let Some(&iteration) = notable.get("median") else { return Ok(None) };
        self.simulation.replay_up_to(self.seed, iteration, LINES_KEPT, observer).map(Some)
    }

    /// Returns the result, and the details that the report needs. `median` is the replay of the
    /// median fight. Without it, the result has no log.
    pub(super) fn conclude(&self, median: Option<Replay>) -> Conclusion {
        let details = DpsDetails {
            auras: self.auras(),
            median_length: median.as_ref().map(Replay::length),
            resources: self.resource_bounds(),
            timeline_seconds: self.timeline_seconds(),
        };
        let result = self.result(self.notable(), median);
        Conclusion::new(&result, report(&result, &details, self.seed, self.arguments))
            .with_details(&details)
            .counting("fights", result.iterations)
            .counting("events", result.events)
    }

    fn result(&self, notable: Entries<u64>, median: Option<Replay>) -> DpsResult {
        let (block, totals) = (self.block, &self.block.totals);
        let taken = self.abilities(true, totals.taken);
        let taken = (totals.taken > 0 || !taken.is_empty()).then_some(taken);
        DpsResult {
            profile: self.profile.name().to_owned(),
            dps: spread(&block.dps, &block.sample),
            time_to_kill: self.time_to_kill(),
            iterations: totals.iterations,
            without_length: block.without_length.len() as u64,
            length: totals.time as f64 / MICRO / self.fights(),
            events: totals.events,
            abilities: self.abilities(false, totals.damage),
            uptimes: self.uptimes(),
            resources: self.resources(),
            procs: self.procs(),
            reactions: self.reactions(),
            dtps: taken
                .as_ref()
                .map(|_| Taken { mean: block.dtps.mean(), stddev: block.dtps.standard_deviation() }),
            deaths: taken.as_ref().map(|_| totals.deaths),
            absorbed: self.absorbed(),
            taken,
            kills: totals.kills,
            histogram: self.histogram(),
            timeline: self.timeline(),
            notable,
            median_log_lines: median.as_ref().map(|replay| replay.lines),
            median_log: median.map(|replay| replay.log),
        }
    }

    fn resource_bounds(&self) -> Vec<ResourceBounds> {
        let number = |name: &str, key: &str| {
            self.profile.number(&format!("resources.{name}.{key}")).unwrap_or_default()
        };
        let bounds = |name: &str| ResourceBounds {
            start: number(name, "start"),
            cap: number(name, "cap"),
            regen: number(name, "regen"),
        };
        self.simulation.resources().map(bounds).collect()
    }

    fn fights(&self) -> f64 {
        self.block.totals.iterations.max(1) as f64
    }

    /// Returns a time as a fraction of the total time of all fights.
    fn of_time(&self, micros: u128) -> f64 {
        micros as f64 / self.block.totals.time.max(1) as f64
    }

    /// Returns a nearest-rank quantile of the DPS.
    fn quantile(&self, percent: u64) -> Option<f64> {
        self.block.sample.quantile(Quantile::percent(percent).ok()?)
    }

    fn time_to_kill(&self) -> Option<Spread> {
        let times = &self.block.kill_times;
        let mut moments = Moments::new();
        times.values().iter().for_each(|&time| {
            // `record` cannot fail, because the time is finite and at most 500,000 seconds.
            let _ = moments.record(time);
        });
        (times.count() > 0).then(|| spread(&moments, times))
    }

    /// Returns the sources of damage to the actor or, if `to_the_actor` is false, to targets.
    /// Shares are fractions of `all`, the total damage.
    fn abilities(&self, to_the_actor: bool, all: u128) -> Vec<Ability> {
        let named = self.simulation.rows().into_iter().zip(&self.block.totals.rows).enumerate();
        // The totals of fights that ended at time 0, which do not count towards rates per second.
        let untimed = self.block.totals_without_length.as_deref();
        named
            .filter(|&(row, _)| self.simulation.is_taken(row) == to_the_actor)
            .map(|(row, (name, totals))| {
                let by = self.simulation.companion(row).map(str::to_owned);
                let untimed = untimed.and_then(|untimed| untimed.rows.get(row)).map_or(0, RowTotals::damage);
                ability(name, by, totals, all, untimed)
            })
            .collect()
    }

    /// Returns the damage absorbed by each buff that absorbed any.
    fn absorbed(&self) -> Option<Entries<f64>> {
        let buffs = self.simulation.buffs().zip(&self.block.totals.buffs);
        let absorbed = buffs.filter(|(_, totals)| totals.absorbed > 0);
        let entries: Entries<f64> =
            absorbed.map(|(name, totals)| (name.to_owned(), totals.absorbed as f64 / MILLI)).collect();
        (self.block.totals.buffs.iter().any(|totals| totals.absorbed > 0)).then_some(entries)
    }

    fn uptimes(&self) -> Entries<f64> {
        let totals = &self.block.totals;
        let buffs = self.simulation.buffs().map(str::to_owned).zip(&totals.buffs);
        let dots = self.simulation.dots().map(|name| format!("dot.{name}")).zip(&totals.dots);
        buffs.chain(dots).map(|(name, aura)| (name, self.of_time(aura.uptime))).collect()
    }

    fn auras(&self) -> Vec<Aura> {
        let totals = self.block.totals.buffs.iter().chain(&self.block.totals.dots);
        totals
            .map(|aura| Aura {
                begins: aura.applied as f64 / self.fights(),
                refreshed: aura.refreshed as f64 / self.fights(),
                mean_stacks: self.of_time(aura.stack_time),
            })
            .collect()
    }

    fn resources(&self) -> Vec<Resource> {
        let per_fight = |amount: u128| amount as f64 / MICRO / self.fights();
        let resource = |(name, totals): (&str, &ResourceTotals)| Resource {
            name: name.to_owned(),
            gained: per_fight(totals.gained),
            spent: per_fight(totals.spent),
            wasted: per_fight(totals.wasted),
            mean_level: self.of_time(totals.level_time) / MICRO,
        };
        self.simulation.resources().zip(&self.block.totals.resources).map(resource).collect()
    }

    fn procs(&self) -> Vec<Proc> {
        let procs = self.simulation.procs().zip(&self.block.totals.procs);
        let untimed = self.block.totals_without_length.as_deref();
        let proc = |(place, (name, &(procs, attempts))): (usize, (&str, &(u64, u64)))| {
            let procs_without_length =
                untimed.and_then(|untimed| untimed.procs.get(place)).map_or(0, |&(procs, _)| procs);
            Proc { name: name.to_owned(), procs, procs_without_length, attempts }
        };
        procs.enumerate().map(proc).collect()
    }

    fn reactions(&self) -> Option<Vec<Reaction>> {
        let reactions = self.simulation.reactions().zip(&self.block.totals.reactions);
        let untimed = self.block.totals_without_length.as_deref();
        let reaction = |(place, (name, &count)): (usize, (&str, &u64))| {
            let count_without_length =
                untimed.and_then(|untimed| untimed.reactions.get(place)).copied().unwrap_or(0);
            Reaction { name: name.to_owned(), count, count_without_length }
        };
        let reactions: Vec<Reaction> = reactions.enumerate().map(reaction).collect();
        (!reactions.is_empty()).then_some(reactions)
    }

    fn histogram(&self) -> Option<DpsHistogram> {
        let (least, most) = (self.block.dps.min()?, self.block.dps.max()?);
        let mut histogram = Histogram::new(Bins::nice(least, most, self.block.dps.count()).ok()?);
        self.block.sample.values().iter().try_for_each(|&value| histogram.record(value)).ok()?;
        Some(DpsHistogram { edges: histogram.bins().edges().to_vec(), counts: histogram.counts().to_vec() })
    }

    fn timeline(&self) -> Vec<TimelineBin> {
        let totals = &self.block.totals;
        let bins = totals.timeline.iter().zip(&totals.timeline_time).enumerate();
        let untimed = self.block.totals_without_length.as_deref();
        let rate = |(bin, (&damage, &time)): (usize, (&u128, &u128))| {
            let untimed = untimed.and_then(|untimed| untimed.timeline.get(bin)).copied().unwrap_or(0);
            TimelineBin {
                from: bin as f64 * self.simulation.timeline_bin(),
                // Damage of fights without a length is subtracted, because these fights have no
                // time.
                dps: damage.saturating_sub(untimed) as f64 / MILLI / (time as f64 / MICRO),
            }
        };
        bins.filter(|(_, (_, time))| **time > 0).map(rate).collect()
    }

    /// Returns, for each bin of [`Self::timeline`], the total time that fights spend in it, in
    /// seconds.
    fn timeline_seconds(&self) -> Vec<f64> {
        let times = self.block.totals.timeline_time.iter();
        times.filter(|&&time| time > 0).map(|&time| time as f64 / MICRO).collect()
    }

    /// Returns the indices of the iterations whose DPS is nearest to the least, the median and the
    /// largest DPS.
    fn notable(&self) -> Entries<u64> {
        let dps = &self.block.dps;
        let values = [("least", dps.min()), ("median", self.quantile(50)), ("most", dps.max())];
        let nearest = |value: Option<f64>| self.block.nearest_iteration(value?);
        values.into_iter().filter_map(|(name, value)| Some((name.to_owned(), nearest(value)?))).collect()
    }
}

/// Returns the distribution of a sample. `moments` are the moments of the same sample.
fn spread(moments: &Moments, sample: &Sample) -> Spread {
    let quantile = |percent: u64| sample.quantile(Quantile::percent(percent).ok()?);
    Spread {
        mean: moments.mean(),
        stddev: moments.standard_deviation(),
        error: error(moments),
        rare: is_rare(moments),
        min: moments.min(),
        max: moments.max(),
        p05: quantile(5),
        p25: quantile(25),
        p50: quantile(50),
        p75: quantile(75),
        p95: quantile(95),
    }
}

fn ability(name: String, by: Option<String>, row: &RowTotals, all: u128, untimed: u128) -> Ability {
    let count = |cell: &OutcomeTotals| OutcomeCount { count: cell.count, damage: cell.damage as f64 / MILLI };
    let came = AttackOutcome::ALL.into_iter().zip(&row.outcomes).filter(|(_, cell)| cell.count > 0);
    Ability {
        name,
        by,
        casts: row.casts,
        damage: row.damage() as f64 / MILLI,
        damage_without_length: untimed as f64 / MILLI,
        share: row.damage() as f64 / all.max(1) as f64,
        outcomes: came.map(|(outcome, cell)| (outcome, count(cell))).collect(),
        healed: row.healed as f64 / MILLI,
        overhealed: row.overhealed as f64 / MILLI,
    }
}
