//! The `[random]` table of an experiment file.

use quadrille_diagnostics::Diagnostic;
use quadrille_diagnostics::toml::{Table, Value};
use quadrille_random::battery::Size;
use quadrille_random::catalogue::{self, Entry};
use quadrille_runner::Header;
use serde::{Deserialize, Serialize};

/// So many neighbouring streams take turns to make one sequence.
pub(crate) const INTERLEAVED: u64 = 64;
/// So many pairs of neighbouring streams are compared,
pub(crate) const PAIRS: u64 = 4096;
/// in so many of their first draws: enough to see the end of what ASA-128 makes in advance.
pub(crate) const DRAWS: usize = 8192;

/// What an experiment file asks for.
#[derive(Debug, Clone)]
pub(crate) struct Settings {
    /// What is looked at, in the order of the report.
    pub(crate) subjects: Vec<Subject>,
    /// How closely.
    pub(crate) size: Size,
    /// Into how many shards the work is to be cut, if the file says so.
    pub(crate) shards: Option<u64>,
}

/// Something that ought to look random.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Subject {
    pub(crate) generator: &'static Entry,
    pub(crate) arrangement: Arrangement,
}

/// Which of a generator's numbers are looked at.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Arrangement {
    /// Those of one sequence, from the seed on.
    Sequence,
    /// Those of neighbouring streams.
    Streams,
}

impl Settings {
    pub(crate) fn read(table: &Table<'_>, header: &Header) -> Result<Self, Diagnostic> {
        let sequences = match table.optional("generators") {
            None => catalogue::entries().iter().collect(),
            Some(value) => generators(&value)?,
        };
        let streams = table.optional("streams").map_or(Ok(Vec::new()), |value| generators(&value))?;
        let subjects = |entries: Vec<&'static Entry>, arrangement| {
            entries.into_iter().map(move |generator| Subject { generator, arrangement })
        };
        let subjects: Vec<Subject> = subjects(sequences, Arrangement::Sequence)
            .chain(subjects(streams, Arrangement::Streams))
            .collect();
        if subjects.is_empty() {
            return Err(table
                .error("there is nothing to look at")
                .expected("a generator in `generators` or in `streams`"));
        }
        Ok(Self { subjects, size: size(table)?, shards: header.shards })
    }
}

fn size(table: &Table<'_>) -> Result<Size, Diagnostic> {
    let Some(value) = table.optional("size") else { return Ok(Size::default()) };
    let size = value.integer(u64::from(Size::MIN.get())..=u64::from(Size::MAX.get()))?;
    Ok(Size::new(size as u32).unwrap_or_default())
}

/// Returns a list of generators, each once.
fn generators(value: &Value<'_>) -> Result<Vec<&'static Entry>, Diagnostic> {
    let names: Vec<&str> = catalogue::entries().iter().map(|entry| entry.name).collect();
    let mut found: Vec<&'static Entry> = Vec::new();
    for element in value.array("generators in brackets, such as [\"xoshiro256++\", \"mt19937\"]")? {
        let entry = &catalogue::entries()[element.choice(&names)?];
        if found.iter().any(|other| other.name == entry.name) {
            return Err(element
                .error(format!("`{}` stands here twice", entry.name))
                .expected("each generator once"));
        }
        found.push(entry);
    }
    Ok(found)
}
