//! The result of a league.

use quadrille_report::figures::Figures;
use quadrille_report::intervals::confidence;
use quadrille_runner::Report;
use quadrille_stats::Interval;
use quadrille_table::league::{LeagueTally, Rating, Schedule, Standings, Unrated, ranks};
use quadrille_table::{Faults, MOST_SEATS};
use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::report::report;
use crate::checks::{is_about, is_mean};
use crate::{Agreed, Words};

/// The result of a league: ratings of any number of players.
///
/// In a game with n seats, the first rank gets n points, and each further rank one point less.
/// Intervals are 95 % intervals over rounds, because the games of a round depend on each other.
/// Deserialisation checks that the counts are consistent.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Figures)]
#[serde(deny_unknown_fields, remote = "Self")]
pub struct LeagueResult {
    /// The number of games.
    #[figure("games")]
    pub games: u64,
    /// The players in the order of the experiment.
    pub players: Vec<LeagueScore>,
    /// The pairs of players who have met, sorted by the indices of both players.
    pub pairs: Vec<PairScore>,
    /// The number of seats at a table.
    pub seats: usize,
    /// The number of different tables (combinations of players).
    #[figure("tables")]
    pub tables: u64,
    /// Whether every combination of players had a table. If not, tables were drawn at random.
    pub all_tables: bool,
    /// The number of rounds. The intervals treat rounds as independent observations.
    pub rounds: u64,
    /// The maximum number of games in a sitting.
    pub sitting: u64,
    /// The number of games that ended in a deadlock; absent if deadlocks are impossible.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stuck: Option<u64>,
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

/// The results of a player in a league.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Figures)]
#[serde(deny_unknown_fields)]
pub struct LeagueScore {
    /// The name of the player, which need not be unique.
    #[figure(name)]
    pub name: String,
    /// The rank: 1 plus the number of players whose whole rating interval lies above the interval
    /// of this player; `null` without an interval.
    pub rank: Option<usize>,
    /// The rating. A difference of 400 between two players means odds of 10 to 1 that the
    /// higher-rated player finishes above the other; the mean of all ratings is 1500. `null` if the
    /// estimate is infinite.
    #[figure("rating", decimals(0), within(rating_low, rating_high))]
    pub rating: Option<f64>,
    /// The lower end of the 95 % interval of `rating`; `null` with fewer than two rounds.
    pub rating_low: Option<f64>,
    /// The upper end of the interval of `rating`.
    pub rating_high: Option<f64>,
    /// The reason why the player has no rating; absent with a rating. `above`: no rated player
    /// finished above the player, directly or through a chain of players; `below`: the reverse;
    /// `apart`: no chain of results connects the player with rated players; `alone`: no player can
    /// be rated.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[figure(text)]
    pub unrated: Option<Unrated>,
    /// The number of games of the player.
    #[figure("games")]
    pub games: u64,
    /// The sum of the points of all games.
    pub points: u64,
    /// The mean points per game; `null` without games.
    #[figure("per game", decimals(3), within(low, high))]
    pub points_per_game: Option<f64>,
    /// The lower end of the 95 % interval of `points_per_game`; `null` with fewer than two rounds.
    pub low: Option<f64>,
    /// The upper end of the interval of `points_per_game`.
    pub high: Option<f64>,
    /// The number of games in which the player took each rank, the first rank first.
    pub places: Vec<u64>,
    /// The numbers of the player's decisions that were replaced by a legal action, for each reason;
    /// absent without external programs.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[figure(other)]
    pub faults: Option<Faults>,
}

impl LeagueScore {
    /// Returns the 95 % interval of `rating`.
    pub fn rating_interval(&self) -> Option<Interval> {
        Some(Interval { low: self.rating_low?, high: self.rating_high? })
    }

