//! Game records: lines of JSON that are written, read, replayed and checked.
//!
//! | items | contents |
//! |---|---|
//! | [`Lines`], [`Line`], [`LineFault`] | complete lines of a text, and their faults |
//! | [`RecordError`] | a fault with its line and column |
//! | `write_line`, `claim`, `Claim` | JSON of a line; comparison of recorded results with the game |
//! | `verify`, `Verified`, `VerifyError` | checks of all games of an input, with the same result for every format |
//! | `Recorded`, `Recorder`, `read`, `verify_games` | the common format: a head, then one line per game |
//! | `ThoughtRecorder`, `ThoughtFault` | lines with the thoughts of players, in every format |
//! | `SeriesRecord` (also feature `arena`) | records of contests |
//!
//! Items without a link need the feature `records`. Dou Dizhu and Daifugo have their own formats,
//! which use the same parts.

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
