//! How much memory a call may take, and what it answers if that is not enough.

use quadrille_memory::Shortage;
use quadrille_progress::Cancelled;
use thiserror::Error;

use crate::codeword::CodewordError;
use crate::game::Game;

/// The most memory the codewords of one evaluation may take, in bytes: 2 GiB.
pub const MEMORY_LIMIT: u64 = 2 << 30;

/// A size whose codewords do not fit in [`MEMORY_LIMIT`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error(
    "{game} has {codewords} codewords, and working with them would take {:.1} GiB of memory; the limit is {} GiB",
    *bytes as f64 / f64::from(1 << 30), MEMORY_LIMIT >> 30
)]
#[non_exhaustive]
pub struct TooLarge {
    /// How many pins and colours, and whether colours may repeat.
    pub game: Game,
    /// How many codewords it has.
    pub codewords: u64,
    /// The memory estimated, in bytes.
    pub bytes: u64,
}

/// Why a game is not evaluated.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum EvaluateError {
    /// It does not fit in memory.
    #[error(transparent)]
    TooLarge(#[from] TooLarge),
    /// The first guess is no codeword of the game.
    #[error("the first guess: {0}")]
    First(#[from] CodewordError),
    /// Less memory is available than the game takes.
    #[error(transparent)]
    OutOfMemory(#[from] Shortage),
    /// The observer said stop.
    #[error(transparent)]
    Cancelled(#[from] Cancelled),
}

/// Refuses a game whose codewords, at so many bytes each and one more, do not fit in memory.
pub(crate) fn fits(game: Game, bytes_a_codeword: u64) -> Result<(), TooLarge> {
    let codewords = game.codewords();
    let bytes = codewords.saturating_mul(bytes_a_codeword + 1);
    if bytes > MEMORY_LIMIT { Err(TooLarge { game, codewords, bytes }) } else { Ok(()) }
}
