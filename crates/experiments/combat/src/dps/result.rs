//! What fights come to: the result of `combat.dps`.

use std::collections::BTreeMap;

use quadrille_combat::{
    AttackOutcome, Block, LogEntry, OutcomeTotals, Profile, Replay, ResourceTotals, RowTotals, Simulation,
};
use quadrille_progress::{Observer, Stopped};
use quadrille_runner::Conclusion;
use quadrille_stats::{Bins, Histogram, Moments, Quantile, Sample};
use serde::{Deserialize, Serialize};

use super::report::report;
use crate::profiles::Again;
use quadrille_report::entries::Entries;
use quadrille_report::intervals::{error, is_rare};

/// Damage is summed in thousandths of a point, time in millionths of a second, resources in millionths of a
/// unit.
const MILLI: f64 = 1e3;
const MICRO: f64 = 1e6;
/// Lines of the sample fight in the result: all of an ordinary fight.
const LINES_KEPT: usize = 10_000;

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde asks with a reference")]
const fn is_none(count: &u64) -> bool {
    *count == 0
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde asks with a reference")]
fn is_zero(points: &f64) -> bool {
    *points == 0.0
}

/// The result of `combat.dps`: a profile's damage a second (DPS), and what it is made of.
///
/// Damage is in points, time in seconds; shares and uptimes are parts of a whole, from 0 to 1.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DpsResult {
    /// The profile's name.
    pub profile: String,
    /// How the fights' DPS are spread, of fights that have a length.
    pub dps: Spread,
    /// Seconds to the last target's death, of the fights that ended with it; absent where none did.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub time_to_kill: Option<Spread>,
    /// How many fights there were.
    pub iterations: u64,
    /// How many of them ended as they began, so that they have no DPS; absent where none did.
    #[serde(default, skip_serializing_if = "is_none")]
    pub without_length: u64,
    /// Their mean length in seconds.
    pub length: f64,
    /// Events of all fights; decimal text as data.
    #[serde(with = "quadrille_report::decimal")]
    pub events: u64,
    /// What does damage to targets, in the profile's order.
    pub abilities: Vec<Ability>,
    /// The part of all time that each buff, then each damage over time (`dot.NAME`), was up.
    pub uptimes: Entries<f64>,
    /// The actor's resources, in the profile's order.
    pub resources: Vec<Resource>,
    /// The profile's procs, in its order.
    pub procs: Vec<Proc>,
    /// The profile's reactions, in its order; absent where there are none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reactions: Option<Vec<Reaction>>,
    /// Damage a second that the actor takes; absent, with `taken` and `deaths`, where nothing hurts it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub dtps: Option<Taken>,
    /// What does damage to the actor.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub taken: Option<Vec<Ability>>,
    /// Fights that the actor did not survive.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub deaths: Option<u64>,
    /// Points of damage to the actor that each buff absorbed, in all fights; absent where none did.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub absorbed: Option<Entries<f64>>,
    /// Fights that ended with the last target's death.
    pub kills: u64,
    /// How many fights have which DPS.
    pub histogram: Option<DpsHistogram>,
    /// DPS as the fight goes on, over all fights that are still on.
    pub timeline: Vec<TimelineBin>,
    /// Of `least`, `median` and `most`, the fight nearest to that DPS: the iteration to be replayed.
    pub notable: Entries<u64>,
    /// How many lines the log of the median fight has.
    pub median_log_lines: Option<u64>,
    /// The first 10,000 of them at most.
    pub median_log: Option<Vec<LogEntry>>,
}

/// How a figure is spread over fights, such as their DPS; what too few fights cannot tell is `None`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Spread {
    /// The mean over the fights that have the figure.
    pub mean: Option<f64>,
    /// The standard deviation from fight to fight; it takes two fights.
    pub stddev: Option<f64>,
    /// Half the 95 % interval of the mean; it takes two fights.
    pub error: Option<f64>,
    /// Whether what matters is too rare for that interval: of 1,000 fights or more a single one carries more
    /// than a thirtieth of the squared deviations. Absent where it is not.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub rare: bool,
    /// The least.
    pub min: Option<f64>,
    /// The largest.
    pub max: Option<f64>,
    /// The 5 % quantile by nearest rank, as are the others: a value that some fight had.
    pub p05: Option<f64>,
    /// The lower quartile.
    pub p25: Option<f64>,
    /// The median.
    pub p50: Option<f64>,
    /// The upper quartile.
    pub p75: Option<f64>,
    /// The 95 % quantile.
    pub p95: Option<f64>,
}

