//! The error type.

use thiserror::Error;

/// Error of an invalid value, summary or parameter. A method that returns this error has changed
/// nothing.
#[derive(Clone, Debug, PartialEq, Error)]
#[non_exhaustive]
pub enum StatsError {
    /// A value that is infinite or not a number.
    #[error("{0} is not a finite number")]
    NotFinite(f64),
    /// A value whose square could exceed the range of floating-point numbers.
    #[error("{0} is too large for moments: expected a magnitude of at most {limit:e}", limit = crate::Moments::LIMIT)]
    TooLarge(f64),
    /// More observations than a 64-bit counter can count, or a sum that exceeds its integer type.
    #[error("too many observations: a sum overflows, or a count exceeds {}", u64::MAX)]
    TooMany,
    /// A confidence outside its range.
    #[error("confidence {0} is out of range: expected more than 0 and at most {max}", max = crate::Confidence::MAX)]
    Confidence(f64),
    /// A quantile whose fraction is above 1, or has the denominator 0.
    #[error("quantile {numerator}/{denominator} is out of range: expected a fraction from 0 to 1")]
    Quantile {
        /// The numerator.
        numerator: u64,
        /// The denominator.
        denominator: u64,
    },
    /// Too few observations, trials or degrees of freedom for the requested statistic.
    #[error("{have} {what} are too few: expected at least {need}")]
    TooFew {
        /// The quantity of which there are too few, as a plural noun, such as "trials".
        what: &'static str,
        /// The number that is available.
        have: u64,
        /// The number that is required.
        need: u64,
    },
    /// More successes than trials.
    #[error("{successes} successes in {trials} trials: expected at most one success per trial")]
    Successes {
        /// The number of successes.
        successes: u64,
        /// The number of trials.
        trials: u64,
    },
    /// A standard error below zero.
    #[error("standard error {0} is out of range: expected 0 or more")]
    StandardError(f64),
    /// Bin edges that are not strictly ascending.
    #[error(
        "bin edges must be strictly ascending: edge {index} is {edge}, and the edge before it is {before}"
    )]
    Edges {
        /// The index, counted from 0, of the edge that is not above the previous edge.
        index: usize,
        /// The value of the edge.
        edge: f64,
        /// The value of the previous edge.
        before: f64,
    },
    /// A number of bins that a histogram cannot have.
    #[error("{0} bins: expected 1 to {max}", max = crate::Bins::MAX_COUNT)]
    BinCount(usize),
    /// Two histograms with different bins, or a stored histogram in which the number of counts is
    /// not the number of bins.
    #[error("the bins do not match: expected two histograms with the same bins, and one count for each bin")]
    BinsDiffer,
    /// A stored summary that no sequence of observations produces.
    #[error("a stored summary is inconsistent: {0}")]
    Contradiction(&'static str),
}
