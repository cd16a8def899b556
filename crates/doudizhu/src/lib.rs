//! Dou Dizhu (斗地主): packed hands, every legal move, whole games.
//!
//! | room | what is in it |
//! |---|---|
//! | [`Rank`], [`Hand`] | the packed representation and its text |
//! | [`Rules`] | what is a move: presets and switches |
//! | [`Move`], [`Kind`], [`MoveBuffer`] | moves: read, compared, generated |
//! | [`ActionTable`] | every move there is, numbered |
//! | [`game`] | deal, auction, play, what a game was worth |
//! | [`encodings`] | games as learners read them: `RLCard`'s action ids and observations, `DouZero`'s features |
//! | [`tables`] | many games side by side, stepped together |
//! | [`players`] | who plays: at random, by rules of thumb, or as you like |
//! | `arena` (feature) | players against one another, on the same deals |
//! | `records` (feature) | games on record, replayed and checked |
//!
//! # Features
//! None is on by default. `arena` and `records` bring the modules of their names; `serde` makes hands, moves,
//! rules, positions, deals, setups and outcomes serialisable, and reads nothing that is impossible.
//!
//! ```
//! use quadrille_doudizhu::{Hand, MoveBuffer, Rules};
//!
//! let rules = Rules::RLCARD;
//! let hand: Hand = "3334445678TTJQKA2".parse()?;
//! let mut moves = MoveBuffer::new();
//! rules.leads(hand, &mut moves);
//! assert_eq!(moves.len(), rules.count_leads(hand));
//! rules.follows(hand, rules.parse_move("KK")?, &mut moves);
//! assert_eq!(moves.iter().map(ToString::to_string).collect::<Vec<_>>(), ["pass"]);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

#![doc(html_root_url = "https://docs.rs/quadrille-doudizhu")]
#![allow(
    clippy::inline_always,
    reason = "a kernel's pieces must become part of the code that is compiled for the level"
)]

#[cfg(feature = "arena")]
pub mod arena;
pub mod encodings;
pub mod endgame;
pub mod game;
mod hand;
#[doc(hidden)]
pub mod internals;
mod moves;
mod notation;
pub mod players;
mod rank;
#[cfg(feature = "records")]
pub mod records;
mod rules;
#[cfg(feature = "serde")]
mod serial;
mod table;
pub mod tables;

pub use hand::{Hand, HandError};
pub use moves::{Kind, Move, MoveBuffer, MoveError, UnknownKind};
pub use quadrille_lanes::Level;
pub use quadrille_progress as progress;
pub use quadrille_random as random;
#[cfg(feature = "arena")]
pub use quadrille_stats as stats;
pub use rank::{Rank, UnknownRank};
pub use rules::{Rules, RulesError};
pub use table::ActionTable;

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
