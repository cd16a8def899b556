//! The `[life]` table of an experiment file.

use std::fmt::Display;
use std::str::FromStr;

use quadrille_diagnostics::Diagnostic;
use quadrille_diagnostics::toml::{Table, Value};
use quadrille_life::{Bounds, Rule};
use quadrille_random::Chance;
use quadrille_runner::Header;

/// Cells of a field at most: half a gibibyte at a bit a cell.
const MOST_CELLS: u128 = 1 << 32;
/// Densities at most.
const MOST_DENSITIES: usize = 100;
/// Fields of a density at most.
const MOST_FIELDS: u64 = 1_000_000;
/// Fields of a density where the file names no number.
const FIELDS: u64 = 10;
/// Generations at most.
const MOST_GENERATIONS: u64 = 1_000_000_000;
/// How often a population is counted at most, the first and the last time included.
const MOST_COUNTS: u64 = 10_001;
/// How often, where the file does not say.
const COUNTS: u64 = 200;

/// What an experiment file asks for.
#[derive(Debug, Clone)]
pub(crate) struct Settings {
    pub(crate) rule: Rule,
    pub(crate) bounds: Bounds,
    pub(crate) densities: Vec<(f64, Chance)>,
    /// How many fields of each density.
    pub(crate) fields: u64,
    pub(crate) generations: u64,
    /// How many generations apart the population is counted.
    pub(crate) every: u64,
    /// Into how many shards the work is to be cut, if the file says so.
    pub(crate) shards: Option<u64>,
}

impl Settings {
    pub(crate) fn read(table: &Table<'_>, header: &Header) -> Result<Self, Diagnostic> {
        let place = table.required("bounds")?;
        let bounds: Bounds = parsed(&place, "a size and a border, such as \"256x256:torus\"")?;
        if bounds.is_unlimited() {
            return Err(place
                .error("a side without an end")
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

    /// The generations at which the population is counted: from 0 on, the last one included.
    pub(crate) fn counted(&self) -> impl Iterator<Item = u64> {
        let (every, last) = (self.every, self.generations);
        (0..last).step_by(usize::try_from(every).unwrap_or(usize::MAX)).chain([last])
    }
}

/// The rule that a table names, or Conway's.
pub(crate) fn rule(table: &Table<'_>) -> Result<Rule, Diagnostic> {
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
        // Of the two zeros one.
        let density = value.number(0.0..=1.0)?.abs();
        if densities.iter().any(|&(known, _)| known.to_bits() == density.to_bits()) {
            return Err(value.error(format!("{density} stands here twice")).expected("each density once"));
        }
        let chance = Chance::new(density).map_err(|error| value.error(error.to_string()))?;
        densities.push((density, chance));
    }
    Ok(densities)
}
