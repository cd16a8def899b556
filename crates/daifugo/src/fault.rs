//! Why a player gives no decision, and how often that happens.

use thiserror::Error;

/// Why a player has no answer. Players in this process always have one; those in another one may not.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum PlayerError {
    /// It took longer than it was given.
    #[error("it did not answer in time")]
    Late,
    /// It cannot be asked any more: its process has ended, its connection is closed.
    #[error("it is gone: {0}")]
    Gone(String),
    /// It answered something that is no decision.
    #[error("its answer cannot be read: {0}")]
    Unreadable(String),
}

/// Decisions that were made in a player's place, by what was wrong with its own: each became a pass, or the
/// lowest single card where the seat led, or the lowest cards where some were to be returned.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct Faults {
    /// Answers that did not come in time.
    pub late: u64,
    /// Times the player could not be asked.
    pub gone: u64,
    /// Answers that could not be read.
    pub unreadable: u64,
    /// Moves that could not be played, and cards that could not be given.
    pub illegal: u64,
}

impl Faults {
    /// All of them together.
    pub const fn total(&self) -> u64 {
        self.late.saturating_add(self.gone).saturating_add(self.unreadable).saturating_add(self.illegal)
    }

    /// Adds those of other games; a sum beyond 64 bits stays at the greatest number.
    pub const fn merge(&mut self, other: &Self) {
        self.late = self.late.saturating_add(other.late);
        self.gone = self.gone.saturating_add(other.gone);
        self.unreadable = self.unreadable.saturating_add(other.unreadable);
        self.illegal = self.illegal.saturating_add(other.illegal);
    }

    /// Counts a decision; `None` is one that was legible, but illegal.
    pub const fn record(&mut self, error: Option<&PlayerError>) {
        let count = match error {
            Some(PlayerError::Late) => &mut self.late,
            Some(PlayerError::Gone(_)) => &mut self.gone,
            Some(PlayerError::Unreadable(_)) => &mut self.unreadable,
            None => &mut self.illegal,
        };
        *count = count.saturating_add(1);
    }
}
