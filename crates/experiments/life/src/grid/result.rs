//! What became of random fields: the result of `life.grid`.

use quadrille_life::{Bounds, Rule};
use quadrille_stats::Interval;
use serde::{Deserialize, Serialize};

use super::partial::{Density, Populations};
use super::settings::Settings;
use quadrille_report::as_text;
use quadrille_report::intervals::confidence;

/// The result of `life.grid`: how many cells live, as generations go by, on random fields of several densities.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LifeResult {
    /// The rule: `B3/S23`.
    #[serde(with = "as_text")]
    pub rule: Rule,
    /// The field's size and border: `256x256:torus`.
    #[serde(with = "as_text")]
    pub bounds: Bounds,
    /// How many fields of each density there were.
    pub fields: u64,
    /// The generations at which cells were counted, from 0 to the last.
    pub generations: Vec<u64>,
    /// The fields by how densely they began, in the experiment's order.
    pub densities: Vec<DensityResult>,
}

/// What became of the fields of one density.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DensityResult {
    /// The chance of each cell to live at first, from 0 to 1.
    pub density: f64,
    /// The mean number of living cells at each of the generations counted.
    pub population: Vec<f64>,
    /// Half the 95 % interval of each of these means; `None` with a single field.
    pub error: Vec<Option<f64>>,
    /// The living cells of each field at the last generation; decimal text as data.
    #[serde(with = "quadrille_report::decimal::each")]
    pub last: Vec<u64>,
}

impl LifeResult {
    pub(crate) fn of(settings: &Settings, populations: &Populations) -> Self {
        let families = settings.densities.iter().zip(&populations.0);
        Self {
            rule: settings.rule,
            bounds: settings.bounds,
            fields: settings.fields,
            generations: settings.counted().collect(),
            densities: families.map(|(&(density, _), counts)| DensityResult::of(density, counts)).collect(),
        }
    }

    /// How many cells a field has.
    pub fn cells(&self) -> u128 {
        u128::from(self.bounds.width()) * u128::from(self.bounds.height())
    }

    /// How many fields of all densities there were.
    pub fn all_fields(&self) -> u64 {
        self.densities.iter().map(|density| density.last.len() as u64).sum()
    }

    /// How many generations each field lived.
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

    /// The mean number of living cells in the end.
    pub fn last_population(&self) -> f64 {
        self.population.last().copied().unwrap_or(0.0)
    }
}

/// Half the 95 % interval of the mean at a count; `None` with a single field.
fn error(counts: &Density, at: usize) -> Option<f64> {
    let fields = u128::from(counts.fields);
    // Whole numbers up to here: no difference of large floats.
    let spread = (fields * counts.squares[at]).saturating_sub(counts.sums[at].pow(2));
    let variance = spread as f64 / (fields * fields.checked_sub(1).filter(|&freedom| freedom > 0)?) as f64;
    let error = (variance / fields as f64).sqrt();
    Some(Interval::t(0.0, error, counts.fields - 1, confidence()).ok()?.half_width())
}
