//! What fights have to say, for machines and for people.

use quadrille_combat::{AttackOutcome, Block, OutcomeTotals, Profile, Replay, RowTotals, Simulation};
use quadrille_experiment::report::{Bars, Block as Piece, Lines, Metric, Section, Series, Table};
use quadrille_experiment::{Conclusion, Report};
use quadrille_stats::{Bins, Histogram, Quantile};
use serde_json::{Map, Value, json};

use crate::adapters::figures::error;
use crate::adapters::format::{metric, percent, points, tenths};
use crate::report::figure::{count, counted};

/// Damage is summed in thousandths of a point, time in millionths of a second, resources in millionths of a unit.
const MILLI: f64 = 1e3;
const MICRO: f64 = 1e6;
/// Lines of the sample fight in the result: all of an ordinary fight.
const LINES_KEPT: usize = 10_000;
/// Lines of the sample log that a report shows.
const LINES_SHOWN: usize = 80;

/// Everything that the fights came to.
pub(super) struct Findings<'a> {
    profile: &'a Profile,
    simulation: &'a Simulation,
    block: &'a Block,
    seed: u64,
    /// The iterations nearest to the least, the median and the largest DPS.
    notable: Vec<(&'static str, u64)>,
    /// The one nearest to the median, fought again.
    median: Option<Replay>,
}

pub(super) fn conclusion(profile: &Profile, simulation: &Simulation, seed: u64, block: &Block) -> Conclusion {
    let nearest = |value: Option<f64>| block.nearest_iteration(value?);
    let notable: Vec<(&str, u64)> = [
        ("least", nearest(block.dps.min())),
        ("median", nearest(quantile(block, 50))),
        ("most", nearest(block.dps.max())),
    ]
    .into_iter()
    .filter_map(|(name, iteration)| Some((name, iteration?)))
    .collect();
    let median = notable
        .iter()
        .find(|(name, _)| *name == "median")
        .and_then(|&(_, at)| simulation.replay_up_to(seed, at, LINES_KEPT, &()).ok());
    let findings = Findings { profile, simulation, block, seed, notable, median };
    Conclusion::new(&findings.result(), findings.report())
        .counting("fights", block.totals.iterations)
        .counting("events", block.totals.events)
}

/// A nearest-rank quantile of the DPS.
fn quantile(block: &Block, percent: u64) -> Option<f64> {
    block.sample.quantile(Quantile::percent(percent).ok()?)
}

impl Findings<'_> {
    fn fights(&self) -> f64 {
        self.block.totals.iterations.max(1) as f64
    }

    fn seconds(&self) -> f64 {
        self.block.totals.time as f64 / MICRO
    }

    /// A part of all fights' time.
    fn of_time(&self, micros: u128) -> f64 {
        micros as f64 / self.block.totals.time.max(1) as f64
    }

    /// What does damage to targets: name and totals.
    fn rows(&self) -> Vec<(String, &RowTotals)> {
        let named = self.simulation.rows().into_iter().zip(&self.block.totals.rows).enumerate();
        named.filter(|(row, _)| !self.simulation.is_taken(*row)).map(|(_, row)| row).collect()
    }

    /// What does damage to the actor.
    fn taken(&self) -> Vec<(String, &RowTotals)> {
        let named = self.simulation.rows().into_iter().zip(&self.block.totals.rows).enumerate();
        named.filter(|(row, _)| self.simulation.is_taken(*row)).map(|(_, row)| row).collect()
    }

    fn histogram(&self) -> Option<Histogram> {
        let (least, most) = (self.block.dps.min()?, self.block.dps.max()?);
        let mut histogram = Histogram::new(Bins::nice(least, most, self.block.totals.iterations).ok()?);
        self.block.sample.values().iter().try_for_each(|&value| histogram.record(value)).ok()?;
        Some(histogram)
    }

    /// Damage a second in each bin of the timeline, with the bin's beginning in seconds.
    fn timeline(&self) -> Vec<(f64, f64)> {
        let totals = &self.block.totals;
        let bins = totals.timeline.iter().zip(&totals.timeline_time).enumerate();
        let rate = |(bin, (&damage, &time)): (usize, (&u128, &u128))| {
            (bin as f64 * self.simulation.timeline_bin(), damage as f64 / MILLI / (time as f64 / MICRO))
        };
        bins.filter(|(_, (_, time))| **time > 0).map(rate).collect()
    }
}

