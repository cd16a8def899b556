//! The `[life]` table of an experiment file.

use std::fmt::Display;
use std::str::FromStr;

use quadrille_diagnostics::Diagnostic;
use quadrille_diagnostics::toml::{TomlTable, Value};
use quadrille_life::{Bounds, Rule};
use quadrille_random::Chance;
use quadrille_runner::Header;

/// The maximum number of cells of a field: half a gibibyte at one bit per cell.
const MOST_CELLS: u128 = 1 << 32;
/// The maximum number of densities.
const MOST_DENSITIES: usize = 100;
/// The maximum number of fields per density.
const MOST_FIELDS: u64 = 1_000_000;
/// The default number of fields per density.
const FIELDS: u64 = 10;
/// The maximum number of generations.
const MOST_GENERATIONS: u64 = 1_000_000_000;
/// The maximum number of counts of the population, including the first and the last.
const MOST_COUNTS: u64 = 10_001;
/// The default number of counts after the first.
const COUNTS: u64 = 200;

/// The settings of an experiment file.
#[derive(Debug, Clone)]
pub(crate) struct GridSettings {
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

impl GridSettings {
    pub(crate) fn read(table: &TomlTable<'_>, header: &Header) -> Result<Self, Diagnostic> {
        let place = table.required("bounds")?;
        let bounds: Bounds = parsed(&place, "a size and a border, such as \"256x256:torus\"")?;
        if bounds.is_unlimited() {
            return Err(place
                .error("the field has an unbounded side")
                .expected("a field that is bounded on all sides"));
        }
        let cells = u128::from(bounds.width()) * u128::from(bounds.height());
        if cells > MOST_CELLS {
            return Err(place
                .error(format!("a field of {cells} cells"))
                .expected(format!("at most {MOST_CELLS}")));
        }
        let rule = rule(table)?;
        let generations = table.required("generations")?.integer(1..=MOST_GENERATIONS)?;
        let least = generations.div_ceil(MOST_COUNTS - 1);
        let every = match table.optional("every") {
            Some(value) => value.integer(least..=generations)?,
            None => generations.div_ceil(COUNTS),
        };
        let fields = table.optional("fields").map(|value| value.integer(1..=MOST_FIELDS)).transpose()?;
        Ok(Self {
            rule,
            bounds,
            densities: densities(&table.required("densities")?)?,
            fields: fields.unwrap_or(FIELDS),
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

/// Reads the rule of a table; the default is Conway's.
pub(crate) fn rule(table: &TomlTable<'_>) -> Result<Rule, Diagnostic> {
    match table.optional("rule") {
        Some(value) => parsed(&value, "a rule in quotes, such as \"B3/S23\""),
        None => Ok(Rule::CONWAY),
    }
}

pub(crate) fn parsed<T: FromStr<Err: Display>>(value: &Value<'_>, expected: &str) -> Result<T, Diagnostic> {
    value.string(expected)?.parse().map_err(|error: T::Err| value.error(error.to_string()))
}

fn densities(value: &Value<'_>) -> Result<Vec<(f64, Chance)>, Diagnostic> {
    let listed = value.array("densities in brackets, such as [0.1, 0.5]")?;
    if listed.is_empty() || listed.len() > MOST_DENSITIES {
        let error = value.error(format!("{} densities", listed.len()));
        return Err(error.expected(format!("1 to {MOST_DENSITIES}")));
    }
    let mut densities: Vec<(f64, Chance)> = Vec::with_capacity(listed.len());
    for value in listed {
        // `abs` turns -0 into 0.
        let density = value.number(0.0..=1.0)?.abs();
        if densities.iter().any(|&(known, _)| known.to_bits() == density.to_bits()) {
            return Err(value.error(format!("{density} is repeated")).expected("each density once"));
        }
        let chance = Chance::new(density).map_err(|error| value.error(error.to_string()))?;
        densities.push((density, chance));
    }
    Ok(densities)
}
