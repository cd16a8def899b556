//! The view of a seat.

use quadrille_table::Decision;

use crate::{Card, Cards, Hearts, Public, Rules};

/// The view of a seat: its own cards and the public information.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct View<'a> {
    /// The rules.
    pub rules: &'a Rules,
    /// The public information.
    pub public: &'a Public,
    /// The seat, from 0.
    pub seat: usize,
    /// The hand, without the cards chosen for the pass.
    pub hand: Cards,
    /// The cards chosen for the pass so far.
    pub given: Cards,
    /// The cards received in the pass; empty until all seats have chosen their cards.
    pub received: Cards,
    /// The cards that the seat may pass or play; meaningful only if it is the seat's turn.
    pub legal: Cards,
}

impl<'a> View<'a> {
    /// Returns the view of a seat, 0 to 3, even if it is the turn of another seat. Batches of
    /// tables use this function to observe any seat.
    pub fn of(game: &'a Hearts, seat: usize) -> Self {
        let Hearts { rules, public, .. } = game;
        let (hand, given) = (game.hands[seat], game.given[seat]);
        let received = if public.is_pass() { Cards::NONE } else { game.given[public.direction.giver(seat)] };
        let legal = rules.legal(public, hand);
        Self { rules, public, seat, hand, given, received, legal }
    }

    /// Returns the cards that the other seats hold or have chosen for the pass.
    pub fn unseen(&self) -> Cards {
        let own = if self.public.is_pass() { self.hand | self.given } else { self.hand };
        self.public.played.iter().fold(Cards::ALL - own, |unseen, played| unseen - *played)
    }
}

impl quadrille_table::View for View<'_> {
    type Action = Card;

    fn seat(&self) -> usize {
        self.seat
    }

    fn decision(&self) -> Decision {
        if self.public.is_pass() { Decision::Give } else { Decision::Play }
    }

    fn choices(&self) -> usize {
        self.legal.len()
    }

    fn choice(&self, index: usize) -> Option<Card> {
        self.legal.iter().nth(index)
    }

    fn permits(&self, card: &Card) -> bool {
        self.legal.contains(*card)
    }

    /// Returns the legal card of the lowest rank; among equal ranks, the first in the order of
    /// suits.
    fn fallback(&self) -> Card {
        self.legal.iter().min_by_key(|card| card.rank()).unwrap_or(Card::C2)
    }
}
