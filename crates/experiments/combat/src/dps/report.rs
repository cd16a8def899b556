//! The report of `combat.dps`.

use std::cmp::Ordering;

use quadrille_combat::AttackOutcome;
use quadrille_report::{Bars, Block, Command, Folded, Lines, ReportTable, Section, Series};
use quadrille_runner::Report;

use super::courses::courses;
use super::result::{Ability, Aura, DpsDetails, DpsResult, Proc, Reaction, Resource, Spread, Taken};
use crate::profiles::CommandArguments;
use quadrille_report::figure::{count, counted, decimal, number};
use quadrille_report::figures::{Columns, Figure, Show};
use quadrille_report::format::{
    estimate, metric, percent, points, points_of_column, rounded, tenths, unknown,
};

/// Maximum number of lines of the sample log in the report.
const LINES_SHOWN: usize = 80;
/// Maximum number of points of the chart of DPS over time.
const MOST_POINTS: usize = 60;
/// The chart of DPS over time ends when less than this share of the fights is still in progress.
const LEAST_IN_PROGRESS: f64 = 0.05;

/// Returns the report of fights with `seed`; `arguments` is the profile as command-line arguments.
pub(super) fn report(
    result: &DpsResult,
    details: &DpsDetails,
    seed: u64,
    arguments: &CommandArguments,
) -> Report {
    let (name, dps) = (&result.profile, &result.dps);
    let [mean, error] = estimate(dps.mean, dps.error);
    Report {
        title: match (dps.mean, &result.time_to_kill) {
            (Some(_), _) => format!("{name}: {mean} DPS"),
            (None, Some(_)) => format!("{name}: kills at once"),
            (None, None) => format!("{name}: all fights ended at time 0"),
        },
        lead: lead(result),
        metrics: [
            dps.mean.map(|_| metric("DPS", mean)),
            dps.error.map(|_| metric("± at 95 %", error)),
            dps.stddev.map(|_| Spread::stddev.metric(dps)),
            Some(DpsResult::iterations.metric(result)),
            (result.without_length > 0).then(|| DpsResult::without_length.metric(result)),
            result
                .time_to_kill
                .as_ref()
                .and_then(|time| Some(metric("seconds to kill", time_of(time.mean?)))),
            result.dtps.filter(|taken| taken.mean > Some(0.0)).map(|taken| Taken::mean.metric(&taken)),
        ]
        .into_iter()
        .flatten()
        .collect(),
        sections: [
            abilities(result, "Sources of damage", &result.abilities),
            spread(result, seed, arguments),
            time_to_kill(result),
            side(result),
            abilities(result, "Damage taken by the actor", result.taken.as_deref().unwrap_or_default()),
            uptimes(result, details),
            resources(result),
            procs(result),
            reactions(result),
            timeline(result, details),
            median_fight(result, details),
        ]
        .into_iter()
        .flatten()
        .collect(),
    }
}

/// Returns the sentences at the top of the report.
fn lead(result: &DpsResult) -> String {
    let (name, dps) = (&result.profile, &result.dps);
    let with_length = result.iterations.saturating_sub(result.without_length);
    // The mean length of fights with a length above 0. Fights that ended at time 0 add nothing to
    // the sum of the lengths.
    let seconds = result.length * fights(result) / with_length.max(1) as f64;
    let [mean, error] = estimate(dps.mean, dps.error);
    let interval = dps.error.map_or_else(String::new, |_| format!(" ± {error}"));
    let first = dps.mean.map(|_| {
        format!(
            "Over {} of {seconds:.0} seconds on average, {name} has {}{interval} DPS; {}.",
            counted(with_length, "fight"),
            mean,
            if dps.rare {
                "but a few fights cause most of the variation, so the interval is unreliable: rare events may matter more than the interval shows"
            } else {
                "the interval contains the true mean with 95 % confidence"
            },
        )
    });
    let second = (result.without_length > 0).then(|| {
        let all = if dps.mean.is_none() { ": there is no DPS at all" } else { "" };
        format!(
            "{} of {} ended at time 0 and have no DPS{all}.",
            count(result.without_length),
            counted(result.iterations, "fight"),
        )
    });
    let third = result.time_to_kill.as_ref().and_then(|time| {
        let error = time.error.map_or_else(String::new, |error| format!(" ± {}", time_of(error)));
        let of = if result.kills == result.iterations {
            String::new()
        } else {
            format!(" in the {} that ended with a kill", counted(result.kills, "fight"))
        };
        Some(format!("The last target dies after {}{error} seconds on average{of}.", time_of(time.mean?)))
    });
    [first, second, third].into_iter().flatten().collect::<Vec<_>>().join(" ")
}

