//! `quadrille examples`.

use std::path::{Path, PathBuf};

use clap::Args;
use quadrille::diagnostics::printable;
use quadrille::examples::{self, EXAMPLES, Example};
use quadrille::path_names;
use quadrille::report::ReportTable;
use quadrille_files::{Reader, Replace, create_folder, write_bytes};
use serde::Serialize;

use crate::failure::Failure;
use crate::{OutputMode, answer, terminal};

#[derive(Debug, Args)]
#[command(after_help = "Examples:
  quadrille examples
  quadrille examples combat-fury
  quadrille examples combat-fury --to mine
  quadrille run example:mastermind-knuth
  quadrille life run gosper-gun --generations 120

example:NAME can replace any input file: on the command line, and in experiment files that name other files. \
`quadrille life` also accepts a pattern's name alone, unless there is a file of that name.")]
pub(crate) struct Examples {
    /// Print the example with this name
    #[arg(value_name = "NAME")]
    name: Option<String>,
    /// Write all examples to DIR, or only NAME and the files that it names; existing files with
    /// other content are never replaced
    #[arg(long, value_name = "DIR")]
    to: Option<PathBuf>,
}

/// JSON answer: the list of examples.
#[derive(Serialize)]
struct List {
    examples: Vec<Entry>,
}

/// Description of an example.
#[derive(Serialize)]
struct Entry {
    name: &'static str,
    what: String,
    kind: &'static str,
}

/// JSON answer: one example.
#[derive(Serialize)]
struct One {
    #[serde(flatten)]
    entry: Entry,
    text: &'static str,
}

/// JSON answer: the written files and their folder.
#[derive(Serialize)]
struct Written {
    #[serde(serialize_with = "path_names::text")]
    dir: PathBuf,
    #[serde(skip_serializing_if = "Option::is_none")]
    dir_encoded: Option<String>,
    files: Vec<&'static str>,
}

impl From<&Example> for Entry {
    fn from(example: &Example) -> Self {
        Self { name: example.name, what: example.what(), kind: example.kind() }
    }
}

impl Examples {
    pub(crate) fn run(&self, mode: OutputMode) -> Result<(), Failure> {
        let name = self.name.as_deref().map(|name| name.strip_prefix(examples::PREFIX).unwrap_or(name));
        let asked = name.map(examples::find).transpose().map_err(Failure::Usage)?;
        match (asked, &self.to) {
            (Some(example), Some(to)) => {
                let named = example.named().into_iter().filter(|named| *named != example);
                write(&[example].into_iter().chain(named).collect::<Vec<_>>(), to, mode)
            }
            (None, Some(to)) => write(&EXAMPLES.iter().collect::<Vec<_>>(), to, mode),
            (Some(example), None) if mode.json => {
                answer::json(&One { entry: example.into(), text: example.text })
            }
            (Some(example), None) => answer::text(example.text),
            (None, None) if mode.json => {
                answer::json(&List { examples: EXAMPLES.iter().map(Entry::from).collect() })
            }
            (None, None) => answer::text(&list()),
        }
    }
}

/// Formats the list as text.
fn list() -> String {
    let mut table = ReportTable::new(&["name", "kind", "description"]);
    for Entry { name, what, kind } in EXAMPLES.iter().map(Entry::from) {
        table.push([name.to_owned(), kind.to_owned(), what]);
    }
    terminal::table(&table)
}

/// Writes the examples to a folder, each at its own path. If a file with other content exists at
/// one of the paths, nothing is written.
fn write(examples: &[&'static Example], to: &Path, mode: OutputMode) -> Result<(), Failure> {
    for example in examples {
        let place = to.join(example.path);
        // An existing file with different content is never replaced.
        let same = || {
            let there = Reader::new(example.text.len() as u64).bytes(&place);
            there.is_ok_and(|there| there.bytes == example.text.as_bytes())
        };
        if place.symlink_metadata().is_ok() && !same() {
            let place = place.display();
            return Err(Failure::Usage(format!(
                "{place} already exists with other content; nothing was written"
            )));
        }
    }
    for example in examples {
        let place = to.join(example.path);
        if place.exists() {
            continue;
        }
        place.parent().map_or(Ok(()), create_folder)?;
        write_bytes(&place, Replace::Never, example.text.as_bytes())?;
    }
    let files = examples.iter().map(|example| example.path).collect();
    if mode.json {
        return answer::json(&Written { dir: to.to_owned(), dir_encoded: path_names::encoded(to), files });
    }
    answer::lines(files.iter().map(|file| printable(&to.join(file).display().to_string())))
}
