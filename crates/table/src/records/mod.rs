//! Games on record: lines of JSON that are written, read, replayed and checked.
//!
//! | items | their one concern |
//! |---|---|
//! | [`Lines`], [`Line`], [`LineFault`] | whole lines of a text, and what is wrong with one |
//! | [`RecordError`] | a fault with its line and column |
//! | `write_line`, `claim`, `Claim` | JSON of a line; the claims of a record compared with its game |
//! | `verify`, `Verified`, `VerifyError` | all games of an input checked: the same answer for every format |
//! | `Recorded`, `Recorder`, `read`, `verify_games` | a format for any game: a head, then a line a game |
//! | `SeriesRecord` (feature `arena`) | the games of a contest on record |
//!
//! What has no link needs the feature `records`. Dou Dizhu and Daifugo have formats of their own on
//! the same parts.

#[cfg(feature = "arena")]
mod contest;
#[cfg(feature = "records")]
mod fault;
#[cfg(feature = "records")]
mod game;
#[cfg(feature = "records")]
mod json;
mod lines;
#[cfg(feature = "records")]
mod verify;

#[cfg(feature = "arena")]
pub use contest::SeriesRecord;
#[cfg(feature = "records")]
pub use fault::{ActionFault, Fault, GameFault};
#[cfg(feature = "records")]
pub use game::{Entry, GameRecord, Head, Recorded, Recorder, read, verify_games};
#[cfg(feature = "records")]
pub use json::{Claim, claim, write_line};
pub use lines::{Line, LineFault, Lines, RecordError};
#[cfg(feature = "records")]
pub use verify::{Actions, FalseRecord, MOST_FAULTS, RecordFault, Verified, VerifyError, verify};
