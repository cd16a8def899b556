//! The server of a match.

mod draws;
mod matches;
mod message;
mod quirks;

pub use matches::{Awaited, Match, RecordedGame, Submission};
pub(super) use message::{ACCEPTED, Content};
pub use message::{End, Message, Outbox};
