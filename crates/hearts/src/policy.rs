//! Policies: networks that learned Hearts by self-play.

use quadrille_players::search::{Budget, Search};
use quadrille_players::{Learnable, Searchable, Shipped, read, unpacked};
use quadrille_random::rand_core::Rng;
use quadrille_random::shuffle::deal_mask;
use quadrille_table::{Encode as _, Player};

use crate::sample::passed;
use crate::{Card, Cards, Direction, Hearts, HeartsPlayer, Public, Rules, View};

/// The number of cells that encode a count of other cards of the same suit, which is 0 to 12.
const COUNTS: usize = 13;

/// All seats share one network. It reads the cells of the observation and of a card, and predicts
/// the result of the seat in the game.
///
/// An action is a row of 108 cells:
///
/// | first cell | number of cells | meaning of the cell that is 1 |
/// |---|---|---|
/// | 0 | 52 | the card |
/// | 52 | 13 | the number of unseen cards of its suit that beat it |
/// | 65 | 13 | the number of unseen cards of its suit below it |
/// | 78 | 13 | the number of other cards of its suit in the hand |
/// | 91 | 4 | the use of the card: passed, led, following suit, discarded |
/// | 95 | 1 | the card beats all earlier cards of the trick, or is the lead |
/// | 96 | 1 | the card wins the trick, because it is also the last card of the trick |
/// | 97 | 11 | the points of the trick including the card: 0 to 9, or 10 and more |
impl Learnable for Hearts {
    const GAME: &'static str = "Hearts";
    const CELLS: u32 = 1;
    const STATE: usize = Hearts::OBSERVATION;
    const ACTION: usize = 108;

    /// The maximum number of cells that are 1: a sum over the parts of the observation, and at most
    /// 8 cells of the action. The parts of the observation have at most 13 cells for the hand; 6
    /// for the cards passed and received; 4 for the trick; 52 for the played cards; 52 for the
    /// taken cards; 52 for each of the four seats, for the cards that it cannot hold; 3 for the
    /// leader and the direction; 2 for the flags; one for each switch.
    const MOST_CELLS: usize = 13 + 6 + 4 + 6 * 52 + 3 + 2 + Rules::SWITCHES + 8;

    /// The mean number of points that a seat takes per game: 26 points divided by four seats.
    const SPREAD: f32 = 6.5;

    /// The number of games in a sitting. The directions of the pass repeat after four games.
    const SITTING: u32 = 4;

    fn house() -> Box<dyn Player<Self>> {
        HeartsPlayer::Rule.player()
    }

    fn state(view: &View<'_>, set: impl FnMut(usize)) {
        Self::observe(view, set);
    }

    fn action(view: &View<'_>, card: Card, mut set: impl FnMut(usize)) {
        let suit = Cards::of_suit(card.suit());
        let unseen = view.unseen() & suit;
        let above = unseen.iter().filter(|other| other.beats(card)).count();
        set(card.id());
        set(52 + above);
        set(52 + COUNTS + unseen.len() - above);
        set(52 + 2 * COUNTS + (view.hand & (suit - Cards::of(card))).len());
        let trick = view.public.trick();
        let doing = match view.public.winning {
            _ if view.public.is_pass() => 0,
            None => 1,
            Some((_, best)) if best.suit() == card.suit() => 2,
            Some(_) => 3,
        };
        set(91 + doing);
        if view.public.winning.is_none_or(|(_, best)| card.beats(best)) && doing != 0 {
            set(95);
            if trick.len() == 3 {
                set(96);
            }
        }
        let points = |card: &Card| match *card {
            Card::SQ => 13,
            card if card.suit() == Card::HEARTS => 1,
            _ => 0,
        };
        let sum: usize = trick.iter().map(points).sum::<usize>() + points(&card);
        set(97 + sum.min(10));
    }
}

impl Searchable for Hearts {
    type Exact = ();

    fn searcher(budget: Budget) -> Search<Self> {
        SHIPPED.search(budget)
    }

    fn copy_from(&mut self, other: &Self) {
        self.clone_from(other);
    }

