//! The protocol of UECda, the contest of Daifugo programs: bytes, tables, both ends of a connection, and its
//! records.
//!
//! Everything here works on bytes and values alone. Who waits for whom, over which sockets and for how long,
//! is decided elsewhere.
//!
//! | module | what is in it |
//! |---|---|
//! | [`CardTable`] | 8 rows of 15 numbers: cards above, the state of the game below |
//! | [`Version`] | the three forms in which tables and numbers travel |
//! | [`Profile`] | what a client says of itself |
//! | [`Reading`] | what the server makes of the cards that a client submits |
//! | [`Settings`] | what a match is played by, and the official server's file of settings |
//! | [`Match`] | the server's end: one match, from the first deal to the last message |
//! | [`Client`] | the client's end: a [player](quadrille_daifugo::players::Player) at such a match |
//!
//! # A match
//! ```text
//! client                          server
//!   profile  ───────────────────▶
//!            ◀───────────────────  number of the player
//!                                                        for every game:
//!            ◀───────────────────  deal
//!   exchange ───────────────────▶                          (who is to return cards)
//!                                                          until the end says so:
//!            ◀───────────────────  turn                      (to all)
//!   play     ───────────────────▶                            (whose turn it is)
//!            ◀───────────────────  acknowledgement           (to that one)
//!            ◀───────────────────  stage                     (to all)
//!            ◀───────────────────  end                       (to all)
//! ```
//! There is no framing: every message has the length that the version of the connection gives it, and only its
//! place in this order says what it is.
//!
//! # Source
//! The manual of the contest (`protocol.html`, `rule.html` of 2010) and what its server, `tndhms`, was seen to
//! do. Where the server does what nobody would write down as a rule, this is called a quirk: [`Match`] does the
//! same unless [`Settings::quirks`] is off.

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
pub use server::{Awaited, End, Game as ServedGame, Match, Message, Outbox, Submission};
pub use settings::{ConfigError, Settings};
pub use wire::Version;

/// Players at a table of the contest.
pub const PLAYERS: usize = 5;

/// The port that the official server listens on.
pub const PORT: u16 = 42485;

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
