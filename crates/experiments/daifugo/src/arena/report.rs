//! The report of `daifugo.arena`: its result for people.

use std::cmp::Reverse;

use quadrille_daifugo::arena::has_proofs;
use quadrille_daifugo::rules::Rules;
use quadrille_report::{Bars, Block, Section, Series, Table};
use quadrille_runner::Report;
use quadrille_stats::Interval;

use super::result::{DaifugoResult, LeadCounts, PlayerScore, share};
use super::settings::Settings;
use crate::names::apart;
use quadrille_report::figure::{count, counted};
use quadrille_report::format::{metric, percent, tenths};
use quadrille_report::ranks::{ranks, tied_for_first};
use quadrille_runner::foreign;

/// What a proof is called, and the part of the leads that it decides.
type Proof = (&'static str, fn(&LeadCounts) -> f64);

const PROOFS: [Proof; 3] = [
    ("groups alone", |leads| leads.groups_share),
    ("with 8-cut", |leads| leads.eight_cut_share),
    ("full rules", |leads| leads.sure_win_share),
];

/// The settings say which rules are known to have proofs.
pub(crate) fn report(result: &DaifugoResult, settings: &Settings) -> Report {
    Findings::new(result, settings).report()
}

struct Findings<'a> {
    result: &'a DaifugoResult,
    settings: &'a Settings,
    /// Each once: players of one kind are numbered.
    names: Vec<String>,
}

impl<'a> Findings<'a> {
    fn new(result: &'a DaifugoResult, settings: &'a Settings) -> Self {
        let names: Vec<&str> = result.players.iter().map(|player| player.name.as_str()).collect();
        Self { result, settings, names: apart(&names) }
    }

    /// The players with their names, the one with the most points first.
    fn ranking(&self) -> Vec<(&str, &PlayerScore)> {
        let names = self.names.iter().map(String::as_str);
        let mut ranking: Vec<(&str, &PlayerScore)> = names.zip(&self.result.players).collect();
        ranking.sort_by_key(|(_, player)| Reverse(player.points));
        ranking
    }

    /// Whether the rules are the contest's for so many players.
    fn is_uecda(&self) -> bool {
        let rules = Rules::UECDA.of(self.names.len(), 1).unwrap_or_default();
        *self.settings.arena.setup() == rules
    }

    fn report(&self) -> Report {
        let games = counted(self.result.games, "game");
        let even = (self.names.len() + 1) as f64 / 2.0;
        let kinds = &self.result.kinds;
        let of_each: Vec<String> =
            kinds.iter().map(|kind| format!("{} {:.3}", kind.name, kind.points_per_game)).collect();
        let mut metrics: Vec<_> = kinds
            .iter()
            .map(|kind| metric(&format!("points, {}", kind.name), format!("{:.3}", kind.points_per_game)))
            .collect();
        metrics.push(metric("games", count(self.result.games)));
        if self.is_uecda() {
            metrics.push(metric("leads won for sure", percent(self.result.leads.sure_win_share)));
        }
        Report {
            title: format!("Daifugo: {}", of_each.join(", ")),
            lead: format!(
                "Over {games}, in which everybody had the same cards in the same seats, these are the points a game \
                 of each kind of player; an even share is {even}."
            ),
            metrics,
            sections: [
                self.points_section(),
                self.places_section(),
                self.leads_section(),
                self.how_section(),
            ]
            .into_iter()
            .chain(self.programs())
            .collect(),
        }
    }

    /// What programs from outside did, if some played.
    fn programs(&self) -> Option<Section> {
        let players = self.names.iter().map(String::as_str).zip(&self.result.players);
        let faults = players.map(|(name, player)| (name, player.faults.unwrap_or_default()));
        Some(foreign::section(self.result.why_not_reproducible.as_deref()?, faults))
    }

    fn points_section(&self) -> Section {
        let mut table =
            Table::new(&["player", "#rank", "#points a game", "#± at 95 %", "#from", "#to", "#points"]);
        let shown = |value: Option<f64>| value.map_or_else(|| "–".to_owned(), |value| format!("{value:.3}"));
        let ranking = self.ranking();
        let names: Vec<String> = ranking.iter().map(|(name, _)| (*name).to_owned()).collect();
        let intervals: Vec<_> = ranking.iter().map(|(_, player)| player.interval()).collect();
        for ((name, player), rank) in ranking.iter().zip(ranks(&intervals)) {
            table.push([
                (*name).to_owned(),
                rank,
                format!("{:.3}", player.points_per_game.unwrap_or(0.0)),
                shown(player.error),
                shown(player.low),
                shown(player.high),
                count(player.points),
            ]);
        }
        let points = ranking.iter().map(|(_, player)| hundredths(player.points_per_game.unwrap_or(0.0)));
        let within = intervals.iter().map(|interval| interval.map(|Interval { low, high }| [low, high]));
        let bars = Bars {
            title: "Points a game of each player, with 95 % intervals".to_owned(),
            category_axis: "player".to_owned(),
            named: true,
            value_axis: "points a game".to_owned(),
            series: vec![Series::new("points a game", points.collect()).within(within.collect())],
            categories: names.clone(),
        };
        let tied = tied_for_first(&names, &intervals).map(Block::Text);
        let blocks = [Block::Bars(bars), Block::Table(table)].into_iter().chain(tied).collect();
        Section { title: "Points".to_owned(), blocks }
    }

