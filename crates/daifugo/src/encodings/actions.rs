//! The ids of actions.

use std::sync::LazyLock;

use crate::game::{Action, Move};
use crate::melds::every::every_meld;
use crate::melds::{Hand, Kind, Meld};
use crate::rules::Rules;
use crate::{Card, CardSet};

/// The bijection between actions and ids. Conversions take constant time in both directions. The
/// ids are the same under all rules.
///
/// | ids | action |
/// |---|---|
/// | 0 | pass |
/// | 1–53 | return one card in the exchange: id 1 + c, where the card number c is 4 · rank + suit, or 52 for a joker |
/// | 54–1431 | return two cards with the card numbers a < b: id 54 + b (b − 1) / 2 + a |
/// | 1432 | return two jokers |
/// | 1433–1891 | the 459 melds without a joker |
/// | 1892–4037 | the 2,146 melds with one joker |
/// | 4038–10473 | the 6,436 melds with two jokers |
///
/// Melds are ordered by their number of jokers, then by kind (groups, sequences, jokers alone),
/// size, lowest rank, the suits shown (as a number whose lowest bit is clubs), and the places of
/// their jokers. Rules with fewer jokers therefore use a prefix of the ids; [`count`](Self::count)
/// returns its length.
///
/// ```
/// use quadrille_daifugo::encodings::{Action, Actions};
/// use quadrille_daifugo::game::Move;
/// use quadrille_daifugo::rules::Rules;
///
/// let actions = Actions::get();
/// assert_eq!(actions.id(Move::Pass), Some(0));
/// assert_eq!(actions.action(1433).unwrap().to_string(), "C3");
/// assert_eq!(actions.give_id("C3 D3".parse()?), Some(54));
/// assert_eq!(actions.action(54), Some(Action::Give("C3 D3".parse()?)));
/// assert!(Actions::count(Rules::UECDA) < Actions::count(Rules::UECDA.of(5, 2)?));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone)]
pub struct Actions {
    /// The melds in the order of their ids; the id of the first entry is [`MELDS`].
    melds: Vec<Meld>,
    /// Open-addressing hash table from a meld's word to its id; empty slots are [`FREE`].
    places: Box<[(u32, u16)]>,
}

/// The first id of a meld.
const MELDS: u16 = 1433;
/// The id of a gift of two jokers.
const TWO_JOKERS: u16 = MELDS - 1;
/// The card number of a joker.
const JOKER: u16 = Card::COUNT as u16;
/// The content of an empty slot of the hash table; no meld's word is 0.
const FREE: (u32, u16) = (0, 0);
/// Binary logarithm of the number of slots of the hash table, of which at most half are occupied.
const PLACES_BITS: u32 = 15;

impl Actions {
    /// Number of ids under rules with 0, 1 and 2 jokers.
    const ENDS: [usize; 3] = [1892, 4038, 10474];

    /// Returns the only instance. The first call computes it in a few milliseconds.
    pub fn get() -> &'static Self {
        static ACTIONS: LazyLock<Actions> = LazyLock::new(Actions::new);
        &ACTIONS
    }

    fn new() -> Self {
        let mut melds = every_meld(Meld::MOST_JOKERS);
        melds.sort_by_key(|&meld| order(meld));
        let mut places = vec![FREE; 1 << PLACES_BITS].into_boxed_slice();
        for (id, meld) in (MELDS..).zip(&melds) {
            let mut place = place(*meld);
            while places[place] != FREE {
                place = after(place);
            }
            places[place] = (meld.bits(), id);
        }
        Self { melds, places }
    }

    /// Returns the number of ids that the rules use. These are the ids below the first meld that
    /// needs more jokers than the deck has.
    pub const fn count(rules: Rules) -> usize {
        Self::ENDS[if rules.jokers() < 2 { rules.jokers() as usize } else { 2 }]
    }

    /// Returns the action with an id; `None` beyond the last id.
    #[inline]
    pub fn action(&self, id: u16) -> Option<Action> {
        match id {
            0 => Some(Action::Move(Move::Pass)),
            1..MELDS => Some(Action::Give(gift(id))),
            _ => self.melds.get(usize::from(id - MELDS)).map(|&meld| Action::Move(Move::Play(meld))),
        }
    }

    /// Returns the id of a move; `None` for a meld without an id.
    #[inline]
    pub fn id(&self, chosen: Move) -> Option<u16> {
        let Move::Play(meld) = chosen else { return Some(0) };
        let mut at = place(meld);
        // At least half of the slots are empty, so the loop terminates.
        loop {
            let (word, id) = self.places[at];
            if word == meld.bits() {
                return Some(id);
            }
            if word == FREE.0 {
                return None;
            }
            at = after(at);
        }
    }

    /// Returns the id of a gift; `None` unless it has one or two cards.
    pub fn give_id(&self, cards: Hand) -> Option<u16> {
        let mut numbers = numbers(cards);
        let (low, high) = (numbers.next()?, numbers.next());
        if numbers.next().is_some() {
            return None;
        }
        Some(match high {
            None => 1 + low,
            Some(high) if high == low => TWO_JOKERS,
            Some(high) => 54 + high * (high - 1) / 2 + low,
        })
    }
}

/// Returns the card numbers of a hand in ascending order, with 52 for each joker.
fn numbers(cards: Hand) -> impl Iterator<Item = u16> {
    let jokers = std::iter::repeat_n(JOKER, cards.jokers.min(Meld::MOST_JOKERS) as usize);
    cards.cards.iter().map(|card| card.index() as u16).chain(jokers)
}

/// Returns the cards of a gift; `id` is 1 to 1432.
fn gift(id: u16) -> Hand {
    let one = |card: u16| match Card::from_index(card.into()) {
        Some(card) => Hand::new(CardSet::only(card), 0),
        None => Hand::new(CardSet::EMPTY, 1),
    };
    if id < 54 {
        return one(id - 1);
    }
    if id == TWO_JOKERS {
        return Hand::new(CardSet::EMPTY, 2);
    }
    // Let a < b be the two card numbers. Then `number` is b (b − 1) / 2 + a. Therefore b is the
    // largest integer with b (b − 1) / 2 ≤ `number`.
    let number = id - 54;
    let high = (1..=JOKER).rev().find(|high| high * (high - 1) / 2 <= number).unwrap_or(1);
    let mut cards = one(high);
    cards.take(one(number - high * (high - 1) / 2));
    cards
}

/// The sort key of melds.
type Order = (u32, Kind, u32, i32, u8, (u32, u32));

/// Returns the sort key of a meld.
fn order(meld: Meld) -> Order {
    (meld.jokers(), meld.kind(), meld.size(), meld.low(), meld.suits().bits(), meld.stand_ins_in_order())
}

/// Returns the home slot of a meld, by Fibonacci hashing: the high bits of the product of the word
/// and 2³² / φ.
#[inline]
const fn place(meld: Meld) -> usize {
    (meld.bits().wrapping_mul(0x9e37_79b9) >> (32 - PLACES_BITS)) as usize
}

/// Returns the next slot of linear probing.
#[inline]
const fn after(place: usize) -> usize {
    (place + 1) & ((1 << PLACES_BITS) - 1)
}
