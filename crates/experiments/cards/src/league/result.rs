//! The result of a league.

use quadrille_report::intervals::confidence;
use quadrille_runner::Report;
use quadrille_stats::Interval;
use quadrille_table::league::{Rating, Schedule, Standings, Tally, Unrated, ranks};
use quadrille_table::{Faults, MOST_SEATS};
use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::report::report;
use crate::checks::{is_about, is_mean};
use crate::{Agreed, Words};

/// The result of a league: any number of players, who meet at tables, rated.
///
/// The winner of a game has as many points as there are seats, the next one less, the last 1. Intervals are
/// those of 95 %; they count rounds, for the games of a round depend on one another. What is read back is
/// checked: its counts add up.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, remote = "Self")]
pub struct LeagueResult {
    /// How many games were played.
    pub games: u64,
    /// The players in the experiment's order.
    pub players: Vec<LeagueScore>,
    /// Each two players who have met, in the players' order.
    pub pairs: Vec<PairScore>,
    /// How many sit at a table.
    pub seats: usize,
    /// Tables of different players, or drawn ones.
    pub tables: u64,
    /// Whether these are all the tables that can be made of the players, each once.
    pub all_tables: bool,
    /// Rounds: the units of the intervals.
    pub rounds: u64,
    /// Games in a row, at most, between which cards are exchanged.
    pub sitting: u64,
    /// Games that ended because nobody could go on; absent of games that cannot.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stuck: Option<u64>,
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

/// What a player came to.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LeagueScore {
    /// Its name; several may have the same.
    pub name: String,
    /// 1, and one more for every player whose rating is surely higher: the whole of that interval lies above
    /// this one's. `null` where there is no interval.
    pub rank: Option<usize>,
    /// How strong it is: 400 more are odds of 10 to 1 of finishing above, and 1500 is the mean of all.
    /// `null` where it would be infinite.
    pub rating: Option<f64>,
    /// Where the interval of the rating begins; it takes two rounds.
    pub rating_low: Option<f64>,
    /// Where it ends.
    pub rating_high: Option<f64>,
    /// Why there is no rating; absent where there is one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub unrated: Option<Unrated>,
    /// How many games it played.
    pub games: u64,
    /// Its points in all of them.
    pub points: u64,
    /// Their mean.
    pub points_per_game: Option<f64>,
    /// Where the interval of the mean begins; it takes two rounds.
    pub low: Option<f64>,
    /// Where it ends.
    pub high: Option<f64>,
    /// How often it came out in each place, the first place first.
    pub places: Vec<u64>,
    /// Decisions made in its place; absent where no programs play.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub faults: Option<Faults>,
}

impl LeagueScore {
    /// The interval of `rating`.
    pub fn rating_interval(&self) -> Option<Interval> {
        Some(Interval { low: self.rating_low?, high: self.rating_high? })
    }

    /// The interval of `points_per_game`.
    pub fn interval(&self) -> Option<Interval> {
        Some(Interval { low: self.low?, high: self.high? })
    }
}

/// How one player does against another at the tables where both sit.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PairScore {
    /// One of them: its place among the players, counted from 0.
    pub a: usize,
    /// The other one, who comes after it.
    pub b: usize,
    /// Games together.
    pub games: u64,
    /// In how many of them `a` finished above `b`.
    pub above: u64,
    /// Their part of all, from 0 to 1.
    pub share: f64,
    /// Where its interval begins.
    pub low: f64,
    /// Where it ends.
    pub high: f64,
}

/// How a league was held, whoever played its games, in this process or elsewhere.
#[derive(Debug, Clone)]
pub struct LeagueHeld<'a> {
    /// The players' names, in their order.
    pub names: &'a [&'a str],
    /// What every game was played by.
    pub agreed: Agreed,
    /// Games of a sitting, at most.
    pub sitting: u64,
    /// Whether programs play, whose faults are counted.
    pub has_programs: bool,
    /// Why the league is not reproducible; `None` if it is.
    pub why_not_reproducible: Option<&'a str>,
}

impl LeagueResult {
    /// What a tally of a schedule's tables comes to.
    ///
    /// # Panics
    /// If there are other names than the schedule's players.
    pub fn of(held: LeagueHeld<'_>, schedule: &Schedule, tally: &Tally) -> Self {
        assert!(held.names.len() == schedule.players(), "a name of each player");
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

    /// The result for people, in the words of its game.
    pub fn report(&self, words: &Words) -> Report {
        report(self, words)
    }

    /// Whether the counts go together, and intervals lie about what they are intervals of.
    fn check(&self) -> Result<(), String> {
        let number = self.players.len();
        if !(2..=MOST_SEATS).contains(&self.seats) || number < self.seats {
            return Err(format!("{number} players at tables of {}", self.seats));
        }
        let all =
            |of: &dyn Fn(&LeagueScore) -> u64| self.players.iter().map(of).map(u128::from).sum::<u128>();
        if all(&|player| player.games) != u128::from(self.games) * self.seats as u128 {
            return Err(format!(
                "the players' games are not those of {} tables of {}",
                self.games, self.seats
            ));
        }
        for (at, player) in self.players.iter().enumerate() {
            player.check(self.seats, number).map_err(|why| format!("player {at}: {why}"))?;
        }
        if (0..self.seats).any(|place| all(&|player| player.places[place]) != u128::from(self.games)) {
            return Err("a place is not taken once a game".to_owned());
        }
        let mut last = None;
        for pair in &self.pairs {
            let PairScore { a, b, .. } = *pair;
            if a >= b || b >= number || last.is_some_and(|last| last >= (a, b)) || !pair.is_sound() {
                return Err(format!("players {a} and {b} are no pair, or their games do not go together"));
            }
            last = Some((a, b));
        }
        for (at, player) in self.players.iter().enumerate() {
            let own = || self.pairs.iter().filter(|pair| pair.a == at || pair.b == at);
            let games: u128 = own().map(|pair| u128::from(pair.games)).sum();
            let above = own().map(|pair| if pair.a == at { pair.above } else { pair.games - pair.above });
            // Whoever finishes above c others has c points more than one.
            if games != u128::from(player.games) * (self.seats as u128 - 1)
                || above.map(u128::from).sum::<u128>() + u128::from(player.games) != u128::from(player.points)
            {
                return Err(format!("player {at} has other games than its pairs"));
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
        let games: u128 = if self.places.len() == seats { sum(&|_| 1) } else { return Err("other places") };
        let points: u128 = sum(&|place| (seats - place) as u128);
        if (games, points) != (u128::from(self.games), u128::from(self.points)) {
            return Err("other games or points than its places");
        }
        if !is_mean(self.points_per_game, points as i128, games)
            || !is_about(self.points_per_game, self.low, self.high)
        {
            return Err("a mean that is none of its points, or an interval that is none of its mean");
        }
        if !is_about(self.rating, self.rating_low, self.rating_high)
            || self.rating.is_some() != self.unrated.is_none()
            || self.rank.is_some() != self.rating_low.is_some()
            || self.rank.is_some_and(|rank| !(1..=players).contains(&rank))
        {
            return Err("a rating, an interval and a rank that do not go together");
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
