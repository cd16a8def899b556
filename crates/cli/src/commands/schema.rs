//! `quadrille schema`.

use clap::Args;
use quadrille::experiments::combat::profile_schema;
use quadrille::kinds::{KINDS, REGISTRY};
use quadrille::{job, schema};

use crate::failure::Failure;
use crate::flags::expected_name;
use crate::{OutputMode, answer};

/// The name of the schema of combat profiles.
const PROFILE: &str = "combat-profile";

#[derive(Debug, Args)]
#[command(after_help = "Examples:
  quadrille schema > experiment.schema.json
  quadrille schema combat.dps
  quadrille schema combat-profile > profile.schema.json

Editors that support JSON Schema can complete and check experiment files with it, and combat profiles with that \
of combat-profile. For taplo, the first line of the file is `#:schema experiment.schema.json`. Conditions on \
several keys, or on other files, are checked only by the program.")]
pub(crate) struct Schema {
    /// Kind of experiment, or combat-profile [default: all kinds]
    #[arg(value_name = "KIND", value_parser = described)]
    kind: Option<Described>,
}

/// The files that a schema describes.
#[derive(Debug, Clone, Copy)]
enum Described {
    Kind(&'static job::Kind),
    Profile,
}

/// Returns the files with the given name.
fn described(name: &str) -> Result<Described, String> {
    if name == PROFILE {
        return Ok(Described::Profile);
    }
    let kind = KINDS.iter().find(|kind| kind.name == name);
    kind.map(Described::Kind).ok_or_else(|| {
        let mut names = REGISTRY.names();
        names.push(PROFILE);
        expected_name(name, &names)
    })
}

impl Schema {
    pub(crate) fn run(&self, mode: OutputMode) -> Result<(), Failure> {
        let schema = match self.kind {
            None => schema::of_all(KINDS),
            Some(Described::Kind(kind)) => schema::of(kind),
            Some(Described::Profile) => profile_schema(),
        };
        if mode.json { answer::json(&schema) } else { answer::text(&format!("{schema:#}\n")) }
    }
}
