//! The results of the players of a league: points, shares and ratings.

use quadrille_stats::{Confidence, Interval};

use super::bradley_terry::{Fit, Square};
use super::scatter::{Scatter, about_means};
use super::schedule::Schedule;
use super::tally::{LeagueTally, TableSums};
use crate::{Faults, PointsEstimate};

/// Computes the results of each player from a tally.
#[derive(Clone, Copy, Debug)]
pub struct Standings<'a> {
    schedule: &'a Schedule,
    tally: &'a LeagueTally,
}

/// The results of one player against another, at all tables at which both play.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PairEstimate {
    /// The number of games in which both players took part.
    pub games: u64,
    /// The number of games in which the first player finished above the second.
    pub above: u64,
    /// The confidence interval of the share `above / games`, within the range from 0 to 1.
    pub interval: Interval,
}

/// The rating of a player, on the scale of Elo ratings.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rating {
    /// The rating, or the reason why the player has no rating.
    pub value: Result<f64, Unrated>,
    /// The confidence interval; `None` if the player has no rating or the error of the rating is
    /// unknown.
    pub interval: Option<Interval>,
}

/// The reason why a player has no rating. The difference between the player's rating and the other
/// ratings would be infinite or undetermined.
///
/// A player has finished above another *through other players* if a chain of players connects the
/// two, and each player of the chain has finished above the next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "kebab-case"))]
#[non_exhaustive]
pub enum Unrated {
    /// The player has finished above a rated player, directly or through other players, but no
    /// rated player has finished above this player.
    Above,
    /// A rated player has finished above this player, directly or through other players, but this
    /// player has finished above no rated player.
    Below,
    /// The player and the rated players are not connected: the player has finished above none of
    /// them, and none of them above the player, neither directly nor through other players.
    Apart,
    /// No player is rated: for every two players, at most one has finished above the other,
    /// directly or through other players.
    Alone,
}

/// The mean of all ratings.
const MEAN: f64 = 1500.0;
/// The difference of ratings that corresponds to a difference of 1 between two strengths. A
/// difference of strengths is the natural logarithm of odds. Odds of 10 to 1 correspond to 400
/// rating points (A. E. Elo, "The Rating of Chessplayers", 1978).
const SCALE: f64 = 400.0 / std::f64::consts::LN_10;

impl<'a> Standings<'a> {
    /// Creates the results of a tally whose tables are those of a schedule.
    pub const fn new(schedule: &'a Schedule, tally: &'a LeagueTally) -> Self {
        Self { schedule, tally }
    }

    /// Iterates over the tables that have played: the players of a table, and its sums.
    fn tables(&self) -> impl Iterator<Item = (&'a [usize], &'a TableSums)> {
        let members = self.schedule.tables();
        self.tally.tables().filter_map(move |(table, sums)| Some((&**members.get(table)?, sums)))
    }

    /// Iterates over the tables of a player: the player's index in the list of the table's players,
    /// and the sums of the table.
    fn tables_of(&self, player: usize) -> impl Iterator<Item = (usize, &'a TableSums)> {
        self.tables().filter_map(move |(members, sums)| Some((members.binary_search(&player).ok()?, sums)))
    }

    /// Returns the number of games of a player.
    pub fn games(&self, player: usize) -> u64 {
        self.tables_of(player).map(|(_, sums)| sums.games()).sum()
    }

    /// Returns the total points of a player. In a game with n seats, the winner receives n points,
    /// and each further rank one point less.
    pub fn points(&self, player: usize) -> u64 {
        self.tables_of(player).map(|(at, sums)| sums.points(at, self.schedule.seats())).sum()
    }

    /// Returns, for each rank, the number of games in which a player finished in this rank. The
    /// first element is the first rank.
    pub fn places(&self, player: usize) -> Vec<u64> {
        let mut places = vec![0; self.schedule.seats()];
        for (at, sums) in self.tables_of(player) {
            let more = sums.places(at, self.schedule.seats());
            places.iter_mut().zip(more).for_each(|(often, more)| *often += more);
        }
        places
    }

    /// Returns the counts of the faults of a player.
    pub fn faults(&self, player: usize) -> Faults {
        let mut faults = Faults::default();
        self.tables_of(player).for_each(|(at, sums)| faults.merge(sums.faults(at)));
        faults
    }

    /// Returns the points per game of a player; `None` if the player has played no games. The
    /// interval is a Student's t interval of the ratio of points to games, with rounds as units and
    /// tables as strata.
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

    /// Returns the results of player `one` against player `other`; `None` if they have not met. If
    /// one player has always finished above the other, the interval is the Wilson interval with the
    /// number of rounds in place of the number of games.
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
            // The share of the other player is 1 minus the share of this player, and has the same
            // variance.
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

    /// Returns the rating of each player. It is 1500 plus 400/ln 10 times the maximum-likelihood
    /// strength in the [Bradley–Terry model](https://doi.org/10.2307/2334029). A difference of 400
    /// means odds of 10 to 1, and the mean of all ratings is 1500.
    ///
    /// The intervals are t intervals of the difference between a rating and the mean. The variance
    /// comes from the delta method with a sandwich estimator: the covariances of the points in
    /// rounds, centred at each table, are multiplied by the inverse of the Fisher information on
    /// both sides. The intervals take into account that the games of a round depend on each other,
    /// and are valid even if the model does not hold.
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
        // A player who finishes above c others has c + 1 points. Therefore the strengths depend
        // only on points, and a residual is the difference between observed and expected points.
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

/// The points of the players at a table.
struct Points<'a> {
    sums: &'a TableSums,
    seats: usize,
}

impl Points<'_> {
    /// Returns the points of a player in all rounds minus `expected` points per game.
    fn residual(&self, player: usize, expected: f64) -> f64 {
        self.sums.points(player, self.seats) as f64 - expected * self.sums.games() as f64
    }

    /// Computes the deviations of two players' residuals from their means in each round, and
    /// returns the sum over rounds of the products of both deviations.
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

/// Returns the rank of each player, which is 1 plus the number of players whose whole interval is
/// above the interval of this player. Players with overlapping intervals can have the same rank.
/// The rank is `None` if the rating has no interval.
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
