//! Profiles named in experiment files, and changes of their numbers.

use quadrille_combat::{Profile, SetGroup};
use quadrille_diagnostics::Diagnostic;
use quadrille_diagnostics::toml::{Entry, TomlTable, Value};

use quadrille_runner::files::{NamedFiles, typed_path};
use quadrille_runner::keys::LARGEST_BY_PATH;
use quadrille_runner::settings::by_path;

/// The default number of fights.
const ITERATIONS: u64 = 10_000;
/// The default maximum number of fights if there is a target error.
const ITERATIONS_TO_AN_ERROR: u64 = 10_000_000;
/// The maximum number of fights of `combat.dps`. Exact quantiles require the DPS of every fight: 17
/// bytes per fight, or 1.7 GB for this number.
pub(super) const MOST_KEPT: u64 = 100_000_000;
/// Bytes kept per fight, including the bytes for the checkpoint.
pub(super) const BYTES_KEPT: u64 = 17;
/// The minimum number of fights before a target error may stop a run.
pub(super) const FEWEST_FOR_AN_ERROR: u64 = 1000;

/// A profile named in an experiment file.
pub(super) struct NamedProfile {
    /// The profile from the file, with the numbers that the experiment sets.
    pub(super) profile: Profile,
    /// The profile's file and the numbers that the experiment sets, as command-line arguments.
    pub(super) arguments: CommandArguments,
}

/// A profile as command-line arguments.
#[derive(Debug, Clone)]
pub(super) struct CommandArguments {
    path: String,
    set: Vec<(String, f64)>,
}

impl CommandArguments {
    /// Returns the arguments as text: the file, and `--set PATH=NUMBER` for each number that is
    /// set.
    pub(super) fn words(&self) -> String {
        let set = self.set.iter().map(|(path, number)| format!("{path}={number}"));
        let set = set.map(|set| format!(" --set {}", shell_words::quote(&set)));
        format!("{}{}", typed_path(&self.path), set.collect::<String>())
    }
}

/// Reads the profile from the file that `value` names. Then sets the numbers that are listed under
/// the key `set` of the experiment's table.
pub(super) fn read(
    value: &Value<'_>,
    table: &TomlTable<'_>,
    files: &mut NamedFiles,
) -> Result<NamedProfile, Diagnostic> {
    let source = files.source(value)?;
    let path = source.name().to_owned();
    let mut profile = Profile::parse(&source).map_err(|errors| {
        Diagnostic::all(errors).unwrap_or_else(|| value.error("the profile cannot be read"))
    })?;
    let Some(set) = table.optional("set") else {
        return Ok(NamedProfile { profile, arguments: CommandArguments { path, set: Vec::new() } });
    };
    let mut numbers: Vec<(String, Entry<'_>, f64)> = Vec::new();
    for (path, entry) in by_path(&set)? {
        let number = entry.value().number(-LARGEST_BY_PATH..=LARGEST_BY_PATH)?;
        if numbers.iter().any(|(known, ..)| *known == path) {
            return Err(entry.error(format!("`{path}` appears twice")).expected("each number once"));
        }
        numbers.push((path, entry, number));
    }
    // Set all numbers at once, because some changes are valid only together.
    let all: Vec<(&str, f64)> = numbers.iter().map(|(path, _, number)| (path.as_str(), *number)).collect();
    if let Err(together) = profile.vary(&all).map(|varied| profile = varied) {
        // The combination is invalid. If one of the numbers is invalid alone, report the error at
        // the line of that number.
        for (path, entry, number) in &numbers {
            vary(&profile, path, *number, entry)?;
        }
        let (path, entry, number) = &numbers[0];
        return Err(together.diagnose(path, entry, entry.value(), *number));
    }
    let set = numbers.into_iter().map(|(path, _, number)| (path, number)).collect();
    Ok(NamedProfile { profile, arguments: CommandArguments { path, set } })
}

/// Checks that the key `set` changes no number that differs between the variants of the profile.
pub(super) fn refuse_varied(profile: &Profile, table: &TomlTable<'_>) -> Result<(), Diagnostic> {
    let Some(set) = table.optional("set") else { return Ok(()) };
    for (path, entry) in by_path(&set)? {
        if profile.variants().iter().any(|variation| variation.path == path) {
            let error = entry.error(format!("`{path}` has several values in the profile's [variants]"));
            return Err(error.expected("a number that the profile does not vary"));
        }
        let changes = |group: &&SetGroup| {
            group.members.iter().flat_map(|member| &member.numbers).any(|(known, _)| *known == path)
        };
        if let Some(group) = profile.sets().iter().find(changes) {
            let error = entry
                .error(format!("`{path}` is changed by the profile's sets of the group `{}`", group.name));
            return Err(error.expected("a number that these sets do not change"));
        }
    }
    Ok(())
}

/// Returns the default number of fights.
pub(super) const fn usual_iterations(target_error: Option<f64>) -> u64 {
    if target_error.is_some() { ITERATIONS_TO_AN_ERROR } else { ITERATIONS }
}

/// Returns a profile with one number changed, or an error at `entry`.
pub(super) fn vary(
    profile: &Profile,
    path: &str,
    number: f64,
    entry: &Entry<'_>,
) -> Result<Profile, Diagnostic> {
    profile.vary(&[(path, number)]).map_err(|error| error.diagnose(path, entry, entry.value(), number))
}
