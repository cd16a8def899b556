//! The server of a match.

mod draws;
mod matches;
mod message;
mod quirks;

pub use matches::{Awaited, Game, Match, Submission};
pub(super) use message::{ACCEPTED, Content};
pub use message::{End, Message, Outbox};
