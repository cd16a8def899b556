//! The result of `daifugo.arena`.

use quadrille_daifugo::arena::{Entrant, Leads, Tally};
use quadrille_daifugo::players::{Faults, PlayerKind};
use quadrille_daifugo::rules::Rule;
use quadrille_report::figures::Figures;
use quadrille_stats::Interval;
use serde::{Deserialize, Serialize};

use super::ArenaSettings;
use quadrille_report::intervals::confidence;

/// The result of `daifugo.arena`: every player plays the same deals, equally often in every seat.
///
/// With n players, the winner of a game gets n points, the second n − 1 points, and so on; the last
/// gets 1 point. Confidence intervals are at 95 %. Each round is one sample, because the games of a
/// round depend on one another.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Figures)]
#[serde(deny_unknown_fields)]
pub struct DaifugoResult {
    /// Number of games.
    #[figure("games")]
    pub games: u64,
    /// The players, in the order of the experiment.
    pub players: Vec<PlayerScore>,
    /// The kinds of players, by descending points.
    pub kinds: Vec<KindScore>,
    /// Counts of the leads of all players.
    pub leads: LeadCounts,
    /// Number of rounds. The confidence intervals use each round as one sample.
    pub rounds: u64,
    /// Maximum number of games of a sitting. Cards are exchanged between these games.
    pub sitting: u64,
    /// Number of moves, including passes.
    pub moves: u64,
    /// Number of games that ended stuck, after twenty consecutive passes.
    pub stuck: u64,
    /// Jokers in the deck, 0 to 2.
    pub jokers: u32,
    /// Names of the rules that were on.
    pub rules: Vec<String>,
    /// `false` if the run is not reproducible because of external programs or timed players; absent
    /// otherwise.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reproducible: Option<bool>,
    /// The reason why the run is not reproducible; absent if the run is reproducible.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub why_not_reproducible: Option<String>,
}

/// The results of one player.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Figures)]
#[serde(deny_unknown_fields)]
pub struct PlayerScore {
    /// Name; not necessarily unique.
    #[figure(name)]
    pub name: String,
    /// Number of games.
    pub games: u64,
    /// Points in all games.
    pub points: u64,
    /// Mean points per game; `None` without games.
    #[figure(within(low, high))]
    pub points_per_game: Option<f64>,
    /// Lower end of the 95 % interval of `points_per_game`; `None` with fewer than two rounds.
    pub low: Option<f64>,
    /// Upper end of the 95 % interval of `points_per_game`.
    pub high: Option<f64>,
    /// Half-width of the 95 % interval of `points_per_game`.
    pub error: Option<f64>,
    /// Number of games finished in each class, the richest first.
    pub places: Vec<u64>,
    /// Counts of the leads of the player.
    pub leads: LeadCounts,
    /// Numbers of missing or illegal decisions of the player, for each reason. These decisions were
    /// replaced. Absent without external programs.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[figure(other)]
    pub faults: Option<Faults>,
}

impl PlayerScore {
    /// Returns the interval of `points_per_game`.
    pub fn interval(&self) -> Option<Interval> {
        Some(Interval { low: self.low?, high: self.high? })
    }
}

/// The combined result of all players with the same name. Their results differ by chance only.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Figures)]
#[serde(deny_unknown_fields)]
pub struct KindScore {
    /// Name of the kind.
    #[figure(name)]
    pub name: String,
    /// Number of players of this kind.
    pub players: usize,
    /// Mean points per game and player.
    pub points_per_game: f64,
}

/// The number of leads, and how many of these leads are sure wins according to each of three
/// predicates. Shares are fractions of all leads, from 0 to 1; without leads they are 0.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize, Figures)]
#[serde(deny_unknown_fields)]
pub struct LeadCounts {
    /// Number of leads.
    #[figure("leads")]
    pub all: u64,
    /// Number of leads that are sure wins according to the predicate "groups only", which is never
    /// true with a joker in the hand.
    pub groups: u64,
    /// `groups` as a fraction of `all`.
    #[figure("groups only", percent)]
    pub groups_share: f64,
    /// Number of leads that are sure wins according to the predicate "with 8-cut". Without the
    /// 8-cut rule, it equals `groups`.
    pub eight_cut: u64,
    /// `eight_cut` as a fraction of `all`.
    #[figure("with 8-cut", percent)]
    pub eight_cut_share: f64,
    /// Number of leads that are proved to be sure wins under the rules of the table.
    pub sure_win: u64,
    /// `sure_win` as a fraction of `all`.
    #[figure("full rules", percent)]
    pub sure_win_share: f64,
}

impl DaifugoResult {
    /// Creates the result of a contest from its tally.
    pub(crate) fn of(settings: &ArenaSettings, tally: &Tally) -> Self {
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

/// Combines the results of players with the same name. The result is sorted by descending points
/// per game; with equal points, built-in players come first.
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

/// Returns `part / whole`, or 0 if `whole` is 0.
pub(crate) fn share(part: u64, whole: u64) -> f64 {
    if whole == 0 { 0.0 } else { part as f64 / whole as f64 }
}