    /// Draws a random game that differs from this game in the hidden cards of two or three other
    /// seats. Seat `own` cannot distinguish the two games.
    ///
    /// Either two of the other seats swap cards, or all three of them form a circle, in which each
    /// seat gives cards to one neighbour and gets cards from the other. Every seat involved gives
    /// the same number of random cards, one to three. The circle is necessary: if each seat lacks a
    /// suit, it can happen that no two seats can swap any cards.
    ///
    /// The passed cards are then drawn again: after the pass, the cards that these seats received
    /// from other seats than `own`; during the pass, the cards that these seats have chosen so far.
    ///
    /// Returns the new game, and a bit set of the seats whose cards differ at any time of the game.
    /// Returns `None` if the new hands contradict the information of seat `own`.
    ///
    /// The change is symmetric: the reverse change has the same probability. This also holds for
    /// the passed cards, because the number of ways to draw them does not depend on the hands.
    fn vary<R: Rng + ?Sized>(&self, own: usize, rng: &mut R) -> Option<(Self, u32)> {
        let public = &self.public;
        // The other seats in a random order: the first two swap cards, or all three give cards in a
        // circle.
        let [place, next] = [quadrille_table::draw(rng, 3), 1 + quadrille_table::draw(rng, 2)];
        let others = [0, next, 2 * next].map(|step| (own + 1 + (place + step) % 3) % 4);
        let seats = &others[..2 + quadrille_table::draw(rng, 2)];
        // During the pass, the chosen cards count as part of the hand.
        let mut hands = self.hands;
        if public.is_pass() {
            hands.iter_mut().zip(self.given).for_each(|(hand, given)| *hand |= given);
        }
        let may_give = |seat: usize| {
            let known = !public.is_pass() && public.direction.giver(seat) == own;
            hands[seat] - if known { self.given[own] } else { Cards::NONE }
        };
        // The number of cards is 1 with probability 1/2: the random values 0 and 1 both give 1.
        let most = seats.iter().map(|&seat| may_give(seat).len() as u32).min()?;
        let number = (rng.next_u32() % 4).max(1).min(most);
        let mut passed_on = [Cards::NONE; 4];
        for &seat in seats {
            passed_on[seat] = deal_mask(rng, may_give(seat).0, number).map(Cards)?;
        }
        for (place, &seat) in seats.iter().enumerate() {
            let from = seats[(place + 1) % seats.len()];
            hands[seat] = (hands[seat] - passed_on[seat]) | passed_on[from];
            if number == 0 || !(hands[seat] - public.may_hold[seat]).is_empty() {
                return None;
            }
        }
        let (mut given, mut changed) = (self.given, seats.iter().fold(0, |set, seat| set | 1 << seat));
        for receiver in 0..4 {
            let giver = public.direction.giver(receiver);
            if giver != own && seats.contains(if public.is_pass() { &giver } else { &receiver }) {
                given[giver] = passed(public, receiver, &hands, rng)?;
                changed |= 1 << giver;
            }
        }
        if public.is_pass() {
            hands.iter_mut().zip(given).for_each(|(hand, given)| *hand -= given);
        }
        Some((Self { hands, given, ..self.clone() }, changed))
    }

    /// Returns 3 if the seat is about to choose the first of the three cards that it passes;
    /// otherwise 1. The other seats never learn the order of these cards.
    fn unordered(view: &View<'_>) -> usize {
        if view.public.is_pass() && view.public.gifts.is_multiple_of(3) { 3 } else { 1 }
    }

    fn rewind(&self, actions: &mut Vec<Card>) -> Option<Self> {
        let Public { number, direction, ref played, .. } = self.public;
        let mut hands = [0, 1, 2, 3].map(|seat| self.hands[seat] | played[seat]);
        if !self.public.is_pass() && direction != Direction::None {
            hands = [0, 1, 2, 3].map(|seat| hands[seat] - self.given[direction.giver(seat)]);
        }
        hands.iter_mut().zip(self.given).for_each(|(hand, given)| *hand |= given);
        let mut start = Self { seats: self.seats, ..Self::starting_with(self.rules, number) };
        start.deal_hands(hands).ok()?;
        actions.extend(self.given.iter().flat_map(|cards| cards.iter()));
        actions.extend(self.public.course());
        Some(start)
    }
}

/// The shipped policy, trained by `examples/hearts-train.toml`.
pub(crate) static SHIPPED: Shipped = Shipped::new(|| {
    let bytes = unpacked(include_bytes!("../weights/policy.safetensors.gz"));
    read::<Hearts>(&bytes).expect("the embedded policy has the current format")
});
