//! `quadrille doudizhu`: hands, moves, whole games.

mod arena;
mod cards;
mod records;

use clap::Subcommand;
use quadrille::lanes::Level;

use crate::Voice;
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
    /// Play three players against one another, on the same deals
    Arena(arena::Play),
    /// One game of an arena again, with everything in it
    Replay(arena::Replay),
    /// Check games on record: every call, every move, every claim
    Verify(records::Verify),
}

impl Doudizhu {
    pub(crate) fn obey(self, level: Level, voice: Voice) -> Result<(), Failure> {
        match self {
            Self::Contains(contains) => contains.obey(voice),
            Self::Remove(remove) => remove.obey(voice),
            Self::Classify(classify) => classify.obey(voice),
            Self::Moves(moves) => moves.obey(voice),
            Self::Arena(arena) => arena.obey(level, voice),
            Self::Replay(replay) => replay.obey(voice),
            Self::Verify(verify) => verify.obey(voice),
        }
    }
}
