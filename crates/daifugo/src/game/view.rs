//! What one player sees of a game.

use crate::dominance::{NoDominance, Order};
use crate::game::Game;
use crate::melds::{Hand, Standing};

/// A game from one seat: the own hand, the table, and which cards the others have between them.
#[derive(Clone, Copy, Debug)]
pub struct View<'a> {
    game: &'a Game,
    seat: usize,
}

impl<'a> View<'a> {
    #[inline]
    pub(super) const fn new(game: &'a Game, seat: usize) -> Self {
        Self { game, seat }
    }

    /// The own seat.
    pub const fn seat(self) -> usize {
        self.seat
    }

    /// The own hand.
    #[inline]
    pub const fn hand(self) -> Hand {
        self.game.hand(self.seat)
    }

    /// What lies on the table; `None` for a lead.
    #[inline]
    pub const fn standing(self) -> Option<Standing> {
        self.game.standing()
    }

    /// Which ranks are better at the moment.
    #[inline]
    pub const fn order(self) -> Order {
        self.game.order()
    }

    /// The cards not seen yet: all others' hands in one.
    #[inline]
    pub fn unseen(self) -> Hand {
        let mut all = Hand::EMPTY;
        for seat in (0..self.game.rules().players()).filter(|&seat| seat != self.seat) {
            all.take(self.game.hand(seat));
        }
        all
    }

    /// The largest number of cards that another player in the game holds.
    pub fn largest_other_hand(self) -> u32 {
        let others =
            (0..self.game.rules().players()).filter(|&seat| seat != self.seat && self.game.is_playing(seat));
        others.map(|seat| self.game.hand(seat).len()).max().unwrap_or(0)
    }

    /// The groups that the unseen cards can answer in the current order, however they are dealt.
    pub fn answerable(self) -> NoDominance {
        let unseen = self.unseen();
        NoDominance::of_cards(unseen.cards, self.order())
            .with_jokers(unseen.jokers)
            .up_to(self.largest_other_hand())
    }
}
