//! The result of `life.soups`.

use quadrille_life::{Apgcode, Growth, Rule, Symmetry};
use quadrille_report::figures::Figures;
use quadrille_stats::Interval;
use serde::{Deserialize, Serialize};

use super::job::{SoupsJob, Source};
use super::partial::{Haul, LIFESPANS, POPULATIONS, SoupTally, Spread, Sums};
use quadrille_report::as_text;
use quadrille_report::intervals::confidence;

/// The result of `life.soups`: the lifespans of random soups, and a census of the objects in them.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Figures)]
#[serde(deny_unknown_fields)]
pub struct SoupsResult {
    /// The rule, such as `B3/S23`.
    #[serde(with = "as_text")]
    pub rule: Rule,
    /// The symmetry of the soups, such as `C1`.
    #[serde(with = "as_text")]
    pub symmetry: Symmetry,
    /// The probability that a cell lived at the start; `None` for soups from hashes.
    pub density: Option<f64>,
    /// The root: the common beginning of the hashed texts. `None` for random soups.
    pub seed_string: Option<String>,
    /// The number of soups.
    #[figure("soups")]
    pub soups: u64,
    /// The number of settled soups.
    pub settled: u64,
    /// The distribution of the lifespans. A lifespan is the first generation at which a soup is
    /// settled.
    pub lifespan: SoupSpread,
    /// The distribution of the populations. Each value is the population of a soup at the
    /// generation at which the soup is settled.
    pub population: SoupSpread,
    /// The longest-lived soups, at most ten, in descending order of lifespan. Soups of equal
    /// lifespan are in ascending order of their numbers.
    pub longest: Vec<LongLived>,
    /// The mean number of objects of all kinds per soup.
    pub objects_per_soup: PerSoup,
    /// The total number of objects, as decimal text.
    #[serde(with = "quadrille_report::decimal")]
    pub total: u128,
    /// All kinds of objects, the most frequent first.
    pub objects: Vec<SoupObject>,
    /// The number of soups with unbounded growth.
    pub grow: u64,
    /// The first hundred soups with unbounded growth.
    pub growing: Vec<GrowingSoup>,
    /// The number of unresolved soups, which neither settled nor grew regularly within the
    /// generations of the experiment or within 32 MiB for the cells.
    pub open: u64,
    /// The numbers of the first hundred unresolved soups.
    pub unsettled: Vec<u64>,
}

/// A mean, and half the width of its 95 % interval. The interval is computed from the variance
/// between soups.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize, Figures)]
#[serde(deny_unknown_fields)]
pub struct PerSoup {
    /// The mean; `None` without soups.
    #[figure(within(error))]
    pub mean: Option<f64>,
    /// Half the width of the interval; `None` for fewer than two soups.
    pub error: Option<f64>,
}

/// The distribution of an integer over settled soups or other patterns.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Figures)]
#[serde(deny_unknown_fields)]
pub struct SoupSpread {
    /// The mean.
    #[figure("mean", within(error))]
    pub mean: Option<f64>,
    /// Half the width of the 95 % interval of the mean. `None` for fewer than two values, or if the
    /// patterns are not random.
    pub error: Option<f64>,
    /// The width of a bin, in the unit of the values.
    pub bin: u64,
    /// The start of each non-empty bin, and the number of values in it.
    pub counts: Vec<(u64, u64)>,
}

/// A long-lived soup.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Figures)]
#[serde(deny_unknown_fields)]
pub struct LongLived {
    /// The number of the soup.
    pub soup: u64,
    /// The first generation at which the soup is settled.
    #[figure("settled at generation")]
    pub lifespan: u64,
}

/// A soup with unbounded growth.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Figures)]
#[serde(deny_unknown_fields)]
pub struct GrowingSoup {
    /// The number of the soup.
    pub soup: u64,
    /// The growth, as inferred from the populations: its `kind` (`linear` or `quadratic`), the
    /// `period` in generations, the number of `cells` added per period (for quadratic growth, the
    /// increase of this number per period), and the first and the last observed generation, `from`
    /// and `to`.
    #[figure(other)]
    pub growth: Growth,
}

/// A kind of object in the census.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Figures)]
#[serde(deny_unknown_fields)]
pub struct SoupObject {
    /// The apgcode.
    #[figure("apgcode", name)]
    pub apgcode: String,
    /// The name, if the object is common and the rule is Conway's.
    pub name: Option<String>,
    /// The number of occurrences.
    #[figure("count")]
    pub count: u64,
    /// The mean number of occurrences per soup.
    #[figure(within(error))]
    pub per_soup: f64,
    /// Half the width of the 95 % interval of `per_soup`, from the variance between soups.
    pub error: Option<f64>,
    /// The number of occurrences per block; `None` without blocks.
    #[figure(within(per_block_error))]
    pub per_block: Option<f64>,
    /// Half the width of the 95 % interval of `per_block`.
    pub per_block_error: Option<f64>,
    /// The number of the first soup that contains the object.
    pub first: u64,
}

impl SoupsResult {
    pub(crate) fn of(settings: &SoupsJob, haul: &Haul) -> Self {
        let (density, seed_string) = match &settings.source {
            Source::Random(density, _) => (Some(*density), None),
            Source::Hashed(root) => (None, Some(root.clone())),
        };
        let mut objects: Vec<SoupObject> =
            haul.objects.iter().map(|(code, tally)| object(code, tally, haul, settings.rule)).collect();
        // The sort is stable, so objects of equal count remain in the order of their codes.
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

fn object(code: &str, tally: &SoupTally, haul: &Haul, rule: Rule) -> SoupObject {
    let blocks = haul.blocks();
    let name = code.parse::<Apgcode>().ok().filter(|_| rule == Rule::CONWAY).and_then(|code| code.name());
    let (sum, soups) = (tally.counts.sum as f64, haul.soups as f64);
    let ratio = (blocks.counts.sum > 0).then(|| sum / blocks.counts.sum as f64);
    // The variance of a ratio of means is computed from residuals. The residual of a soup is its
    // number of objects minus the ratio times its number of blocks.
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

/// Returns half the width of the 95 % interval of the mean.
fn error(sums: Sums, soups: u64) -> Option<f64> {
    let number = u128::from(soups);
    // The variance is computed in integers, since a difference of large floats would lose digits.
    let spread = number.saturating_mul(sums.squares).saturating_sub(sums.sum.saturating_mul(sums.sum));
    let freedom = number.checked_sub(1).filter(|&freedom| freedom > 0)?;
    let variance = spread as f64 / (number * freedom) as f64;
    half_width((variance / soups as f64).sqrt(), soups)
}

/// Returns half the width of the 95 % interval of a mean over `soups` soups with the standard error
/// `error`.
fn half_width(error: f64, soups: u64) -> Option<f64> {
    Some(
        Interval::t(0.0, error, soups.checked_sub(1).filter(|&freedom| freedom > 0)?, confidence())
            .ok()?
            .half_width(),
    )
}
