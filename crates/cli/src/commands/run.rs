//! `quadrille run`: an experiment file, from its text to its report.

use std::path::{Path, PathBuf};

use clap::Args;
use quadrille::diagnostics::Source;
use quadrille::experiment_file::ExperimentFile;
use quadrille::files::{self, Folder, NamedFiles};
use quadrille::lanes::Level;

use crate::OutputMode;
use crate::failure::Failure;
use crate::long_job::{self, LongJob};

#[derive(Debug, Args)]
#[command(after_help = "Examples:
  quadrille run examples/mastermind-knuth.toml
  quadrille run examples/mastermind-strategies.toml --out runs/mine --threads 2

DIR gets result.json (the same bytes for the same file and seed),
run.json (machine, times, rates), report.html and run.sqlite (the checkpoints).
A run that was stopped or killed goes on with --resume; one that is complete is
answered from its results. Files that FILE names are looked up from its folder.")]
pub(crate) struct Run {
    /// The experiment file
    #[arg(value_name = "FILE.toml")]
    file: PathBuf,
    /// Where the results go [default: runs/<name of the file>]
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Read no file outside of FILE's folder, whatever FILE names, and start no
    /// programs
    #[arg(long)]
    confine: bool,
    #[command(flatten)]
    job: LongJob,
}

impl Run {
    pub(crate) fn run(&self, level: Level, mode: OutputMode) -> Result<(), Failure> {
        let bytes = files::read(&self.file).map_err(Failure::Usage)?;
        let source = Source::from_bytes(self.file.display().to_string(), bytes)?;
        let folder = self.file.parent().unwrap_or(Path::new(""));
        let files = if self.confine { Folder::confined(folder) } else { Folder::new(folder) };
        let file = ExperimentFile::read_with(source, NamedFiles::new(files))?;
        let directory = self.directory()?;
        let ended = self.job.run(&file, Some(&directory), level, mode)?;
        long_job::answer(&file, &ended, Some(&directory), mode)
    }

    fn directory(&self) -> Result<PathBuf, Failure> {
        if let Some(out) = &self.out {
            return Ok(out.clone());
        }
        // A name that begins with a dot would be hidden, or lead out of the folder.
        let stem = self.file.file_stem().filter(|stem| !stem.as_encoded_bytes().starts_with(b"."));
        let stem = stem.ok_or_else(|| {
            Failure::Usage(format!(
                "no directory can be named after {}; choose one with --out",
                self.file.display()
            ))
        })?;
        Ok(Path::new("runs").join(stem))
    }
}
