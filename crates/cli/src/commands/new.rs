//! `quadrille new`.

use std::path::PathBuf;

use clap::Args;
use quadrille::diagnostics::printable;
use quadrille::kinds::KINDS;
use quadrille::{job, path_names, template};
use quadrille_files::{Replace, write_bytes};
use serde::Serialize;

use crate::failure::Failure;
use crate::{OutputMode, answer, flags};

#[derive(Debug, Args)]
#[command(after_help = "Examples:
  quadrille new combat.dps
  quadrille new life.soups --to soups.toml

The file has every key of the kind, with a description: required keys with an example value, all others as \
comments. `quadrille run` accepts it unchanged.")]
pub(crate) struct New {
    /// The kind of experiment, such as combat.dps
    #[arg(value_name = "KIND", value_parser = flags::kind, long_help = kinds())]
    kind: &'static job::Kind,
    /// Write to FILE, which must not exist, instead of standard output
    #[arg(long, value_name = "FILE")]
    to: Option<PathBuf>,
}

/// Returns the help of the argument KIND, with all kinds.
fn kinds() -> String {
    let kinds = KINDS.iter().map(|kind| format!("\n  {:<20} {}", kind.name, kind.about));
    format!("The kind of experiment:{}", kinds.collect::<String>())
}

/// JSON answer: an experiment file.
#[derive(Serialize)]
struct Template<'a> {
    kind: &'a str,
    text: &'a str,
    /// Path of the written file.
    #[serde(serialize_with = "path_names::optional")]
    file: Option<PathBuf>,
    #[serde(skip_serializing_if = "Option::is_none")]
    file_encoded: Option<String>,
}

impl New {
    pub(crate) fn run(&self, mode: OutputMode) -> Result<(), Failure> {
        let text = template::of(self.kind);
        if let Some(to) = &self.to {
            write_bytes(to, Replace::Never, text.as_bytes())?;
        }
        if mode.json {
            return answer::json(&Template {
                kind: self.kind.name,
                text: &text,
                file: self.to.clone(),
                file_encoded: self.to.as_deref().and_then(path_names::encoded),
            });
        }
        match &self.to {
            Some(to) => answer::text(&format!("{}\n", printable(&to.display().to_string()))),
            None => answer::text(&text),
        }
    }
}
