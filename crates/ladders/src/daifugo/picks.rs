//! Selection of ranks by the number or the suits of their cards.
//!
//! Rungs "from cards" and "from counts" start with the cards. Rungs "from located counts" start
//! with located counts, like a program that keeps them beside the cards.
//!
//! Source: the articles select four, three, one, none and at least one directly from the cards.
//! They select two from counts, and ask whether that is possible from the cards as well. It is.

use super::{Rung, each, rung};
use quadrille_daifugo::Rank;
use quadrille_daifugo::Ranks;
use quadrille_daifugo::SuitSet;
use quadrille_daifugo::{CardSet, OneHotCounts, plain};

/// The locked suits: clubs and hearts.
const LOCKED: SuitSet = SuitSet::from_low_bits(0b0101);

pub(super) const RUNGS: [Rung; 35] = [
    rung("exactly-four", "loop", "ask for every rank and suit", |_, w| {
        each(&w.opponents, &mut w.words, |cards| plain::exactly(cards, 4).bits());
    }),
    rung("exactly-four", "from counts", "count, locate, then one bit of a lane", |_, w| {
        each(&w.opponents, &mut w.words, |cards| cards.one_hot().exactly(4).bits());
    }),
    rung("exactly-four", "from cards", "the four bits of a lane ANDed in two folds", |_, w| {
        each(&w.opponents, &mut w.words, |cards| cards.exactly(4).bits());
    }),
    rung("exactly-three", "loop", "ask for every rank and suit", |_, w| {
        each(&w.opponents, &mut w.words, |cards| plain::exactly(cards, 3).bits());
    }),
    rung("exactly-three", "from counts", "count, locate, then one bit of a lane", |_, w| {
        each(&w.opponents, &mut w.words, |cards| cards.one_hot().exactly(3).bits());
    }),
    rung("exactly-three", "from cards", "one pair of suits whole and half of the other", |_, w| {
        each(&w.opponents, &mut w.words, |cards| cards.exactly(3).bits());
    }),
    rung("exactly-two", "loop", "ask for every rank and suit", |_, w| {
        each(&w.opponents, &mut w.words, |cards| plain::exactly(cards, 2).bits());
    }),
    rung("exactly-two", "from counts", "count, then two bits of a lane", |_, w| {
        each(&w.opponents, &mut w.words, |cards| cards.counts().pairs().bits());
    }),
    rung(
        "exactly-two",
        "from cards",
        "half of both pairs of suits, or one pair whole and nothing else",
        |_, w| {
            each(&w.opponents, &mut w.words, |cards| cards.exactly(2).bits());
        },
    ),
    rung("exactly-two", "from located counts", "one bit of a lane", |_, w| {
        each(&w.located, &mut w.words, |located| located.exactly(2).bits());
    }),
    rung("exactly-one", "loop", "ask for every rank and suit", |_, w| {
        each(&w.opponents, &mut w.words, |cards| plain::exactly(cards, 1).bits());
    }),
    rung("exactly-one", "from counts", "count, locate, then one bit of a lane", |_, w| {
        each(&w.opponents, &mut w.words, |cards| cards.one_hot().exactly(1).bits());
    }),
    rung("exactly-one", "from cards", "three of the cards that are not held", |_, w| {
        each(&w.opponents, &mut w.words, |cards| cards.exactly(1).bits());
    }),
    rung("exactly-none", "loop", "ask for every rank and suit", |_, w| {
        each(&w.opponents, &mut w.words, |cards| plain::exactly(cards, 0).bits());
    }),
    rung("exactly-none", "from cards", "four of the cards that are not held", |_, w| {
        each(&w.opponents, &mut w.words, |cards| cards.exactly(0).bits());
    }),
    rung("at-least-one", "loop", "ask for every rank and suit", |_, w| {
        each(&w.opponents, &mut w.words, |cards| plain::at_least(cards, 1).bits());
    }),
    rung("at-least-one", "from counts", "count, locate, make stairs, then one bit of a lane", |_, w| {
        each(&w.opponents, &mut w.words, |cards| cards.smeared().at_least(1).bits());
    }),
    rung("at-least-one", "from cards", "the four bits of a lane ORed in two folds", |_, w| {
        each(&w.opponents, &mut w.words, |cards| cards.at_least(1).bits());
    }),
    rung("at-least-two", "loop", "ask for every rank and suit", |_, w| {
        each(&w.opponents, &mut w.words, |cards| plain::at_least(cards, 2).bits());
    }),
    rung("at-least-two", "from counts", "count, locate, make stairs, then one bit of a lane", |_, w| {
        each(&w.opponents, &mut w.words, |cards| cards.smeared().at_least(2).bits());
    }),
    rung("at-least-two", "from cards", "all but three of the cards that are not held", |_, w| {
        each(&w.opponents, &mut w.words, |cards| cards.at_least(2).bits());
    }),
    rung("at-least-two", "from located counts", "three bits of a lane ORed", |_, w| {
        each(&w.located, &mut w.words, |located| located.at_least(2).bits());
    }),
    rung("at-least-three", "loop", "ask for every rank and suit", |_, w| {
        each(&w.opponents, &mut w.words, |cards| plain::at_least(cards, 3).bits());
    }),
    rung("at-least-three", "from counts", "count, locate, make stairs, then one bit of a lane", |_, w| {
        each(&w.opponents, &mut w.words, |cards| cards.smeared().at_least(3).bits());
    }),
    rung("at-least-three", "from cards", "one pair of suits whole and a card of the other", |_, w| {
        each(&w.opponents, &mut w.words, |cards| cards.at_least(3).bits());
    }),
    rung("at-least-three", "from located counts", "two bits of a lane ORed", |_, w| {
        each(&w.located, &mut w.words, |located| located.at_least(3).bits());
    }),
    rung("one-or-four", "loop", "ask for every rank and suit", |_, w| {
        each(&w.opponents, &mut w.words, |cards| one_or_four_by_loop(cards).bits());
    }),
    rung(
        "one-or-four",
        "from cards",
        "three of the cards that are not held, or all four that are",
        |_, w| {
            each(&w.opponents, &mut w.words, |cards| (cards.exactly(1) | cards.exactly(4)).bits());
        },
    ),
    rung("one-or-four", "from counts", "count, locate, then two bits of a lane ORed", |_, w| {
        each(&w.opponents, &mut w.words, |cards| one_or_four(cards.one_hot()).bits());
    }),
    rung("one-or-four", "from located counts", "two bits of a lane ORed", |_, w| {
        each(&w.located, &mut w.words, |located| one_or_four(located).bits());
    }),
    rung("odd", "loop", "ask for every rank and suit", |_, w| {
        each(&w.opponents, &mut w.words, |cards| plain::odd(cards).bits());
    }),
    rung("odd", "from counts", "count, then the low bit of a lane", |_, w| {
        each(&w.opponents, &mut w.words, |cards| cards.counts().odd().bits());
    }),
    rung("odd", "from cards", "the four bits of a lane XORed in two folds", |_, w| {
        each(&w.opponents, &mut w.words, |cards| cards.odd().bits());
    }),
    rung("suit-lock", "loop", "ask for every rank and suit", |_, w| {
        each(&w.opponents, &mut w.words, |cards| plain::ranks_with(cards, LOCKED).bits());
    }),
    rung("suit-lock", "packed word", "fill in the other suits, then all four", |_, w| {
        each(&w.opponents, &mut w.words, |cards| cards.ranks_with(LOCKED).bits());
    }),
];

fn one_or_four_by_loop(cards: CardSet) -> Ranks {
    Rank::all().filter(|&rank| matches!(plain::count(cards, rank), 1 | 4)).collect()
}

/// Returns the ranks with one or four cards.
#[inline(always)]
fn one_or_four(located: OneHotCounts) -> Ranks {
    located.exactly(1) | located.exactly(4)
}
