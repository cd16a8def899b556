//! What one seat sees.

use quadrille_table::Decision;

use crate::{Card, Cards, Hearts, Public, Rules};

/// What a seat sees: its own cards, and what lies open.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct View<'a> {
    /// The rules.
    pub rules: &'a Rules,
    /// What every seat sees.
    pub public: &'a Public,
    /// The seat, from 0.
    pub seat: usize,
    /// The cards in hand, without those that it has chosen to pass.
    pub hand: Cards,
    /// The cards that it has chosen to pass so far.
    pub given: Cards,
    /// The cards that were passed to it; none before all seats have chosen.
    pub received: Cards,
    /// The legal actions, if it is its turn.
    pub legal: Cards,
}

impl<'a> View<'a> {
    /// What a seat, below 4, sees of a table, whether it is its turn or not. Records learn all hands so.
    pub fn of(game: &'a Hearts, seat: usize) -> Self {
        let Hearts { rules, public, .. } = game;
        let (hand, given) = (game.hands[seat], game.given[seat]);
        let received = if public.is_pass() { Cards::NONE } else { game.given[public.direction.giver(seat)] };
        let legal = rules.legal(public, hand);
        Self { rules, public, seat, hand, given, received, legal }
    }

    /// The cards that other seats hold.
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

    /// The first of the lowest rank.
    fn fallback(&self) -> Card {
        self.legal.iter().min_by_key(|card| card.rank()).unwrap_or(Card::C2)
    }
}
