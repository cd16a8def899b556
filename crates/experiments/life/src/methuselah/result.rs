//! The result of `life.methuselah`.

use quadrille_life::formats::Format;
use quadrille_life::{Growth, Pattern, Rule};
use quadrille_report::figures::Figures;
use serde::{Deserialize, Serialize};

use super::job::{MethuselahJob, Source};
use super::partial::Haul;
use crate::soups::partial::LIFESPANS;
use crate::soups::result::{SoupSpread, spread};
use quadrille_report::as_text;

/// The result of `life.methuselah`: the lifespans of the patterns of a box, and the longest-lived
/// of them.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Figures)]
#[serde(deny_unknown_fields)]
pub struct MethuselahResult {
    /// The rule, such as `B3/S23`.
    #[serde(with = "as_text")]
    pub rule: Rule,
    /// The number of columns of the box.
    pub width: u32,
    /// The number of rows of the box.
    pub height: u32,
    /// The probability that a cell lived at the start; `None` if every pattern of the box was run.
    pub density: Option<f64>,
    /// The number of non-empty arrangements of cells in the box; `None` for random patterns.
    pub placed: Option<u64>,
    /// The number of patterns that were run. If they are not random, arrangements of cells that
    /// differ only in position and orientation count as one pattern.
    #[figure("patterns")]
    pub patterns: u64,
    /// The number of settled patterns.
    pub settled: u64,
    /// The distribution of the lifespans. A lifespan is the first generation at which a pattern is
    /// settled. There is no interval if every pattern was run.
    pub lifespan: SoupSpread,
    /// The longest-lived patterns in descending order of lifespan. Patterns of equal lifespan are
    /// in ascending order of their numbers.
    pub longest: Vec<Methuselah>,
    /// The number of patterns with unbounded growth.
    pub grow: u64,
    /// The first ten patterns with unbounded growth.
    pub growing: Vec<GrowingPattern>,
    /// The number of unresolved patterns, which neither settled nor grew regularly within the
    /// generations of the experiment or within 32 MiB for the cells.
    pub open: u64,
    /// The first ten unresolved patterns.
    pub unsettled: Vec<OpenPattern>,
}

/// A long-lived pattern.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Figures)]
#[serde(deny_unknown_fields)]
pub struct Methuselah {
    /// The number of the pattern. If every pattern of the box was run, bit `x + width * y` of the
    /// number is set if the cell in column `x` and row `y` lives. For a random pattern, the number
    /// is that of its stream.
    pub number: u64,
    /// The first generation at which the pattern is settled.
    #[figure("settled at")]
    pub lifespan: u64,
    /// The population at the generation `lifespan`, including the cells of escaped spaceships.
    #[figure("final cells")]
    pub population: u64,
    /// The initial population.
    #[figure("initial")]
    pub cells: u64,
    /// The pattern in run-length encoding.
    pub rle: String,
}

/// A pattern with unbounded growth.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Figures)]
#[serde(deny_unknown_fields)]
pub struct GrowingPattern {
    /// The number of the pattern, as defined for `longest[].number`.
    pub number: u64,
    /// The growth, as inferred from the populations: its `kind` (`linear` or `quadratic`), the
    /// `period` in generations, the number of `cells` added per period (for quadratic growth, the
    /// increase of this number per period), and the first and the last observed generation, `from`
    /// and `to`.
    #[figure(other)]
    pub growth: Growth,
    /// The pattern in run-length encoding.
    pub rle: String,
}

/// An unresolved pattern, which neither settled nor grew regularly within the limits.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Figures)]
#[serde(deny_unknown_fields)]
pub struct OpenPattern {
    /// The number of the pattern, as defined for `longest[].number`.
    pub number: u64,
    /// The pattern in run-length encoding.
    pub rle: String,
}

impl MethuselahResult {
    pub(crate) fn of(settings: &MethuselahJob, seed: u64, haul: &Haul) -> Self {
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

/// Returns the cells in run-length encoding, on one line and without a header.
fn rle(pattern: &Pattern) -> String {
    let text = Format::Rle.to_text(pattern).expect("a small pattern fits the format");
    text.lines().filter(|line| !line.starts_with(['x', '#'])).collect()
}
