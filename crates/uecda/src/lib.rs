//! UECda, the contest of Daifugo programs, on its own protocol over TCP.
//!
//! | module | what is in it |
//! |---|---|
//! | [`Server`] | matches at any number of tables, for clients that connect and players of the house |
//! | [`join`] | a client: a player at somebody's server |
//! | [`SocketLeague`] | a league of programs, each started for every match |
//! | [`Event`] | what happens at a server, for logs; never anybody's hidden cards |
//! | [`Held`] | what its matches came to |
//!
//! What is sent, and what it means, is decided in [`quadrille::uecda_protocol`], which knows no sockets. Here it is
//! decided who is waited for, and how long.
//!
//! # What a server survives
//! A client may be silent, late, slow, gone, or send anything: its decision is then a pass (in the exchange: its best
//! cards), and the match goes on. What a client does not read is kept for it up to a limit, beyond which it counts as
//! gone; what it sends unasked waits in the system's buffers and is read when it is due. So one table never holds up
//! another, and memory stays as it is.

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
pub use event::{Event, Trouble};
pub use held::{Held, HeldPlayer, HeldTable};
pub use league::{Contestant, How, LeagueError, SocketLeague, WHY_NOT};
pub use logbook::record_name;
pub use server::{Fill, Listening, Server, ServerError};

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