/// For machines.
impl Findings<'_> {
    fn result(&self) -> Map<String, Value> {
        let totals = &self.block.totals;
        let mut result = Map::new();
        let mut tell = |key: &str, value: Value| result.insert(key.to_owned(), value);
        tell("profile", json!(self.profile.name()));
        tell("dps", self.dps_json());
        tell("iterations", json!(totals.iterations));
        tell("length", json!(self.seconds() / self.fights()));
        tell("events", json!(totals.events.to_string()));
        tell("abilities", self.rows().iter().map(|(name, row)| row_json(name, row, totals.damage)).collect());
        tell("uptimes", self.uptimes_json());
        tell("resources", self.resources_json());
        tell("procs", self.procs_json());
        if totals.taken > 0 || !self.taken().is_empty() {
            tell(
                "dtps",
                json!({ "mean": self.block.dtps.mean(), "stddev": self.block.dtps.standard_deviation() }),
            );
            tell("taken", self.taken().iter().map(|(name, row)| row_json(name, row, totals.taken)).collect());
            tell("deaths", json!(totals.deaths));
        }
        tell("kills", json!(totals.kills));
        tell(
            "histogram",
            self.histogram().map_or(
                Value::Null,
                |histogram| json!({ "edges": histogram.bins().edges(), "counts": histogram.counts() }),
            ),
        );
        let bin = |(from, dps): (f64, f64)| json!({ "from": from, "dps": dps });
        tell("timeline", self.timeline().into_iter().map(bin).collect());
        tell(
            "notable",
            self.notable.iter().map(|&(name, at)| (name.to_owned(), json!(at))).collect::<Map<_, _>>().into(),
        );
        tell("median_log_lines", json!(self.median.as_ref().map(|replay| replay.lines)));
        tell("median_log", self.median.as_ref().map_or(Value::Null, |replay| json!(replay.log)));
        result
    }

    fn dps_json(&self) -> Value {
        let dps = &self.block.dps;
        let at = |percent| quantile(self.block, percent);
        json!({
            "mean": dps.mean(), "stddev": dps.standard_deviation(), "error": error(&self.block.dps), "min": dps.min(),
            "max": dps.max(), "p05": at(5), "p25": at(25), "p50": at(50), "p75": at(75), "p95": at(95),
        })
    }

    fn uptimes_json(&self) -> Value {
        let entry = |(name, part): (String, f64)| (name, json!(part));
        self.uptimes().into_iter().map(entry).collect::<Map<_, _>>().into()
    }

    fn resources_json(&self) -> Value {
        let a_fight = |amount: u128| amount as f64 / MICRO / self.fights();
        let resources = self.simulation.resources().zip(&self.block.totals.resources);
        let resource = |(name, totals): (&str, &quadrille_combat::ResourceTotals)| {
            let level = totals.level_time as f64 / self.block.totals.time.max(1) as f64 / MICRO;
            json!({
                "name": name, "gained": a_fight(totals.gained), "spent": a_fight(totals.spent),
                "wasted": a_fight(totals.wasted), "mean_level": level,
            })
        };
        resources.map(resource).collect()
    }

    fn procs_json(&self) -> Value {
        let procs = self.simulation.procs().zip(&self.block.totals.procs);
        procs
            .map(|(name, &(procs, attempts))| json!({ "name": name, "procs": procs, "attempts": attempts }))
            .collect()
    }

    /// Buffs, then damage over time: the part of the time that each was up.
    fn uptimes(&self) -> Vec<(String, f64)> {
        let totals = &self.block.totals;
        let buffs = self.simulation.buffs().map(str::to_owned).zip(&totals.buffs);
        let dots = self.simulation.dots().map(|name| format!("dot.{name}")).zip(&totals.dots);
        buffs.chain(dots).map(|(name, aura)| (name, self.of_time(aura.uptime))).collect()
    }
}

/// A row for machines; its share is of `all` damage.
fn row_json(name: &str, row: &RowTotals, all: u128) -> Value {
    let cell = |(outcome, cell): (AttackOutcome, &OutcomeTotals)| {
        (outcome.name().to_owned(), json!({ "count": cell.count, "damage": cell.damage as f64 / MILLI }))
    };
    let outcomes: Map<String, Value> = outcomes(row).map(cell).collect();
    json!({
        "name": name, "casts": row.casts, "damage": row.damage() as f64 / MILLI,
        "share": row.damage() as f64 / all.max(1) as f64, "outcomes": outcomes,
        "healed": row.healed as f64 / MILLI, "overhealed": row.overhealed as f64 / MILLI,
    })
}

/// The outcomes that a row had, with how often and what damage.
fn outcomes(row: &RowTotals) -> impl Iterator<Item = (AttackOutcome, &OutcomeTotals)> {
    AttackOutcome::ALL.into_iter().zip(&row.outcomes).filter(|(_, cell)| cell.count > 0)
}

