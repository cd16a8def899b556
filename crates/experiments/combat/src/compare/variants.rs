//! The variants of a profile. A variant has one set from each group of `[sets]`, and one value for
//! each number in `[variants]`. Every such combination is a variant.

use quadrille_combat::{Profile, Simulation};
use quadrille_diagnostics::Diagnostic;
use quadrille_diagnostics::toml::Value;

/// A variant of a profile.
#[derive(Debug, Clone)]
pub(super) struct Variant {
    /// The index of the variant's profile.
    pub(super) profile: usize,
    /// For each group of the profile: the name of the group, and the name of the variant's set.
    pub(super) sets: Vec<(String, String)>,
    /// The path and the value of each number that the profile varies.
    pub(super) numbers: Vec<(String, f64)>,
    pub(super) simulation: Simulation,
}

/// Number of variants that are built between two checks of the free memory. These variants take a
/// few hundred kilobytes.
const BETWEEN_LOOKS: u64 = 16;

/// Returns the number of variants of a profile. A profile without `[sets]` and `[variants]` has one
/// variant.
pub(super) fn number(profile: &Profile) -> u64 {
    let groups = profile.sets().iter().map(|group| group.members.len() as u64);
    groups.chain(profile.variants().iter().map(|variation| variation.values.len() as u64)).product()
}

/// Appends all variants of a profile. From variant to variant, the value of the last number changes
/// fastest, and the set of the first group changes slowest.
pub(super) fn read(
    value: &Value<'_>,
    index: usize,
    profile: &Profile,
    variants: &mut Vec<Variant>,
) -> Result<(), Diagnostic> {
    // Every variant holds a simulation, so memory is checked while the variants are built.
    for place in 0..number(profile) {
        if place.is_multiple_of(BETWEEN_LOOKS)
            && let Some(shortage) = quadrille_memory::low()
        {
            return Err(value.error(shortage.to_string()).unfinished());
        }
        let GridPoint { sets, changes, numbers } = GridPoint::of(profile, place);
        let changes: Vec<(&str, f64)> =
            changes.iter().chain(&numbers).map(|(path, number)| (path.as_str(), *number)).collect();
        // The profile itself is valid, but a combination of values may be invalid.
        let varied = profile.vary(&changes).map_err(|error| {
            let words: Vec<String> =
                changes.iter().map(|(path, number)| format!("{path} {number}")).collect();
            let refused = value.error(format!("the profile is invalid with {}", words.join(", ")));
            refused.help(error.to_string())
        })?;
        variants.push(Variant { profile: index, sets, numbers, simulation: Simulation::new(&varied) });
    }
    Ok(())
}

/// The sets and numbers that belong to one index in the grid of variants.
struct GridPoint {
    /// For each group: its name, and the name of the selected set.
    sets: Vec<(String, String)>,
    /// The path and the new value of each number that the selected sets change.
    changes: Vec<(String, f64)>,
    numbers: Vec<(String, f64)>,
}

impl GridPoint {
    fn of(profile: &Profile, mut place: u64) -> Self {
        // `place` is read as a number in a mixed-radix system, from its last digit to its first.
        // The last digit selects the value of the last varied number.
        let mut digit = |of: usize| {
            let digit = (place % of as u64) as usize;
            place /= of as u64;
            digit
        };
        let mut numbers = Vec::new();
        for variation in profile.variants().iter().rev() {
            numbers.push((variation.path.clone(), variation.values[digit(variation.values.len())]));
        }
        let (mut sets, mut changes) = (Vec::new(), Vec::new());
        for group in profile.sets().iter().rev() {
            let member = &group.members[digit(group.members.len())];
            sets.push((group.name.clone(), member.name.clone()));
            changes.extend(member.numbers.iter().cloned());
        }
        numbers.reverse();
        sets.reverse();
        Self { sets, changes, numbers }
    }
}
