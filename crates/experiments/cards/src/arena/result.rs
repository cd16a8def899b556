//! The result of an arena.

use quadrille_report::intervals::confidence;
use quadrille_runner::Report;
use quadrille_stats::Interval;
use quadrille_table::Faults;
use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::report::report;
use super::tally::{OfPlayer, Tally};
use super::{ArenaGame, Settings};
use crate::Words;
use crate::checks::{is_about, is_mean};

/// The result of an arena: players against each other, each as often in every seat, all with the same cards.
///
/// Points are those of the game as players count them. Intervals are those of 95 %; they count rounds, for the
/// games of a round depend on one another. What is read back is checked: its counts add up.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, remote = "Self")]
pub struct ArenaResult {
    /// How many games were played.
    pub games: u64,
    /// The players in the experiment's order.
    pub players: Vec<ArenaScore>,
    /// Rounds: the units of the intervals.
    pub rounds: u64,
    /// Games in a row, at most, that are linked.
    pub sitting: u64,
    /// Decisions of all games.
    pub decisions: u64,
    /// Jokers in the deck; absent of games without.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub jokers: Option<u32>,
    /// The names of the rules that were on.
    pub rules: Vec<String>,
    /// `false` where programs from outside play; absent otherwise.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reproducible: Option<bool>,
    /// Why the run is not reproducible.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub why_not_reproducible: Option<String>,
}

/// The score of a player.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ArenaScore {
    /// Its name; several may have the same.
    pub name: String,
    /// How many games it played.
    pub games: u64,
    /// Its points in all of them.
    pub points: i64,
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
    /// Decisions made in its place; absent where no programs play.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub faults: Option<Faults>,
}

impl ArenaScore {
    /// The interval of `points_per_game`.
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
    pub(super) fn of<K: ArenaGame>(settings: &Settings<K>, tally: &Tally) -> Self {
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

    /// The result for people, in the words of its game.
    pub fn report(&self, words: &Words) -> Report {
        report(self, words)
    }

    /// Whether the counts go together, and intervals lie about their means.
    fn check(&self) -> Result<(), String> {
        let number = self.players.len();
        for (at, player) in self.players.iter().enumerate() {
            let games: u128 = player.places.iter().copied().map(u128::from).sum();
            if player.games != self.games || player.places.len() != number || games != self.games.into() {
                return Err(format!("player {at} has other games or places than there are"));
            }
            if !is_mean(player.points_per_game, player.points.into(), games)
                || !is_about(player.points_per_game, player.low, player.high)
            {
                return Err(format!(
                    "player {at} has a mean that is none of its points, or another's interval"
                ));
            }
        }
        let taken = |place| self.players.iter().map(|player| u128::from(player.places[place])).sum::<u128>();
        if (0..number).any(|place| taken(place) != self.games.into()) {
            return Err("a place is not taken once a game".to_owned());
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