    /// Returns the 95 % interval of `points_per_game`.
    pub fn interval(&self) -> Option<Interval> {
        Some(Interval { low: self.low?, high: self.high? })
    }
}

/// The results of player `a` against player `b` at their common tables.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize, Figures)]
#[serde(deny_unknown_fields)]
pub struct PairScore {
    /// The index in `players` of the first player, counted from 0.
    pub a: usize,
    /// The index in `players` of the second player, counted from 0; greater than `a`.
    pub b: usize,
    /// The number of games in which both players sat at the table.
    #[figure("games")]
    pub games: u64,
    /// The number of games in which `a` finished above `b`.
    pub above: u64,
    /// `above` / `games`: the share of the common games in which `a` finished above `b`.
    #[figure("above", percent, within(low, high))]
    pub share: f64,
    /// The lower end of the 95 % interval of `share`.
    pub low: f64,
    /// The upper end of the interval of `share`.
    pub high: f64,
}

/// The parameters of a league that are repeated in its result. They depend neither on the machine
/// that played the games nor on the version of the program.
#[derive(Debug, Clone)]
pub struct LeagueHeld<'a> {
    /// The names of the players, in the order of the schedule.
    pub names: &'a [&'a str],
    /// The parts of the games' setup that the result contains.
    pub agreed: Agreed,
    /// The maximum number of games in a sitting.
    pub sitting: u64,
    /// Whether external programs play. If so, the result has their faults.
    pub has_programs: bool,
    /// The reason why the league is not reproducible; `None` if the league is reproducible.
    pub why_not_reproducible: Option<&'a str>,
}

impl LeagueResult {
    /// Computes the result from the tally of a schedule's tables.
    ///
    /// # Panics
    /// If the number of names differs from the number of players in the schedule.
    pub fn of(held: LeagueHeld<'_>, schedule: &Schedule, tally: &LeagueTally) -> Self {
        assert!(held.names.len() == schedule.players(), "one name for each player");
        let standings = &Standings::new(schedule, tally);
        let ratings = standings.ratings(confidence());
        let ranks = ranks(&ratings);
        let players = held.names.iter().enumerate().map(|(player, name)| {
            let faults = held.has_programs.then(|| standings.faults(player));
            let score = LeagueScore::of(name, standings, player, &ratings[player]);
            LeagueScore { rank: ranks[player], faults, ..score }
        });
        let number = held.names.len();
        let pairs = (0..number).flat_map(|a| (a + 1..number).map(move |b| (a, b)));
        Self {
            games: tally.games(),
            players: players.collect(),
            pairs: pairs.filter_map(|(a, b)| PairScore::of(standings, a, b)).collect(),
            seats: schedule.seats(),
            tables: schedule.tables().len() as u64,
            all_tables: schedule.is_all(),
            rounds: tally.rounds(),
            sitting: held.sitting,
            stuck: held.agreed.can_be_stuck.then(|| tally.stuck()),
            jokers: held.agreed.jokers,
            rules: held.agreed.rules,
            reproducible: held.why_not_reproducible.map(|_| false),
            why_not_reproducible: held.why_not_reproducible.map(str::to_owned),
        }
    }

    /// Returns the report, in the words of the game.
    pub fn report(&self, words: &Words) -> Report {
        report(self, words)
    }

