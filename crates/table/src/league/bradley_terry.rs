//! The Bradley–Terry model. It estimates the strengths of players from the numbers of games in
//! which one player finished above another.
//!
//! Each player i has a strength θᵢ. Player i finishes above player j with the probability
//! 1 / (1 + exp(θⱼ − θᵢ)) (R. A. Bradley, M. E. Terry, "Rank analysis of incomplete block designs",
//! Biometrika 39, 1952; E. Zermelo published the model in 1929). The fitted strengths maximise the
//! likelihood of the results. They are determined up to an additive constant if, for every division
//! of the players into two groups, each group has a player who has finished above a player of the
//! other group (L. R. Ford, "Solution of a ranking problem from binary comparisons", American
//! Mathematical Monthly 64, 1957). Otherwise some differences of strengths are infinite.

use super::standings::Unrated;

/// The maximum number of steps of Newton's method. Usually about ten suffice, and 30 if the weaker
/// player wins only one game in 10⁹.
const STEPS: usize = 100;
/// The iteration ends when a step changes each difference of two strengths by at most this number.
const CLOSE: f64 = 1e-11;

/// A matrix with a row and a column for each player.
pub(super) type Square<T> = Vec<Vec<T>>;

/// The fitted strengths.
pub(super) struct Fit {
    /// The numbers of games in which the player of the row finished above the player of the column.
    above: Square<u64>,
    /// The players that have a strength, in ascending order.
    rated: Vec<usize>,
    /// The strength θ of each player, or the reason why the player has no strength. The mean of all
    /// strengths is 0.
    pub(super) strengths: Vec<Result<f64, Unrated>>,
}

impl Fit {
    /// Fits strengths to the results. `above` contains the numbers of games in which the player of
    /// the row finished above the player of the column.
    pub(super) fn new(above: Square<u64>) -> Self {
        let (rated, unrated) = comparable(&above);
        let mut fit = Self {
            rated,
            strengths: unrated.into_iter().map(|why| why.map_or(Ok(0.0), Err)).collect(),
            above,
        };
        fit.climb();
        fit
    }

    /// Returns the players that have a strength, in ascending order.
    pub(super) fn rated(&self) -> &[usize] {
        &self.rated
    }

    /// Returns the expected share of games in which player `one` finishes above player `other`. If
    /// one or both have no strength, returns the observed share instead, or 0.5 if they have not
    /// met.
    pub(super) fn share(&self, one: usize, other: usize) -> f64 {
        if let (Ok(one), Ok(other)) = (self.strengths[one], self.strengths[other]) {
            1.0 / (1.0 + libm::exp(other - one))
        } else {
            let (above, below) = (self.above[one][other], self.above[other][one]);
            if above + below == 0 { 0.5 } else { above as f64 / (above + below) as f64 }
        }
    }

    /// Maximises the likelihood by Newton's method. Steps are shortened so that each step increases
    /// the likelihood.
    fn climb(&mut self) {
        for _ in 0..STEPS {
            let ahead = self.rated.iter().map(|&one| {
                let others = self.rated.iter().filter(|&&other| other != one);
                let more = |&other: &usize| {
                    let (above, below) = (self.above[one][other] as f64, self.above[other][one] as f64);
                    // The number of games in which `one` finished above `other`, minus the expected
                    // number. The formula does not subtract a share from 1, because the difference
                    // is inexact for shares near 1.
                    above * self.share(other, one) - below * self.share(one, other)
                };
                others.map(more).sum::<f64>()
            });
            let Some(step) = Cholesky::new(self.augmented()).map(|root| root.solve(ahead.collect())) else {
                return;
            };
            let reach = step.iter().copied().fold(f64::NEG_INFINITY, f64::max)
                - step.iter().copied().fold(f64::INFINITY, f64::min);
            // Along a step that changes differences of strengths by at most r, the curvature grows
            // by at most the factor exp(r) (F. Bach, "Self-concordant analysis for logistic
            // regression", Electronic Journal of Statistics 4, 2010). Therefore a step that is
            // shortened by the factor `part` cannot pass the maximum.
            let part = if reach > CLOSE { libm::log1p(reach) / reach } else { 1.0 };
            let mean = step.iter().sum::<f64>() / step.len() as f64;
            for (&player, step) in self.rated.iter().zip(&step) {
                self.strengths[player] =
                    self.strengths[player].map(|strength| strength + part * (step - mean));
            }
            if reach <= CLOSE {
                return;
            }
        }
    }

