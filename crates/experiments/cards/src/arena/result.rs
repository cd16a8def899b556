//! The result of an arena.

use quadrille_report::figures::Figures;
use quadrille_report::intervals::confidence;
use quadrille_runner::Report;
use quadrille_stats::Interval;
use quadrille_table::Faults;
use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::report::report;
use super::tally::{ArenaTally, OfPlayer};
use super::{ArenaGame, ArenaSettings};
use crate::Words;
use crate::checks::{is_about, is_mean};

/// The result of an arena. An arena repeats every deal, so that every player is dealt every hand
/// equally often.
///
/// Points are counted as in the game, such as penalty points in Hearts. Intervals are 95 %
/// intervals over rounds, because the games of a round depend on each other. Deserialisation checks
/// that the counts are consistent.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Figures)]
#[serde(deny_unknown_fields, remote = "Self")]
pub struct ArenaResult {
    /// The number of games.
    #[figure("games")]
    pub games: u64,
    /// The players in the order of the experiment.
    pub players: Vec<ArenaScore>,
    /// The number of rounds. The intervals treat rounds as independent observations.
    pub rounds: u64,
    /// The maximum number of games in a sitting.
    pub sitting: u64,
    /// The number of decisions in all games. In Hearts, each card that is passed or played is a
    /// decision.
    pub decisions: u64,
    /// The number of jokers; absent for games without jokers.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub jokers: Option<u32>,
    /// The names of the enabled rules.
    pub rules: Vec<String>,
    /// `false` if the run is not reproducible because of external programs or timed players; absent
    /// otherwise.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reproducible: Option<bool>,
    /// The reason why the run is not reproducible; absent if the run is reproducible.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub why_not_reproducible: Option<String>,
}

/// The score of a player in an arena.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Figures)]
#[serde(deny_unknown_fields)]
pub struct ArenaScore {
    /// The name of the player, which need not be unique.
    #[figure(name)]
    pub name: String,
    /// The number of games of the player.
    pub games: u64,
    /// The sum of the points of all games.
    pub points: i64,
    /// The mean points per game; `None` without games.
    #[figure(within(low, high))]
    pub points_per_game: Option<f64>,
    /// The lower end of the 95 % interval of `points_per_game`; `None` with fewer than two rounds.
    pub low: Option<f64>,
    /// The upper end of the interval.
    pub high: Option<f64>,
    /// Half the width of the interval.
    pub error: Option<f64>,
    /// The number of games in which the player took each rank, the first rank first.
    pub places: Vec<u64>,
    /// The numbers of the player's decisions that were replaced by a legal action, for each reason;
    /// absent without external programs.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[figure(other)]
    pub faults: Option<Faults>,
}

impl ArenaScore {
    /// Returns the 95 % interval of `points_per_game`.
    pub fn interval(&self) -> Option<Interval> {
        Some(Interval { low: self.low?, high: self.high? })
    }

    fn of(name: &str, counts: &OfPlayer, players: usize, foreign: bool) -> Self {
        let interval = counts.points.interval(confidence());
        Self {
            name: name.to_owned(),
            games: counts.points.units(),
            points: counts.points.sum(),
            points_per_game: counts.points.mean(),
            low: interval.map(|interval| interval.low),
            high: interval.map(|interval| interval.high),
            error: interval.map(Interval::half_width),
            places: counts.places[..players].to_vec(),
            faults: foreign.then_some(counts.faults),
        }
    }
}

impl ArenaResult {
    pub(super) fn of<K: ArenaGame>(settings: &ArenaSettings<K>, tally: &ArenaTally) -> Self {
        let (entrants, foreign) = (settings.arena.players(), settings.has_programs());
        let why_not = settings.why_not_reproducible();
        let scores = entrants.iter().zip(&tally.players);
        let agreed = K::agreed(settings.arena.setup());
        Self {
            games: tally.games,
            players: scores
                .map(|(entrant, counts)| ArenaScore::of(entrant.name(), counts, entrants.len(), foreign))
                .collect(),
            rounds: tally.rounds,
            sitting: settings.sitting,
            decisions: tally.decisions,
            jokers: agreed.jokers,
            rules: agreed.rules,
            reproducible: why_not.map(|_| false),
            why_not_reproducible: why_not.map(str::to_owned),
        }
    }

    /// Returns the report, in the words of the game.
    pub fn report(&self, words: &Words) -> Report {
        report(self, words)
    }

    /// Checks that the counts are consistent, and that each interval contains its mean.
    fn check(&self) -> Result<(), String> {
        let number = self.players.len();
        for (at, player) in self.players.iter().enumerate() {
            let games: u128 = player.places.iter().copied().map(u128::from).sum();
            if player.games != self.games || player.places.len() != number || games != self.games.into() {
                return Err(format!(
                    "the games or the ranks of player {at} do not add up to the number of games"
                ));
            }
            if !is_mean(player.points_per_game, player.points.into(), games)
                || !is_about(player.points_per_game, player.low, player.high)
            {
                return Err(format!(
                    "the mean of player {at} is not points divided by games, or lies outside its interval"
                ));
            }
        }
        let taken = |place| self.players.iter().map(|player| u128::from(player.places[place])).sum::<u128>();
        if (0..number).any(|place| taken(place) != self.games.into()) {
            return Err("the players' counts of one rank do not add up to the number of games".to_owned());
        }
        Ok(())
    }
}

impl Serialize for ArenaResult {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        Self::serialize(self, serializer)
    }
}

impl<'de> Deserialize<'de> for ArenaResult {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let result = Self::deserialize(deserializer)?;
        result.check().map_err(D::Error::custom)?;
        Ok(result)
    }
}
