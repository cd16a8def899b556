//! What the players of a league come to, from a tally: points, shares, ratings.

use quadrille_stats::{Confidence, Interval};

use super::bradley_terry::{Fit, Square};
use super::scatter::{Scatter, about_means};
use super::schedule::Schedule;
use super::tally::{TableSums, Tally};
use crate::{Faults, PointsEstimate};

/// A tally, read by player.
#[derive(Clone, Copy, Debug)]
pub struct Standings<'a> {
    schedule: &'a Schedule,
    tally: &'a Tally,
}

/// How one player does against another at the tables where both sit.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PairEstimate {
    /// Games together.
    pub games: u64,
    /// In how many of them the first one finished above the second.
    pub above: u64,
    /// Where their share lies, from 0 to 1.
    pub interval: Interval,
}

/// How strong a player is, on the scale of chess ratings.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rating {
    /// The rating, or why there is none.
    pub value: Result<f64, Unrated>,
    /// Its interval; `None` where there is no rating, or nothing is known about its error.
    pub interval: Option<Interval>,
}

/// Why a player has no rating: it would be infinitely far from the others.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "kebab-case"))]
#[non_exhaustive]
pub enum Unrated {
    /// No player who is rated, and none below them, ever finished above it.
    Above,
    /// It never finished above a player who is rated, nor above one who is above them.
    Below,
    /// Neither it nor the players who are rated ever finished above the other, even by way of
    /// others.
    Apart,
    /// No two players have each finished above the other, even by way of others: nobody is rated.
    Alone,
}

/// The mean of all ratings.
const MEAN: f64 = 1500.0;
/// How much a rating differs where the logarithm of the odds differs by 1: 400 for odds of 10 to 1,
/// as A. E. Elo has it in "The Rating of Chessplayers", 1978.
const SCALE: f64 = 400.0 / std::f64::consts::LN_10;

impl<'a> Standings<'a> {
    /// What a tally of a schedule's tables comes to.
    pub const fn new(schedule: &'a Schedule, tally: &'a Tally) -> Self {
        Self { schedule, tally }
    }

    /// The tables that have played: who sits there, and their sums.
    fn tables(&self) -> impl Iterator<Item = (&'a [usize], &'a TableSums)> {
        let members = self.schedule.tables();
        self.tally.tables().filter_map(move |(table, sums)| Some((&**members.get(table)?, sums)))
    }

    /// The tables where a player sits, with its place in their lists.
    fn tables_of(&self, player: usize) -> impl Iterator<Item = (usize, &'a TableSums)> {
        self.tables().filter_map(move |(members, sums)| Some((members.binary_search(&player).ok()?, sums)))
    }

    /// How many games a player has played.
    pub fn games(&self, player: usize) -> u64 {
        self.tables_of(player).map(|(_, sums)| sums.games()).sum()
    }

    /// Its points in all of them: the winner has as many as there are seats, the next one less, the
    /// last 1.
    pub fn points(&self, player: usize) -> u64 {
        self.tables_of(player).map(|(at, sums)| sums.points(at, self.schedule.seats())).sum()
    }

    /// How often it came out in each class, the richest first.
    pub fn places(&self, player: usize) -> Vec<u64> {
        let mut places = vec![0; self.schedule.seats()];
        for (at, sums) in self.tables_of(player) {
            let more = sums.places(at, self.schedule.seats());
            places.iter_mut().zip(more).for_each(|(often, more)| *often += more);
        }
        places
    }

    /// Decisions that were made in its place.
    pub fn faults(&self, player: usize) -> Faults {
        let mut faults = Faults::default();
        self.tables_of(player).for_each(|(at, sums)| faults.merge(sums.faults(at)));
        faults
    }

    /// A player's points a game; `None` without games. The interval is Student's t of the ratio of
    /// points to games, with rounds as units and tables as strata.
    pub fn estimate(&self, player: usize, confidence: Confidence) -> Option<PointsEstimate> {
        let games = self.games(player);
        if games == 0 {
            return None;
        }
        let mean = self.points(player) as f64 / games as f64;
        let mut scatter = Scatter::new(1);
        for (at, sums) in self.tables_of(player) {
            let table = Points { sums, seats: self.schedule.seats() };
            scatter.table(
                sums.rounds(),
                &[0],
                |_| table.residual(at, mean),
                |_, _| table.covariance([at; 2], [mean; 2]),
            );
        }
        Some(PointsEstimate { mean, interval: scatter.interval(mean, games, confidence) })
    }

    /// How one player does against another; `None` if they have not met. The interval is that of
    /// the points; where one has always finished above the other it is Wilson's, for as many games
    /// as rounds.
    pub fn pair(&self, one: usize, other: usize, confidence: Confidence) -> Option<PairEstimate> {
        let together = || {
            self.tables().filter_map(move |(members, sums)| {
                Some((members.binary_search(&one).ok()?, members.binary_search(&other).ok()?, sums))
            })
        };
        let games: u64 = together().map(|(_, _, sums)| sums.games()).sum();
        if games == 0 || one == other {
            return None;
        }
        let above: u64 = together().map(|(at, with, sums)| sums.above(at, with)).sum();
        let share = above as f64 / games as f64;
        let mut scatter = Scatter::new(1);
        for (at, with, sums) in together() {
            let (rounds, n) = (sums.rounds(), sums.games());
            // Of a share and of the rest of it the scatter is the same.
            let (low, high) = (at.min(with), at.max(with));
            let (w, mean) = (sums.above(low, high), if at < with { share } else { 1.0 - share });
            let [squares, products] = sums.above_moments(low, high);
            let about = || {
                about_means(rounds, squares, w, w) - 2.0 * mean * about_means(rounds, products, w, n)
                    + mean * mean * about_means(rounds, sums.games_squared(), n, n)
            };
            scatter.table(rounds, &[0], |_| w as f64 - mean * n as f64, |_, _| about());
        }
        let interval = if above == 0 || above == games {
            let rounds: u64 = together().map(|(_, _, sums)| sums.rounds()).sum();
            Interval::wilson(if above == 0 { 0 } else { rounds }, rounds, confidence).ok()
        } else {
            scatter.interval(share, games, confidence)
        };
        let interval = interval.unwrap_or(Interval { low: 0.0, high: 1.0 });
        let interval = Interval { low: interval.low.max(0.0), high: interval.high.min(1.0) };
        Some(PairEstimate { games, above, interval })
    }

