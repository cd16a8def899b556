//! A table: the deal, the pass, the tricks.

use quadrille_random::rand_core::Rng;
use quadrille_random::shuffle::deal_mask;
use quadrille_table::Game;

use crate::{Card, Cards, Direction, Public, Rules, View};

/// A table of four who play Hearts: games of a series, whose direction of the pass changes from one to the
/// next.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Hearts {
    pub(crate) rules: Rules,
    pub(crate) public: Public,
    /// The cards in hand, by seat.
    pub(crate) hands: [Cards; 4],
    /// The cards that each seat has chosen to pass.
    pub(crate) given: [Cards; 4],
    /// The number of the next game of the series.
    pub(crate) next: u64,
    /// The game is dealt and not yet closed.
    pub(crate) open: bool,
}

/// What a player is told of the deal.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Start<'a> {
    /// The rules.
    pub rules: &'a Rules,
    /// Its seat.
    pub seat: usize,
    /// Its cards.
    pub hand: Cards,
    /// Where three of them go.
    pub direction: Direction,
    /// A number for this seat and game alone.
    pub seed: u64,
}

/// Something that every seat sees.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "lowercase"))]
pub enum Event {
    /// A seat has chosen a card to pass; the others do not see which.
    Gave {
        /// The seat.
        seat: usize,
    },
    /// A seat played a card.
    Played {
        /// The seat.
        seat: usize,
        /// The card.
        card: Card,
    },
    /// A seat took a trick.
    Took {
        /// The seat.
        seat: usize,
        /// What the trick costs it.
        points: i32,
    },
}

/// How a game ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Outcome {
    /// The points of each seat: fewer are better.
    pub points: [i32; 4],
    /// The seat that shot the moon, if one did.
    pub moon: Option<usize>,
}

/// Four hands that are no deal.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("the hands are no deal; expected 13 cards in each of four hands, and no card twice")]
pub struct DealError;

impl Hearts {
    /// A table before its first deal: the next game is this one of the series, counted from 0.
    pub fn starting_with(rules: Rules, number: u64) -> Self {
        let (hands, given) = ([Cards::NONE; 4], [Cards::NONE; 4]);
        Self { rules, public: Public::default(), hands, given, next: number, open: false }
    }

    /// The next game of the series with these hands.
    ///
    /// # Errors
    /// [`DealError`]: a hand has another number of cards than 13, or a card is in two of them.
    pub fn deal_hands(&mut self, hands: [Cards; 4]) -> Result<(), DealError> {
        let all = hands.iter().fold(Cards::NONE, |all, hand| all | *hand);
        if all != Cards::ALL || hands.iter().any(|hand| hand.len() != 13) {
            return Err(DealError);
        }
        self.public = Public::dealt(self.rules, self.next);
        self.hands = hands;
        self.given = [Cards::NONE; 4];
        self.next += 1;
        self.open = true;
        if !self.public.is_pass() {
            self.begin_play();
        }
        Ok(())
    }

    /// The cards in hand of all seats, hidden ones too: for observers and records.
    pub const fn hands(&self) -> &[Cards; 4] {
        &self.hands
    }

    /// What every seat sees.
    pub const fn public(&self) -> &Public {
        &self.public
    }

    fn give(&mut self, card: Card) {
        let seat = self.public.turn();
        self.hands[seat] = self.hands[seat] - Cards::of(card);
        self.given[seat] = self.given[seat] | Cards::of(card);
        self.public.gifts += 1;
        if !self.public.is_pass() {
            for (seat, given) in self.given.iter().enumerate() {
                let receiver = self.public.direction.receiver(seat);
                self.hands[receiver] = self.hands[receiver] | *given;
            }
            self.begin_play();
        }
    }

    fn begin_play(&mut self) {
        let opener = self.hands.iter().position(|hand| hand.contains(Card::C2));
        self.public.open_with(opener.unwrap_or_default());
    }
}

impl Game for Hearts {
    type Setup = Rules;
    type Action = Card;
    type View<'a> = View<'a>;
    type Start<'a> = Start<'a>;
    type Event = Event;
    type Outcome = Outcome;

    fn new(rules: &Rules) -> Self {
        Self::starting_with(*rules, 0)
    }

    fn setup(&self) -> &Rules {
        &self.rules
    }

    fn seats(&self) -> usize {
        4
    }

    fn deal<R: Rng + ?Sized>(&mut self, rng: &mut R) {
        let mut left = Cards::ALL;
        let hands = [(); 4].map(|()| {
            let hand = deal_mask(rng, left.bits(), 13).map_or(Cards::NONE, Cards::from_bits);
            left = left - hand;
            hand
        });
        let dealt = self.deal_hands(hands);
        debug_assert_eq!(dealt, Ok(()));
    }

    fn start(&self, seat: usize, seed: u64) -> Start<'_> {
        let direction = self.public.direction;
        Start { rules: &self.rules, seat, hand: self.hands[seat], direction, seed }
    }

    fn view(&mut self) -> Option<View<'_>> {
        (self.open && self.public.plays() < Card::COUNT).then(|| View::of(self))
    }

    fn apply(&mut self, card: Card, mut tell: impl FnMut(&Event)) {
        let seat = self.public.turn();
        // Cards that are not held change nothing.
        if !self.open || !self.hands[seat].contains(card) {
            return;
        }
        if self.public.is_pass() {
            self.give(card);
            tell(&Event::Gave { seat });
        } else {
            self.hands[seat] = self.hands[seat] - Cards::of(card);
            let taken = self.public.play(self.rules, card);
            tell(&Event::Played { seat, card });
            if let Some((seat, trick)) = taken {
                tell(&Event::Took { seat, points: self.rules.cost(trick) });
            }
        }
    }

    fn close<R: Rng + ?Sized>(&mut self, _: &mut R) -> Option<Outcome> {
        let over = self.open && self.public.plays() == Card::COUNT;
        self.open &= !over;
        over.then(|| {
            let (points, moon) = self.rules.score(&self.public.taken);
            Outcome { points, moon }
        })
    }

    /// 26 less the points of the game, where fewer are better.
    fn points(_: &Rules, outcome: &Outcome, seat: usize) -> i64 {
        i64::from(26 - outcome.points[seat])
    }
}
