//! A table of four players: the deal, the pass, the tricks.

use quadrille_random::rand_core::Rng;
use quadrille_random::shuffle::shuffle;
use quadrille_table::Game;

use crate::{Card, Cards, Public, Rules, View};

/// A table of four players with a series of games. The direction of the pass changes from game to
/// game. After every four games the players get new random seats, and therefore new neighbours.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Hearts {
    pub(crate) rules: Rules,
    pub(crate) public: Public,
    /// The hand of each seat.
    pub(crate) hands: [Cards; 4],
    /// The cards that each seat has chosen to pass.
    pub(crate) given: [Cards; 4],
    /// The index of the player in each seat.
    pub(crate) seats: [u8; 4],
    /// The index of the next game of the series, counted from 0.
    pub(crate) next: u64,
}

/// The outcome of a game.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Outcome {
    /// The points of each seat; fewer are better.
    pub points: [i32; 4],
    /// The seat that shot the moon, if one did.
    pub moon: Option<usize>,
}

/// The error of dealing invalid hands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("the hands are not a deal; expected 13 cards in each of four hands, and no card twice")]
pub struct DealError;

impl Hearts {
    /// Creates a table whose next game is game `number` of the series, counted from 0.
    pub fn starting_with(rules: Rules, number: u64) -> Self {
        let none = [Cards::NONE; 4];
        let (public, seats) = (Public::dealt(rules, number), [0, 1, 2, 3]);
        Self { rules, public, hands: none, given: none, seats, next: number }
    }

    /// Deals the next game of the series with these hands.
    ///
    /// # Errors
    /// [`DealError`]: a hand does not have 13 cards, or a card is in two hands.
    pub fn deal_hands(&mut self, hands: [Cards; 4]) -> Result<(), DealError> {
        let all = hands.iter().fold(Cards::NONE, |all, hand| all | *hand);
        if all != Cards::ALL || hands.iter().any(|hand| hand.len() != 13) {
            return Err(DealError);
        }
        let (seats, next) = (self.seats, self.next.wrapping_add(1));
        *self = Self { hands, seats, next, ..Self::starting_with(self.rules, self.next) };
        self.begin_play();
        Ok(())
    }

    /// If the pass is over, gives the passed cards to their receivers and begins the play.
    fn begin_play(&mut self) {
        if !self.public.is_pass() {
            let (direction, not_c2) = (self.public.direction, Cards::ALL - Cards::of(Card::C2));
            self.hands = [0, 1, 2, 3].map(|seat| self.hands[seat] | self.given[direction.giver(seat)]);
            self.public.leader =
                self.hands.iter().position(|hand| hand.contains(Card::C2)).unwrap_or_default();
            self.public.may_hold = [not_c2; 4];
            self.public.may_hold[self.public.leader] = Cards::ALL;
        }
    }
}

impl Game for Hearts {
    type Setup = Rules;
    type Action = Card;
    type View<'a> = View<'a>;
    /// The view of the seat, and a seed for the player of this seat in this game.
    type Start<'a> = (View<'a>, u64);
    /// The seat that decided, and the card that it played; `None` if the seat chose a card for the
    /// pass, because this card stays hidden.
    type Event = (usize, Option<Card>);
    type Outcome = Outcome;

    fn new(rules: &Rules) -> Self {
        Self::starting_with(*rules, 0)
    }

    fn setup(&self) -> &Rules {
        &self.rules
    }

    fn seats(_: &Rules) -> usize {
        4
    }

    fn deal<R: Rng + ?Sized>(&mut self, rng: &mut R) {
        if self.next.is_multiple_of(4) {
            shuffle(rng, &mut self.seats);
        }
        let mut cards: [Card; Card::COUNT] = std::array::from_fn(|id| Card(id as u8));
        shuffle(rng, &mut cards);
        let dealt = self.deal_hands([0, 13, 26, 39].map(|at| cards[at..at + 13].iter().copied().collect()));
        debug_assert_eq!(dealt, Ok(()));
    }

    fn player(&self, seat: usize) -> usize {
        self.seats[seat].into()
    }

    fn start(&self, seat: usize, seed: u64) -> (View<'_>, u64) {
        (View::of(self, seat), seed)
    }

    fn view(&mut self) -> Option<View<'_>> {
        let seat = self.public.turn();
        (!self.hands[seat].is_empty()).then(|| View::of(self, seat))
    }

    /// Passes or plays a card of the seat whose turn it is. A card that this seat does not hold has
    /// no effect.
    fn apply(&mut self, card: Card, mut tell: impl FnMut(&Self::Event)) {
        let (seat, gives) = (self.public.turn(), self.public.is_pass());
        if self.hands[seat].contains(card) {
            self.hands[seat] -= Cards::of(card);
            if gives {
                self.given[seat] |= Cards::of(card);
                self.public.gifts += 1;
                self.begin_play();
            } else {
                self.public.play(self.rules, card);
            }
            tell(&(seat, (!gives).then_some(card)));
        }
    }

    fn close<R: Rng + ?Sized>(&mut self, _: &mut R) -> Option<Outcome> {
        (self.public.plays() == Card::COUNT).then(|| self.rules.score(self.public.taken))
    }

    /// Returns 26 minus the points that the seat got in the game, so that more is better.
    fn points(_: &Rules, outcome: &Outcome, seat: usize) -> i64 {
        i64::from(26 - outcome.points[seat])
    }
}
