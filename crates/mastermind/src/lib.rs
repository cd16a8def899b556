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
//! | [`Feedback`], [`Row`] | answers, and their text |
//! | [`CodeSet`], [`BitPlanes`] | many codewords as arrays, and as planes of bits |
//! | [`ladder`] | scoring, rung by rung |
//! | [`Strategy`] | what makes a guess good |
//! | [`Conflict`] | which rows contradict one another |
//! | [`candidates`], [`advise`], [`evaluate`], [`Evaluation`] | what is possible, what to guess, how long it takes |
//!
//! ```
//! use std::ops::ControlFlow;
//! use quadrille_lanes::Level;
//! use quadrille_mastermind::{Game, Play, Repeats, Strategy, evaluate};
//!
//! let game = Game::new(4, 6, Repeats::Allowed)?;
//! let tally = evaluate(game, Play::new(Strategy::Knuth), Level::best(), &|_| ControlFlow::Continue(()))?;
//! assert_eq!(tally.total_turns(), 5801);
//! assert_eq!(tally.max_turns(), 5);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

#![allow(
    clippy::inline_always,
    reason = "a kernel's pieces must become part of the code that is compiled for the level"
)]

mod advise;
mod apart;
mod candidates;
mod codeset;
mod codeword;
mod conflict;
mod evaluate;
mod feedback;
mod game;
pub mod ladder;
mod planes;
mod pool;
mod search;
mod strategy;
mod sums;
mod symmetry;
mod watch;

pub use advise::{Advice, AdviseError, advise};
pub use candidates::{Candidates, CandidatesError, SEARCH_LIMIT, candidates, is_consistent};
pub use codeset::CodeSet;
pub use codeword::{Codeword, CodewordError};
pub use conflict::{Conflict, Rereading};
pub use evaluate::{
    EvaluateError, Evaluation, MEMORY_LIMIT, Part, Play, Slice, Tally, TooLarge, evaluate, evaluate_plainly,
};
pub use feedback::{Feedback, FeedbackError, Row, RowError, RowProblem};
pub use game::{Codewords, Game, GameError, Repeats, Shown};
pub use ladder::packed::score;
pub use planes::BitPlanes;
pub use strategy::{Strategy, StrategyError, compare_entropy};
pub use watch::{Report, Snapshot, Stopped};
