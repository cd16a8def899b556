//! What a contest comes to: the result of `daifugo.arena`.

use quadrille_daifugo::arena::{Entrant, Leads, Tally};
use quadrille_daifugo::players::{Faults, PlayerKind};
use quadrille_daifugo::rules::Rule;
use quadrille_stats::Interval;
use serde::{Deserialize, Serialize};

use super::Settings;
use quadrille_report::intervals::confidence;

/// The result of `daifugo.arena`: players against each other, each as often in every seat, all with the same
/// cards.
///
/// The winner of a game has as many points as there are players, the next one less, the last 1. Intervals are
/// those of 95 %; they count rounds, for the games of a round depend on one another.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DaifugoResult {
    /// How many games were played.
    pub games: u64,
    /// The players in the experiment's order.
    pub players: Vec<PlayerScore>,
    /// The kinds of players, the one with the most points first.
    pub kinds: Vec<KindScore>,
    /// Leads of all players.
    pub leads: LeadCounts,
    /// Rounds: the units of the intervals.
    pub rounds: u64,
    /// Games in a row, at most, between which cards are exchanged.
    pub sitting: u64,
    /// Moves of all games.
    pub moves: u64,
    /// Games that ended because nobody could go on.
    pub stuck: u64,
    /// Jokers in the deck, 0 to 2.
    pub jokers: u32,
    /// The names of the rules that were on.
    pub rules: Vec<String>,
    /// `false` where programs from outside play; absent otherwise.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reproducible: Option<bool>,
    /// Why the run is not reproducible.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub why_not_reproducible: Option<String>,
}

/// What a player came to.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PlayerScore {
    /// Its name; several may have the same.
    pub name: String,
    /// How many games it played.
    pub games: u64,
    /// Its points in all of them.
    pub points: u64,
    /// Their mean.
    pub points_per_game: Option<f64>,
    /// Where its interval begins; it takes two rounds.
    pub low: Option<f64>,
    /// Where it ends.
    pub high: Option<f64>,
    /// Half of it.
    pub error: Option<f64>,
    /// How often it came out in each place, the first place first.
    pub places: Vec<u64>,
    /// Its leads.
    pub leads: LeadCounts,
    /// Decisions made in its place; absent where no programs play.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub faults: Option<Faults>,
}

impl PlayerScore {
    /// The interval of `points_per_game`.
    pub fn interval(&self) -> Option<Interval> {
        Some(Interval { low: self.low?, high: self.high? })
    }
}

/// What players of one kind came to, who differ by luck alone.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct KindScore {
    /// What the kind is called.
    pub name: String,
    /// How many there were.
    pub players: usize,
    /// The mean points of one of them.
    pub points_per_game: f64,
}

/// Leads, and how many of them three proofs decide. Shares are of all leads, from 0 to 1; of none they are 0.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LeadCounts {
    /// How many leads there were.
    pub all: u64,
    /// Won for sure with groups alone.
    pub groups: u64,
    /// `groups` as a part of `all`.
    pub groups_share: f64,
    /// Won for sure with groups and 8-cut.
    pub eight_cut: u64,
    /// `eight_cut` as a part of `all`.
    pub eight_cut_share: f64,
    /// Won for sure under the full rules.
    pub sure_win: u64,
    /// `sure_win` as a part of `all`.
    pub sure_win_share: f64,
}

impl DaifugoResult {
    pub(crate) fn of(settings: &Settings, tally: &Tally) -> Self {
        let (players, rules) = (settings.arena.players(), *settings.arena.setup());
        let (foreign, why_not) = (settings.has_programs(), settings.why_not_reproducible());
        let score = |(place, player): (usize, &Entrant)| {
            let faults = foreign.then_some(*tally.faults(place));
            PlayerScore { faults, ..PlayerScore::of(player.name(), tally, place) }
        };
        Self {
            games: tally.games(),
            players: players.iter().enumerate().map(score).collect(),
            kinds: kinds(players, tally),
            leads: LeadCounts::of(&tally.all_leads()),
            rounds: tally.rounds(),
            sitting: settings.sitting,
            moves: tally.moves(),
            stuck: tally.stuck(),
            jokers: rules.jokers(),
            rules: rules.rules().map(|rule| Rule::name(rule).to_owned()).collect(),
            reproducible: why_not.map(|_| false),
            why_not_reproducible: why_not.map(str::to_owned),
        }
    }
}

impl PlayerScore {
    fn of(name: &str, tally: &Tally, player: usize) -> Self {
        let estimate = tally.estimate(player, confidence());
        let interval = estimate.and_then(|estimate| estimate.interval);
        Self {
            name: name.to_owned(),
            games: tally.games(),
            points: tally.points(player),
            points_per_game: estimate.map(|estimate| estimate.mean),
            low: interval.map(|interval| interval.low),
            high: interval.map(|interval| interval.high),
            error: interval.map(Interval::half_width),
            places: tally.places(player).to_vec(),
            leads: LeadCounts::of(tally.leads(player)),
            faults: None,
        }
    }
}

/// The players by name, the one with the most points first; of equals the built-in ones first.
fn kinds(players: &[Entrant], tally: &Tally) -> Vec<KindScore> {
    let built_in = PlayerKind::ALL.iter().map(|kind| kind.name());
    let mut names: Vec<&str> = built_in.into_iter().chain(players.iter().map(Entrant::name)).collect();
    let mut seen = std::collections::HashSet::new();
    names.retain(|name| seen.insert(*name));
    let score = |name: &str| {
        let own: Vec<usize> = (0..players.len()).filter(|&player| players[player].name() == name).collect();
        let points: u64 = own.iter().map(|&player| tally.points(player)).sum();
        let games = tally.games().max(1) * own.len().max(1) as u64;
        KindScore { name: name.to_owned(), players: own.len(), points_per_game: points as f64 / games as f64 }
    };
    let mut kinds: Vec<KindScore> = names.into_iter().map(score).filter(|kind| kind.players > 0).collect();
    kinds.sort_by(|one, other| other.points_per_game.total_cmp(&one.points_per_game));
    kinds
}

impl LeadCounts {
    fn of(leads: &Leads) -> Self {
        let &Leads { all, groups, eight_cut, sure_win } = leads;
        Self {
            all,
            groups,
            groups_share: share(groups, all),
            eight_cut,
            eight_cut_share: share(eight_cut, all),
            sure_win,
            sure_win_share: share(sure_win, all),
        }
    }
}

/// A part of a whole; none of none.
pub(crate) fn share(part: u64, whole: u64) -> f64 {
    if whole == 0 { 0.0 } else { part as f64 / whole as f64 }
}