    /// Checks that the counts are consistent, and that each interval contains its value.
    fn check(&self) -> Result<(), String> {
        let number = self.players.len();
        if !(2..=MOST_SEATS).contains(&self.seats) || number < self.seats {
            return Err(format!("{number} players cannot play at tables of {} seats", self.seats));
        }
        let all =
            |of: &dyn Fn(&LeagueScore) -> u64| self.players.iter().map(of).map(u128::from).sum::<u128>();
        if all(&|player| player.games) != u128::from(self.games) * self.seats as u128 {
            return Err(format!(
                "the players' numbers of games do not add up to {} games of {} seats",
                self.games, self.seats
            ));
        }
        for (at, player) in self.players.iter().enumerate() {
            player.check(self.seats, number).map_err(|why| format!("player {at}: {why}"))?;
        }
        if (0..self.seats).any(|place| all(&|player| player.places[place]) != u128::from(self.games)) {
            return Err("the players' counts of one rank do not add up to the number of games".to_owned());
        }
        let mut last = None;
        for pair in &self.pairs {
            let PairScore { a, b, .. } = *pair;
            if a >= b || b >= number || last.is_some_and(|last| last >= (a, b)) || !pair.is_sound() {
                return Err(format!(
                    "the pair of players {a} and {b} is invalid or out of order, or its counts are inconsistent"
                ));
            }
            last = Some((a, b));
        }
        for (at, player) in self.players.iter().enumerate() {
            let own = || self.pairs.iter().filter(|pair| pair.a == at || pair.b == at);
            let games: u128 = own().map(|pair| u128::from(pair.games)).sum();
            let above = own().map(|pair| if pair.a == at { pair.above } else { pair.games - pair.above });
            // A player gets one point per game, and one point for each player above whom the player
            // finishes.
            if games != u128::from(player.games) * (self.seats as u128 - 1)
                || above.map(u128::from).sum::<u128>() + u128::from(player.games) != u128::from(player.points)
            {
                return Err(format!(
                    "the games or points of player {at} contradict the pairs with this player"
                ));
            }
        }
        Ok(())
    }
}

impl LeagueScore {
    fn of(name: &str, standings: &Standings<'_>, player: usize, rating: &Rating) -> Self {
        let estimate = standings.estimate(player, confidence());
        let interval = estimate.and_then(|estimate| estimate.interval);
        Self {
            name: name.to_owned(),
            rank: None,
            rating: rating.value.ok(),
            rating_low: rating.interval.map(|interval| interval.low),
            rating_high: rating.interval.map(|interval| interval.high),
            unrated: rating.value.err(),
            games: standings.games(player),
            points: standings.points(player),
            points_per_game: estimate.map(|estimate| estimate.mean),
            low: interval.map(|interval| interval.low),
            high: interval.map(|interval| interval.high),
            places: standings.places(player),
            faults: None,
        }
    }

    fn check(&self, seats: usize, players: usize) -> Result<(), &'static str> {
        let sum = |of: &dyn Fn(usize) -> u128| {
            (0..seats).map(|place| u128::from(self.places[place]) * of(place)).sum()
        };
        let games: u128 = if self.places.len() == seats {
            sum(&|_| 1)
        } else {
            return Err("the number of ranks is not the number of seats");
        };
        let points: u128 = sum(&|place| (seats - place) as u128);
        if (games, points) != (u128::from(self.games), u128::from(self.points)) {
            return Err("the counts of the ranks contradict the number of games or the points");
        }
        if !is_mean(self.points_per_game, points as i128, games)
            || !is_about(self.points_per_game, self.low, self.high)
        {
            return Err("the mean does not agree with the points, or the interval does not contain the mean");
        }
        if !is_about(self.rating, self.rating_low, self.rating_high)
            || self.rating.is_some() != self.unrated.is_none()
            || self.rank.is_some() != self.rating_low.is_some()
            || self.rank.is_some_and(|rank| !(1..=players).contains(&rank))
        {
            return Err("the rating, its interval and the rank contradict each other");
        }
        Ok(())
    }
}

impl PairScore {
    fn of(standings: &Standings<'_>, a: usize, b: usize) -> Option<Self> {
        let estimate = standings.pair(a, b, confidence())?;
        let Interval { low, high } = estimate.interval;
        let share = estimate.above as f64 / estimate.games as f64;
        Some(Self { a, b, games: estimate.games, above: estimate.above, share, low, high })
    }

    fn is_sound(&self) -> bool {
        self.above <= self.games
            && is_mean(Some(self.share), self.above.into(), self.games.into())
            && is_about(Some(self.share), Some(self.low), Some(self.high))
            && (0.0..=1.0).contains(&self.low)
            && (0.0..=1.0).contains(&self.high)
    }
}

impl Serialize for LeagueResult {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        Self::serialize(self, serializer)
    }
}

impl<'de> Deserialize<'de> for LeagueResult {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let result = Self::deserialize(deserializer)?;
        result.check().map_err(D::Error::custom)?;
        Ok(result)
    }
}