/// What an ability, a proc or damage over time did in all fights together.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Ability {
    /// What the profile calls it.
    pub name: String,
    /// The companion whose it is; absent where it is the actor's own.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub by: Option<String>,
    /// How often it was used.
    pub casts: u64,
    /// Its damage in points.
    pub damage: f64,
    /// That of fights without a length, which is in no DPS; absent where there is none.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub damage_without_length: f64,
    /// Its damage as a part of all.
    pub share: f64,
    /// How its attacks came out; outcomes that never came are absent.
    pub outcomes: BTreeMap<AttackOutcome, OutcomeCount>,
    /// Points of health that it gave back.
    pub healed: f64,
    /// Points that it would have given back, had the actor been hurt that much.
    pub overhealed: f64,
}

impl Ability {
    /// How many attacks it made.
    pub fn attacks(&self) -> u64 {
        self.outcomes.values().map(|outcome| outcome.count).fold(0, u64::saturating_add)
    }

    /// How many of them landed.
    pub fn landed(&self) -> u64 {
        let landed = self.outcomes.iter().filter(|(outcome, _)| outcome.lands());
        landed.map(|(_, outcome)| outcome.count).fold(0, u64::saturating_add)
    }
}

/// How often an attack came out in some way.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct OutcomeCount {
    /// How often.
    pub count: u64,
    /// The damage of these attacks, in points.
    pub damage: f64,
}

/// What became of a resource, in units.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Resource {
    /// What the profile calls it.
    pub name: String,
    /// Units gained in a fight, on average.
    pub gained: f64,
    /// Units spent in a fight, on average.
    pub spent: f64,
    /// Units in a fight that found no room, on average.
    pub wasted: f64,
    /// The mean level over all time.
    pub mean_level: f64,
}

/// How often a proc was tried.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Proc {
    /// What the profile calls it.
    pub name: String,
    /// How often it came.
    pub procs: u64,
    /// How often in fights without a length; absent where it did not.
    #[serde(default, skip_serializing_if = "is_none")]
    pub procs_without_length: u64,
    /// How often it might have come.
    pub attempts: u64,
}

/// How often a reaction came.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Reaction {
    /// What the profile calls it.
    pub name: String,
    /// How often, in all fights together.
    pub count: u64,
    /// How often in fights without a length; absent where it did not.
    #[serde(default, skip_serializing_if = "is_none")]
    pub count_without_length: u64,
}

/// Damage a second that the actor takes, in fights that have a length.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Taken {
    /// The mean over fights.
    pub mean: Option<f64>,
    /// The standard deviation from fight to fight; it takes two fights.
    pub stddev: Option<f64>,
}

/// How many fights have which DPS.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DpsHistogram {
    /// The bins' edges in ascending order, one more than there are bins.
    pub edges: Vec<f64>,
    /// Fights in each bin.
    pub counts: Vec<u64>,
}

/// A stretch of the fight.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TimelineBin {
    /// Seconds from the start of the fight to that of the stretch.
    pub from: f64,
    /// Damage a second in it.
    pub dps: f64,
}

/// What the report shows beyond the result.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DpsDetails {
    /// For each of the result's `uptimes`, in the same order.
    pub auras: Vec<Aura>,
    /// Seconds that the median fight took.
    #[serde(deserialize_with = "Option::deserialize")]
    pub median_length: Option<f64>,
    /// For each of the result's `resources`, in the same order.
    #[serde(default)]
    pub resources: Vec<ResourceBounds>,
}

/// Between what a resource moves, in units.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ResourceBounds {
    /// The level at the start of a fight.
    pub start: f64,
    /// The most there can be.
    pub cap: f64,
    /// How many units come a second, without haste.
    pub regen: f64,
}

/// How a buff or damage over time came and stayed.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Aura {
    /// How often it begins in a fight, on average.
    pub begins: f64,
    /// How often it is refreshed in a fight, on average.
    pub refreshed: f64,
    /// The mean number of stacks over all time, 0 while it is down.
    pub mean_stacks: f64,
}

/// All fights of a profile, about to become a result.
pub(super) struct Fought<'a> {
    pub(super) profile: &'a Profile,
    pub(super) again: &'a Again,
    pub(super) simulation: &'a Simulation,
    pub(super) block: &'a Block,
    pub(super) seed: u64,
}

