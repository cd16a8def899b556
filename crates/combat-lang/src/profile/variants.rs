//! Reads `[variants]`: other values for any number, and the grid that they form.

use quadrille_diagnostics::Diagnostic;
use quadrille_diagnostics::toml::{Entry, TomlTable};

use super::vary::VaryError;

/// Maximum number of values of one number.
const MOST_VALUES: usize = 10_000;
/// Maximum number of variants of a profile.
pub(super) const MOST_VARIANTS: u64 = 100_000;

/// The values of one varied number.
///
/// The path is the one in [`Profile::numbers`](super::Profile::numbers).
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Variation {
    /// Path of the number: `actor.crit`.
    pub path: String,
    /// The values of the number, without duplicates.
    pub values: Vec<f64>,
}

/// Reads `[variants]`. Each entry is a path, in quotes or as a dotted key, with a list of values.
/// Each value is validated with `vary`.
pub(super) fn read(
    root: &TomlTable<'_>,
    vary: impl Fn(&str, f64) -> Result<(), VaryError>,
) -> Result<Vec<Variation>, Diagnostic> {
    let Some(value) = root.optional("variants") else { return Ok(Vec::new()) };
    let mut variations = Vec::new();
    let mut open: Vec<(String, Entry<'_>)> =
        value.entries()?.into_iter().rev().map(|entry| (entry.name().to_owned(), entry)).collect();
    while let Some((path, entry)) = open.pop() {
        if let Ok(inner) = entry.value().entries() {
            open.extend(inner.into_iter().rev().map(|inner| (format!("{path}.{}", inner.name()), inner)));
            continue;
        }
        let values = values(&path, &entry, &vary)?;
        variations.push(Variation { path, values });
    }
    let grid = variations
        .iter()
        .try_fold(1u64, |product, variation| product.checked_mul(variation.values.len() as u64));
    if grid.is_none_or(|grid| grid > MOST_VARIANTS) {
        return Err(value
            .error("the grid has too many variants")
            .expected(format!("at most {MOST_VARIANTS} variants")));
    }
    Ok(variations)
}

fn values(
    path: &str,
    entry: &Entry<'_>,
    vary: &impl Fn(&str, f64) -> Result<(), VaryError>,
) -> Result<Vec<f64>, Diagnostic> {
    let listed = entry.value().array("a list of numbers such as [0.1, 0.2]")?;
    if listed.is_empty() || listed.len() > MOST_VALUES {
        return Err(entry
            .value()
            .error(format!("`{path}` has {} values", listed.len()))
            .expected(format!("1 to {MOST_VALUES} numbers")));
    }
    let mut values = Vec::with_capacity(listed.len());
    for value in listed {
        let number = value.number(-1e12..=1e12)?;
        if values.contains(&number) {
            return Err(value.error(format!("{number} appears twice")).expected("each value once"));
        }
        vary(path, number).map_err(|error| error.diagnose(path, entry, &value, number))?;
        values.push(number);
    }
    Ok(values)
}
