//! `quadrille schema`.

use clap::Args;
use quadrille::kinds::KINDS;
use quadrille::{job, schema};

use crate::failure::Failure;
use crate::{OutputMode, answer, flags};

#[derive(Debug, Args)]
#[command(after_help = "Examples:
  quadrille schema > experiment.schema.json
  quadrille schema combat.dps

Editors that support JSON Schema can complete and check experiment files with it. For taplo, the first line of \
the file is `#:schema experiment.schema.json`. Conditions on several keys, or on other files, are checked only by \
the program.")]
pub(crate) struct Schema {
    /// Kind of experiment [default: all]
    #[arg(value_name = "KIND", value_parser = flags::kind)]
    kind: Option<&'static job::Kind>,
}

impl Schema {
    pub(crate) fn run(&self, mode: OutputMode) -> Result<(), Failure> {
        let schema = self.kind.map_or_else(|| schema::of_all(KINDS), schema::of);
        if mode.json { answer::json(&schema) } else { answer::text(&format!("{schema:#}\n")) }
    }
}
