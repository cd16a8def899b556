//! Why a player gives no decision, and how often that happens.

use quadrille_diagnostics::printable;

use crate::Game;

/// Why a player has no answer. Players in this process always have one; those in another one may
/// not.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum PlayerError {
    /// It took longer than it was given.
    #[error("it did not answer in time")]
    Late,
    /// It cannot be asked any more: its process has ended, its connection is closed.
    #[error("it is gone: {}", printable(.0))]
    Gone(String),
    /// It answered something that is no decision.
    #[error("its answer cannot be read: {}", printable(.0))]
    Unreadable(String),
}

/// Decisions that were made in a player's place, by what was wrong with its own: each became the
/// [fallback](crate::View::fallback) of the view.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(deny_unknown_fields))]
#[non_exhaustive]
pub struct Faults {
    /// Answers that did not come in time.
    pub late: u64,
    /// Times the player could not be asked.
    pub gone: u64,
    /// Answers that could not be read.
    pub unreadable: u64,
    /// Answers that were read, but are not legal.
    pub illegal: u64,
}

impl Faults {
    /// None.
    pub const NONE: Self = Self { late: 0, gone: 0, unreadable: 0, illegal: 0 };

    /// The total.
    pub const fn total(&self) -> u64 {
        self.late.saturating_add(self.gone).saturating_add(self.unreadable).saturating_add(self.illegal)
    }

    /// Adds those of other games; a total beyond 64 bits stays at the greatest number.
    pub const fn merge(&mut self, other: &Self) {
        self.late = self.late.saturating_add(other.late);
        self.gone = self.gone.saturating_add(other.gone);
        self.unreadable = self.unreadable.saturating_add(other.unreadable);
        self.illegal = self.illegal.saturating_add(other.illegal);
    }

    /// Counts a decision; `None` is one that was read, but not legal.
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

/// Observes a game, and counts the faults of each of `N` seats.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SeatFaults<const N: usize>(pub [Faults; N]);

impl<const N: usize> Default for SeatFaults<N> {
    fn default() -> Self {
        Self([Faults::NONE; N])
    }
}

impl<G: Game, const N: usize> crate::Observer<G> for SeatFaults<N> {
    #[cold]
    fn substituted(&mut self, seat: usize, why: Option<&PlayerError>) {
        self.0[seat].record(why);
    }
}
