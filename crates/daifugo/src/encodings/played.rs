//! The cards played by each seat.

use crate::game::Event;
use crate::melds::{Hand, Meld};
use crate::rules::Rules;

/// The cards and jokers that each seat has played in a game so far.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Played([Hand; Rules::MOST_PLAYERS]);

impl Played {
    /// Returns empty sets for all seats.
    pub const fn new() -> Self {
        Self([Hand::EMPTY; Rules::MOST_PLAYERS])
    }

    /// Collects the played cards of a history, for example that of a [`View`](crate::game::View).
    pub fn of(history: &[Event]) -> Self {
        let mut played = Self::new();
        for event in history {
            if let Event::Played { seat, meld } = *event {
                played.push(usize::from(seat), meld);
            }
        }
        played
    }

    /// Adds a meld of a seat. Seats from [`Rules::MOST_PLAYERS`] on are ignored.
    #[inline]
    pub fn push(&mut self, seat: usize, meld: Meld) {
        if let Some(played) = self.0.get_mut(seat) {
            played.take(Hand::new(meld.cards(), meld.jokers()));
        }
    }

    /// Returns the cards that a seat has played; empty for seats from [`Rules::MOST_PLAYERS`] on.
    #[inline]
    pub fn by(&self, seat: usize) -> Hand {
        self.0.get(seat).copied().unwrap_or(Hand::EMPTY)
    }
}
