//! Results of a league by player: points, shares, ratings.

use quadrille_stats::{Confidence, Interval};

use super::bradley_terry::{Fit, Square};
use super::scatter::{Scatter, about_means};
use super::schedule::Schedule;
use super::tally::{LeagueTally, TableSums};
use crate::{Faults, PointsEstimate};

/// The results of a tally by player.
#[derive(Clone, Copy, Debug)]
pub struct Standings<'a> {
    schedule: &'a Schedule,
    tally: &'a LeagueTally,
}

/// The results of one player against another at their common tables.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PairEstimate {
    /// The number of common games.
    pub games: u64,
    /// The number of games in which the first player finished above the second.
    pub above: u64,
    /// The interval of the share, from 0 to 1.
    pub interval: Interval,
}

/// The rating of a player, on the scale of chess ratings.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rating {
    /// The rating, or the reason why there is none.
    pub value: Result<f64, Unrated>,
    /// The interval; `None` if there is no rating, or its error is unknown.
    pub interval: Option<Interval>,
}

/// The reason why a player has no rating: its difference to the others would be infinite.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "kebab-case"))]
#[non_exhaustive]
pub enum Unrated {
    /// No rated player, and no player below the rated players, ever finished above it.
    Above,
    /// It never finished above a rated player, nor above any player that is [`Above`](Self::Above)
    /// the rated players.
    Below,
    /// It is not connected with the rated players by results, even indirectly.
    Apart,
    /// No two players have finished above each other, even indirectly, so no player is rated.
    Alone,
}

/// The mean of all ratings.
const MEAN: f64 = 1500.0;
/// The difference of ratings for a difference of 1 in log-odds: 400 points for odds of 10 to 1 (A.
/// E. Elo, "The Rating of Chessplayers", 1978).
const SCALE: f64 = 400.0 / std::f64::consts::LN_10;

impl<'a> Standings<'a> {
    /// Creates the results of a tally of the tables of a schedule.
    pub const fn new(schedule: &'a Schedule, tally: &'a LeagueTally) -> Self {
        Self { schedule, tally }
    }

    /// Iterates over the players and sums of the tables that have played.
    fn tables(&self) -> impl Iterator<Item = (&'a [usize], &'a TableSums)> {
        let members = self.schedule.tables();
        self.tally.tables().filter_map(move |(table, sums)| Some((&**members.get(table)?, sums)))
    }

    /// Iterates over the tables of a player, with the player's index at each table.
    fn tables_of(&self, player: usize) -> impl Iterator<Item = (usize, &'a TableSums)> {
        self.tables().filter_map(move |(members, sums)| Some((members.binary_search(&player).ok()?, sums)))
    }

    /// Returns the number of games of a player.
    pub fn games(&self, player: usize) -> u64 {
        self.tables_of(player).map(|(_, sums)| sums.games()).sum()
    }

    /// Returns the points of a player in all games: n for the winner of n seats, one less for each
    /// rank below.
    pub fn points(&self, player: usize) -> u64 {
        self.tables_of(player).map(|(at, sums)| sums.points(at, self.schedule.seats())).sum()
    }

    /// Returns the number of games in which a player finished in each rank, the first rank first.
    pub fn places(&self, player: usize) -> Vec<u64> {
        let mut places = vec![0; self.schedule.seats()];
        for (at, sums) in self.tables_of(player) {
            let more = sums.places(at, self.schedule.seats());
            places.iter_mut().zip(more).for_each(|(often, more)| *often += more);
        }
        places
    }

    /// Returns the faults of a player.
    pub fn faults(&self, player: usize) -> Faults {
        let mut faults = Faults::default();
        self.tables_of(player).for_each(|(at, sums)| faults.merge(sums.faults(at)));
        faults
    }

    /// Returns the points per game of a player; `None` without games. The interval is Student's t
    /// of the ratio of points to games, with rounds as units and tables as strata.
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

    /// Returns the results of one player against another; `None` if they have not met. If one
    /// player has always finished above the other, the interval is Wilson's with the number of
    /// rounds instead of games.
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
            // A share and its complement have the same variance.
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

    /// Returns the rating of each player: 1500 plus 400/ln 10 times the maximum-likelihood strength
    /// in the [model of Bradley and Terry](https://doi.org/10.2307/2334029). A difference of 400
    /// means odds of 10 to 1; the mean is 1500.
    ///
    /// The intervals are t intervals of the difference from the mean, by the delta method with a
    /// sandwich estimator: the variance of results between rounds, centred at each table, scaled by
    /// the sensitivity of results to strength. They account for the dependence of games within a
    /// round, and are valid even if the model does not hold.
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
        // A player who finishes above c others has c + 1 points. So the strengths depend only on
        // points, and the residual is the difference between observed and expected points.
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

/// The points of the players of a table.
struct Points<'a> {
    sums: &'a TableSums,
    seats: usize,
}

impl Points<'_> {
    /// Returns the points of a player in all rounds minus `expected` per game.
    fn residual(&self, player: usize, expected: f64) -> f64 {
        self.sums.points(player, self.seats) as f64 - expected * self.sums.games() as f64
    }

    /// Returns the sum of cross-deviations (n · covariance) of two residuals.
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

/// Returns the rank of each player: 1 plus the number of players whose whole interval lies above
/// that of this player. Players with overlapping intervals can share a rank. `None` without an
/// interval.
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
