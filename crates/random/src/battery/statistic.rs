//! The results of tests: statistics and their p-values.

use std::borrow::Cow;
use std::fmt;

use super::tails;

/// The (approximate) distribution of a statistic if the values are independent and uniform.
///
/// It determines the p-value, the probability of a statistic at least as extreme:
///
/// | distribution | p-value |
/// |---|---|
/// | `Normal` | two-sided; the statistic is a number of standard deviations |
/// | `ChiSquare`, `Poisson` | twice the smaller tail, because counts that are too even are also suspicious |
/// | `WorstNormal` | upper tail of the largest magnitude among several normal deviates; a small maximum is not suspicious |
/// | `Deficiency` | upper tail; a sum that is too small is not suspicious, because the statistic of small matrices detects full ranks that are too frequent |
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Null {
    /// Standard normal.
    Normal,
    /// Chi-square.
    ChiSquare {
        /// Degrees of freedom; 0 for a statistic without information (p-value 1).
        degrees: u32,
    },
    /// Poisson.
    Poisson {
        /// The mean.
        mean: f64,
    },
    /// The variable farthest from 0 among several independent standard normal variables.
    WorstNormal {
        /// The number of variables.
        of: u32,
    },
    /// The sum of the rank deficiencies of random square matrices of bits.
    Deficiency {
        /// Number of matrices.
        matrices: u32,
        /// The number of rows, and of columns, of each matrix.
        order: u32,
    },
}

impl Null {
    fn p(self, statistic: f64) -> f64 {
        match self {
            Self::Normal => tails::normal(statistic),
            Self::ChiSquare { degrees } => tails::chi_square(statistic, degrees),
            Self::Poisson { mean } => tails::poisson(statistic as u32, mean),
            Self::WorstNormal { of } => tails::worst_normal(statistic, of),
            Self::Deficiency { matrices, order } => tails::deficiency(statistic as u32, matrices, order),
        }
    }
}

impl fmt::Display for Null {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Normal => write!(f, "normal"),
            Self::ChiSquare { degrees } => write!(f, "chi-square, {degrees} degrees of freedom"),
            Self::Poisson { mean } => write!(f, "Poisson, mean {mean:.1}"),
            Self::WorstNormal { of } => write!(f, "greatest deviation among {of} normal variables"),
            Self::Deficiency { matrices, order } => {
                write!(f, "rank deficiency of {matrices} matrices of order {order}")
            }
        }
    }
}

/// A statistic of a test: a number with a known distribution for a good generator.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Statistic {
    /// The name in a few words, unique within the test.
    pub name: Cow<'static, str>,
    /// The value. With [`Null::WorstNormal`], it is the variable of the largest magnitude, with its
    /// sign.
    pub value: f64,
    /// The distribution of the value for a good generator.
    pub null: Null,
    /// The p-value, from [`SMALLEST`](tails::SMALLEST) to 1: the probability that a good generator
    /// gives a value at least this extreme.
    pub p: f64,
    /// The index of the bit, lag or draw with the most extreme value, for statistics that are a
    /// maximum; otherwise `None`.
    pub at: Option<u32>,
}

impl Statistic {
    pub(super) fn new(name: &'static str, value: f64, null: Null) -> Self {
        Self { name: name.into(), value, null, p: null.p(value), at: None }
    }

    /// Returns two statistics of independent standard normal deviates: the sum of their squares,
    /// and the deviate of the largest magnitude (the first, if there are several). Each deviate is
    /// given with the index of its bit, lag or draw.
    pub(super) fn of_deviates(
        names: [&'static str; 2],
        deviates: impl IntoIterator<Item = (u32, f64)>,
    ) -> [Self; 2] {
        let (mut count, mut squares, mut worst) = (0, 0.0, (None, 0.0f64));
        for (number, z) in deviates {
            count += 1;
            squares += z * z;
            if worst.0.is_none() || z.abs() > worst.1.abs() {
                worst = (Some(number), z);
            }
        }
        let together = Self::new(names[0], squares, Null::ChiSquare { degrees: count });
        [together, Self { at: worst.0, ..Self::new(names[1], worst.1, Null::WorstNormal { of: count }) }]
    }
}

/// The p-value below which a statistic is significant.
///
/// A full report has about 40 statistics for each of about 20 subjects, so for perfect generators
/// one report in a thousand has a significant statistic. Real defects are unambiguous at the
/// default size: their p-values are smaller by many powers of ten.
pub const THRESHOLD: f64 = 1e-6;

/// The verdict on the subject of a test, such as a generator.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Verdict {
    /// No p-value is below [`THRESHOLD`]; the subject can still have defects.
    Passed,
    /// At least one p-value is below [`THRESHOLD`].
    Flagged,
}

/// Returns the verdict on statistics, which are the results of one or more tests of a subject.
///
/// ```
/// use quadrille_random::StreamKey;
/// use quadrille_random::battery::{Size, TESTS, Values, Verdict, verdict};
///
/// let mut values = Values::u64(StreamKey::new(31459, 0).rng());
/// let statistics = TESTS[0].run(&mut values, Size::MIN, &())?;
/// assert_eq!(verdict(&statistics), Verdict::Passed);
/// # Ok::<(), quadrille_random::progress::Cancelled>(())
/// ```
pub fn verdict<'a>(statistics: impl IntoIterator<Item = &'a Statistic>) -> Verdict {
    if statistics.into_iter().any(|statistic| statistic.p < THRESHOLD) {
        Verdict::Flagged
    } else {
        Verdict::Passed
    }
}
