//! Daifugo (大富豪): bit-parallel card sets, melds, win proofs and complete games.
//!
//! A hand is one 64-bit word with one hexadecimal digit per rank. Counting cards, selecting ranks,
//! finding sequences and proving that a group is unbeatable take a few shifts each.
//!
//! | module or type | contents |
//! |---|---|
//! | [`Card`], [`Rank`], [`Suit`], [`SuitSet`] | cards, their ranks and suits, sets of suits |
//! | [`CardSet`] | packed card set: set algebra, ranges of ranks, selection by count and suit, sequences |
//! | [`Counts`], [`OneHotCounts`], [`SmearedCounts`], [`Ranks`] | number of cards per rank in three encodings, and sets of ranks |
//! | [`melds`] | groups and sequences, their text form, and move generation |
//! | [`dominance`] | groups that no opponent can beat |
//! | [`surewin`] | positions won against every possible reply |
//! | [`rules`], [`game`] | rule sets; deals, positions, games and tables |
//! | [`encodings`] | action indices, observations and move features for machine learning |
//! | [`tables`] | batches of games that are stepped together |
//! | [`players`] | built-in players and the trait for custom ones |
//! | `arena` (feature) | contests in which players take all seats by turns |
//! | `league` (feature `arena`) | contests with more players than seats: ratings and pairwise comparisons |
//! | [`records`] | game records: writing, reading and verification |
//! | `plain` (feature `oracle`) | reference implementations of the set operations, as loops |
//!
//! A card set never contains the joker; jokers are counted separately.

#![doc(html_root_url = "https://docs.rs/quadrille-daifugo")]
#![allow(
    clippy::inline_always,
    reason = "helpers of a kernel must be inlined into the function compiled for a SIMD level"
)]
#![allow(clippy::doc_markdown, reason = "UECda is the contest's spelling")]

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
