//! The variants of a profile: every combination of one set of each group in its `[sets]`, and of the values in its
//! `[variants]`.

use quadrille_combat::{Profile, Simulation};
use quadrille_diagnostics::Diagnostic;
use quadrille_diagnostics::toml::Value;

/// One of them.
#[derive(Debug, Clone)]
pub(super) struct Variant {
    /// Which profile it is of.
    pub(super) profile: usize,
    /// The set that it has of each group of that profile.
    pub(super) sets: Vec<(String, String)>,
    /// The numbers in which variants of that profile differ, by their paths.
    pub(super) numbers: Vec<(String, f64)>,
    pub(super) simulation: Simulation,
}

/// Variants between two looks whether memory is short: some hundred kilobytes of them.
const BETWEEN_LOOKS: u64 = 16;

/// How many variants a profile has; one that varies nothing is its only one.
pub(super) fn number(profile: &Profile) -> u64 {
    let groups = profile.sets().iter().map(|group| group.members.len() as u64);
    groups.chain(profile.variants().iter().map(|variation| variation.values.len() as u64)).product()
}

/// All variants of a profile, the values of the last number changing fastest, and the sets of the first group slowest.
pub(super) fn read(
    value: &Value<'_>,
    index: usize,
    profile: &Profile,
    variants: &mut Vec<Variant>,
) -> Result<(), Diagnostic> {
    for place in 0..number(profile) {
        if place.is_multiple_of(BETWEEN_LOOKS)
            && let Some(shortage) = quadrille_memory::low()
        {
            return Err(value.error(shortage.to_string()).unfinished());
        }
        let Place { sets, changes, numbers } = Place::of(profile, place);
        let changes: Vec<(&str, f64)> =
            changes.iter().chain(&numbers).map(|(path, number)| (path.as_str(), *number)).collect();
        let varied = profile.vary(&changes).map_err(|error| {
            let words: Vec<String> =
                changes.iter().map(|(path, number)| format!("{path} {number}")).collect();
            let refused = value.error(format!("the profile cannot be had with {}", words.join(", ")));
            refused.help(error.to_string())
        })?;
        variants.push(Variant { profile: index, sets, numbers, simulation: Simulation::new(&varied) });
    }
    Ok(())
}

/// What there is at a place in the grid.
struct Place {
    /// The name of each group, and of its set.
    sets: Vec<(String, String)>,
    /// What those sets change.
    changes: Vec<(String, f64)>,
    numbers: Vec<(String, f64)>,
}

impl Place {
    fn of(profile: &Profile, mut place: u64) -> Self {
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
