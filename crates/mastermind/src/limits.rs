//! Memory limits, and the errors of exceeding them.

use quadrille_memory::Shortage;
use quadrille_progress::Cancelled;
use thiserror::Error;

use crate::codeword::CodewordError;
use crate::game::Game;

/// Maximum memory for the codewords of one evaluation, in bytes: 2 GiB.
pub const MEMORY_LIMIT: u64 = 2 << 30;

/// Error for a game whose codewords do not fit in [`MEMORY_LIMIT`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error(
    "{game} has {codewords} codewords, and working with them would take {:.1} GiB of memory; the limit is {} GiB",
    *bytes as f64 / f64::from(1 << 30), MEMORY_LIMIT >> 30
)]
#[non_exhaustive]
pub struct TooLarge {
    /// The game.
    pub game: Game,
    /// Number of codewords of the game.
    pub codewords: u64,
    /// Estimated memory, in bytes.
    pub bytes: u64,
}

/// Error of evaluating a game.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum EvaluateError {
    /// The game does not fit in memory.
    #[error(transparent)]
    TooLarge(#[from] TooLarge),
    /// The first guess is not a codeword of the game.
    #[error("the first guess: {0}")]
    First(#[from] CodewordError),
    /// The game needs more memory than is available.
    #[error(transparent)]
    OutOfMemory(#[from] Shortage),
    /// The observer cancelled.
    #[error(transparent)]
    Cancelled(#[from] Cancelled),
}

/// Returns an error for a game whose codewords do not fit in [`MEMORY_LIMIT`]. A codeword takes
/// `bytes_a_codeword` bytes, and one more byte for its feedback index.
pub(crate) fn fits(game: Game, bytes_a_codeword: u64) -> Result<(), TooLarge> {
    let codewords = game.codewords();
    let bytes = codewords.saturating_mul(bytes_a_codeword + 1);
    if bytes > MEMORY_LIMIT { Err(TooLarge { game, codewords, bytes }) } else { Ok(()) }
}
