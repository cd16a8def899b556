//! Daifugo (大富豪): bit-parallel card sets, proofs, melds, whole games.
//!
//! A hand of cards is one word with a rank in each hexadecimal digit. Counting, picking, finding sequences
//! and proving that nobody can answer are a few shifts of it.
//!
//! | room | what is in it |
//! |---|---|
//! | [`Card`], [`Rank`], [`Suit`], [`SuitSet`] | what cards are named by |
//! | [`CardSet`] | the packed representation: set algebra, zones, picks by count and suit, sequences |
//! | [`Counts`], [`OneHotCounts`], [`SmearedCounts`], [`Ranks`] | how many cards of each rank, in three forms, and sets of ranks |
//! | [`melds`] | groups and sequences, their text, and all of a hand |
//! | [`dominance`] | which groups nobody can answer |
//! | [`surewin`] | positions that are won whatever the others hold back |
//! | [`rules`], [`game`] | what tables differ in; deals, positions, games, tables |
//! | [`encodings`] | numbers of actions, observations and features of moves, for learners |
//! | [`tables`] | many games side by side, stepped together |
//! | [`players`] | who decides: built-in players, and the trait for one's own |
//! | `arena` (feature) | many games, every player in every seat |
//! | `league` (feature `arena`) | any number of players, table by table: ratings of all, and each two compared |
//! | [`records`] | games written down, read and verified |
//! | `plain` (feature `oracle`) | sets of cards by loops, to test against |
//!
//! The joker is in no set: it is counted beside it.

#![doc(html_root_url = "https://docs.rs/quadrille-daifugo")]
#![allow(
    clippy::inline_always,
    reason = "a kernel's pieces must become part of the code that is compiled for the level"
)]
#![allow(clippy::doc_markdown, reason = "UECda, the contest, is spelt like that")]

#[cfg(feature = "arena")]
pub mod arena;
mod card;
mod cardset;
mod counts;
pub mod dominance;
pub mod encodings;
pub mod game;
#[doc(hidden)]
pub mod internals;
#[cfg(feature = "arena")]
pub mod league;
pub mod melds;
mod picks;
#[cfg(feature = "oracle")]
pub mod plain;
pub mod players;
mod rank;
mod ranks;
pub mod records;
pub mod rules;
mod sequences;
mod suit;
mod suitset;
pub mod surewin;
pub mod tables;

pub use card::{Card, CardError};
pub use cardset::{CardSet, CardSetError, Cards};
pub use counts::{Counts, OneHotCounts, SmearedCounts};
pub use quadrille_lanes::{Level, Nibbles64};
pub use quadrille_progress as progress;
pub use quadrille_random as random;
#[cfg(feature = "arena")]
pub use quadrille_stats as stats;
pub use quadrille_table as table;
pub use rank::Rank;
pub use ranks::Ranks;
pub use suit::Suit;
pub use suitset::SuitSet;

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
