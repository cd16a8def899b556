//! Detects the format of a record and reads it.

use std::fmt;

use quadrille_daifugo::records::reading::{TextPosition, read_json_into, without_mark};
use quadrille_daifugo::records::{Cut, Record, RecordError};
use quadrille_daifugo::rules::Rules;

use crate::{fujigokoro, official};

/// A format of records that can be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "lowercase"))]
pub enum Format {
    /// [JSON lines](quadrille_daifugo::records::json).
    Json,
    /// [The official server's log](official).
    Official,
    /// [FujiGokoro's record](fujigokoro), which cannot be written.
    FujiGokoro,
}

impl Format {
    /// All formats.
    pub const ALL: [Self; 3] = [Self::Json, Self::Official, Self::FujiGokoro];

    /// Returns the name: `json`, `official`, `fujigokoro`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Json => "json",
            Self::Official => "official",
            Self::FujiGokoro => "fujigokoro",
        }
    }

    /// Detects the format from the beginning of a text; `None` if the text has none of these
    /// formats.
    ///
    /// ```
    /// use quadrille_uecda_protocol::Format;
    ///
    /// assert_eq!(Format::of("%-----%hostname% vm\n"), Some(Format::Official));
    /// assert_eq!(Format::of("player a b c d e\n"), Some(Format::FujiGokoro));
    /// assert_eq!(Format::of("a"), None);
    /// ```
    pub fn of(text: &str) -> Option<Self> {
        match without_mark(text).split_whitespace().next()? {
            "player" => Some(Self::FujiGokoro),
            word if word.starts_with('{') => Some(Self::Json),
            word if word.starts_with('%') => Some(Self::Official),
            _ => None,
        }
    }
}

impl fmt::Display for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// A record with its format and completeness.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct ReadRecord {
    /// The format.
    pub format: Format,
    /// The whole games. All of them follow the rules.
    pub record: Record,
    /// The position at which the record ends early; `None` if it is complete.
    pub cut: Option<Cut>,
}

/// Reads a record in any of the formats and replays its games.
///
/// # Errors
/// Returns an error if the format of the text is unknown, or for the first deviation from the
/// format or from the rules. A record that ends early is not an error; its whole games, possibly
/// none, are returned.
pub fn read(text: &str) -> Result<ReadRecord, RecordError> {
    let format = Format::of(text).ok_or_else(unknown)?;
    let mut record = empty();
    let cut = read_into(format, text, &mut record)?;
    Ok(ReadRecord { format, record, cut })
}

/// Reads like [`read`], and also returns the games before an error.
pub fn read_as_far(text: &str) -> (Record, Result<Option<Cut>, RecordError>) {
    let mut record = empty();
    let format = Format::of(text).ok_or_else(unknown);
    let read = format.and_then(|format| read_into(format, text, &mut record));
    (record, read)
}

fn empty() -> Record {
    Record { players: Vec::new(), rules: Rules::UECDA, games: Vec::new() }
}

fn unknown() -> RecordError {
    TextPosition::line(1).is(
        "this is not a record; expected JSON lines (beginning with `{`), a log of the official server (beginning \
         with `%`), or a record of FujiGokoro (beginning with `player`)",
    )
}

fn read_into(format: Format, text: &str, record: &mut Record) -> Result<Option<Cut>, RecordError> {
    match format {
        Format::Json => read_json_into(text, record),
        Format::Official => official::read_into(text, record),
        Format::FujiGokoro => fujigokoro::read_into(text, record),
    }
}