/// For people.
impl Findings<'_> {
    fn report(&self) -> Report {
        let dps = &self.block.dps;
        let (mean, error) = (dps.mean().unwrap_or(0.0), error(&self.block.dps));
        let interval = error.map_or_else(String::new, |error| format!(" ± {}", points(error)));
        let fights = counted(self.block.totals.iterations, "fight");
        Report {
            title: format!("{}: {} DPS", self.profile.name(), points(mean)),
            lead: format!(
                "Over {fights} of {:.0} seconds on average, {} does {}{interval} points of damage a second; with 95 % \
                 confidence the true mean is that near.",
                self.seconds() / self.fights(),
                self.profile.name(),
                points(mean),
            ),
            metrics: [
                Some(metric("DPS", points(mean))),
                error.map(|error| metric("± at 95 %", points(error))),
                dps.standard_deviation().map(|deviation| metric("from fight to fight", points(deviation))),
                Some(metric("fights", count(self.block.totals.iterations))),
                self.taken_figure(),
            ]
            .into_iter()
            .flatten()
            .collect(),
            sections: [
                self.spread(),
                self.abilities("Where the damage comes from", &self.rows(), self.block.totals.damage),
                self.abilities("What the actor takes", &self.taken(), self.block.totals.taken),
                self.uptime_section(),
                self.resource_section(),
                self.proc_section(),
                self.timeline_section(),
                self.log_section(),
            ]
            .into_iter()
            .flatten()
            .collect(),
        }
    }

    fn taken_figure(&self) -> Option<Metric> {
        let taken = self.block.dtps.mean().filter(|_| self.block.totals.taken > 0)?;
        Some(metric("damage taken a second", points(taken)))
    }

    fn spread(&self) -> Option<Section> {
        let histogram = self.histogram()?;
        let edges = histogram.bins().edges();
        let mut table = Table::new(&["#least", "#5 %", "#25 %", "#median", "#75 %", "#95 %", "#most"]);
        let at = |percent| quantile(self.block, percent);
        let row = [self.block.dps.min(), at(5), at(25), at(50), at(75), at(95), self.block.dps.max()];
        table.push(row.map(|value| value.map_or_else(String::new, points)));
        let which =
            self.notable.iter().map(|&(name, at)| format!("{name} {}", count(at))).collect::<Vec<_>>();
        Some(Section {
            title: "How fights differ".to_owned(),
            blocks: vec![
                Piece::Bars(Bars {
                    title: "How many fights end with how much damage a second".to_owned(),
                    category_axis: "DPS, from".to_owned(),
                    value_axis: "fights".to_owned(),
                    categories: edges[..edges.len() - 1].iter().map(|&edge| points(edge)).collect(),
                    series: vec![Series {
                        name: "fights".to_owned(),
                        values: histogram.counts().iter().map(|&count| count as f64).collect(),
                    }],
                }),
                Piece::Table(table),
                Piece::Text(format!(
                    "Any fight can be had again, with its log: `quadrille combat replay PROFILE.toml --seed {} --iteration N`. \
                     Nearest to these are the fights {}.",
                    self.seed,
                    which.join(", ")
                )),
            ],
        })
    }

    fn abilities(&self, title: &str, rows: &[(String, &RowTotals)], all: u128) -> Option<Section> {
        if rows.is_empty() || all == 0 {
            return None;
        }
        let mut rows: Vec<&(String, &RowTotals)> =
            rows.iter().filter(|(_, row)| row.casts > 0 || row.attacks() > 0).collect();
        rows.sort_by_key(|(_, row)| std::cmp::Reverse(row.damage()));
        let used: Vec<AttackOutcome> = AttackOutcome::ALL
            .into_iter()
            .filter(|&outcome| rows.iter().any(|(_, row)| outcomes(row).any(|(found, _)| found == outcome)))
            .collect();
        let names: Vec<String> = used.iter().map(|outcome| format!("#{}", outcome.name())).collect();
        let headings = ["ability", "#DPS", "#share", "#uses a fight", "#a hit"];
        let headings: Vec<&str> = headings.into_iter().chain(names.iter().map(String::as_str)).collect();
        let mut table = Table::new(&headings);
        for (name, row) in &rows {
            let attacks = row.attacks().max(1) as f64;
            let landed: u64 =
                outcomes(row).filter(|(outcome, _)| outcome.lands()).map(|(_, cell)| cell.count).sum();
            let figures = [
                points(row.damage() as f64 / MILLI / self.seconds()),
                percent(row.damage() as f64 / all as f64),
                format!("{:.1}", row.casts as f64 / self.fights()),
                points(row.damage() as f64 / MILLI / landed.max(1) as f64),
            ];
            let shares = used.iter().map(|&outcome| match row.outcomes[outcome as usize].count {
                0 => "–".to_owned(),
                count => percent(count as f64 / attacks),
            });
            table.push([name.clone()].into_iter().chain(figures).chain(shares));
        }
        let damaging: Vec<_> = rows.iter().filter(|(_, row)| row.damage() > 0).collect();
        Some(Section {
            title: title.to_owned(),
            blocks: vec![
                Piece::Bars(Bars {
                    title: "Each ability's part of the damage, in percent".to_owned(),
                    category_axis: "ability".to_owned(),
                    value_axis: "percent of the damage".to_owned(),
                    categories: damaging.iter().map(|(name, _)| name.clone()).collect(),
                    series: vec![Series {
                        name: "share".to_owned(),
                        values: damaging
                            .iter()
                            .map(|(_, row)| tenths(100.0 * row.damage() as f64 / all as f64))
                            .collect(),
                    }],
                }),
                Piece::Table(table),
            ],
        })
    }

    fn uptime_section(&self) -> Option<Section> {
        let totals = &self.block.totals;
        let mut table = Table::new(&[
            "buff or damage over time",
            "#up",
            "#begins a fight",
            "#refreshed a fight",
            "#mean stacks",
        ]);
        for ((name, uptime), aura) in self.uptimes().into_iter().zip(totals.buffs.iter().chain(&totals.dots))
        {
            table.push([
                name,
                percent(uptime),
                format!("{:.1}", aura.applied as f64 / self.fights()),
                format!("{:.1}", aura.refreshed as f64 / self.fights()),
                format!("{:.2}", self.of_time(aura.stack_time)),
            ]);
        }
        section("Uptimes", table)
    }

    fn resource_section(&self) -> Option<Section> {
        let a_fight = |amount: u128| format!("{:.1}", amount as f64 / MICRO / self.fights());
        let mut table =
            Table::new(&["resource", "#gained a fight", "#spent a fight", "#wasted a fight", "#mean level"]);
        for (name, totals) in self.simulation.resources().zip(&self.block.totals.resources) {
            let level = self.of_time(totals.level_time) / MICRO;
            let [gained, spent, wasted] = [totals.gained, totals.spent, totals.wasted].map(a_fight);
            table.push([name.to_owned(), gained, spent, wasted, format!("{level:.1}")]);
        }
        section("Resources", table)
    }

    fn proc_section(&self) -> Option<Section> {
        let mut table = Table::new(&["proc", "#a fight", "#a minute", "#of attempts"]);
        for (name, &(procs, attempts)) in self.simulation.procs().zip(&self.block.totals.procs) {
            table.push([
                name.to_owned(),
                format!("{:.1}", procs as f64 / self.fights()),
                format!("{:.2}", procs as f64 * 60.0 / self.seconds()),
                percent(procs as f64 / attempts.max(1) as f64),
            ]);
        }
        section("Procs", table)
    }

    fn timeline_section(&self) -> Option<Section> {
        let timeline = self.timeline();
        (timeline.len() > 1).then(|| Section {
            title: "Over the fight".to_owned(),
            blocks: vec![Piece::Lines(Lines {
                title: "Damage a second as the fight goes on, over all fights that are still on".to_owned(),
                place_axis: "seconds since the start".to_owned(),
                value_axis: "damage a second".to_owned(),
                places: timeline.iter().map(|&(from, _)| from).collect(),
                series: vec![Series {
                    name: "DPS".to_owned(),
                    values: timeline.iter().map(|&(_, dps)| dps).collect(),
                }],
            })],
        })
    }

    fn log_section(&self) -> Option<Section> {
        let replay = self.median.as_ref()?;
        let mut table = Table::new(&["#time", "what happens"]);
        for entry in replay.log.iter().take(LINES_SHOWN) {
            table.push([format!("{:.3}", entry.time), entry.event.to_string()]);
        }
        let text = format!(
            "Fight {} is the one nearest to the median, with {} DPS over {:.1} seconds. Its first {} of {} lines; `combat replay` \
             prints all.",
            count(replay.iteration),
            points(replay.dps()),
            replay.length(),
            table.rows.len(),
            count(replay.lines),
        );
        Some(Section {
            title: "A sample fight".to_owned(),
            blocks: vec![Piece::Text(text), Piece::Table(table)],
        })
    }
}

/// A table under a heading, unless it is empty.
fn section(title: &str, table: Table) -> Option<Section> {
    (!table.rows.is_empty()).then(|| Section { title: title.to_owned(), blocks: vec![Piece::Table(table)] })
}
