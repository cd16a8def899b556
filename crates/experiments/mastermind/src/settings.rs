//! What experiments about Mastermind can be asked.

use quadrille_mastermind::Strategy;
use serde::{Deserialize, Serialize};

use quadrille_report::as_text;
use quadrille_runner::job::Kind;
use quadrille_runner::settings::{Settings, is_off};

/// Asks `mastermind.evaluate`: every secret of a game, played by one strategy.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct EvaluateSettings {
    /// Pins of a codeword, 1 to 16.
    pub pins: u32,
    /// Colours, 1 to 15.
    pub colors: u32,
    /// How guesses are chosen.
    #[serde(with = "as_text")]
    pub strategy: Strategy,
    /// The first guess; by the strategy's own rule where there is none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub first: Option<String>,
    /// Whether only codewords are guessed that are still possible.
    #[serde(skip_serializing_if = "is_off")]
    pub possible_only: bool,
    /// Whether no colour comes twice, as in Bulls and Cows.
    #[serde(skip_serializing_if = "is_off")]
    pub no_repeats: bool,
}

impl EvaluateSettings {
    /// A strategy on a game, with everything else as usual.
    pub fn new(pins: u32, colors: u32, strategy: Strategy) -> Self {
        Self { pins, colors, strategy, first: None, possible_only: false, no_repeats: false }
    }
}

impl Settings for EvaluateSettings {
    const KIND: Kind = crate::evaluation::EVALUATE;
}

/// Asks `mastermind.compare`: every secret of one or several games, played by several strategies.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct MastermindCompareSettings {
    /// Pins and colours of each game.
    pub sizes: Vec<(u32, u32)>,
    /// How guesses are chosen, each strategy once.
    pub strategies: Vec<StrategyName>,
    /// The first guess on each game, in the order of `sizes`; empty: by each strategy's own rule.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub firsts: Vec<String>,
    /// Whether only codewords are guessed that are still possible.
    #[serde(skip_serializing_if = "is_off")]
    pub possible_only: bool,
    /// Whether no colour comes twice, as in Bulls and Cows.
    #[serde(skip_serializing_if = "is_off")]
    pub no_repeats: bool,
}

/// A strategy, written as experiment files write it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct StrategyName(#[serde(with = "as_text")] pub Strategy);

impl MastermindCompareSettings {
    /// Strategies on games, with everything else as usual.
    pub fn new(sizes: Vec<(u32, u32)>, strategies: impl IntoIterator<Item = Strategy>) -> Self {
        let strategies = strategies.into_iter().map(StrategyName).collect();
        Self { sizes, strategies, firsts: Vec::new(), possible_only: false, no_repeats: false }
    }
}

impl Settings for MastermindCompareSettings {
    const KIND: Kind = crate::evaluation::COMPARE;
}
