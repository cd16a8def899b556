//! What a contest has to say, for machines and for people.

use quadrille_daifugo::arena::{Leads, Standings, Tally};
use quadrille_daifugo::players::Player;
use quadrille_daifugo::rules::{Rule, Rules};
use quadrille_experiment::report::{Bars, Block, Section, Series, Table};
use quadrille_experiment::{Conclusion, Report};
use serde_json::{Map, Value, json};

use super::settings::Settings;
use crate::adapters::figures::confidence;
use crate::adapters::format::{metric, percent, tenths};
use crate::report::figure::{count, counted};

pub(super) fn conclusion(settings: &Settings, tally: &Tally) -> Conclusion {
    let findings = Findings::new(settings, tally);
    Conclusion::new(&findings.result(), findings.report())
        .counting("games", tally.games())
        .counting("moves", tally.moves())
}

struct Findings<'a> {
    settings: &'a Settings,
    tally: &'a Tally,
    /// Each once: players of one kind are numbered.
    names: Vec<String>,
    standings: Vec<Option<Standings>>,
}

/// What a predicate says of leads: its key, its name, and its figure.
type Proof = (&'static str, &'static str, fn(&Leads) -> u64);

const PROOFS: [Proof; 3] = [
    ("groups", "groups alone", |leads| leads.groups),
    ("eight_cut", "with 8-cut", |leads| leads.eight_cut),
    ("sure_win", "full rules", |leads| leads.sure_win),
];

impl<'a> Findings<'a> {
    fn new(settings: &'a Settings, tally: &'a Tally) -> Self {
        let players = settings.arena.players();
        let alike = |player: &Player| players.iter().filter(|other| *other == player).count();
        let name = |(at, player): (usize, &Player)| match alike(player) {
            1 => player.name().to_owned(),
            _ => format!("{player} {}", 1 + players[..at].iter().filter(|other| *other == player).count()),
        };
        Self {
            settings,
            tally,
            names: players.iter().enumerate().map(name).collect(),
            standings: (0..players.len()).map(|player| tally.standings(player, confidence())).collect(),
        }
    }

    fn players(&self) -> std::ops::Range<usize> {
        0..self.names.len()
    }

    fn mean(&self, player: usize) -> f64 {
        self.standings[player].map_or(0.0, |standings| standings.mean)
    }

    /// Half the interval of a player's points a game.
    fn error(&self, player: usize) -> Option<f64> {
        Some(self.standings[player]?.interval?.half_width())
    }

    /// The players, the one with the most points first.
    fn ranking(&self) -> Vec<usize> {
        let mut ranking: Vec<usize> = self.players().collect();
        ranking.sort_by_key(|&player| (std::cmp::Reverse(self.tally.points(player)), player));
        ranking
    }
}

/// Players of one kind, who differ by luck alone.
struct Fellows {
    name: &'static str,
    players: usize,
    /// Points a game of one of them.
    mean: f64,
}

impl Findings<'_> {
    /// The kinds of players, the one with the most points first.
    fn kinds(&self) -> Vec<Fellows> {
        let players = self.settings.arena.players();
        let fellows = |kind: Player| {
            let own: Vec<usize> = self.players().filter(|&player| players[player] == kind).collect();
            let points: u64 = own.iter().map(|&player| self.tally.points(player)).sum();
            let mean = points as f64 / (self.tally.games().max(1) * own.len().max(1) as u64) as f64;
            Fellows { name: kind.name(), players: own.len(), mean }
        };
        let mut kinds: Vec<Fellows> =
            Player::ALL.map(fellows).into_iter().filter(|kind| kind.players > 0).collect();
        kinds.sort_by(|one, other| other.mean.total_cmp(&one.mean));
        kinds
    }
}

