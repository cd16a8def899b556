//! The variants of a profile: every combination of one set from each group of its `[sets]` and one
//! of the values of each number in its `[variants]`.

use quadrille_combat::{Profile, Simulation};
use quadrille_diagnostics::Diagnostic;
use quadrille_diagnostics::toml::Value;

/// A variant of a profile.
#[derive(Debug, Clone)]
pub(super) struct Variant {
    /// The index of the variant's profile.
    pub(super) profile: usize,
    /// The variant's set from each group of the profile, as pairs of the names of group and set.
    pub(super) sets: Vec<(String, String)>,
    /// The path and the value of each number that the profile varies.
    pub(super) numbers: Vec<(String, f64)>,
    pub(super) simulation: Simulation,
}

/// Number of variants that are built between two checks of the free memory. This many variants take
/// a few hundred kilobytes.
const BETWEEN_LOOKS: u64 = 16;

/// Returns the number of variants of a profile; at least 1, the profile itself.
pub(super) fn number(profile: &Profile) -> u64 {
    let groups = profile.sets().iter().map(|group| group.members.len() as u64);
    groups.chain(profile.variants().iter().map(|variation| variation.values.len() as u64)).product()
}

/// Appends all variants of a profile. The value of the last number changes fastest, the set of the
/// first group slowest.
pub(super) fn read(
    value: &Value<'_>,
    index: usize,
    profile: &Profile,
    variants: &mut Vec<Variant>,
) -> Result<(), Diagnostic> {
    // Every variant holds a simulation, so memory is checked while they are built.
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

/// The sets and numbers of one variant, given its index in the grid of variants.
struct GridPoint {
    /// The name of each group, and of the set selected from it.
    sets: Vec<(String, String)>,
    /// The path and the value of each number that the selected sets change.
    changes: Vec<(String, f64)>,
    numbers: Vec<(String, f64)>,
}

impl GridPoint {
    fn of(profile: &Profile, mut place: u64) -> Self {
        // A mixed-radix number: its least significant digit selects a value of the last number.
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
