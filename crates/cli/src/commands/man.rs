//! `quadrille man`.

use std::path::{Path, PathBuf};

use clap::{Args, Command};
use clap_mangen::Man;
use quadrille::diagnostics::printable;
use quadrille::path_names;
use quadrille_files::{Replace, create_folder, write_bytes};
use serde::Serialize;

use crate::failure::Failure;
use crate::{OutputMode, answer};

#[derive(Debug, Args)]
#[command(after_help = "Example: quadrille man --to ~/.local/share/man/man1

Each command has its own page, such as quadrille-life-run.1; existing pages are replaced.")]
pub(crate) struct Manual {
    /// Write the pages into DIR, which is created if missing
    #[arg(long, value_name = "DIR")]
    to: PathBuf,
}

/// JSON answer: the written pages.
#[derive(Serialize)]
struct Written<'a> {
    #[serde(serialize_with = "path_names::text")]
    dir: &'a Path,
    #[serde(skip_serializing_if = "Option::is_none")]
    dir_encoded: Option<String>,
    files: Vec<String>,
}

impl Manual {
    /// Writes the manual pages of `program` and all its subcommands.
    pub(crate) fn run(&self, program: Command, mode: OutputMode) -> Result<(), Failure> {
        create_folder(&self.to)?;
        let mut pages = Vec::new();
        // The call of `build` below propagates the global flags and sets the full names of the
        // subcommands.
        let mut program = program.disable_help_subcommand(true);
        program.build();
        collect(&program, &mut pages);
        for (name, page) in &pages {
            write_bytes(&self.to.join(name), Replace::RegularFileOrLink, page)?;
        }
        let files: Vec<String> = pages.into_iter().map(|(name, _)| name).collect();
        if mode.json {
            return answer::json(&Written {
                dir: &self.to,
                dir_encoded: path_names::encoded(&self.to),
                files,
            });
        }
        answer::lines(files.iter().map(|file| printable(&self.to.join(file).display().to_string())))
    }
}

/// Collects the manual pages of a command and its subcommands.
fn collect(command: &Command, pages: &mut Vec<(String, Vec<u8>)>) {
    let name = command.get_display_name().unwrap_or(command.get_name()).to_owned();
    let mut page = Vec::new();
    // Writing to memory does not fail.
    let _ = Man::new(command.clone()).title(name.clone()).render(&mut page);
    pages.push((format!("{name}.1"), page));
    for within in command.get_subcommands().filter(|within| !within.is_hide_set()) {
        collect(within, pages);
    }
}
