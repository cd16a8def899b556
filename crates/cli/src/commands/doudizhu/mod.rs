//! `quadrille doudizhu`: hands, moves, endgames, whole games.

mod arena;
mod cards;
mod records;
mod solve;

use clap::Subcommand;
use quadrille::lanes::Level;

use crate::OutputMode;
use crate::failure::Failure;

#[derive(Debug, Subcommand)]
pub(crate) enum Doudizhu {
    /// Whether a hand holds the cards of a move
    Contains(cards::Contains),
    /// What is left of a hand without the cards of a move
    Remove(cards::Remove),
    /// What cards are as a move
    Classify(cards::Classify),
    /// Every move that a hand can make
    Moves(cards::Moves),
    /// Solve an endgame with open hands, exactly
    Solve(Box<solve::Solve>),
    /// Play three players against one another, on the same deals
    Arena(arena::Play),
    /// One game of an arena again, with everything in it
    Replay(arena::Replay),
    /// Check games on record: every call, every move, every claim
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
            Self::Arena(arena) => arena.run(level, mode),
            Self::Replay(replay) => replay.run(mode),
            Self::Verify(verify) => verify.run(mode),
        }
    }
}
