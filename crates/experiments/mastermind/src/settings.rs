//! Settings of experiments about Mastermind.

use quadrille_mastermind::Strategy;
use serde::{Deserialize, Serialize};

use quadrille_report::as_text;
use quadrille_runner::job::Kind;
use quadrille_runner::settings::{Settings, is_off};

/// Settings of `mastermind.evaluate`, which plays every secret of a game with one strategy.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct EvaluateSettings {
    /// The number of pins of a codeword, 1 to 16.
    pub pins: u32,
    /// The number of colours, 1 to 15.
    pub colors: u32,
    /// The rule that selects guesses.
    #[serde(with = "as_text")]
    pub strategy: Strategy,
    /// The first guess; chosen by the strategy by default.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub first: Option<String>,
    /// Whether to guess only codewords that are still possible.
    #[serde(skip_serializing_if = "is_off")]
    pub possible_only: bool,
    /// Whether repeated colours are forbidden, as in Bulls and Cows.
    #[serde(skip_serializing_if = "is_off")]
    pub no_repeats: bool,
}

impl EvaluateSettings {
    /// Returns the default settings for a strategy and a game.
    pub fn new(pins: u32, colors: u32, strategy: Strategy) -> Self {
        Self { pins, colors, strategy, first: None, possible_only: false, no_repeats: false }
    }
}

impl Settings for EvaluateSettings {
    const KIND: Kind = crate::evaluation::EVALUATE;
}

/// Settings of `mastermind.compare`, which plays every secret of one or more games with several
/// strategies.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct MastermindCompareSettings {
    /// The numbers of pins and colours of each game.
    pub sizes: Vec<(u32, u32)>,
    /// The strategies, each once.
    pub strategies: Vec<StrategyName>,
    /// The first guess for each game, in the order of `sizes`; if empty, each strategy chooses its
    /// own.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub firsts: Vec<String>,
    /// Whether to guess only codewords that are still possible.
    #[serde(skip_serializing_if = "is_off")]
    pub possible_only: bool,
    /// Whether repeated colours are forbidden, as in Bulls and Cows.
    #[serde(skip_serializing_if = "is_off")]
    pub no_repeats: bool,
}

/// A strategy, which is serialised as its name in experiment files.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct StrategyName(#[serde(with = "as_text")] pub Strategy);

impl MastermindCompareSettings {
    /// Returns the default settings for these strategies and games.
    pub fn new(sizes: Vec<(u32, u32)>, strategies: impl IntoIterator<Item = Strategy>) -> Self {
        let strategies = strategies.into_iter().map(StrategyName).collect();
        Self { sizes, strategies, firsts: Vec::new(), possible_only: false, no_repeats: false }
    }
}

impl Settings for MastermindCompareSettings {
    const KIND: Kind = crate::evaluation::COMPARE;
}
