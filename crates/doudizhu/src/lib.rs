//! Dou Dizhu (斗地主): packed hands, legal move generation and complete games.
//!
//! | module or type | contents |
//! |---|---|
//! | [`Rank`], [`Hand`] | the packed representation of cards and its text form |
//! | [`Rules`] | the definition of legal moves: presets and switches |
//! | [`Move`], [`Kind`], [`MoveBuffer`] | parsing, comparison and generation of moves |
//! | [`ActionTable`] | all moves of a rule set, numbered |
//! | [`game`] | deal, auction, play and scoring |
//! | [`endgame`] | exact solver of endgames with open hands, and puzzles |
//! | [`encodings`] | features for learners: `RLCard`'s action ids and observations, `DouZero`'s features |
//! | [`tables`] | batches of games that are stepped together |
//! | [`players`] | random, rule-based and user-defined players |
//! | `arena` (feature) | contests of players on the same deals |
//! | `records` (feature) | game records, replayed and checked |
//!
//! # Features
//! All features are off by default. `arena` and `records` enable the modules of these names. `json`
//! writes the views of seats as JSON. `policy` adds the players `policy` and `search`, and the
//! training of their networks. `oracle` adds the reference implementations for tests. `serde`
//! implements serialisation for hands, moves, rules, positions, deals, setups and outcomes;
//! deserialisation rejects invalid values.
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
    reason = "kernels must be inlined into the functions compiled for each SIMD level"
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
