//! Writing, reading, replay and checks of game records, which consist of lines of JSON.
//!
//! | items | contents |
//! |---|---|
//! | [`Lines`], [`Line`], [`LineFault`] | complete lines of a text, and their faults |
//! | [`RecordError`] | a fault, with its line and column |
//! | `write_line`, `claim`, `Claim` | writing of a line of JSON; comparison of recorded results with the game |
//! | `verify`, `Verified`, `VerifyError` | verification of all games of an input, with the same type of result for every format |
//! | `Recorded`, `Recorder`, `read`, `verify_games` | the common format, which consists of a head and one line per game |
//! | `ThoughtRecorder`, `ThoughtFault` | lines with the thoughts of players, which every format may contain |
//! | `SeriesRecord` (also needs feature `arena`) | records of contests |
//!
//! Items that are not links need the feature `records`. Dou Dizhu and Daifugo have separate
//! formats, which use the same items.

#[cfg(all(feature = "arena", feature = "records"))]
mod contest;
#[cfg(feature = "records")]
mod fault;
#[cfg(feature = "records")]
mod game;
#[cfg(feature = "records")]
mod json;
mod lines;
#[cfg(feature = "records")]
mod thoughts;
#[cfg(feature = "records")]
mod verify;

#[cfg(all(feature = "arena", feature = "records"))]
pub use contest::SeriesRecord;
#[cfg(feature = "records")]
pub use fault::{ActionFault, Fault, GameFault};
#[cfg(feature = "records")]
pub use game::{Entry, GameRecord, Head, Recorded, Recorder, read, read_unfinished, verify_games};
#[cfg(feature = "records")]
pub use json::{Claim, claim, write_line};
pub use lines::{Line, LineFault, Lines, RecordError};
#[cfg(feature = "records")]
pub use thoughts::{ThoughtFault, ThoughtRecorder};
#[cfg(feature = "records")]
pub use verify::{Actions, FalseRecord, MOST_FAULTS, RecordFault, Verified, VerifyError, verify};