/// Formats seconds with three decimals.
fn time_of(seconds: f64) -> String {
    decimal(seconds, 3)
}

/// The figures of a distribution from the least to the greatest value.
const QUANTILES: [Figure<Spread>; 7] =
    [Spread::min, Spread::p05, Spread::p25, Spread::p50, Spread::p75, Spread::p95, Spread::max];

fn time_to_kill(result: &DpsResult) -> Option<Section> {
    let time = result.time_to_kill.as_ref()?;
    let decimals = |figure: Figure<Spread>| Figure { show: Show::Decimals(3), ..figure };
    let mean = decimals(Spread::mean);
    let table = Columns::of([time]).figure(&mean).half(&mean);
    let table = QUANTILES.into_iter().fold(table, |table, figure| table.figure(&decimals(figure))).table();
    let text = format!(
        "Seconds from the start of a fight to the death of the last target, over the {} that ended with this death.",
        counted(result.kills, "fight"),
    );
    let blocks = vec![Block::Table(table), Block::Text(text)];
    Some(Section::new("Time to kill", blocks))
}

fn spread(result: &DpsResult, seed: u64, arguments: &CommandArguments) -> Option<Section> {
    let histogram = result.histogram.as_ref()?;
    let table = QUANTILES.iter().fold(Columns::of([&result.dps]), Columns::figure).table();
    let which: Vec<String> =
        result.notable.iter().map(|(name, &iteration)| format!("{name} {}", count(iteration))).collect();
    let middles: Vec<f64> =
        histogram.edges.windows(2).map(|edges| f64::midpoint(edges[0], edges[1])).collect();
    let half =
        histogram.edges.first().zip(histogram.edges.get(1)).map_or(0.0, |(from, to)| (to - from) / 2.0);
    let bars = Bars::new(
        "Fights by DPS",
        [&format!("DPS, ± {}", number(rounded(half))), "fights"],
        middles.iter().map(|&middle| number(rounded(middle))).collect(),
    );
    let fights = histogram.counts.iter().map(|&count| count as f64).collect();
    let text = format!(
        "Any fight can be replayed by its number, with its complete log. The numbers of the fights \
         nearest to the least, the median and the most DPS are: {}.",
        which.join(", ")
    );
    let replay = result.notable.get("median").map(|median| {
        let what = "The median fight, with its complete log:".to_owned();
        let words = arguments.words();
        let line = format!("quadrille combat replay {words} --seed {seed} --iteration {median}");
        Block::Command(Command { what, line })
    });
    let blocks =
        [Block::Bars(bars.with(Series::new("fights", fights))), Block::Table(table), Block::Text(text)];
    Some(Section::new("Distribution over fights", blocks.into_iter().chain(replay)))
}

/// The name of the actor in tables that also list companions.
const ACTOR: &str = "the actor";

/// Returns the damage of the actor and each companion, if there are companions.
fn side(result: &DpsResult) -> Option<Section> {
    let mut sums: Vec<(&str, f64, f64)> = Vec::new();
    for ability in &result.abilities {
        let name = ability.by.as_deref().unwrap_or(ACTOR);
        match sums.iter_mut().find(|(known, ..)| *known == name) {
            Some(sum) => (sum.1, sum.2) = (sum.1 + timed(ability), sum.2 + ability.share),
            None => sums.push((name, timed(ability), ability.share)),
        }
    }
    if result.abilities.iter().all(|ability| ability.by.is_none()) {
        return None;
    }
    sums.sort_by(|one, other| other.1.total_cmp(&one.1));
    let damages: Vec<f64> = sums.iter().map(|&(_, damage, _)| damage).collect();
    let dps = per_second(result, &damages);
    let table = Columns::of(&sums)
        .column("who", |(name, ..)| (*name).to_owned())
        .column("#DPS", |&(_, damage, _)| dps(damage))
        .column("#share", |&(_, _, share)| percent(share));
    section("Damage of the actor and companions", table.table())
}

