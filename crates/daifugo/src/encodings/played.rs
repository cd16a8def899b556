//! Who has played what.

use crate::game::Event;
use crate::melds::{Hand, Meld};
use crate::rules::Rules;

/// What each seat has played in a game so far: its own cards, jokers among them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Played([Hand; Rules::MOST_PLAYERS]);

impl Played {
    /// Nothing has been played.
    pub const fn new() -> Self {
        Self([Hand::EMPTY; Rules::MOST_PLAYERS])
    }

    /// What a history tells: that of a [`View`](crate::game::View), say.
    pub fn of(history: &[Event]) -> Self {
        let mut played = Self::new();
        for event in history {
            if let Event::Played { seat, meld } = *event {
                played.push(usize::from(seat), meld);
            }
        }
        played
    }

    /// A seat plays a meld; nothing for a seat that no table has.
    #[inline]
    pub fn push(&mut self, seat: usize, meld: Meld) {
        if let Some(played) = self.0.get_mut(seat) {
            played.take(Hand::new(meld.cards(), meld.jokers()));
        }
    }

    /// What a seat has played; nothing for a seat that no table has.
    #[inline]
    pub fn by(&self, seat: usize) -> Hand {
        self.0.get(seat).copied().unwrap_or(Hand::EMPTY)
    }
}
