//! The public information of a game.

use crate::{Card, Cards, Direction, Rules};

/// The public information of a game: the trick, the cards played and taken, and the cards that each
/// seat can still hold, given its plays. It contains no hidden cards.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct Public {
    /// The index of the game in its series, counted from 0.
    pub number: u64,
    /// The direction of the pass.
    pub direction: Direction,
    /// The number of cards that all seats together have chosen for the pass so far, 0 to 12.
    pub gifts: usize,
    /// The seat that led the current trick, or is to lead it.
    pub leader: usize,
    /// The cards that each seat has played in this game.
    pub played: [Cards; 4],
    /// The cards of the tricks that each seat has taken.
    pub taken: [Cards; 4],
    /// The cards that each seat can still hold, as its plays show. For example, a seat that did not
    /// follow a suit can hold no cards of that suit.
    pub may_hold: [Cards; 4],
    /// Whether every seat may lead hearts: they are broken, or the rules always permit it.
    pub broken: bool,
    /// The seat that is winning the current trick, and the card with which it wins; `None` before
    /// the lead.
    pub winning: Option<(usize, Card)>,
    /// All played cards in order. Entries after the last played card are unused.
    course: [Card; Card::COUNT],
}

impl Public {
    pub(crate) fn dealt(rules: Rules, number: u64) -> Self {
        let direction = if rules.pass_cards { Direction::of_game(number) } else { Direction::None };
        let (played, taken, may_hold) = ([Cards::NONE; 4], [Cards::NONE; 4], [Cards::ALL; 4]);
        let (broken, winning, course) = (!rules.must_break_hearts, None, [Card::C2; Card::COUNT]);
        Self { number, direction, gifts: 0, leader: 0, played, taken, may_hold, broken, winning, course }
    }
    /// Plays a card for the seat whose turn it is.
    pub(crate) fn play(&mut self, rules: Rules, card: Card) {
        let (seat, plays) = (self.turn(), self.plays());
        self.may_hold[seat] &= self.shown_by(rules, card) - Cards::of(card);
        self.played[seat] |= Cards::of(card);
        self.course[plays] = card;
        self.broken |= card.suit() == Card::HEARTS || rules.qs_breaks_hearts && card == Card::SQ;
        let best = self.winning.filter(|(_, best)| !card.beats(*best)).unwrap_or((seat, card));
        self.winning = (plays % 4 < 3).then_some(best);
        if plays % 4 == 3 {
            self.leader = best.0;
            self.taken[best.0] |= self.course[plays - 3..=plays].iter().copied().collect();
        }
    }

    /// Returns the cards that a seat's hand may contain if the seat plays this card now.
    fn shown_by(&self, rules: Rules, card: Card) -> Cards {
        let only_penalties =
            self.plays() < 4 && rules.no_pts_on_first_trick && Cards::PENALTIES.contains(card);
        let all = if only_penalties { Cards::PENALTIES } else { Cards::ALL };
        match self.trick().first() {
            Some(led) if led.suit() != card.suit() => all - Cards::of_suit(led.suit()),
            None if card.suit() == Card::HEARTS && !self.broken => rules.leads_only_hearts(),
            _ => Cards::ALL,
        }
    }

    /// Returns the seat whose turn it is to choose a card, for the pass or to play.
    pub fn turn(&self) -> usize {
        if self.is_pass() { self.gifts / 3 } else { (self.leader + self.trick().len()) % 4 }
    }

    /// Returns whether the pass is in progress.
    pub fn is_pass(&self) -> bool {
        self.direction != Direction::None && self.gifts < 12
    }

    /// Returns the number of cards played.
    pub fn plays(&self) -> usize {
        self.played.iter().map(|cards| cards.len()).sum()
    }

    /// Returns the cards of the current trick, the lead first.
    pub fn trick(&self) -> &[Card] {
        let plays = self.plays();
        &self.course[plays / 4 * 4..plays]
    }

    /// Returns the played cards in order.
    pub fn course(&self) -> &[Card] {
        &self.course[..self.plays()]
    }
}