fn abilities(result: &DpsResult, title: &str, all: &[Ability]) -> Option<Section> {
    let damage: f64 = all.iter().map(|ability| ability.damage).sum();
    if damage == 0.0 {
        return None;
    }
    let mut used: Vec<&Ability> =
        all.iter().filter(|ability| ability.casts > 0 || ability.attacks() > 0).collect();
    used.sort_by(|one, other| other.damage.partial_cmp(&one.damage).unwrap_or(Ordering::Equal));
    let came = |outcome: &AttackOutcome| used.iter().any(|ability| ability.outcomes.contains_key(outcome));
    let outcomes: Vec<AttackOutcome> = AttackOutcome::ALL.into_iter().filter(came).collect();
    let companions = used.iter().any(|ability| ability.by.is_some());
    let damages: Vec<f64> = used.iter().map(|ability| timed(ability)).collect();
    let dps = per_second(result, &damages);
    let of_a_hit = |ability: &Ability| ability.damage / ability.landed().max(1) as f64;
    let hits: Vec<f64> = used.iter().map(|ability| of_a_hit(ability)).collect();
    let damage_per_hit = points_of_column(&hits);
    let share_of = |ability: &Ability, outcome| match ability.outcomes.get(outcome) {
        Some(outcome) if ability.damage > 0.0 => {
            percent(outcome.count as f64 / ability.attacks().max(1) as f64)
        }
        _ => unknown(),
    };
    let owner = |ability: &Ability| ability.by.as_deref().unwrap_or(ACTOR).to_owned();
    let table = Columns::of(used.iter().copied())
        .figure(&Ability::name)
        .when(companions, |table| table.column("of", owner))
        .column("#DPS", |ability| dps(timed(ability)))
        .figure(&Ability::share)
        .column("#uses per fight", |ability| per_fight(result, ability.casts))
        .column("#per hit or tick", |ability| match ability.damage {
            ..=0.0 => unknown(),
            _ => damage_per_hit(of_a_hit(ability)),
        });
    let table = outcomes.iter().fold(table, |table, outcome| {
        let heading = if outcome.name() == "hit" { "plain hit" } else { outcome.name() };
        table.column(&format!("#{heading}"), |ability| share_of(ability, outcome))
    });
    let damaging: Vec<&&Ability> = used.iter().filter(|ability| ability.damage > 0.0).collect();
    let shares = damaging.iter().map(|ability| tenths(100.0 * ability.share)).collect();
    let bars = Bars::new(
        "Share of the damage by ability",
        ["ability", "percent of the damage"],
        damaging.iter().map(|ability| ability.name.clone()).collect(),
    );
    let text = "“Per hit or tick” is the mean damage of the attacks and ticks that land, so misses and dodges \
                are not counted. The uses of damage over time are its applications, each of which has several \
                ticks.";
    let bars = Block::Bars(bars.named().with(Series::new("share", shares)));
    Some(Section::new(title, [bars, Block::Table(table.table()), Block::text(text)]))
}

fn uptimes(result: &DpsResult, details: &DpsDetails) -> Option<Section> {
    let mut auras: Vec<_> = result.uptimes.iter().zip(&details.auras).collect();
    auras.sort_by(|((_, one), _), ((_, other), _)| other.total_cmp(one));
    let table = Columns::of(auras.iter().map(|&(_, aura)| aura))
        .cells("buff or damage over time", auras.iter().map(|((name, _), _)| (*name).to_owned()))
        .cells("#up", auras.iter().map(|((_, uptime), _)| percent(**uptime)))
        .figure(&Aura::begins)
        .figure(&Aura::refreshed)
        .figure(&Aura::mean_stacks);
    section("Uptimes", table.table())
}

fn resources(result: &DpsResult) -> Option<Section> {
    let table = Columns::of(&result.resources)
        .figure(&Resource::name)
        .figure(&Resource::gained)
        .figure(&Resource::spent)
        .figure(&Resource::wasted)
        .figure(&Resource::mean_level);
    section("Resources", table.table())
}

fn procs(result: &DpsResult) -> Option<Section> {
    let table = Columns::of(&result.procs)
        .figure(&Proc::name)
        .column("#per fight", |proc| per_fight(result, proc.procs))
        .column("#per minute", |proc| {
            per_minute(result, proc.procs.saturating_sub(proc.procs_without_length))
        })
        .column("#per attempt", |proc| percent(proc.procs as f64 / proc.attempts.max(1) as f64));
    section("Procs", table.table())
}

fn reactions(result: &DpsResult) -> Option<Section> {
    let table = Columns::of(result.reactions.iter().flatten())
        .figure(&Reaction::name)
        .column("#per fight", |one| per_fight(result, one.count))
        .column("#per minute", |one| per_minute(result, one.count.saturating_sub(one.count_without_length)));
    section("Reactions", table.table())
}

