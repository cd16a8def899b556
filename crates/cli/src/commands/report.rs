//! `quadrille report`: redraws the report of a finished run.

use std::path::PathBuf;

use clap::{Args, ValueEnum};
use quadrille::answers::report::ReportAnswer;
use quadrille::diagnostics::printable;
use quadrille::kinds::REGISTRY;
use quadrille::report::tables;
use quadrille::runs::SavedRun;

use crate::failure::Failure;
use crate::{OutputMode, answer, browser};

#[derive(Debug, Args)]
#[command(after_help = "Examples:
  quadrille report runs/combat-fury
  quadrille report runs/combat-fury --format csv > fury.csv

The page depends only on result.json and run.json, and equals the page that the run wrote. The formats \
csv and md print the report's tables on standard output. With --json, the answer contains the report as data \
and, for html, the path of the page.")]
pub(crate) struct Report {
    /// The directory of the run
    #[arg(value_name = "DIR")]
    directory: PathBuf,
    /// Write DIR/report.html, or print the tables
    #[arg(long, value_name = "FORMAT", default_value = "html")]
    format: Format,
    /// Show the page in the browser
    #[arg(long)]
    open: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Format {
    Html,
    Csv,
    Md,
}

impl Report {
    pub(crate) fn run(&self, mode: OutputMode) -> Result<(), Failure> {
        if self.open && self.format != Format::Html {
            return Err(Failure::usage("--open shows the page; expected --format html"));
        }
        let run = SavedRun::read(&REGISTRY, &self.directory)?;
        let page = match self.format {
            Format::Html => Some(run.write_page()?),
            Format::Csv | Format::Md => None,
        };
        if let (true, Some(page)) = (self.open, &page) {
            browser::open(page);
        }
        if mode.json {
            return answer::json(&ReportAnswer::new(&run, page.as_deref()));
        }
        match (self.format, page) {
            (Format::Csv, _) => answer::text(&tables::csv(&run.report)),
            (Format::Md, _) => answer::text(&tables::markdown(&run.report)),
            (Format::Html, page) => {
                let page = page.unwrap_or_default();
                answer::text(&format!("report   {}\n", printable(&page.display().to_string())))
            }
        }
    }
}
