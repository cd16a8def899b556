//! The result of `life.grid`.

use quadrille_life::{Bounds, Rule};
use quadrille_report::figures::Figures;
use quadrille_stats::Interval;
use serde::{Deserialize, Serialize};

use super::job::GridJob;
use super::partial::{Density, Populations};
use quadrille_report::as_text;
use quadrille_report::intervals::confidence;

/// The result of `life.grid`: the population over time on random fields of several densities.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Figures)]
#[serde(deny_unknown_fields)]
pub struct LifeResult {
    /// The rule, such as `B3/S23`.
    #[serde(with = "as_text")]
    pub rule: Rule,
    /// The field's size and border, such as `256x256:torus`.
    #[serde(with = "as_text")]
    pub bounds: Bounds,
    /// The number of fields per density.
    pub fields: u64,
    /// The generations at which the population was counted, from 0 to the last.
    pub generations: Vec<u64>,
    /// The results by density, in the order of the experiment file.
    pub densities: Vec<DensityResult>,
}

/// The result for one density.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Figures)]
#[serde(deny_unknown_fields)]
pub struct DensityResult {
    /// The density: the probability that a cell lives at the start, from 0 to 1.
    #[figure("density", name)]
    pub density: f64,
    /// The mean population at each counted generation.
    #[figure(within(error))]
    pub population: Vec<f64>,
    /// Half the width of the 95 % interval of each mean; `None` if there is only one field.
    pub error: Vec<Option<f64>>,
    /// The population of each field at the last generation, as decimal text.
    #[serde(with = "quadrille_report::decimal::each")]
    pub last: Vec<u64>,
}

impl LifeResult {
    pub(crate) fn of(settings: &GridJob, populations: &Populations) -> Self {
        let families = settings.densities.iter().zip(&populations.0);
        Self {
            rule: settings.rule,
            bounds: settings.bounds,
            fields: settings.fields,
            generations: settings.counted().collect(),
            densities: families.map(|(&(density, _), counts)| DensityResult::of(density, counts)).collect(),
        }
    }

    /// Returns the number of cells of a field.
    pub fn cells(&self) -> u128 {
        u128::from(self.bounds.width()) * u128::from(self.bounds.height())
    }

    /// Returns the number of fields of all densities.
    pub fn all_fields(&self) -> u64 {
        self.densities.iter().map(|density| density.last.len() as u64).sum()
    }

    /// Returns the number of generations per field.
    pub fn lived(&self) -> u64 {
        self.generations.last().copied().unwrap_or(0)
    }
}

impl DensityResult {
    fn of(density: f64, counts: &Density) -> Self {
        let times = || 0..counts.sums.len();
        Self {
            density,
            population: times().map(|at| counts.sums[at] as f64 / counts.fields as f64).collect(),
            error: times().map(|at| error(counts, at)).collect(),
            last: counts.last.clone(),
        }
    }

    /// Returns half the width of the 95 % interval of the mean population at the last generation.
    pub fn last_error(&self) -> Option<f64> {
        self.error.last().copied().flatten()
    }

    /// Returns the mean population at the last generation.
    pub fn last_population(&self) -> f64 {
        self.population.last().copied().unwrap_or(0.0)
    }
}

/// Returns half the width of the 95 % interval of a mean population; `None` if there is only one
/// field. `at` is the index of the measurement in the lists of `counts`.
fn error(counts: &Density, at: usize) -> Option<f64> {
    let fields = u128::from(counts.fields);
    // The variance is computed in integers, since a difference of large floats would lose digits.
    let spread = (fields * counts.squares[at]).saturating_sub(counts.sums[at].pow(2));
    let variance = spread as f64 / (fields * fields.checked_sub(1).filter(|&freedom| freedom > 0)?) as f64;
    let error = (variance / fields as f64).sqrt();
    Some(Interval::t(0.0, error, counts.fields - 1, confidence()).ok()?.half_width())
}
