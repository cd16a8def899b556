//! What one seat sees.

use quadrille_table::Decision;

use crate::{Card, Cards, Hearts, Public, Rules};

/// What the seat whose decision is due sees: its own cards, and what lies open.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct View<'a> {
    rules: &'a Rules,
    public: &'a Public,
    hand: Cards,
    given: Cards,
    received: Cards,
    legal: Cards,
}

impl<'a> View<'a> {
    pub(crate) fn of(game: &'a Hearts) -> Self {
        let (rules, public) = (&game.rules, &game.public);
        let seat = public.turn();
        let (hand, given) = (game.hands[seat], game.given[seat]);
        if public.is_pass() {
            return Self { rules, public, hand, given, received: Cards::NONE, legal: hand };
        }
        let received = game.given[public.direction.giver(seat)];
        Self { rules, public, hand, given, received, legal: rules.legal(public, hand) }
    }

    /// The rules.
    pub const fn rules(&self) -> &'a Rules {
        self.rules
    }

    /// What every seat sees.
    pub const fn public(&self) -> &'a Public {
        self.public
    }

    /// The cards in hand, without those that are given.
    pub const fn hand(&self) -> Cards {
        self.hand
    }

    /// The cards that the seat has chosen to pass so far.
    pub const fn given(&self) -> Cards {
        self.given
    }

    /// The cards that were passed to it; none before all seats have chosen.
    pub const fn received(&self) -> Cards {
        self.received
    }

    /// The legal actions as a set.
    pub const fn legal(&self) -> Cards {
        self.legal
    }

    /// The cards that other seats hold.
    pub fn unseen(&self) -> Cards {
        let given = if self.public.is_pass() { self.given } else { Cards::NONE };
        (0..4).fold(Cards::ALL - self.hand - given, |unseen, seat| unseen - self.public.played(seat))
    }
}

impl quadrille_table::View for View<'_> {
    type Action = Card;

    fn seat(&self) -> usize {
        self.public.turn()
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
