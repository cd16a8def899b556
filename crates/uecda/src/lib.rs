//! UECda, the contest of Daifugo programs, played over TCP in the contest's own protocol.
//!
//! | item | content |
//! |---|---|
//! | [`Server`] | matches at any number of tables, for remote clients and house players |
//! | [`join`] | a client: plays a match on a server |
//! | [`SocketLeague`] | a league of programs, which are started for every match |
//! | [`ServerEvent`] | an event at a server, for logs; without hidden cards |
//! | [`Held`] | the results of a server's matches |
//!
//! [`quadrille::uecda_protocol`] implements the protocol without sockets. This crate adds
//! connections, waiting and time limits.
//!
//! # Misbehaving clients
//! A client may be silent, late or disconnected, or send invalid data. Its decision is then a pass
//! (in the exchange, its best cards), and the match continues. The server buffers unread messages
//! for a client up to a limit, beyond which the client counts as disconnected. Decisions that the
//! server has not requested remain in the system's buffers until a decision is due. A client
//! therefore never delays the matches at other tables, and memory stays bounded.

#![doc(html_root_url = "https://docs.rs/quadrille-uecda")]
#![allow(clippy::doc_markdown, reason = "UECda, the contest, is spelt like that")]

mod client;
mod connection;
mod event;
mod held;
mod league;
mod lobby;
mod logbook;
mod runtime;
mod server;
mod status;
mod table;

pub use client::{JoinError, Joined, Notice, join, join_as};
pub use event::{ServerEvent, Trouble};
pub use held::{Held, HeldPlayer, HeldTable};
pub use league::{Contestant, How, LeagueError, SocketLeague, WHY_NOT};
pub use logbook::record_name;
pub use server::{Fill, Listening, Server, ServerError};

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
