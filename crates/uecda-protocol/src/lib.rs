//! The protocol of UECda, the contest of Daifugo programs: wire format, server and client of a
//! match, and record formats.
//!
//! The crate works on bytes and values only. Sockets, waiting and time limits are left to the
//! caller.
//!
//! | item | content |
//! |---|---|
//! | [`CardTable`] | 8 rows of 15 numbers: cards above, the state of the game below |
//! | [`Version`] | the three wire formats of tables and numbers |
//! | [`Profile`] | version and name, which a client sends first |
//! | [`Reading`] | the server's interpretation of the cards that a client submits |
//! | [`ContestSettings`] | the settings of a match, and the official server's configuration file |
//! | [`Match`] | the server of one match, from the first deal to the last message |
//! | [`Client`] | the client of a match: a [player](quadrille_daifugo::players::Player) with its view of the game |
//!
//! # A match
//! ```text
//! client                          server
//!   profile  ───────────────────▶
//!            ◀───────────────────  number of the player
//!                                                        for every game:
//!            ◀───────────────────  deal
//!   exchange ───────────────────▶                          (from players that return cards)
//!                                                          until the end of the game:
//!            ◀───────────────────  turn                      (to all)
//!   play     ───────────────────▶                            (from the player to move)
//!            ◀───────────────────  acknowledgement           (to that player)
//!            ◀───────────────────  stage                     (to all)
//!            ◀───────────────────  end                       (to all)
//! ```
//! There is no framing. The length and meaning of a message follow from the version of the
//! connection, and from the position of the message in this order.
//!
//! # Source
//! The manual of the contest (`protocol.html`, `rule.html` of 2010) and the observed behaviour of
//! its server, `tndhms`. Behaviour of the server that no rule demands is called a quirk. [`Match`]
//! reproduces the quirks unless [`ContestSettings::quirks`] is off.

#![doc(html_root_url = "https://docs.rs/quadrille-uecda-protocol")]
#![allow(clippy::doc_markdown, reason = "UECda, the contest, is spelt like that")]

mod cells;
mod client;
mod format;
pub mod fujigokoro;
mod judge;
pub mod official;
mod profile;
mod reading;
mod reasons;
mod server;
mod settings;
mod wire;

pub use cells::CardTable;
pub(crate) use cells::split_value;
pub use client::{Client, ClientError, Compared, Difference, Expected, Refused};
pub use format::{Format, ReadRecord, read, read_as_far};
pub(crate) use judge::refusal;
pub use profile::Profile;
pub use reading::{Reading, Shape};
pub use reasons::{reason, refusals, write_json};
pub use server::{Awaited, End, Match, Message, Outbox, RecordedGame as ServedGame, Submission};
pub use settings::{ConfigError, ContestSettings};
pub use wire::Version;

/// The number of players in a game of the contest.
pub const PLAYERS: usize = 5;

/// The port of the official server.
pub const PORT: u16 = 42485;

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
