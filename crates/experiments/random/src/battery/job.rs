//! The subjects of a battery of tests.

use quadrille_diagnostics::Diagnostic;
use quadrille_diagnostics::toml::{TomlTable, Value};
use quadrille_random::battery::Size;
use quadrille_random::catalogue::{self, Entry};
use quadrille_runner::Header;
use quadrille_runner::settings::Keys as _;
use serde::{Deserialize, Serialize};

use crate::settings::BatterySettings;

/// Number of neighbouring streams that are interleaved into one sequence.
pub(crate) const INTERLEAVED: u64 = 64;
/// Number of pairs of neighbouring streams that are compared.
pub(crate) const PAIRS: u64 = 4096;
/// Number of draws that are compared, from the start of each stream: enough to include the end of
/// ASA-128's first buffer.
pub(crate) const DRAWS: usize = 8192;

/// The subjects and the size of a battery of tests.
#[derive(Debug, Clone)]
pub(crate) struct BatteryJob {
    /// The subjects, in the order of the report.
    pub(crate) subjects: Vec<Subject>,
    /// The size of the tests.
    pub(crate) size: Size,
    /// The number of shards; `None` if the file does not give it.
    pub(crate) shards: Option<u64>,
}

/// A subject: a generator's sequence or its streams.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Subject {
    pub(crate) generator: &'static Entry,
    pub(crate) arrangement: Arrangement,
}

impl Subject {
    /// Returns whether `other` is the same subject.
    pub(crate) fn is(self, other: Self) -> bool {
        self.generator.name == other.generator.name && self.arrangement == other.arrangement
    }
}

/// Whether a generator's sequence or its streams are tested.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Arrangement {
    /// The sequence that the generator gives from its seed.
    Sequence,
    /// Neighbouring streams.
    Streams,
}

impl BatteryJob {
    pub(crate) fn read(table: &TomlTable<'_>, header: &Header) -> Result<Self, Diagnostic> {
        let given = BatterySettings::read(table)?;
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
                .error("there is nothing to test")
                .expected("at least one generator in `generators` or in `streams`"));
        }
        let size = Size::new(given.size).unwrap_or_default();
        Ok(Self { subjects, size, shards: header.shards })
    }
}

/// Reads an array of distinct generator names.
fn generators(value: &Value<'_>) -> Result<Vec<&'static Entry>, Diagnostic> {
    let names: Vec<&str> = catalogue::entries().iter().map(|entry| entry.name).collect();
    let mut found: Vec<&'static Entry> = Vec::new();
    for element in value.array("")? {
        let entry = &catalogue::entries()[element.choice(&names)?];
        if found.iter().any(|other| other.name == entry.name) {
            return Err(element
                .error(format!("`{}` is given twice", entry.name))
                .expected("each generator once"));
        }
        found.push(entry);
    }
    Ok(found)
}
