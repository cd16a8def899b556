//! What every seat sees of a game.

use crate::{Card, Cards, Direction, Rules};

/// What lies open, and what follows from it: the trick, the cards played and taken, which cards a seat can still
/// have. No hidden card has a place here.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Public {
    pub(crate) number: u64,
    pub(crate) direction: Direction,
    /// Cards given so far, of 12.
    pub(crate) gifts: u8,
    leader: usize,
    trick: [Card; 4],
    played: [Cards; 4],
    pub(crate) taken: [Cards; 4],
    may_hold: [Cards; 4],
    broken: bool,
}

impl Default for Public {
    fn default() -> Self {
        Self::dealt(Rules::default(), 0)
    }
}

impl Public {
    pub(crate) fn dealt(rules: Rules, number: u64) -> Self {
        let none = [Cards::NONE; 4];
        Self {
            number,
            direction: if rules.pass_cards { Direction::of_game(number) } else { Direction::None },
            gifts: 0,
            leader: 0,
            trick: [Card::C2; 4],
            played: none,
            taken: none,
            may_hold: [Cards::ALL; 4],
            broken: !rules.must_break_hearts,
        }
    }

    /// Play begins with the seat that has the two of clubs.
    pub(crate) fn open_with(&mut self, opener: usize) {
        self.leader = opener;
        for (seat, may_hold) in self.may_hold.iter_mut().enumerate() {
            if seat != opener {
                *may_hold = *may_hold - Cards::of(Card::C2);
            }
        }
    }

    /// The seat to decide plays a card; who takes the trick, and its cards, if that ends it.
    pub(crate) fn play(&mut self, rules: Rules, card: Card) -> Option<(usize, Cards)> {
        let (seat, place) = (self.turn(), self.plays() % 4);
        self.may_hold[seat] = self.may_hold[seat] & (self.shown_by(rules, card) - Cards::of(card));
        self.played[seat] = self.played[seat] | Cards::of(card);
        self.trick[place] = card;
        self.broken |= card.suit() == Card::HEARTS || rules.qs_breaks_hearts && card == Card::SQ;
        if place < 3 {
            return None;
        }
        let (taker, _) = winning(self.leader, &self.trick)?;
        let cards = self.trick.iter().copied().collect();
        self.taken[taker] = self.taken[taker] | cards;
        self.leader = taker;
        Some((taker, cards))
    }

    /// The cards of which a hand can consist that plays this card now.
    fn shown_by(&self, rules: Rules, card: Card) -> Cards {
        match self.led() {
            Some(led) if led.suit() == card.suit() => Cards::ALL,
            Some(led) => {
                let held_back = rules.no_pts_on_first_trick && self.plays() < 4;
                let only_penalties = held_back && Cards::PENALTIES.contains(card);
                let others = if only_penalties { Cards::PENALTIES } else { Cards::ALL };
                others - Cards::of_suit(led.suit())
            }
            None if card.suit() == Card::HEARTS && !self.broken => rules.leads_only_hearts(),
            None => Cards::ALL,
        }
    }

    /// The seat to decide.
    pub fn turn(&self) -> usize {
        if self.is_pass() { usize::from(self.gifts / 3) } else { (self.leader + self.trick().len()) % 4 }
    }

    /// Whether cards are being passed.
    pub fn is_pass(&self) -> bool {
        self.direction != Direction::None && self.gifts < 12
    }

    /// The number of the game in its series, counted from 0.
    pub const fn number(&self) -> u64 {
        self.number
    }

    /// Where three cards of each seat go.
    pub const fn direction(&self) -> Direction {
        self.direction
    }

    /// The number of cards played.
    pub fn plays(&self) -> usize {
        self.played.iter().map(|cards| cards.len()).sum()
    }

    /// The cards of the trick on the table, from the one that was led on.
    pub fn trick(&self) -> &[Card] {
        &self.trick[..self.plays() % 4]
    }

    /// The card that was led.
    pub fn led(&self) -> Option<Card> {
        self.trick().first().copied()
    }

    /// The seat that leads, or has led, the trick on the table.
    pub const fn leader(&self) -> usize {
        self.leader
    }

    /// The seat that takes the trick on the table as it is, and its card.
    pub fn winning(&self) -> Option<(usize, Card)> {
        winning(self.leader, self.trick())
    }

    /// The cards that a seat has played.
    pub const fn played(&self, seat: usize) -> Cards {
        self.played[seat]
    }

    /// The cards of the tricks that a seat has taken.
    pub const fn taken(&self, seat: usize) -> Cards {
        self.taken[seat]
    }

    /// The cards that a seat can still hold by what it has shown: no suit that it did not follow, nothing but
    /// hearts if it led one too early.
    pub const fn may_hold(&self, seat: usize) -> Cards {
        self.may_hold[seat]
    }

    /// Whether a heart may be led.
    pub const fn broken(&self) -> bool {
        self.broken
    }
}

fn winning(leader: usize, trick: &[Card]) -> Option<(usize, Card)> {
    let cards = trick.iter().copied().enumerate();
    let (place, card) = cards.reduce(|best, next| if next.1.beats(best.1) { next } else { best })?;
    Some(((leader + place) % 4, card))
}
