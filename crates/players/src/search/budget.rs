//! The budget of a search, and the condition that stops a search.

use std::time::{Duration, Instant};

use quadrille_diagnostics::printable;
use quadrille_progress::Meter;

/// The budget of a search for one decision.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Budget {
    /// A maximum number of playouts. The decision does not depend on the machine or the number of
    /// threads.
    Playouts(u32),
    /// A maximum time. The decision is not reproducible.
    Time(Duration),
}

/// The error for a text that is not a budget.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error(
    "`{}` is not a budget; expected a number of playouts (1 to {}), such as `500`; or a time (1ms to 3600s), such as `250ms`",
    printable(found),
    Budget::MOST_PLAYOUTS
)]
pub struct BudgetError {
    /// The text that is not a budget.
    pub found: String,
}

impl Budget {
    /// The largest number of playouts that a budget can have.
    pub const MOST_PLAYOUTS: u32 = 10_000_000;
}

impl Default for Budget {
    /// Returns a budget of 500 playouts.
    fn default() -> Self {
        Self::Playouts(500)
    }
}

impl std::str::FromStr for Budget {
    type Err = BudgetError;

    fn from_str(text: &str) -> Result<Self, BudgetError> {
        let whole = |digits: &str| {
            let plain = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
            digits.parse::<u32>().ok().filter(|&number| plain && number > 0)
        };
        let time = |milliseconds: u64| {
            (1..=3_600_000).contains(&milliseconds).then(|| Self::Time(Duration::from_millis(milliseconds)))
        };
        let read = match (text.strip_suffix("ms"), text.strip_suffix('s')) {
            (Some(digits), _) => whole(digits).and_then(|number| time(number.into())),
            (None, Some(digits)) => whole(digits).and_then(|number| time(u64::from(number) * 1000)),
            (None, None) => whole(text).filter(|&number| number <= Self::MOST_PLAYOUTS).map(Self::Playouts),
        };
        read.ok_or_else(|| BudgetError { found: text.to_owned() })
    }
}

impl std::fmt::Display for Budget {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Playouts(playouts) => playouts.fmt(f),
            Self::Time(time) if time.subsec_millis() == 0 => write!(f, "{}s", time.as_secs()),
            Self::Time(time) => write!(f, "{}ms", time.as_millis()),
        }
    }
}

/// The condition under which a search stops: a deadline, or cancellation by the observer.
pub(super) struct Limit<'a> {
    pub(super) deadline: Option<Instant>,
    /// The time after which no more dealt worlds are weighed, so that time is left for playouts.
    pub(super) weighing: Option<Instant>,
    pub(super) meter: Meter<'a>,
}

impl Limit<'_> {
    /// Returns whether the search must stop. Called before each playout, which is one unit of work.
    pub(super) fn is_over(&self) -> bool {
        self.is_past() || self.meter.advance(1).is_err()
    }

    /// Returns whether the search must stop. Called before each dealt world is weighed, and before
    /// each chain takes its steps. Weighing a world takes about as long as a playout, but is not
    /// counted as work.
    pub(super) fn is_over_before_weighing(&self) -> bool {
        self.is_past() || self.meter.effort(1).is_err()
    }

    /// Returns whether the deadline has passed.
    fn is_past(&self) -> bool {
        self.deadline.is_some_and(|deadline| Instant::now() >= deadline)
    }

    /// Returns whether no more dealt worlds may be weighed.
    pub(super) fn weighing_is_past(&self) -> bool {
        self.weighing.is_some_and(|weighing| Instant::now() >= weighing)
    }

    /// Returns whether the observer has cancelled the search.
    pub(super) fn is_cancelled(&self) -> bool {
        self.meter.effort(0).is_err()
    }
}
