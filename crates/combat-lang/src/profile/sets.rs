//! Reads `[sets]`. A set has a name and changes several numbers together. For example, a set may be
//! a talent or a piece of gear. Sets belong to groups, and only one set of a group applies at a
//! time.

use quadrille_diagnostics::Diagnostic;
use quadrille_diagnostics::toml::{Entry, TomlTable};

use super::variants::{MOST_VARIANTS, Variation};
use super::vary::VaryError;
use crate::names;

/// Maximum number of groups, and of sets in a group.
const MOST: usize = 100;

/// A group of sets, such as talents, trinkets or weapons. A variant has exactly one set of each
/// group.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct SetGroup {
    /// Name in the profile: `talents`.
    pub name: String,
    /// The sets of the group, at least one.
    pub members: Vec<NumberSet>,
}

/// Numbers that change together.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct NumberSet {
    /// Name in the profile.
    pub name: String,
    /// Paths of the changed numbers, each with its new value; may be empty.
    pub numbers: Vec<(String, f64)>,
}

/// Reads `[sets]` and validates each set with `vary`. Refuses numbers that `[variants]` also
/// varies, and numbers that two groups change.
pub(super) fn read(
    root: &TomlTable<'_>,
    variations: &[Variation],
    vary: impl Fn(&[(&str, f64)]) -> Result<(), VaryError>,
) -> Result<Vec<SetGroup>, Diagnostic> {
    let Some(value) = root.optional("sets") else { return Ok(Vec::new()) };
    let mut groups: Vec<SetGroup> = Vec::new();
    for entry in few(value.entries()?, "groups of sets")? {
        if let Some(error) = names::refuse(&entry, "group of sets") {
            return Err(error);
        }
        let mut members = Vec::new();
        for member in few(entry.value().entries()?, "sets in a group")? {
            if let Some(error) = names::refuse(&member, "set") {
                return Err(error);
            }
            let numbers = numbers(&member, &vary)?;
            for (path, _) in &numbers {
                if variations.iter().any(|variation| variation.path == *path) {
                    let error = member.error(format!("`{path}` has several values in [variants]"));
                    return Err(error.expected("a number that [variants] does not vary"));
                }
                // If two groups could change the same number, its value would depend on the order
                // of the groups.
                let has = |group: &&SetGroup| group.members.iter().any(|member| member.changes(path));
                if let Some(other) = groups.iter().find(has) {
                    let error =
                        member.error(format!("the sets of the group `{}` also change `{path}`", other.name));
                    return Err(error.expected("each number in only one group"));
                }
            }
            members.push(NumberSet { name: member.name().to_owned(), numbers });
        }
        if members.is_empty() {
            return Err(entry.error("this group has no sets").expected("`[sets.GROUP.NAME]`"));
        }
        groups.push(SetGroup { name: entry.name().to_owned(), members });
    }
    // Computes the number of combinations: one set of each group, and one value of each number in
    // [variants].
    let sizes = groups.iter().map(|group| group.members.len() as u64);
    let sizes = sizes.chain(variations.iter().map(|variation| variation.values.len() as u64));
    let all = sizes.into_iter().try_fold(1u64, u64::checked_mul);
    if all.is_none_or(|all| all > MOST_VARIANTS) {
        let error = value.error("the sets and variants have too many combinations");
        return Err(error.expected(format!("at most {MOST_VARIANTS} combinations")));
    }
    Ok(groups)
}

impl NumberSet {
    fn changes(&self, path: &str) -> bool {
        self.numbers.iter().any(|(known, _)| known == path)
    }
}

fn few<'d>(entries: Vec<Entry<'d>>, what: &str) -> Result<Vec<Entry<'d>>, Diagnostic> {
    match entries.get(MOST) {
        Some(entry) => {
            Err(entry.error(format!("there are more than {MOST} {what}")).expected(format!("at most {MOST}")))
        }
        None => Ok(entries),
    }
}

/// Reads the numbers of a set with their paths, and validates the profile with these numbers.
fn numbers(
    set: &Entry<'_>,
    vary: &impl Fn(&[(&str, f64)]) -> Result<(), VaryError>,
) -> Result<Vec<(String, f64)>, Diagnostic> {
    let mut numbers: Vec<(String, f64)> = Vec::new();
    let mut open: Vec<(String, Entry<'_>)> =
        set.value().entries()?.into_iter().rev().map(|entry| (entry.name().to_owned(), entry)).collect();
    while let Some((path, entry)) = open.pop() {
        if let Ok(inner) = entry.value().entries() {
            open.extend(inner.into_iter().rev().map(|inner| (format!("{path}.{}", inner.name()), inner)));
            continue;
        }
        // A range is expanded to the paths of its two ends.
        let values = match entry.value().array("a number, or [least, most]") {
            Ok(ends) => {
                (0..).zip(ends).map(|(end, value): (usize, _)| (format!("{path}.{end}"), value)).collect()
            }
            Err(_) => vec![(path, entry.value().clone())],
        };
        for (path, value) in values {
            let number = value.number(-1e12..=1e12)?;
            if let Err(error @ VaryError::Unknown { .. }) = vary(&[(&path, number)]) {
                return Err(error.diagnose(&path, &entry, &value, number));
            }
            if numbers.iter().any(|(known, _)| *known == path) {
                return Err(entry.error(format!("`{path}` appears twice")).expected("each number once"));
            }
            numbers.push((path, number));
        }
    }
    let all: Vec<(&str, f64)> = numbers.iter().map(|(path, number)| (path.as_str(), *number)).collect();
    vary(&all).map_err(|error| {
        let refused = set.error(format!("the profile is invalid with the set `{}`", set.name()));
        refused.help(error.to_string())
    })?;
    Ok(numbers)
}
