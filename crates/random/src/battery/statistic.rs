//! What a test finds: statistics, and how surprising each is.

use std::borrow::Cow;
use std::fmt;

use super::tails;

/// The distribution that a statistic has, nearly, if the values are independent and uniform.
///
/// It decides the p-value, the probability of a statistic at least as surprising:
///
/// | distribution | p-value |
/// |---|---|
/// | `Normal` | two-sided: the statistic is a number of standard deviations |
/// | `ChiSquare`, `Poisson` | twice the smaller tail: too even is as wrong as too uneven |
/// | `WorstNormal` | that the one farthest from 0 of so many normal deviates is at least that far out; a small one is no news |
/// | `Deficiency` | upper tail: small matrices tell whether full rank comes too often |
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Null {
    /// Standard normal.
    Normal,
    /// Chi-square.
    ChiSquare {
        /// Degrees of freedom, 0 for a statistic that compares nothing (p-value 1).
        degrees: u32,
    },
    /// Poisson.
    Poisson {
        /// Its mean.
        mean: f64,
    },
    /// The one of some independent standard normal variables that is farthest from 0.
    WorstNormal {
        /// Their number.
        of: u32,
    },
    /// The sum of the rank deficiencies of random square matrices of bits.
    Deficiency {
        /// How many matrices.
        matrices: u32,
        /// Rows of each, and columns.
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
            Self::WorstNormal { of } => write!(f, "farthest of {of} normal"),
            Self::Deficiency { matrices, order } => {
                write!(f, "rank deficiency of {matrices} matrices of order {order}")
            }
        }
    }
}

/// One statistic of a test: a number whose distribution is known if all is well.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Statistic {
    /// What it looks at, in a few words; no two statistics of a test share it.
    pub name: Cow<'static, str>,
    /// The number. A [`Null::WorstNormal`] keeps its sign.
    pub value: f64,
    /// Its distribution if all is well.
    pub null: Null,
    /// The probability of a statistic at least as surprising, from [`SMALLEST`](tails::SMALLEST) to 1.
    pub p: f64,
    /// For the worst of many: the number of the bit, lag or draw.
    pub at: Option<u32>,
}

impl Statistic {
    pub(super) fn new(name: &'static str, value: f64, null: Null) -> Self {
        Self { name: name.into(), value, null, p: null.p(value), at: None }
    }

    /// Two statistics of many independent standard normal deviates, each with the number of what it belongs
    /// to: their sum of squares, and the one farthest from 0 (the first of equals).
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

/// The p-value below which a statistic is a finding.
///
/// A full report looks at some 40 statistics of each of some 20 subjects: with perfect generators one report
/// in a thousand would have a finding. Real defects leave no doubt at the default size: their p-values lie
/// many powers of ten below.
pub const THRESHOLD: f64 = 1e-6;

/// What the statistics say of a subject.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Verdict {
    /// Nothing found. No proof of anything: other tests may find something.
    Passed,
    /// At least one p-value below [`THRESHOLD`].
    Flagged,
}

/// Returns the verdict on all statistics of a subject, or of one test of it.
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
