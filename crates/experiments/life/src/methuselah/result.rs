//! The longest-lived patterns of a box: the result of `life.methuselah`.

use quadrille_life::formats::Format;
use quadrille_life::{Growth, Pattern, Rule};
use serde::{Deserialize, Serialize};

use super::partial::Haul;
use super::settings::{Settings, Source};
use crate::soups::partial::LIFESPANS;
use crate::soups::result::{SoupSpread, spread};
use quadrille_report::as_text;

/// The result of `life.methuselah`: how long the patterns of a box live, and which the longest.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MethuselahResult {
    /// The rule: `B3/S23`.
    #[serde(with = "as_text")]
    pub rule: Rule,
    /// Columns of the box.
    pub width: u32,
    /// Its rows.
    pub height: u32,
    /// How likely a cell lived at first; `None` if every pattern of the box was run.
    pub density: Option<f64>,
    /// In how many ways cells can live in the box, none at all left out; `None` of random ones.
    pub placed: Option<u64>,
    /// How many patterns were run: of those that are the same but for where and how they lie one, or random ones.
    pub patterns: u64,
    /// How many of them settled.
    pub settled: u64,
    /// The generation from which on they had settled. Without intervals if every pattern was run.
    pub lifespan: SoupSpread,
    /// The longest-lived, from the longest on; of equals, those of smaller numbers first.
    pub longest: Vec<Methuselah>,
    /// How many patterns grow without end.
    pub grow: u64,
    /// The first ten of them.
    pub growing: Vec<GrowingPattern>,
    /// Of how many patterns no end was seen.
    pub open: u64,
    /// The first ten of them.
    pub unsettled: Vec<OpenPattern>,
}

/// A pattern that lived long.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Methuselah {
    /// Its number: bit width · y + x is set if the cell in column x and row y lives; or that of its stream.
    pub number: u64,
    /// The generation from which on it had settled.
    pub lifespan: u64,
    /// How many cells lived in that generation, those of what has escaped among them.
    pub population: u64,
    /// How many cells lived at first.
    pub cells: u64,
    /// The pattern in run-length encoding.
    pub rle: String,
}

/// A pattern that grows without end.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GrowingPattern {
    /// Its number, as that of a [`Methuselah`].
    pub number: u64,
    /// How it grows.
    pub growth: Growth,
    /// The pattern in run-length encoding.
    pub rle: String,
}

/// A pattern of which no end was seen.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct OpenPattern {
    /// Its number, as that of a [`Methuselah`].
    pub number: u64,
    /// The pattern in run-length encoding.
    pub rle: String,
}

impl MethuselahResult {
    pub(crate) fn of(settings: &Settings, seed: u64, haul: &Haul) -> Self {
        let (density, placed) = match &settings.source {
            Source::Every(patterns) => (None, Some(patterns.numbers().end - 1)),
            Source::Random { density, .. } => (Some(*density), None),
        };
        let pattern = |number: u64| settings.pattern(seed, number);
        let mut lifespan = spread(&haul.lifespans, haul.settled, LIFESPANS);
        if placed.is_some() {
            lifespan.error = None;
        }
        let longest = haul.longest.iter().map(|lasting| {
            let pattern = pattern(lasting.number);
            Methuselah {
                number: lasting.number,
                lifespan: lasting.lifespan,
                population: lasting.population,
                cells: pattern.population() as u64,
                rle: rle(&pattern),
            }
        });
        let growing = haul.growing.iter().map(|&(number, growth)| {
            let rle = rle(&pattern(number));
            GrowingPattern { number, growth, rle }
        });
        let unsettled =
            haul.unsettled.iter().map(|&number| OpenPattern { number, rle: rle(&pattern(number)) });
        Self {
            rule: settings.rule,
            width: settings.width,
            height: settings.height,
            density,
            placed,
            patterns: haul.patterns,
            settled: haul.settled,
            lifespan,
            longest: longest.collect(),
            grow: haul.grow,
            growing: growing.collect(),
            open: haul.open,
            unsettled: unsettled.collect(),
        }
    }
}

/// The cells in run-length encoding, in one line and without a header.
fn rle(pattern: &Pattern) -> String {
    let text = Format::Rle.to_text(pattern).expect("a small pattern fits the format");
    text.lines().filter(|line| !line.starts_with(['x', '#'])).collect()
}
