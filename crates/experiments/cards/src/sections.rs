//! Sections that the reports of several card games share.

use quadrille_report::figure::counted;
use quadrille_report::figures::{Around, Columns, Datum, Figure, Show};
use quadrille_report::format::{capital, error_digits, percent, tenths, to_digits};
use quadrille_report::ranks::{ranks, tied_for_first};
use quadrille_report::{Bars, Block, Section, Series};
use quadrille_runner::foreign;
use quadrille_stats::Interval;
use quadrille_table::Faults;

/// A player's points and ranks, as a report shows them.
#[derive(Debug, Clone)]
pub struct Standing<'a> {
    /// The unique name of the player.
    pub name: &'a str,
    /// The sum of the points of all games.
    pub points: i64,
    /// The mean points per game.
    pub mean: f64,
    /// The 95 % interval of `mean`.
    pub interval: Option<Interval>,
    /// The number of games in which the player took each rank, the first rank first.
    pub places: &'a [u64],
}

impl Standing<'_> {
    /// The mean points per game, with its interval.
    const MEAN: Figure<Self> = Figure {
        key: "points_per_game",
        heading: "points per game",
        value: |standing| Datum::Number(standing.mean),
        interval: Some(|standing| standing.interval.map(|Interval { low, high }| Around::ends(low, high))),
        show: Show::Precise,
    };
}

/// Returns the number of decimals with which the means are shown.
pub fn digits(standings: &[Standing<'_>]) -> usize {
    error_digits(standings.iter().filter_map(|standing| standing.interval).map(Interval::half_width))
}

/// Returns the section on points. `standings` has the best player first; `unit` is the name of the
/// points.
pub fn points(standings: &[Standing<'_>], unit: &str, fewer_win: bool) -> Section {
    let a_game = format!("{unit} per game");
    let names: Vec<String> = standings.iter().map(|standing| standing.name.to_owned()).collect();
    let intervals: Vec<_> = standings.iter().map(|standing| standing.interval).collect();
    let digits = digits(standings);
    let strength = strength(standings, fewer_win);
    let mean = Standing::MEAN;
    let table = Columns::of(standings)
        .column("player", |standing| standing.name.to_owned())
        .cells("#rank", ranks(&strength))
        .named(&a_game, &mean)
        .half(&mean)
        .ends(&mean)
        .column(&format!("#{unit}"), |standing| Datum::Signed(standing.points).to_string())
        .table();
    let means = standings.iter().map(|standing| to_digits(standing.mean, digits));
    let within = intervals.iter().map(|interval| interval.map(|Interval { low, high }| [low, high]));
    let bars = Bars::new(
        format!("{} of each player, with 95 % intervals", capital(&a_game)),
        ["player", &a_game],
        names.clone(),
    )
    .named()
    .with(Series::new(&a_game, means.collect()).within(within.collect()));
    let tied = tied_for_first(&names, &strength).map(Block::Text);
    let blocks = [Block::Bars(bars), Block::Table(table)].into_iter().chain(tied);
    Section::new(capital(unit), blocks)
}

/// Returns the range of possible ranks of each player, such as `1–2`, as [`ranks`] defines it.
pub fn ranks_of(standings: &[Standing<'_>], fewer_win: bool) -> Vec<String> {
    ranks(&strength(standings, fewer_win))
}

/// Returns the interval of each player's points, negated if fewer points are better.
fn strength(standings: &[Standing<'_>], fewer_win: bool) -> Vec<Option<Interval>> {
    standings.iter().map(|standing| standing.interval.map(|own| towards(own, fewer_win))).collect()
}

/// Returns the interval, or its negative if fewer points are better.
fn towards(interval: Interval, fewer_win: bool) -> Interval {
    if fewer_win { Interval { low: -interval.high, high: -interval.low } } else { interval }
}

/// Returns the section on ranks. `standings` has the best player first.
pub fn places(standings: &[Standing<'_>], games: u64) -> Section {
    let places: Vec<String> = (0..standings.len()).map(place).collect();
    let often = |standing: &Standing<'_>, place: usize| {
        percent(in_place(standing, place) as f64 / games.max(1) as f64)
    };
    let table = Columns::of(standings).column("player", |standing| standing.name.to_owned());
    let table = places
        .iter()
        .enumerate()
        .fold(table, |table, (at, place)| table.column(&format!("#{place}"), |standing| often(standing, at)));
    let share = |often: u64| tenths(100.0 * often as f64 / games.max(1) as f64);
    let series = standings.iter().map(|standing| {
        let shares = (0..standings.len()).map(|place| share(in_place(standing, place)));
        Series::new(standing.name.to_owned(), shares.collect())
    });
    let bars = Bars::new(
        "Frequency of each place, in percent of the games",
        ["place", "percent of the games"],
        places,
    )
    .with_all(series);
    let ties = "Players with equal points in a game are placed in random order.".to_owned();
    Section::new("Places", [Block::Bars(bars), Block::Table(table.table()), Block::Text(ties)])
}

/// Returns the number of games in a rank. Missing counts, possible in results that were edited by
/// hand, are 0.
fn in_place(standing: &Standing<'_>, place: usize) -> u64 {
    standing.places.get(place).copied().unwrap_or(0)
}

/// Returns the section on a run that is not reproducible: the reason, the names of the players, and
/// the faults of external programs. `None` if `why` is `None`.
pub fn programs(
    why: Option<&str>,
    names: &[String],
    faults: impl Iterator<Item = Option<Faults>>,
) -> Option<Section> {
    Some(foreign::section(why?, names.iter().map(String::as_str).zip(faults)))
}

/// Returns a sentence on the decisions of external programs that were replaced, with a space before
/// it; empty if there are none.
pub fn replaced(names: &[String], faults: impl Iterator<Item = Option<Faults>>) -> String {
    foreign::replaced(names.iter().map(String::as_str).zip(faults))
}

/// Returns a sentence on the number of games that ended in a deadlock; empty if `stuck` is `None`.
pub fn stuck(stuck: Option<u64>) -> String {
    stuck.map_or_else(String::new, |stuck| format!(" {} ended in a deadlock.", counted(stuck, "game")))
}

/// Returns a sentence on the rules and jokers of the games.
pub fn rules(rules: &str, jokers: Option<u32>) -> String {
    let rules = if rules.is_empty() { "the basic rules".to_owned() } else { rules.replace('_', " ") };
    match jokers {
        Some(jokers) => format!("The rules are {rules}, with {}.", counted(jokers.into(), "joker")),
        None => format!("The rules are {rules}."),
    }
}

/// Returns the ordinal of a rank counted from 0: `1st`, `2nd` …
pub fn place(class: usize) -> String {
    let ending = ["st", "nd", "rd"].get(class).unwrap_or(&"th");
    format!("{}{ending}", class + 1)
}