/// Draws DPS over time. A point is the mean over several bins, because the period of an ability may
/// otherwise interfere with the width of a bin. Times at which only few fights are still in
/// progress are left out, because their means are unreliable.
fn timeline(result: &DpsResult, details: &DpsDetails) -> Option<Section> {
    let seconds = |bin: usize| details.timeline_seconds.get(bin).copied().unwrap_or(1.0);
    let most = (0..result.timeline.len()).map(seconds).fold(0.0, f64::max);
    let drawn = (0..result.timeline.len()).take_while(|&bin| seconds(bin) >= LEAST_IN_PROGRESS * most);
    let bins: Vec<usize> = drawn.collect();
    let [first, second, ..] = *bins.as_slice() else { return None };
    let width = result.timeline[second].from - result.timeline[first].from;
    let per_point = bins.len().div_ceil(MOST_POINTS);
    let mean = |bins: &[usize]| {
        let time: f64 = bins.iter().map(|&bin| seconds(bin)).sum();
        bins.iter().map(|&bin| result.timeline[bin].dps * seconds(bin)).sum::<f64>() / time
    };
    // A point is the mean of several bins, and is drawn in the middle of these bins.
    let middle = |bins: &[usize]| {
        let start = bins.first().map_or(0.0, |&bin| result.timeline[bin].from);
        start + width * bins.len() as f64 / 2.0
    };
    let chunks = bins.chunks(per_point);
    let left_out = if bins.len() < result.timeline.len() {
        format!(
            ", up to {:.0} seconds: later, fewer than {:.0} % of the fights are in progress",
            result.timeline[bins.len()].from,
            100.0 * LEAST_IN_PROGRESS
        )
    } else {
        String::new()
    };
    let means = counted((width * per_point as f64) as u64, "second");
    Some(Section::new(
        "Over the fight",
        [Block::Lines(Lines {
            title: format!("DPS over time; each point is the mean over {means}{left_out}"),
            place_axis: "seconds since the start".to_owned(),
            value_axis: "damage per second".to_owned(),
            logarithmic: false,
            mark: None,
            places: chunks.clone().map(middle).collect(),
            series: vec![Series::new("DPS", chunks.map(mean).collect())],
        })],
    ))
}

/// Returns the section of the fight nearest to the median: its charts, and the first lines of its
/// log.
fn median_fight(result: &DpsResult, details: &DpsDetails) -> Option<Section> {
    let mut table = ReportTable::new(&["#time", "event"]);
    for entry in result.median_log.as_ref()?.iter().take(LINES_SHOWN) {
        table.push([format!("{:.3}", entry.time), entry.event.to_string()]);
    }
    let text = format!(
        "Fight {} is nearest to the median, with {} DPS over {:.1} seconds.",
        count(*result.notable.get("median")?),
        points(result.dps.p50?),
        details.median_length?,
    );
    let (shown, lines) = (table.rows.len() as u64, result.median_log_lines?);
    let summary = match shown {
        shown if shown < lines => format!("The first {shown} of the {} lines of the log", count(lines)),
        _ => format!("The log: {}", counted(lines, "line")),
    };
    let log = Block::Folded(Folded { summary, table });
    let blocks = [Block::Text(text)].into_iter().chain(courses(result, details)).chain([log]);
    Some(Section::new("One fight", blocks))
}

/// Returns a section with a table, unless the table is empty.
fn section(title: &str, table: ReportTable) -> Option<Section> {
    (!table.rows.is_empty()).then(|| Section::new(title.to_owned(), [Block::Table(table)]))
}

fn fights(result: &DpsResult) -> f64 {
    result.iterations.max(1) as f64
}

/// Returns an ability's damage in fights with a length above 0.
fn timed(ability: &Ability) -> f64 {
    ability.damage - ability.damage_without_length
}

/// Returns a function that formats an amount of a column as a rate per second. The amount is a sum
/// over all fights. If all fights ended at time 0, the function returns a dash.
fn per_second(result: &DpsResult, column: &[f64]) -> impl Fn(f64) -> String + use<> {
    let seconds = seconds(result);
    let rates: Vec<f64> = column.iter().map(|amount| amount / seconds).collect();
    let rate = points_of_column(&rates);
    move |amount| if seconds > 0.0 { rate(amount / seconds) } else { unknown() }
}

fn per_fight(result: &DpsResult, times: u64) -> String {
    format!("{:.1}", times as f64 / fights(result))
}

fn per_minute(result: &DpsResult, times: u64) -> String {
    let seconds = seconds(result);
    if seconds > 0.0 { format!("{:.2}", times as f64 * 60.0 / seconds) } else { unknown() }
}

/// Returns the total length of all fights, in seconds.
fn seconds(result: &DpsResult) -> f64 {
    result.length * fights(result)
}
