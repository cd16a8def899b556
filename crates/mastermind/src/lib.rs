//! Mastermind: codewords, exact scoring, strategies.
//!
//! A secret of up to 16 pins in up to 15 colours is guessed; every guess is answered by how many pins are
//! right (black) and how many further colours are right but elsewhere (white). This crate scores, lists what
//! is still possible, advises the next guess and plays every secret of a size at once, each by exact integer
//! rules.
//!
//! | room | what is in it |
//! |---|---|
//! | [`Game`] | the size: pins, colours, repeats; the colours' characters |
//! | [`Codeword`] | the packed representation |
//! | [`Feedback`], [`PartialFeedback`], [`Row`] | answers, whole or in part, and their text |
//! | [`CodeSet`], [`BitPlanes`] | many codewords as arrays, and as planes of bits |
//! | `plain` (feature `oracle`) | scoring as the rules say it: the specification, and the oracle of all that is fast |
//! | [`kernels`] | scoring many codewords at once, and ranking guesses without leaving the planes |
//! | [`Strategy`] | what makes a guess good |
//! | [`optimal()`], [`strategy_tree()`], [`Tree`] | the strategy with the fewest turns, proved; strategies as trees, and their walk |
//! | [`Conflict`], [`corrections()`] | which rows contradict one another; which one may be misread |
//! | [`grade()`], [`advise_optimally()`] | a game that was played, guess by guess against the best; the best guess |
//! | [`candidates()`], [`advise()`], [`evaluate()`], [`Evaluation`] | what is possible, what to guess, how long it takes |
//!
//! Calls that can take long have an [`Observer`] for their last parameter: it hears how far they are, and can
//! stop them. With the feature `rayon` they use its ambient threads.
//!
//! ```
//! use quadrille_mastermind::{Game, Level, Play, Repeats, Strategy, evaluate};
//!
//! let game = Game::new(4, 6, Repeats::Allowed)?;
//! let tally = evaluate(game, Play::new(Strategy::Knuth), Level::best(), &())?;
//! assert_eq!(tally.total_turns(), 5801);
//! assert_eq!(tally.max_turns(), 5);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

#![allow(
    clippy::inline_always,
    reason = "a kernel's pieces must become part of the code that is compiled for the level"
)]

mod advise;
mod candidates;
mod codeset;
mod codeword;
mod conflict;
mod correction;
mod count;
mod distinguish;
mod effort;
mod evaluate;
mod feedback;
mod game;
mod grade;
mod guess_set;
#[doc(hidden)]
pub mod internals;
pub mod kernels;
mod limits;
mod nearby;
mod opening;
mod optimal;
mod parallel;
#[cfg(feature = "oracle")]
pub mod plain;
mod planes;
mod row;
mod search;
mod shortlist;
mod spread;
mod strategy;
mod strategy_tree;
mod symmetry;

pub use quadrille_lanes::Level;
pub use quadrille_progress::{CancelToken, Cancelled, Observer, Progress};

pub use advise::{
    Advice, AdviseError, EXACT_LIMIT, Examined, OptimalAdvice, Stage, USUAL_WORK, advise, advise_optimally,
    advise_while, advise_within,
};
pub use candidates::{Candidates, CandidatesError, SEARCH_LIMIT, candidates, is_consistent};
pub use codeset::CodeSet;
pub use codeword::{Codeword, CodewordError};
pub use conflict::{Conflict, Rereading};
pub use correction::{Correction, corrections};
#[cfg(feature = "oracle")]
pub use evaluate::evaluate_plainly;
pub use evaluate::{Evaluation, Part, Play, Slice, Tally, evaluate};
pub use feedback::{Feedback, FeedbackError, PartialFeedback};
pub use game::{Codewords, Game, GameError, Repeats, Shown};
pub use grade::{Grade, GradedRow, grade};
pub use kernels::packed::score;
pub use limits::{EvaluateError, MEMORY_LIMIT, TooLarge};
pub use optimal::{
    Cut, Goal, Limit, Node, OptimalError, Optimum, Piece, Snapshot, Solved, Tree, TreeError, Walk, optimal,
};
pub use planes::BitPlanes;
pub use row::{Row, RowError, RowProblem};
pub use strategy::{Strategy, StrategyError, compare_entropy};
pub use strategy_tree::strategy_tree;

/// The examples of the README are tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
