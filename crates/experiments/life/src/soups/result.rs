//! What is left of random soups: the result of `life.soups`.

use quadrille_life::{Apgcode, Growth, Rule, Symmetry};
use quadrille_stats::Interval;
use serde::{Deserialize, Serialize};

use super::partial::{Haul, LIFESPANS, POPULATIONS, Spread, Sums, Tally};
use super::settings::{Settings, Source};
use quadrille_report::as_text;
use quadrille_report::intervals::confidence;

/// The result of `life.soups`: when random soups settle, and the census of what is left.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SoupsResult {
    /// The rule: `B3/S23`.
    #[serde(with = "as_text")]
    pub rule: Rule,
    /// How the soups are laid out: `C1`.
    #[serde(with = "as_text")]
    pub symmetry: Symmetry,
    /// How likely a cell lived at first; `None` of soups that a text was hashed to.
    pub density: Option<f64>,
    /// The root of that text.
    pub seed_string: Option<String>,
    /// How many soups there were.
    pub soups: u64,
    /// How many of them settled.
    pub settled: u64,
    /// The generation from which on they had settled.
    pub lifespan: SoupSpread,
    /// How many cells lived in that generation.
    pub population: SoupSpread,
    /// The longest-lived, from the longest on.
    pub longest: Vec<LongLived>,
    /// Objects of all kinds a soup.
    pub objects_per_soup: PerSoup,
    /// How many objects there were.
    #[serde(with = "quadrille_report::decimal")]
    pub total: u128,
    /// Every object, the commonest first.
    pub objects: Vec<SoupObject>,
    /// How many soups grow without end.
    pub grow: u64,
    /// The first hundred of them.
    pub growing: Vec<GrowingSoup>,
    /// Of how many soups no end was seen.
    pub open: u64,
    /// The first hundred of them.
    pub unsettled: Vec<u64>,
}

/// A mean with half its 95 % interval, by the scatter from soup to soup.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PerSoup {
    /// The mean; `None` of no soups.
    pub mean: Option<f64>,
    /// Half the interval; it takes two soups.
    pub error: Option<f64>,
}

/// Whole numbers of settled soups, or of other patterns.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SoupSpread {
    /// Their mean.
    pub mean: Option<f64>,
    /// Half its 95 % interval; it takes two, drawn at random.
    pub error: Option<f64>,
    /// How wide the bins are.
    pub bin: u64,
    /// Where each bin that is not empty begins, and how many are in it.
    pub counts: Vec<(u64, u64)>,
}

/// A soup that lived long.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LongLived {
    /// Its number.
    pub soup: u64,
    /// The generation from which on it had settled.
    pub lifespan: u64,
}

/// A soup that grows without end.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GrowingSoup {
    /// Its number.
    pub soup: u64,
    /// How it grows.
    pub growth: Growth,
}

/// An object in the census.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SoupObject {
    /// Its code.
    pub apgcode: String,
    /// What it is called, if it is a common one and the rule is Conway's.
    pub name: Option<String>,
    /// How many there are.
    pub count: u64,
    /// How many a soup.
    pub per_soup: f64,
    /// Half the 95 % interval of that, by the scatter from soup to soup.
    pub error: Option<f64>,
    /// How many to one block; `None` without blocks.
    pub per_block: Option<f64>,
    /// Half the 95 % interval of that.
    pub per_block_error: Option<f64>,
    /// The first soup that has it.
    pub first: u64,
}

impl SoupsResult {
    pub(crate) fn of(settings: &Settings, haul: &Haul) -> Self {
        let (density, seed_string) = match &settings.source {
            Source::Random(density, _) => (Some(*density), None),
            Source::Hashed(root) => (None, Some(root.clone())),
        };
        let mut objects: Vec<SoupObject> =
            haul.objects.iter().map(|(code, tally)| object(code, tally, haul, settings.rule)).collect();
        // Codes come in order.
        objects.sort_by_key(|object| std::cmp::Reverse(object.count));
        Self {
            rule: settings.rule,
            symmetry: settings.symmetry,
            density,
            seed_string,
            soups: haul.soups,
            settled: haul.settled,
            lifespan: spread(&haul.lifespans, haul.settled, LIFESPANS),
            population: spread(&haul.populations, haul.settled, POPULATIONS),
            longest: haul.longest.iter().map(|&(lifespan, soup)| LongLived { soup, lifespan }).collect(),
            objects_per_soup: PerSoup {
                mean: mean(haul.all, haul.soups),
                error: error(haul.all, haul.soups),
            },
            total: haul.all.sum,
            objects,
            grow: haul.grow,
            growing: haul.growing.iter().map(|&(soup, growth)| GrowingSoup { soup, growth }).collect(),
            open: haul.open,
            unsettled: haul.unsettled.clone(),
        }
    }
}

fn object(code: &str, tally: &Tally, haul: &Haul, rule: Rule) -> SoupObject {
    let blocks = haul.blocks();
    let name = code.parse::<Apgcode>().ok().filter(|_| rule == Rule::CONWAY).and_then(|code| code.name());
    let (sum, soups) = (tally.counts.sum as f64, haul.soups as f64);
    let ratio = (blocks.counts.sum > 0).then(|| sum / blocks.counts.sum as f64);
    // The scatter of what a soup has more of it than its blocks make one expect.
    let per_block_error = ratio.and_then(|ratio| {
        let scatter = tally.counts.squares as f64 - 2.0 * ratio * tally.with_blocks as f64
            + ratio * ratio * blocks.counts.squares as f64;
        let variance = scatter.max(0.0) / (soups - 1.0) / soups;
        let mean_blocks = blocks.counts.sum as f64 / soups;
        half_width(variance.sqrt() / mean_blocks, haul.soups)
    });
    SoupObject {
        apgcode: code.to_owned(),
        name: name.map(str::to_owned),
        count: u64::try_from(tally.counts.sum).unwrap_or(u64::MAX),
        per_soup: sum / soups,
        error: error(tally.counts, haul.soups),
        per_block: ratio,
        per_block_error,
        first: tally.first,
    }
}

pub(crate) fn spread(spread: &Spread, soups: u64, bin: u64) -> SoupSpread {
    SoupSpread {
        mean: mean(spread.sums, soups),
        error: error(spread.sums, soups),
        bin,
        counts: spread.bins.iter().map(|(&number, &count)| (number * bin, count)).collect(),
    }
}

fn mean(sums: Sums, soups: u64) -> Option<f64> {
    (soups > 0).then(|| sums.sum as f64 / soups as f64)
}

/// Half the 95 % interval of the mean.
fn error(sums: Sums, soups: u64) -> Option<f64> {
    let number = u128::from(soups);
    // Whole numbers up to here: no difference of large floats.
    let spread = number.saturating_mul(sums.squares).saturating_sub(sums.sum.saturating_mul(sums.sum));
    let freedom = number.checked_sub(1).filter(|&freedom| freedom > 0)?;
    let variance = spread as f64 / (number * freedom) as f64;
    half_width((variance / soups as f64).sqrt(), soups)
}

/// Half the 95 % interval of what has that standard error.
fn half_width(error: f64, soups: u64) -> Option<f64> {
    Some(
        Interval::t(0.0, error, soups.checked_sub(1).filter(|&freedom| freedom > 0)?, confidence())
            .ok()?
            .half_width(),
    )
}
