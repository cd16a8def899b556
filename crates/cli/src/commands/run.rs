//! `quadrille run`: runs an experiment file and writes its report.

use std::path::{Path, PathBuf};

use clap::Args;
use quadrille::diagnostics::toml::Document;
use quadrille::diagnostics::{Source, printable};
use quadrille::examples::{self, Beside};
use quadrille::experiment_file::ExperimentFile;
use quadrille::files::{self, Folder, NamedFiles};
use quadrille::kinds::REGISTRY;
use quadrille::lanes::Level;

use crate::OutputMode;
use crate::failure::Failure;
use crate::long_job::{self, LongJob};

#[derive(Debug, Args)]
#[command(after_help = "Examples:
  quadrille run example:mastermind-knuth
  quadrille run mine.toml --out runs/mine --threads 2

`quadrille new` creates an experiment file, `quadrille examples` lists examples.

DIR gets result.json (the same bytes for the same file and seed), run.json (machine, times, rates), \
report.html and run.sqlite (the checkpoints). A run that was stopped or killed continues with --resume. A \
complete run is not repeated: its stored results are printed. Relative paths in FILE start at the folder of FILE.")]
pub(crate) struct Run {
    /// The experiment file, or example:NAME
    #[arg(value_name = "FILE.toml")]
    file: PathBuf,
    /// Directory of the results [default: runs/<name of the file>]
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Read only files in FILE's folder, and start no programs
    #[arg(long)]
    confine: bool,
    #[command(flatten)]
    job: LongJob,
}

/// Returns whether a text is a combat profile. A profile has the key `actions`, but not the key
/// `kind`, which every experiment has.
fn is_profile(source: &Source) -> bool {
    Document::parse(source)
        .is_ok_and(|document| document.required("kind").is_err() && document.required("actions").is_ok())
}

/// Adds a suggestion to the error if the file is missing and an example has the name of the file.
fn suggested(path: &Path, error: Failure) -> Failure {
    let name = path.to_str().filter(|name| !path.exists() && examples::find(name).is_ok());
    match (name, error) {
        (Some(name), Failure::Usage(why)) => {
            Failure::Usage(format!("{why}; there is an example of this name: quadrille run example:{name}"))
        }
        (_, error) => error,
    }
}

/// Reads an experiment file.
///
/// Files that the experiment names are looked up relative to the folder of the experiment file. If
/// `confine` is set, files outside of this folder are refused.
pub(super) fn read(path: &Path, confine: bool) -> Result<ExperimentFile, Failure> {
    let source = files::source(path).map_err(|error| suggested(path, error.into()))?;
    if is_profile(&source) {
        let path = printable(&path.display().to_string());
        let error =
            format!("{path} is a combat profile, not an experiment; type: quadrille combat run {path}");
        return Err(Failure::Usage(error));
    }
    let files = if let Some(example) = examples::at_path(path) {
        NamedFiles::new(Beside(*example.map_err(Failure::Usage)?))
    } else {
        let folder = path.parent().unwrap_or(Path::new(""));
        NamedFiles::new(if confine { Folder::confined(folder) } else { Folder::new(folder) })
    };
    let mut file = REGISTRY.read_with(source, files)?;
    // A path that cannot be printed is not kept, because users could not type it.
    file.path = path.to_str().filter(|path| printable(path) == **path).map(str::to_owned);
    Ok(file)
}

/// Returns the directory for the results: `out`, or a folder in runs/ that is named after the file.
pub(super) fn directory(file: &Path, out: Option<&Path>) -> Result<PathBuf, Failure> {
    if let Some(out) = out {
        return Ok(out.to_owned());
    }
    if let Some(example) = examples::at_path(file) {
        return Ok(Path::new("runs").join(example.map_err(Failure::Usage)?.name));
    }
    // A name that starts with a dot would be hidden, or lead out of the folder.
    let stem = file.file_stem().filter(|stem| !stem.as_encoded_bytes().starts_with(b"."));
    let stem = stem.ok_or_else(|| {
        Failure::Usage(format!("no directory can be named after {}; choose one with --out", file.display()))
    })?;
    Ok(Path::new("runs").join(stem))
}

impl Run {
    pub(crate) fn run(&self, level: Level, mode: OutputMode) -> Result<(), Failure> {
        let file = read(&self.file, self.confine)?;
        let directory = directory(&self.file, self.out.as_deref())?;
        let ended = self.job.run(&file, Some(&directory), level, mode)?;
        long_job::answer(&file, &ended, Some(&directory), mode)
    }
}
