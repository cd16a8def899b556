//! Settings of experiments about Mastermind: the keys of the `[mastermind]` table for each kind.

use quadrille_diagnostics::Diagnostic;
use quadrille_diagnostics::toml::Value;
use quadrille_mastermind::Strategy;
use quadrille_runner::keys::Shape;
use quadrille_runner::keys::Shape::{Choice, Flag, List, Text, Whole};
use quadrille_runner::settings::{Chosen, KeyValue};
use quadrille_runner::{names, settings};
use serde::Serialize;

const STRATEGIES: Shape = Choice(&names!(Strategy));

settings! {
    /// Settings of `mastermind.evaluate`, which plays every secret of a game with one strategy.
    pub struct EvaluateSettings {
        pins: u32 = "number of pins of a codeword", Whole(1, 16), must, "4";
        colors: u32 = "number of colours", Whole(1, 15), must, "6";
        strategy: Chosen<Strategy> = "the rule that selects guesses", STRATEGIES, must, "\"knuth\"";
        first: Option<String> =
            "the first guess", Text("a codeword"), usually "chosen by the strategy", "\"1122\"";
        possible_only: bool = "guess only codewords that are still possible", Flag, default false, "true";
        no_repeats: bool =
            "no repeated colours in a codeword (Bulls and Cows)", Flag, default false, "true";
    }
}

settings! {
    /// Settings of `mastermind.compare`, which plays every secret of one or more games with several
    /// strategies. Either `pins` and `colors` are given, or `sizes`.
    pub struct MastermindCompareSettings {
        pins: Option<u32> =
            "number of pins of a codeword", Whole(1, 16), preferred "with `colors` in place of `sizes`", "4";
        colors: Option<u32> =
            "number of colours", Whole(1, 15), preferred "with `pins` in place of `sizes`", "6";
        sizes: Option<Vec<Size>> =
            "several games, each a pair of pins and colours",
            List("pairs of pins and colours", &List("pins and colours", &Whole(1, 16))),
            instead "in place of `pins` and `colors`", "[[4, 6], [5, 8]]";
        strategies: Vec<Chosen<Strategy>> =
            "the strategies to compare, each once", List("strategies", &STRATEGIES), must,
            "[\"knuth\", \"entropy\"]";
        first: Option<String> =
            "the first guess", Text("a codeword"), usually "chosen by the strategy", "\"1122\"";
        firsts: Option<Vec<String>> =
            "the first guess for each of the sizes", List("a codeword for each size,", &Text("a codeword")),
            instead "with `sizes`", "[\"1122\", \"11234\"]";
        possible_only: bool = "guess only codewords that are still possible", Flag, default false, "true";
        no_repeats: bool =
            "no repeated colours in a codeword (Bulls and Cows)", Flag, default false, "true";
    }
}

settings! {
    /// Settings of `mastermind.optimal`, which finds the strategy with the fewest total turns and
    /// proves it.
    pub struct OptimalSettings {
        pins: u32 = "number of pins of a codeword", Whole(1, 8), must, "4";
        colors: u32 = "number of colours", Whole(1, 15), must, "6";
        max_turns: Option<u32> =
            "the maximum number of turns for any secret", Whole(1, 1000), usually "no limit", "6";
        least_depth: bool =
            "minimise the longest game first, then the total turns", Flag, default false, "true";
        few_last: bool =
            "with equal totals, prefer the fewest secrets at the last turn", Flag, default false, "true";
        first: Option<String> =
            "the first guess", Text("a codeword"), usually "the best one", "\"1122\"";
        possible_only: bool = "guess only codewords that are still possible", Flag, default false, "true";
        no_repeats: bool =
            "no repeated colours in a codeword (Bulls and Cows)", Flag, default false, "true";
    }
}

/// The numbers of pins and colours of a game. Files contain a list of these two numbers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct Size(pub u32, pub u32);

impl KeyValue for Size {
    fn read(value: &Value<'_>, shape: &Shape, expected: &str) -> Result<Self, Diagnostic> {
        match Vec::read(value, shape, expected)?[..] {
            [pins, colors] => Ok(Self(pins, colors)),
            _ => Err(value.error("a size is two numbers").expected("pins and colours, such as [4, 6]")),
        }
    }
}