    /// Returns the Fisher information matrix of the strengths, with a constant added to all
    /// elements. Without the constant, the matrix is singular, because the likelihood does not
    /// change if the same number is added to all strengths.
    fn augmented(&self) -> Square<f64> {
        let size = self.rated.len();
        let mut information = vec![vec![0.0; size]; size];
        for (row, &one) in self.rated.iter().enumerate() {
            for (column, &other) in self.rated.iter().enumerate().filter(|&(column, _)| column != row) {
                let games = (self.above[one][other] + self.above[other][one]) as f64;
                let certain = games * self.share(one, other) * self.share(other, one);
                information[row][row] += certain;
                information[row][column] -= certain;
            }
        }
        let common = (0..size).map(|row| information[row][row]).sum::<f64>() / (size * size).max(1) as f64;
        information.iter_mut().flatten().for_each(|cell| *cell += common);
        information
    }

    /// Returns the covariance matrix of the strengths by the sandwich estimator. This is the
    /// product of the inverse information, the covariance matrix `scatter` of the residuals, and
    /// the inverse information (P. J. Huber, 1967; K.-Y. Liang, S. L. Zeger, "Longitudinal data
    /// analysis using generalized linear models", Biometrika 73, 1986, for clustered units). It is
    /// valid even if the model does not hold. Returns `None` if no player has a strength.
    pub(super) fn covariances(&self, scatter: &Square<f64>) -> Option<Square<f64>> {
        let root = Cholesky::new(self.augmented())?;
        // The residuals add up to 0, so the constant that `augmented` adds has no effect.
        let halfway: Square<f64> = scatter.iter().map(|row| root.solve(row.clone())).collect();
        let turned = (0..halfway.len()).map(|row| halfway.iter().map(|column| column[row]).collect());
        Some(turned.map(|row| root.solve(row)).collect())
    }
}

/// Returns the players that have a strength, and for every other player the reason why it has none.
/// The players with strengths are the largest strongly connected component of the relation "has
/// finished above". If several components have this size, the component with the smallest player
/// number is used.
fn comparable(above: &Square<u64>) -> (Vec<usize>, Vec<Option<Unrated>>) {
    let players = above.len();
    // For each player, the players that the player has finished above, directly or through other
    // players, and the player itself. They are computed by Warshall's algorithm ("A theorem on
    // Boolean matrices", 1962).
    let mut below: Square<bool> = (0..players)
        .map(|one| (0..players).map(|other| one == other || above[one][other] > 0).collect())
        .collect();
    for middle in 0..players {
        let further = below[middle].clone();
        for row in below.iter_mut().filter(|row| row[middle]) {
            row.iter_mut().zip(&further).for_each(|(below, &further)| *below |= further);
        }
    }
    let both = |one: usize, other: usize| below[one][other] && below[other][one];
    let size = |one: usize| (0..players).filter(|&other| both(one, other)).count();
    // If several players have the maximum, `max_by_key` returns the last of them. The order is
    // reversed, so that the last is the smallest player number.
    let largest = (0..players).rev().max_by_key(|&one| size(one));
    let Some(member) = largest.filter(|&member| size(member) > 1) else {
        return (Vec::new(), vec![Some(Unrated::Alone); players]);
    };
    let why = |player: usize| match (below[player][member], below[member][player]) {
        (true, true) => None,
        (true, false) => Some(Unrated::Above),
        (false, true) => Some(Unrated::Below),
        (false, false) => Some(Unrated::Apart),
    };
    ((0..players).filter(|&player| both(player, member)).collect(), (0..players).map(why).collect())
}

