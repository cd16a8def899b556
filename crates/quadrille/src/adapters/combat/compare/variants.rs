//! The variants of a profile: every combination of the values in its `[variants]`.

use quadrille_combat::{Profile, Simulation};
use quadrille_diagnostics::Diagnostic;
use quadrille_diagnostics::toml::Value;

/// One of them.
#[derive(Debug, Clone)]
pub(super) struct Variant {
    /// Which profile it is of.
    pub(super) profile: usize,
    /// The numbers in which variants of that profile differ, by their paths.
    pub(super) numbers: Vec<(String, f64)>,
    pub(super) simulation: Simulation,
}

/// How many variants a profile has; one that varies nothing is its only one.
pub(super) fn number(profile: &Profile) -> u64 {
    profile.variants().iter().map(|variation| variation.values.len() as u64).product()
}

/// All variants of a profile, the values of the last number changing fastest.
pub(super) fn read(
    value: &Value<'_>,
    index: usize,
    profile: &Profile,
    variants: &mut Vec<Variant>,
) -> Result<(), Diagnostic> {
    for place in 0..number(profile) {
        let numbers = numbers(profile, place);
        let changes: Vec<(&str, f64)> =
            numbers.iter().map(|(path, number)| (path.as_str(), *number)).collect();
        let varied = profile.vary(&changes).map_err(|error| {
            let words: Vec<String> =
                changes.iter().map(|(path, number)| format!("{path} {number}")).collect();
            let refused = value.error(format!("the profile cannot be had with {}", words.join(", ")));
            refused.help(error.to_string())
        })?;
        variants.push(Variant { profile: index, numbers, simulation: Simulation::new(&varied) });
    }
    Ok(())
}

/// The numbers at a place in the grid.
fn numbers(profile: &Profile, mut place: u64) -> Vec<(String, f64)> {
    let mut numbers = Vec::new();
    for variation in profile.variants().iter().rev() {
        let values = variation.values.len() as u64;
        numbers.push((variation.path.clone(), variation.values[(place % values) as usize]));
        place /= values;
    }
    numbers.reverse();
    numbers
}
