//! Failures of players, and counts of these failures.

use quadrille_diagnostics::printable;

use crate::Game;

/// The reason why a player gives no usable answer. Players in other processes can fail; built-in
/// players always answer.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum PlayerError {
    /// The time limit was exceeded.
    #[error("the player did not answer in time")]
    Late,
    /// The process has ended, or the connection is closed.
    #[error("the player is gone: {}", printable(.0))]
    Gone(String),
    /// The answer could not be read.
    #[error("the answer of the player cannot be read: {}", printable(.0))]
    Unreadable(String),
}

/// The numbers of decisions that were replaced by the [fallback](crate::View::fallback) of the
/// view, for each reason.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(deny_unknown_fields))]
#[non_exhaustive]
pub struct Faults {
    /// Answers that exceeded the time limit.
    pub late: u64,
    /// Decisions at which the player's process had ended, or its connection was closed.
    pub gone: u64,
    /// Answers that could not be read.
    pub unreadable: u64,
    /// Answers that were readable but illegal.
    pub illegal: u64,
}

impl Faults {
    /// No faults.
    pub const NONE: Self = Self { late: 0, gone: 0, unreadable: 0, illegal: 0 };

    /// Returns the total.
    pub const fn total(&self) -> u64 {
        self.late.saturating_add(self.gone).saturating_add(self.unreadable).saturating_add(self.illegal)
    }

    /// Adds the counts of other games. Sums are limited to 2⁶⁴ − 1.
    pub const fn merge(&mut self, other: &Self) {
        self.late = self.late.saturating_add(other.late);
        self.gone = self.gone.saturating_add(other.gone);
        self.unreadable = self.unreadable.saturating_add(other.unreadable);
        self.illegal = self.illegal.saturating_add(other.illegal);
    }

    /// Counts a fault; `None` means that the player returned an illegal action.
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

/// An observer that counts the faults of each of `N` seats.
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
