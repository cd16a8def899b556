//! The fields of a `life.grid` experiment.

use quadrille_diagnostics::Diagnostic;
use quadrille_diagnostics::toml::{TomlTable, Value};
use quadrille_life::{Bounds, Rule};
use quadrille_random::Chance;
use quadrille_runner::Header;
use quadrille_runner::settings::Keys as _;

use crate::settings::LifeSettings;

/// The maximum number of densities.
const MOST_DENSITIES: usize = 100;
/// The maximum number of counts of the population, including the first and the last.
const MOST_COUNTS: u64 = 10_001;
/// The default number of counts after the first.
const COUNTS: u64 = 200;

/// The fields of a `life.grid` experiment, and the times of the counts.
#[derive(Debug, Clone)]
pub(crate) struct GridJob {
    pub(crate) rule: Rule,
    pub(crate) bounds: Bounds,
    pub(crate) densities: Vec<(f64, Chance)>,
    /// The number of fields per density.
    pub(crate) fields: u64,
    pub(crate) generations: u64,
    /// The number of generations between two counts.
    pub(crate) every: u64,
    /// The number of shards, if the file sets one.
    pub(crate) shards: Option<u64>,
}

impl GridJob {
    pub(crate) fn read(table: &TomlTable<'_>, header: &Header) -> Result<Self, Diagnostic> {
        let given = LifeSettings::read(table)?;
        let generations = given.generations;
        let least = generations.div_ceil(MOST_COUNTS - 1);
        let every = match table.optional("every") {
            Some(value) => value.integer(least..=generations)?,
            None => generations.div_ceil(COUNTS),
        };
        Ok(Self {
            rule: given.rule.rule.0,
            bounds: given.bounds.0,
            densities: densities(&table.required("densities")?, &given.densities)?,
            fields: given.fields,
            generations,
            every,
            shards: header.shards,
        })
    }

    /// Returns the generations at which the population is counted, from 0 to the last.
    pub(crate) fn counted(&self) -> impl Iterator<Item = u64> {
        let (every, last) = (self.every, self.generations);
        (0..last).step_by(usize::try_from(every).unwrap_or(usize::MAX)).chain([last])
    }
}

/// Checks that the list in `value` has 1 to [`MOST_DENSITIES`] densities, each once.
fn densities(value: &Value<'_>, listed: &[f64]) -> Result<Vec<(f64, Chance)>, Diagnostic> {
    if listed.is_empty() || listed.len() > MOST_DENSITIES {
        let error = value.error(format!("{} densities", listed.len()));
        return Err(error.expected(format!("1 to {MOST_DENSITIES}")));
    }
    let mut densities: Vec<(f64, Chance)> = Vec::with_capacity(listed.len());
    for (value, density) in value.array("")?.into_iter().zip(listed) {
        // `abs` turns -0 into 0.
        let density = density.abs();
        if densities.iter().any(|&(known, _)| known.to_bits() == density.to_bits()) {
            return Err(value.error(format!("{density} is repeated")).expected("each density once"));
        }
        let chance = Chance::new(density).map_err(|error| value.error(error.to_string()))?;
        densities.push((density, chance));
    }
    Ok(densities)
}
