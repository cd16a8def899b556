//! What can be wrong with a number that is given to this crate.

use thiserror::Error;

/// Why a value, a partial summary or a parameter was refused. Whatever was being changed stays as it was.
#[derive(Clone, Debug, PartialEq, Error)]
#[non_exhaustive]
pub enum StatsError {
    /// A value that is infinite or not a number.
    #[error("{0} is not a finite number")]
    NotFinite(f64),
    /// A value whose square could leave the range of floating-point numbers.
    #[error("{0} is too large for moments: expected a magnitude of at most {limit:e}", limit = crate::Moments::LIMIT)]
    TooLarge(f64),
    /// More observations than a 64-bit counter holds, or a sum of them that its integer does not.
    #[error("too many observations: the total would exceed {}", u64::MAX)]
    TooMany,
    /// A confidence outside its range.
    #[error("confidence {0} is out of range: expected more than 0 and at most {max}", max = crate::Confidence::MAX)]
    Confidence(f64),
    /// A fraction that names no quantile.
    #[error("quantile {numerator}/{denominator} is out of range: expected a fraction from 0 to 1")]
    Quantile {
        /// The upper number of the fraction.
        numerator: u64,
        /// The lower number of the fraction.
        denominator: u64,
    },
    /// Too few observations, trials or degrees of freedom for what was asked.
    #[error("{have} {what} are too few: expected at least {need}")]
    TooFew {
        /// What there is too little of.
        what: &'static str,
        /// How many there are.
        have: u64,
        /// How many are needed.
        need: u64,
    },
    /// More successes than trials.
    #[error("{successes} successes in {trials} trials: expected at most one success a trial")]
    Successes {
        /// The number of successes.
        successes: u64,
        /// The number of trials.
        trials: u64,
    },
    /// A standard error below zero.
    #[error("standard error {0} is out of range: expected 0 or more")]
    StandardError(f64),
    /// Bin edges that do not rise.
    #[error("bin edges must rise: edge {index} is {edge}, after {before}")]
    Edges {
        /// Which edge, from 0.
        index: usize,
        /// Its value.
        edge: f64,
        /// The value of the edge before it.
        before: f64,
    },
    /// Fewer or more bins than a histogram can have.
    #[error("{0} bins: expected 1 to {max}", max = crate::Bins::MAX_COUNT)]
    BinCount(usize),
    /// Two histograms, or a histogram and its counts, that do not have the same bins.
    #[error("the bins differ: only histograms over the same bins can be merged")]
    BinsDiffer,
    /// A stored summary that no sequence of observations can have produced.
    #[error("a stored summary contradicts itself: {0}")]
    Contradiction(&'static str),
}