    fn places_section(&self) -> Section {
        let places: Vec<String> = (0..self.names.len()).map(place).collect();
        let headings: Vec<String> = std::iter::once("player".to_owned())
            .chain(places.iter().map(|place| format!("#{place}")))
            .collect();
        let mut table = Table::new(&headings.iter().map(String::as_str).collect::<Vec<_>>());
        for (name, player) in self.ranking() {
            let often = player.places.iter().map(|&often| count(often));
            table.push(std::iter::once(name.to_owned()).chain(often));
        }
        let bars = Bars {
            title: "How often each player comes out in each place, in percent of the games".to_owned(),
            category_axis: "place".to_owned(),
            named: false,
            value_axis: "percent of the games".to_owned(),
            categories: places,
            series: self
                .ranking()
                .into_iter()
                .map(|(name, player)| {
                    Series::new(
                        name.to_owned(),
                        player
                            .places
                            .iter()
                            .map(|&often| tenths(100.0 * share(often, self.result.games)))
                            .collect(),
                    )
                })
                .collect(),
        };
        Section { title: "Places".to_owned(), blocks: vec![Block::Bars(bars), Block::Table(table)] }
    }

    fn leads_section(&self) -> Section {
        let all = &self.result.leads;
        let mut table = Table::new(&["player", "#leads", "#groups alone", "#with 8-cut", "#full rules"]);
        let mut row = |name: &str, leads: &LeadCounts| {
            let shares = PROOFS.map(|(_, of)| percent(of(leads)));
            table.push([name.to_owned(), count(leads.all)].into_iter().chain(shares));
        };
        for (name, player) in self.ranking() {
            row(name, &player.leads);
        }
        row("all", all);
        let bars = Bars {
            title: "Leads that each proof decides, in percent of all".to_owned(),
            category_axis: "proof".to_owned(),
            named: true,
            value_axis: "percent of the leads".to_owned(),
            categories: PROOFS.map(|(name, _)| name.to_owned()).into(),
            series: vec![Series::new("leads", PROOFS.map(|(_, of)| tenths(100.0 * of(all))).into())],
        };
        let what = "A lead is decided where whoever plays it wins for sure, however the other cards are dealt. Groups alone is \
                    the simple predicate: no joker in hand, and at most one group that can be answered; with 8-cut, groups of 8s \
                    need no fear. Neither sees a revolution, and so they can be wrong. The full rules count sequences, jokers, \
                    8-cut, revolution and the 3 of spades, as far as this table plays by them, and are never wrong. Without the 8-cut \
                    rule the first two are the same.";
        let known = "No proof is known under some of this table's rules, and so no lead is counted as won by any of these.";
        let mut blocks = vec![Block::Text(what.to_owned())];
        if !has_proofs(*self.settings.arena.setup()) {
            blocks.push(Block::Text(known.to_owned()));
        }
        blocks.extend([Block::Bars(bars), Block::Table(table)]);
        Section { title: "Leads that are won for sure".to_owned(), blocks }
    }

    fn how_section(&self) -> Section {
        let result = self.result;
        let named = if self.is_uecda() {
            "UECda's".to_owned()
        } else {
            format!("these: {}", result.rules.join(", "))
        };
        let text = format!(
            "{} of {} games each at most: as many series as players, in each of which everybody sits one place further; a round is one \
             sitting of every series, with the same cards and seats. The first game of a sitting has no classes, from the second \
             on cards are exchanged. Games of a round depend on one another, rounds do not: they are the units of the \
             intervals. {} ended stuck. The rules are {named}, with {}.",
            counted(result.rounds, "round"),
            count(result.sitting * self.names.len() as u64),
            counted(result.stuck, "game"),
            counted(result.jokers.into(), "joker"),
        );
        Section { title: "How it was measured".to_owned(), blocks: vec![Block::Text(text)] }
    }
}

/// `1st`, `2nd` …
pub(crate) fn place(class: usize) -> String {
    let ending = ["st", "nd", "rd"].get(class).unwrap_or(&"th");
    format!("{}{ending}", class + 1)
}

/// Rounded to hundredths, for a bar that shows its value.
fn hundredths(value: f64) -> f64 {
    (value * 100.0).round() / 100.0
}
