//! Ranks picked by how many of their cards are held, and by which suits.

use super::{Rung, each, rung};
use crate::plain;
use crate::suitset::SuitSet;

/// The suits that are locked: clubs and hearts.
const LOCKED: SuitSet = SuitSet::from_low_bits(0b0101);

pub(super) const RUNGS: [Rung; 22] = [
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