impl Fought<'_> {
    /// The median fight, fought once more for its log.
    ///
    /// # Errors
    /// The observer asked to stop, or memory is short.
    pub(super) fn median(&self, observer: &dyn Observer) -> Result<Option<Replay>, Stopped> {
        let notable = self.notable();
        let Some(&iteration) = notable.get("median") else { return Ok(None) };
        self.simulation.replay_up_to(self.seed, iteration, LINES_KEPT, observer).map(Some)
    }

    /// The result, and what the report shows beyond it; without a `median` fight there is no log in it.
    pub(super) fn conclude(&self, median: Option<Replay>) -> Conclusion {
        let details = DpsDetails {
            auras: self.auras(),
            median_length: median.as_ref().map(Replay::length),
            resources: self.resource_bounds(),
        };
        let result = self.result(self.notable(), median);
        Conclusion::new(&result, report(&result, &details, self.seed, self.again))
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

    /// A part of all fights' time.
    fn of_time(&self, micros: u128) -> f64 {
        micros as f64 / self.block.totals.time.max(1) as f64
    }

    /// A nearest-rank quantile of the DPS.
    fn quantile(&self, percent: u64) -> Option<f64> {
        self.block.sample.quantile(Quantile::percent(percent).ok()?)
    }

    fn time_to_kill(&self) -> Option<Spread> {
        let times = &self.block.kill_times;
        let mut moments = Moments::new();
        times.values().iter().for_each(|&time| {
            // Times are finite and at most 500,000 seconds.
            let _ = moments.record(time);
        });
        (times.count() > 0).then(|| spread(&moments, times))
    }

    /// What does damage to the actor, or to targets; shares are of `all` damage.
    fn abilities(&self, to_the_actor: bool, all: u128) -> Vec<Ability> {
        let named = self.simulation.rows().into_iter().zip(&self.block.totals.rows).enumerate();
        let apart = self.block.totals_without_length.as_deref();
        named
            .filter(|&(row, _)| self.simulation.is_taken(row) == to_the_actor)
            .map(|(row, (name, totals))| {
                let by = self.simulation.companion(row).map(str::to_owned);
                let apart = apart.and_then(|apart| apart.rows.get(row)).map_or(0, RowTotals::damage);
                ability(name, by, totals, all, apart)
            })
            .collect()
    }

    /// What each buff absorbed that absorbed anything.
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
        let a_fight = |amount: u128| amount as f64 / MICRO / self.fights();
        let resource = |(name, totals): (&str, &ResourceTotals)| Resource {
            name: name.to_owned(),
            gained: a_fight(totals.gained),
            spent: a_fight(totals.spent),
            wasted: a_fight(totals.wasted),
            mean_level: self.of_time(totals.level_time) / MICRO,
        };
        self.simulation.resources().zip(&self.block.totals.resources).map(resource).collect()
    }

    fn procs(&self) -> Vec<Proc> {
        let procs = self.simulation.procs().zip(&self.block.totals.procs);
        let apart = self.block.totals_without_length.as_deref();
        let proc = |(place, (name, &(procs, attempts))): (usize, (&str, &(u64, u64)))| {
            let procs_without_length =
                apart.and_then(|apart| apart.procs.get(place)).map_or(0, |&(procs, _)| procs);
            Proc { name: name.to_owned(), procs, procs_without_length, attempts }
        };
        procs.enumerate().map(proc).collect()
    }

    fn reactions(&self) -> Option<Vec<Reaction>> {
        let reactions = self.simulation.reactions().zip(&self.block.totals.reactions);
        let apart = self.block.totals_without_length.as_deref();
        let reaction = |(place, (name, &count)): (usize, (&str, &u64))| {
            let count_without_length =
                apart.and_then(|apart| apart.reactions.get(place)).copied().unwrap_or(0);
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
        let apart = self.block.totals_without_length.as_deref();
        let rate = |(bin, (&damage, &time)): (usize, (&u128, &u128))| {
            let apart = apart.and_then(|apart| apart.timeline.get(bin)).copied().unwrap_or(0);
            TimelineBin {
                from: bin as f64 * self.simulation.timeline_bin(),
                dps: damage.saturating_sub(apart) as f64 / MILLI / (time as f64 / MICRO),
            }
        };
        bins.filter(|(_, (_, time))| **time > 0).map(rate).collect()
    }

    /// The iterations nearest to the least, the median and the largest DPS.
    fn notable(&self) -> Entries<u64> {
        let dps = &self.block.dps;
        let values = [("least", dps.min()), ("median", self.quantile(50)), ("most", dps.max())];
        let nearest = |value: Option<f64>| self.block.nearest_iteration(value?);
        values.into_iter().filter_map(|(name, value)| Some((name.to_owned(), nearest(value)?))).collect()
    }
}

/// How the values of a sample are spread, of which these are the moments.
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

fn ability(name: String, by: Option<String>, row: &RowTotals, all: u128, apart: u128) -> Ability {
    let count = |cell: &OutcomeTotals| OutcomeCount { count: cell.count, damage: cell.damage as f64 / MILLI };
    let came = AttackOutcome::ALL.into_iter().zip(&row.outcomes).filter(|(_, cell)| cell.count > 0);
    Ability {
        name,
        by,
        casts: row.casts,
        damage: row.damage() as f64 / MILLI,
        damage_without_length: apart as f64 / MILLI,
        share: row.damage() as f64 / all.max(1) as f64,
        outcomes: came.map(|(outcome, cell)| (outcome, count(cell))).collect(),
        healed: row.healed as f64 / MILLI,
        overhealed: row.overhealed as f64 / MILLI,
    }
}
