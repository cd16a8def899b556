//! Mastermind: codewords, exact scoring, strategies, optimal play.
//!
//! A codebreaker guesses a secret of up to 16 pins in up to 15 colours. The feedback to each guess
//! is the number of pins with the right colour (black) and the number of pins with a right colour
//! in the wrong place (white). This crate scores guesses, lists the possible secrets, recommends
//! guesses and evaluates strategies on all secrets, with exact integer arithmetic.
//!
//! | items | purpose |
//! |---|---|
//! | [`Game`] | the size: pins, colours, repeats; the characters of the colours |
//! | [`Codeword`] | the packed representation |
//! | [`Feedback`], [`PartialFeedback`], [`Row`] | feedback, complete or partial, and its text form |
//! | [`CodeSet`], [`BitPlanes`] | codewords as arrays, and as bit planes |
//! | `plain` (feature `oracle`) | scoring by the definition: the oracle of all fast scoring |
//! | [`kernels`] | scoring many codewords at once, and ranking guesses on bit planes |
//! | [`Strategy`] | rules for choosing a guess |
//! | [`optimal()`], [`strategy_tree()`], [`Tree`] | the proven optimal strategy; strategies as trees |
//! | [`Conflict`], [`corrections()`] | contradicting rows, and probable misreadings |
//! | [`information()`] | how a guess divides the possible secrets |
//! | [`grade()`], [`advise_optimally()`] | a played game compared with the best play; the optimal guess |
//! | [`candidates()`], [`advise()`], [`evaluate()`], [`Evaluation`] | possible secrets, the next guess, evaluation of a strategy |
//!
//! Long calls take an [`Observer`] as their last parameter, which receives progress and can cancel
//! them. With the feature `rayon`, they use the threads of the current rayon pool.
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
    reason = "kernel components must be inlined into code compiled for the vector level"
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
mod information;
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
mod secrets;
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
pub use evaluate::{Evaluation, EvaluationTally, PartitionClass, Play, Slice, evaluate};
pub use feedback::{Feedback, FeedbackError, PartialFeedback};
pub use game::{Codewords, Game, GameError, Repeats, Shown};
pub use grade::{Grade, GradedRow, grade};
pub use information::{Information, information};
pub use kernels::packed::score;
pub use limits::{EvaluateError, MEMORY_LIMIT, TooLarge};
pub use optimal::{
    Cut, Goal, Limit, Node, OptimalError, Optimum, Snapshot, Solved, Task, Tree, TreeError, Walk, optimal,
};
pub use planes::BitPlanes;
pub use row::{Row, RowError, RowProblem};
pub use strategy::{Strategy, StrategyError, compare_entropy};
pub use strategy_tree::strategy_tree;

/// The examples of the README are tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