/// For machines.
impl Findings<'_> {
    fn result(&self) -> Map<String, Value> {
        let rules = self.settings.arena.rules();
        let object = json!({
            "games": self.tally.games(),
            "players": self.players().map(|player| self.player_json(player)).collect::<Value>(),
            "kinds": self.kinds().iter().map(kind_json).collect::<Value>(),
            "leads": leads_json(&self.tally.all_leads()),
            "rounds": self.tally.rounds(),
            "sitting": self.settings.sitting,
            "moves": self.tally.moves(),
            "stuck": self.tally.stuck(),
            "jokers": rules.jokers(),
            "rules": rules.rules().map(Rule::name).collect::<Vec<_>>(),
        });
        match object {
            Value::Object(result) => result,
            _ => Map::new(),
        }
    }

    fn player_json(&self, player: usize) -> Value {
        let interval = self.standings[player].and_then(|standings| standings.interval);
        json!({
            "name": self.settings.arena.players()[player].name(),
            "games": self.tally.games(),
            "points": self.tally.points(player),
            "points_per_game": self.standings[player].map(|standings| standings.mean),
            "low": interval.map(|interval| interval.low),
            "high": interval.map(|interval| interval.high),
            "error": self.error(player),
            "places": self.tally.places(player),
            "leads": leads_json(self.tally.leads(player)),
        })
    }
}

fn kind_json(kind: &Fellows) -> Value {
    json!({ "name": kind.name, "players": kind.players, "points_per_game": kind.mean })
}

fn leads_json(leads: &Leads) -> Value {
    let mut object = Map::new();
    object.insert("all".to_owned(), json!(leads.all));
    for (key, _, of) in PROOFS {
        object.insert(key.to_owned(), json!(of(leads)));
        object.insert(format!("{key}_share"), json!(share(of(leads), leads.all)));
    }
    object.into()
}

/// A part of a whole; none of none.
fn share(part: u64, whole: u64) -> f64 {
    if whole == 0 { 0.0 } else { part as f64 / whole as f64 }
}