    /// Everybody's rating, in the players' order. They are 1500 plus 400/ln 10 times the strengths
    /// in the [model of Bradley and Terry](https://doi.org/10.2307/2334029) under which it is
    /// likeliest that everybody finished above each other as often as they did. So ratings that
    /// differ by 400 say odds of 10 to 1, and the mean of all is 1500.
    ///
    /// The intervals are those of the difference from that mean, by the delta method: how what
    /// players come to scatters from round to round, at each table about its own mean, divided by
    /// what a difference in strength changes about it. They allow for everything that games of a
    /// round have in common, and for a model that does not hold. They are t intervals.
    pub fn ratings(&self, confidence: Confidence) -> Vec<Rating> {
        let (players, seats) = (self.schedule.players(), self.schedule.seats());
        let mut above = vec![vec![0; players]; players];
        for (members, sums) in self.tables() {
            for (at, &one) in members.iter().enumerate() {
                for (with, &other) in members.iter().enumerate().filter(|&(with, _)| with != at) {
                    above[one][other] += sums.above(at, with);
                }
            }
        }
        let fit = Fit::new(above);
        // Whoever finishes above c others has c points more than one: points are all that the
        // strengths are made of, and what they are more than expected is the residual.
        let mut scatter = Scatter::new(players);
        for (members, sums) in self.tables() {
            let table = Points { sums, seats };
            let expected = |one: usize| {
                let others = members.iter().filter(|&&other| other != one);
                1.0 + others.map(|&other| fit.share(one, other)).sum::<f64>()
            };
            let expected: Vec<f64> = members.iter().map(|&one| expected(one)).collect();
            scatter.table(
                sums.rounds(),
                members,
                |at| table.residual(at, expected[at]),
                |at, with| table.covariance([at, with], [expected[at], expected[with]]),
            );
        }
        let (scatter, freedom) = scatter.covariances();
        let rated = fit.rated();
        let of_rated: Square<f64> = rated
            .iter()
            .map(|&one| rated.iter().map(|&other| scatter[one * players + other]).collect())
            .collect();
        let covariances = fit.covariances(&of_rated);
        let rating = |(player, strength): (usize, &Result<f64, Unrated>)| {
            let value = strength.map(|strength| MEAN + SCALE * strength);
            let variance = || {
                let at = rated.binary_search(&player).ok()?;
                Some(covariances.as_ref()?[at][at].max(0.0))
            };
            let interval = || Interval::t(value.ok()?, SCALE * variance()?.sqrt(), freedom, confidence).ok();
            Rating { value, interval: interval() }
        };
        fit.strengths.iter().enumerate().map(rating).collect()
    }
}

/// The points of a table's players.
struct Points<'a> {
    sums: &'a TableSums,
    seats: usize,
}

impl Points<'_> {
    /// A player's points in all rounds, less so many a game.
    fn residual(&self, player: usize, expected: f64) -> f64 {
        self.sums.points(player, self.seats) as f64 - expected * self.sums.games() as f64
    }

    /// The sum over rounds of what both residuals are off their means, multiplied.
    fn covariance(&self, [one, other]: [usize; 2], [expected, of_other]: [f64; 2]) -> f64 {
        let (sums, rounds, games) = (self.sums, self.sums.rounds(), self.sums.games());
        let points = |player: usize| sums.points(player, self.seats);
        let with_games =
            |player: usize| about_means(rounds, sums.points_games(player), points(player), games);
        about_means(rounds, sums.points_product(one, other), points(one), points(other))
            - expected * with_games(other)
            - of_other * with_games(one)
            + expected * of_other * about_means(rounds, sums.games_squared(), games, games)
    }
}

/// Each player's rank: 1, and one more for every player who is surely better, because the whole of
/// its interval lies above. So players whose intervals overlap, and no others are between, have the
/// same rank. `None` where there is no interval.
///
/// ```
/// use quadrille_table::league::{Rating, ranks};
/// use quadrille_stats::Interval;
///
/// let of = |low, high| Rating { value: Ok(f64::midpoint(low, high)), interval: Some(Interval { low, high }) };
/// let ratings = [of(1490.0, 1510.0), of(1600.0, 1640.0), of(1505.0, 1525.0), of(1350.0, 1360.0)];
/// assert_eq!(ranks(&ratings), [Some(2), Some(1), Some(2), Some(4)]);
/// ```
pub fn ranks(ratings: &[Rating]) -> Vec<Option<usize>> {
    let rank = |rating: &Rating| {
        let own = rating.interval?;
        let better = ratings.iter().filter_map(|other| other.interval).filter(|other| other.low > own.high);
        Some(1 + better.count())
    };
    ratings.iter().map(rank).collect()
}
