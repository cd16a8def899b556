//! The variants of a `combat.compare` experiment.

use quadrille_combat::Profile;
use quadrille_diagnostics::Diagnostic;
use quadrille_diagnostics::toml::{TomlTable, Value};
use quadrille_runner::Header;

use super::variants::{self, Variant};
use crate::profiles::{self, usual_iterations};
use crate::settings::CompareSettings;
use quadrille_report::figure::{count, counted};
use quadrille_runner::files::NamedFiles;
use quadrille_runner::settings::Keys as _;

/// The maximum number of variants.
const MOST_VARIANTS: u64 = 10_000;
/// The maximum number of fights of all variants together. It bounds the memory, because the DPS of
/// each fight is kept.
const MOST_FIGHTS: u64 = 50_000_000;

/// The variants of a `combat.compare` experiment.
#[derive(Debug, Clone)]
pub(crate) struct CompareJob {
    /// A unique name for each profile.
    pub(super) names: Vec<String>,
    /// The variants of all profiles, in the order of the profiles.
    pub(super) variants: Vec<Variant>,
    /// The maximum number of fights of each variant.
    pub(super) iterations: u64,
    /// The run stops once every remaining variant is at most this percentage behind the best.
    pub(super) target_error: Option<f64>,
    /// The seed of the first profile that has one.
    pub(super) seed: Option<u64>,
    /// The number of shards, if the file gives one.
    pub(super) shards: Option<u64>,
}

impl CompareJob {
    pub(crate) fn read(
        table: &TomlTable<'_>,
        header: &Header,
        files: &mut NamedFiles,
    ) -> Result<Self, Diagnostic> {
        let given = CompareSettings::read(table)?;
        let (place, named) = named(table)?;
        let mut profiles: Vec<(Value<'_>, &str, Profile)> = Vec::new();
        for value in named {
            let file = value.string("the name of a file, in quotes")?;
            if profiles.iter().any(|(_, known, _)| *known == file) {
                return Err(value.error(format!("\"{file}\" appears twice")).expected("each profile once"));
            }
            let profile = profiles::read(&value, table, files)?.profile;
            profiles::refuse_varied(&profile, table)?;
            profiles.push((value, file, profile));
        }
        let number: u64 = profiles.iter().map(|(_, _, profile)| variants::number(profile)).sum();
        if !(2..=MOST_VARIANTS).contains(&number) {
            return Err(place.error(format!("{} to compare", counted(number, "variant"))).expected(format!(
                "2 to {MOST_VARIANTS} variants, from several profiles, `[sets]` or `[variants]`"
            )));
        }
        let target_error = given.target_error;
        let most = MOST_FIGHTS / number;
        let iterations = match table.optional("iterations") {
            Some(value) => value.integer(2..=most).map_err(|error| {
                error.help(format!(
                    "{} variants may have at most {} fights together",
                    count(number),
                    count(MOST_FIGHTS)
                ))
            })?,
            None => usual_iterations(target_error).min(most),
        };
        let mut all = Vec::new();
        for (index, (value, _, profile)) in profiles.iter().enumerate() {
            variants::read(value, index, profile, &mut all)?;
        }
        // Profiles of the same name are distinguished by their files.
        let shared =
            |name: &str| profiles.iter().filter(|(_, _, profile)| profile.name() == name).count() > 1;
        let name = |(_, file, profile): &(Value<'_>, &str, Profile)| match profile.name() {
            name if shared(name) => format!("{name} ({file})"),
            name => name.to_owned(),
        };
        Ok(Self {
            names: profiles.iter().map(name).collect(),
            variants: all,
            iterations,
            target_error,
            seed: profiles.iter().find_map(|(_, _, profile)| profile.seed()),
            shards: header.shards,
        })
    }
}

/// Reads the key `profile` or `profiles`. Returns its value, for the position of errors, and then
/// one value for each profile: the name of the profile's file.
fn named<'d>(table: &TomlTable<'d>) -> Result<(Value<'d>, Vec<Value<'d>>), Diagnostic> {
    match (table.optional("profile"), table.optional("profiles")) {
        (Some(one), None) => Ok((one.clone(), vec![one])),
        (None, Some(several)) => {
            let list = several.array("files in brackets, such as [\"fury.toml\", \"shadow.toml\"]")?;
            Ok((several, list))
        }
        (Some(_), Some(several)) => {
            Err(several.error("both `profile` and `profiles` are given").expected("only one of these keys"))
        }
        (None, None) => Err(table
            .error("the profiles to compare are missing")
            .expected("`profile = …` or `profiles = […]`")),
    }
}
