//! Strategies: rules for choosing a guess.

mod entropy;
mod rank;

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

pub use entropy::compare_entropy;
pub(crate) use rank::{Best, Ranking};

/// The rule for choosing the next guess.
///
/// A guess partitions the set S of possible codewords by feedback. Every strategy except the last
/// ranks the guesses by the sizes n of these partitions (including the partition of the solved
/// secret) and takes the best. Among equally good guesses, it prefers members of S, then the
/// lexicographically first guess. With one or two remaining codewords, all strategies take the
/// first.
///
/// | strategy | name | the chosen guess | source |
/// |---|---|---|---|
/// | [`Knuth`](Self::Knuth) | `knuth` | has the smallest largest partition | D. E. Knuth, "The Computer as Master Mind", 1977 |
/// | [`ExpectedSize`](Self::ExpectedSize) | `expected-size` | has the smallest Σ n² | R. W. Irving, "Towards an optimum Mastermind strategy", 1978 |
/// | [`Entropy`](Self::Entropy) | `entropy` | has the smallest Σ n log n, compared exactly | E. Neuwirth, "Some strategies for Mastermind", 1982 |
/// | [`MostParts`](Self::MostParts) | `most-parts` | has the most partitions | B. Kooi, "Yet another Mastermind strategy", 2005 |
/// | [`FirstConsistent`](Self::FirstConsistent) | `first-consistent` | is the lexicographically first of S | E. Shapiro, "Playing Mastermind logically", 1983 |
///
/// ```
/// use quadrille_mastermind::Strategy;
///
/// assert_eq!("most-parts".parse(), Ok(Strategy::MostParts));
/// assert_eq!(Strategy::ExpectedSize.to_string(), "expected-size");
/// let error = "knut".parse::<Strategy>().unwrap_err();
/// assert_eq!(
///     error.to_string(),
///     "`knut` is not a strategy; expected one of knuth, expected-size, entropy, most-parts, first-consistent"
/// );
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "kebab-case"))]
pub enum Strategy {
    /// Minimises the largest partition.
    Knuth,
    /// Minimises the expected partition size, and therefore Σ n² over the partition sizes n.
    ExpectedSize,
    /// Maximises the information of the feedback, and therefore minimises Σ n log n over the
    /// partition sizes n.
    Entropy,
    /// Maximises the number of partitions.
    MostParts,
    /// Takes the first codeword that is still possible.
    FirstConsistent,
}

/// Error of parsing an unknown strategy name.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error(
    "`{}` is not a strategy; expected one of {}",
    name.escape_debug(), Strategy::ALL.map(Strategy::name).join(", ")
)]
#[non_exhaustive]
pub struct StrategyError {
    /// The text found.
    pub name: String,
}

impl Strategy {
    /// All strategies.
    pub const ALL: [Self; 5] =
        [Self::Knuth, Self::ExpectedSize, Self::Entropy, Self::MostParts, Self::FirstConsistent];

    /// Returns the strategy's name in commands and files.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Knuth => "knuth",
            Self::ExpectedSize => "expected-size",
            Self::Entropy => "entropy",
            Self::MostParts => "most-parts",
            Self::FirstConsistent => "first-consistent",
        }
    }
}

impl fmt::Display for Strategy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl FromStr for Strategy {
    type Err = StrategyError;

    fn from_str(name: &str) -> Result<Self, StrategyError> {
        Self::ALL
            .into_iter()
            .find(|strategy| strategy.name() == name)
            .ok_or_else(|| StrategyError { name: name.to_owned() })
    }
}