/// For people.
impl Findings<'_> {
    fn report(&self) -> Report {
        let games = counted(self.tally.games(), "game");
        let even = (self.names.len() + 1) as f64 / 2.0;
        let kinds = self.kinds();
        let of_each: Vec<String> =
            kinds.iter().map(|kind| format!("{} {:.3}", kind.name, kind.mean)).collect();
        let mut figures: Vec<_> = kinds
            .iter()
            .map(|kind| metric(&format!("points, {}", kind.name), format!("{:.3}", kind.mean)))
            .collect();
        figures.push(metric("games", count(self.tally.games())));
        if self.settings.arena.rules() == uecda_for(self.names.len()) {
            let leads = self.tally.all_leads();
            figures.push(metric("leads won for sure", percent(share(leads.sure_win, leads.all))));
        }
        Report {
            title: format!("Daifugo: {}", of_each.join(", ")),
            lead: format!(
                "Over {games}, in which everybody had the same cards in the same seats, these are the points a game \
                 of each kind of player; an even share is {even}."
            ),
            metrics: figures,
            sections: vec![
                self.points_section(),
                self.places_section(),
                self.leads_section(),
                self.how_section(),
            ],
        }
    }

    fn points_section(&self) -> Section {
        let mut table = Table::new(&["player", "#points a game", "#± at 95 %", "#from", "#to", "#points"]);
        let shown = |value: Option<f64>| value.map_or_else(|| "–".to_owned(), |value| format!("{value:.3}"));
        for player in self.ranking() {
            let interval = self.standings[player].and_then(|standings| standings.interval);
            table.push([
                self.names[player].clone(),
                format!("{:.3}", self.mean(player)),
                shown(self.error(player)),
                shown(interval.map(|interval| interval.low)),
                shown(interval.map(|interval| interval.high)),
                count(self.tally.points(player)),
            ]);
        }
        let ranking = self.ranking();
        let bars = Bars {
            title: "Points a game of each player".to_owned(),
            category_axis: "player".to_owned(),
            value_axis: "points a game".to_owned(),
            categories: ranking.iter().map(|&player| self.names[player].clone()).collect(),
            series: vec![Series {
                name: "points a game".to_owned(),
                values: ranking.iter().map(|&player| hundredths(self.mean(player))).collect(),
            }],
        };
        Section { title: "Points".to_owned(), blocks: vec![Block::Bars(bars), Block::Table(table)] }
    }

    fn places_section(&self) -> Section {
        let places: Vec<String> = self.players().map(place).collect();
        let headings: Vec<String> = std::iter::once("player".to_owned())
            .chain(places.iter().map(|place| format!("#{place}")))
            .collect();
        let mut table = Table::new(&headings.iter().map(String::as_str).collect::<Vec<_>>());
        for player in self.ranking() {
            let often = self.tally.places(player).iter().map(|&often| count(often));
            table.push(std::iter::once(self.names[player].clone()).chain(often));
        }
        let bars = Bars {
            title: "How often each player comes out in each place, in percent of the games".to_owned(),
            category_axis: "place".to_owned(),
            value_axis: "percent of the games".to_owned(),
            categories: places,
            series: self
                .ranking()
                .into_iter()
                .map(|player| Series {
                    name: self.names[player].clone(),
                    values: self
                        .tally
                        .places(player)
                        .iter()
                        .map(|&often| tenths(100.0 * share(often, self.tally.games())))
                        .collect(),
                })
                .collect(),
        };
        Section { title: "Places".to_owned(), blocks: vec![Block::Bars(bars), Block::Table(table)] }
    }

    fn leads_section(&self) -> Section {
        let all = self.tally.all_leads();
        let mut table = Table::new(&["player", "#leads", "#groups alone", "#with 8-cut", "#full rules"]);
        let mut row = |name: &str, leads: &Leads| {
            let shares = PROOFS.map(|(.., of)| percent(share(of(leads), leads.all)));
            table.push([name.to_owned(), count(leads.all)].into_iter().chain(shares));
        };
        for player in self.ranking() {
            row(&self.names[player], self.tally.leads(player));
        }
        row("all", &all);
        let bars = Bars {
            title: "Leads that each proof decides, in percent of all".to_owned(),
            category_axis: "proof".to_owned(),
            value_axis: "percent of the leads".to_owned(),
            categories: PROOFS.map(|(_, name, _)| name.to_owned()).into(),
            series: vec![Series {
                name: "leads".to_owned(),
                values: PROOFS.map(|(.., of)| tenths(100.0 * share(of(&all), all.all))).into(),
            }],
        };
        let what = "A lead is decided where whoever plays it wins for sure, however the other cards are dealt. Groups alone is \
                    the simple predicate: no joker in hand, and at most one group that can be answered; with 8-cut, groups of 8s \
                    need no fear. Neither sees a revolution, and so they can be wrong. The full rules count sequences, jokers, \
                    8-cut, revolution and the 3 of spades, as far as this table plays by them, and are never wrong. Without the 8-cut \
                    rule the first two are the same.";
        let known = "No proof is known under some of this table's rules, and so no lead is counted as won by any of these.";
        let mut blocks = vec![Block::Text(what.to_owned())];
        if !self.settings.arena.has_proofs() {
            blocks.push(Block::Text(known.to_owned()));
        }
        blocks.extend([Block::Bars(bars), Block::Table(table)]);
        Section { title: "Leads that are won for sure".to_owned(), blocks }
    }

    fn how_section(&self) -> Section {
        let rules = self.settings.arena.rules();
        let named = if rules == uecda_for(self.names.len()) {
            "UECda's".to_owned()
        } else {
            let names: Vec<&str> = rules.rules().map(Rule::name).collect();
            format!("these: {}", names.join(", "))
        };
        let text = format!(
            "{} of {} games each at most: as many series as players, in each of which everybody sits one place further; a round is one \
             sitting of every series, with the same cards and seats. The first game of a sitting has no classes, from the second \
             on cards are exchanged. Games of a round depend on one another, rounds do not: they are the units of the \
             intervals. {} ended stuck. The rules are {named}, with {}.",
            counted(self.tally.rounds(), "round"),
            count(self.settings.sitting * self.names.len() as u64),
            counted(self.tally.stuck(), "game"),
            counted(rules.jokers().into(), "joker"),
        );
        Section { title: "How it was measured".to_owned(), blocks: vec![Block::Text(text)] }
    }
}

/// The contest's rules for so many players.
fn uecda_for(players: usize) -> Rules {
    Rules::UECDA.of(players, 1).unwrap_or_default()
}

/// `1st`, `2nd` …
fn place(class: usize) -> String {
    let ending = ["st", "nd", "rd"].get(class).unwrap_or(&"th");
    format!("{}{ending}", class + 1)
}

/// Rounded to hundredths, for a bar that shows its value.
fn hundredths(value: f64) -> f64 {
    (value * 100.0).round() / 100.0
}
