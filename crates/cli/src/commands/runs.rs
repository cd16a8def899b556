//! `quadrille runs`.

use std::fmt::Write as _;
use std::io::Write as _;
use std::path::{Path, PathBuf};

use clap::Args;
use jiff::Timestamp;
use quadrille::diagnostics::printable;
use quadrille::report::ReportTable;
use quadrille::report::figure::count;
use quadrille::runs::{ListedRun, Listing, RunState};

use crate::failure::Failure;
use crate::{OutputMode, answer, terminal};

/// Default directory of runs.
const USUAL: &str = "runs";

#[derive(Debug, Args)]
#[command(after_help = "Examples:
  quadrille runs
  quadrille runs ~/runs --json

A run is complete, unfinished (it was stopped or killed; `quadrille run` with --resume continues it) or running. \
DIR and its subfolders are searched; links are not followed, and folders without a run are not listed. With --json, \
`started` is a Unix time in seconds, and `damaged` lists the folders whose run cannot be read.")]
pub(crate) struct Runs {
    /// Folder of the runs [default: runs]
    #[arg(value_name = "DIR")]
    directory: Option<PathBuf>,
}

impl Runs {
    pub(crate) fn run(&self, mode: OutputMode) -> Result<(), Failure> {
        let folder = self.directory.as_deref().unwrap_or(Path::new(USUAL));
        // Before the first run, the default folder does not exist.
        let listing = if self.directory.is_none() && !folder.exists() {
            Listing { runs: Vec::new(), damaged: Vec::new() }
        } else {
            Listing::of(folder)?
        };
        for damaged in &listing.damaged {
            let dir = printable(&damaged.dir.display().to_string());
            // Write errors are ignored, because standard error may be closed.
            let _ = writeln!(anstream::stderr(), "warning: {dir}: {}", printable(&damaged.reason));
        }
        if mode.json { answer::json(&listing) } else { answer::text(&text(&listing, folder)) }
    }
}

/// Formats the list as text.
fn text(listing: &Listing, folder: &Path) -> String {
    if listing.runs.is_empty() {
        return format!("no runs in {}\n", printable(&folder.display().to_string()));
    }
    let mut table = ReportTable::new(&["directory", "#kind", "#state", "#begun (UTC)"]);
    for run in &listing.runs {
        let dir = printable(&run.dir.display().to_string());
        table.push([dir, run.kind.clone(), state(run), begun(run)]);
    }
    let mut text = terminal::table(&table);
    let unfinished = listing.runs.iter().filter(|run| run.state == RunState::Unfinished).count();
    if unfinished > 0 {
        let _ = writeln!(text, "\nquadrille run FILE.toml --out DIR --resume continues an unfinished run");
    }
    text
}

/// Formats the state of a run and, if known, the completed share of its work.
fn state(run: &ListedRun) -> String {
    let name = run.state.name();
    match (run.state, run.total) {
        (RunState::Complete, _) => name.to_owned(),
        // Rounded down, so that only a complete run shows 100 %.
        (_, Some(total)) if total > 0 => {
            format!("{name}, {} %", u128::from(run.done) * 100 / u128::from(total))
        }
        _ if run.done > 0 => format!("{name}, {} {}", count(run.done), run.unit),
        _ => name.to_owned(),
    }
}

fn begun(run: &ListedRun) -> String {
    let at = run.started.and_then(|seconds| Timestamp::from_second(seconds).ok());
    at.map_or_else(|| "–".to_owned(), |at| at.strftime("%Y-%m-%d %H:%M").to_string())
}