/// The Cholesky factor L of a symmetric matrix L·Lᵀ.
struct Cholesky(Square<f64>);

impl Cholesky {
    /// Factorises a matrix; `None` if it is empty or not positive definite.
    fn new(mut matrix: Square<f64>) -> Option<Self> {
        for row in 0..matrix.len() {
            for column in 0..=row {
                let known: f64 = (0..column).map(|at| matrix[row][at] * matrix[column][at]).sum();
                let rest = matrix[row][column] - known;
                if row == column {
                    if rest.is_nan() || rest <= 0.0 {
                        return None;
                    }
                    matrix[row][row] = rest.sqrt();
                } else {
                    matrix[row][column] = rest / matrix[column][column];
                }
            }
        }
        (!matrix.is_empty()).then_some(Self(matrix))
    }

    /// Returns the solution x of A·x = `right`, where A is the factorised matrix.
    fn solve(&self, mut right: Vec<f64>) -> Vec<f64> {
        let (root, size) = (&self.0, right.len());
        for row in 0..size {
            let known: f64 = (0..row).map(|at| root[row][at] * right[at]).sum();
            right[row] = (right[row] - known) / root[row][row];
        }
        for row in (0..size).rev() {
            let known: f64 = (row + 1..size).map(|at| root[at][row] * right[at]).sum();
            right[row] = (right[row] - known) / root[row][row];
        }
        right
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// Fits by Zermelo's iteration, one player at a time, until convergence (D. R. Hunter, "MM
    /// algorithms for generalized Bradley-Terry models", Annals of Statistics 32, 2004).
    fn plainly(above: &Square<u64>) -> Vec<f64> {
        let players = above.len();
        let mut worths = vec![1.0; players];
        for _ in 0..200_000 {
            let before = worths.clone();
            for one in 0..players {
                let others = (0..players).filter(|&other| other != one);
                let wins: u64 = others.clone().map(|other| above[one][other]).sum();
                let games = |other: usize| (above[one][other] + above[other][one]) as f64;
                let expected: f64 = others.map(|other| games(other) / (worths[one] + worths[other])).sum();
                worths[one] = wins as f64 / expected;
            }
            let scale = (worths.iter().map(|worth| libm::log(*worth)).sum::<f64>() / players as f64).exp();
            worths = worths.iter().map(|worth| worth / scale).collect();
            if worths.iter().zip(&before).all(|(now, then)| (now / then - 1.0).abs() < 1e-13) {
                break;
            }
        }
        worths.into_iter().map(libm::log).collect()
    }

    fn rated(fit: &Fit) -> Vec<f64> {
        fit.strengths.iter().map(|strength| strength.unwrap()).collect()
    }

    #[test]
    fn two_players_differ_by_the_odds() {
        for (wins, losses) in [(1, 1), (3, 1), (1, 999_999_999), (500, 499)] {
            let fit = Fit::new(vec![vec![0, wins], vec![losses, 0]]);
            let half = libm::log(wins as f64 / losses as f64) / 2.0;
            let strengths = rated(&fit);
            assert!(
                (strengths[0] - half).abs() < 1e-9 && (strengths[1] + half).abs() < 1e-9,
                "{strengths:?}"
            );
            // Independent games: the variance of the share is p·q/n, and the derivative of the
            // difference of strengths with respect to the share is 1/(p·q).
            let (games, p) = ((wins + losses) as f64, wins as f64 / (wins + losses) as f64);
            let scatter = games * p * (1.0 - p);
            let covariances =
                fit.covariances(&vec![vec![scatter, -scatter], vec![-scatter, scatter]]).unwrap();
            let variance = covariances[0][0] + covariances[1][1] - 2.0 * covariances[0][1];
            assert!((variance * games * p * (1.0 - p) - 1.0).abs() < 1e-6, "{variance}");
        }
    }

    /// Each of three players beats the next with the same odds, and the first beats the last with
    /// the square of these odds, so the model holds exactly.
    #[test]
    fn three_players_whose_odds_go_together() {
        let fit = Fit::new(vec![vec![0, 30, 900], vec![10, 0, 30], vec![100, 10, 0]]);
        let step = libm::log(3.0);
        for (strength, expected) in rated(&fit).into_iter().zip([step, 0.0, -step]) {
            assert!((strength - expected).abs() < 1e-10, "{strength}");
        }
        assert!((fit.share(0, 2) - 0.9).abs() < 1e-12);
        // Information is n·p·q of each pair.
        let information = fit.augmented();
        let (near, far) = (40.0 * 0.75 * 0.25, 1000.0 * 0.9 * 0.1);
        assert!((information[0][0] - information[0][1] - (2.0 * near + far)).abs() < 1e-9);
    }

    #[test]
    fn players_without_a_loss_or_win_are_not_rated() {
        let why = |above: Square<u64>| Fit::new(above).strengths;
        // Player 0 always finishes above the others, and player 3 below.
        let found = why(vec![vec![0, 5, 5, 5], vec![0, 0, 3, 5], vec![0, 2, 0, 5], vec![0, 0, 0, 0]]);
        assert_eq!([found[0], found[3]], [Err(Unrated::Above), Err(Unrated::Below)]);
        let half = libm::log(1.5) / 2.0;
        assert!((found[1].unwrap() - half).abs() < 1e-10 && (found[2].unwrap() + half).abs() < 1e-10);
        // First the players always finish in the same order, then there are no games, and then
        // there are two groups that never met.
        assert_eq!(why(vec![vec![0, 1, 1], vec![0, 0, 1], vec![0, 0, 0]]), [Err(Unrated::Alone); 3]);
        assert_eq!(why(vec![vec![0; 3]; 3]), [Err(Unrated::Alone); 3]);
        let apart = why(vec![vec![0, 1, 0, 0], vec![1, 0, 0, 0], vec![0, 0, 0, 1], vec![0, 0, 1, 0]]);
        assert_eq!(apart, [Ok(0.0), Ok(0.0), Err(Unrated::Apart), Err(Unrated::Apart)]);
        assert_eq!(why(vec![]), []);
    }

    /// Generates results of 2 to 8 players, each of whom has finished above each other player at
    /// least once.
    fn contests() -> impl Strategy<Value = Square<u64>> {
        (2usize..=8).prop_flat_map(|players| {
            prop::collection::vec(prop::collection::vec(1u64..400, players), players).prop_map(|mut above| {
                (0..above.len()).for_each(|player| above[player][player] = 0);
                above
            })
        })
    }

    proptest! {
        #[test]
        fn strengths_are_those_of_the_plain_iteration(above in contests()) {
            let fit = Fit::new(above.clone());
            for (one, other) in rated(&fit).into_iter().zip(plainly(&above)) {
                prop_assert!((one - other).abs() < 1e-8, "{} {}", one, other);
            }
        }

        /// At the maximum of the likelihood, the expected number of wins of each player equals the
        /// observed number.
        #[test]
        fn expected_wins_equal_observed_wins(
            above in prop::collection::vec(prop::collection::vec(prop_oneof![3 => Just(0u64), 1 => 0u64..5, 1 => 0u64..1_000_000], 9), 9),
        ) {
            let fit = Fit::new(above.clone());
            for &one in fit.rated() {
                let others = || fit.rated().iter().filter(|&&other| other != one);
                let won: u64 = others().map(|&other| above[one][other]).sum();
                let expected: f64 = others()
                    .map(|&other| (above[one][other] + above[other][one]) as f64 * fit.share(one, other))
                    .sum();
                prop_assert!((won as f64 - expected).abs() < 1e-6 * (1.0 + expected), "{} {}", won, expected);
            }
            let sum: f64 = fit.strengths.iter().flatten().sum();
            prop_assert!(sum.abs() < 1e-8);
        }
    }
}
