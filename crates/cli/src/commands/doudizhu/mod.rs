//! `quadrille doudizhu`: hands, moves, endgames, whole games.

mod cards;
mod puzzles;
mod records;
mod replay;
mod solve;

use clap::Subcommand;
use quadrille::experiments::doudizhu::DouDizhu;
use quadrille::lanes::Level;

use super::bot_check::BotCheckArgs;
use super::cards::Arena;
use super::play::Play;
use super::reviews::{Advise, Review};
use crate::OutputMode;
use crate::failure::Failure;

#[derive(Debug, Subcommand)]
pub(crate) enum Doudizhu {
    /// Test whether a hand contains the cards of a move
    Contains(cards::Contains),
    /// Remove the cards of a move from a hand
    Remove(cards::Remove),
    /// Classify cards as a move
    Classify(cards::Classify),
    /// List every move of a hand
    Moves(cards::Moves),
    /// Solve an endgame with open hands exactly
    Solve(Box<solve::Solve>),
    /// Check a player that is an external program
    BotCheck(BotCheckArgs<DouDizhu>),
    /// Play at the terminal, with hints and review
    Play(Play<DouDizhu>),
    /// Rank the moves of a decision by search
    Advise(Box<Advise<DouDizhu>>),
    /// Find the costly decisions of recorded games
    Review(Review<DouDizhu>),
    /// Solve graded puzzles at the terminal
    Puzzles(puzzles::Puzzles),
    /// Let three players compete with each other, on the same deals
    Arena(Arena<DouDizhu>),
    /// Replay one game of an arena in full detail
    Replay(replay::Replay),
    /// Check game records: every bid, every move, every result
    Verify(records::Verify),
}

impl Doudizhu {
    pub(crate) fn run(self, level: Level, mode: OutputMode) -> Result<(), Failure> {
        match self {
            Self::Contains(contains) => contains.run(mode),
            Self::Remove(remove) => remove.run(mode),
            Self::Classify(classify) => classify.run(mode),
            Self::Moves(moves) => moves.run(mode),
            Self::Solve(solve) => solve.run(mode),
            Self::BotCheck(check) => check.run(mode),
            Self::Play(play) => play.run(mode),
            Self::Advise(advise) => advise.run(mode),
            Self::Review(review) => review.run(mode),
            Self::Puzzles(puzzles) => puzzles.run(mode),
            Self::Arena(arena) => arena.run(level, mode),
            Self::Replay(replay) => replay.run(mode),
            Self::Verify(verify) => verify.run(mode),
        }
    }
}
