//! Rungs that select ranks of a set of cards by the number or by the suits of their cards.
//!
//! The rungs "from cards" and "from counts" get sets of cards. The rungs "from counts" first
//! compute counts, one-hot counts or unary counts. The rungs "from located counts" get one-hot
//! counts (bit k − 1 of a rank is set if there are k cards of the rank), as in a program that
//! stores one-hot counts with each set.
//!
//! Source: the articles select ranks with four, three, one, no and at least one card directly from
//! the cards. They select ranks with two cards from counts, and leave open whether this is possible
//! directly from the cards. In the workload `exactly-two`, the rung "from cards" selects them
//! directly from the cards.

use super::{Rung, each, rung};
use quadrille_daifugo::Rank;
use quadrille_daifugo::Ranks;
use quadrille_daifugo::SuitSet;
use quadrille_daifugo::{CardSet, OneHotCounts, plain};

/// The suits of the workload `suit-lock`: clubs and hearts.
const LOCKED: SuitSet = SuitSet::from_low_bits(0b0101);

pub(super) const RUNGS: [Rung; 35] = [
    rung("exactly-four", "loop", "test every rank and suit", |_, w| {
        each(&w.opponents, &mut w.words, |cards| plain::exactly(cards, 4).bits());
    }),
    rung("exactly-four", "from counts", "compute one-hot counts, then test one bit of each lane", |_, w| {
        each(&w.opponents, &mut w.words, |cards| cards.one_hot().exactly(4).bits());
    }),
    rung(
        "exactly-four",
        "from cards",
        "compute the AND of the four bits of each lane by two shifts",
        |_, w| {
            each(&w.opponents, &mut w.words, |cards| cards.exactly(4).bits());
        },
    ),
    rung("exactly-three", "loop", "test every rank and suit", |_, w| {
        each(&w.opponents, &mut w.words, |cards| plain::exactly(cards, 3).bits());
    }),
    rung("exactly-three", "from counts", "compute one-hot counts, then test one bit of each lane", |_, w| {
        each(&w.opponents, &mut w.words, |cards| cards.one_hot().exactly(3).bits());
    }),
    rung(
        "exactly-three",
        "from cards",
        "divide the suits into two pairs, and test for both suits of one pair and exactly one suit of the other pair",
        |_, w| {
            each(&w.opponents, &mut w.words, |cards| cards.exactly(3).bits());
        },
    ),
    rung("exactly-two", "loop", "test every rank and suit", |_, w| {
        each(&w.opponents, &mut w.words, |cards| plain::exactly(cards, 2).bits());
    }),
    rung("exactly-two", "from counts", "compute counts, then test two bits of each lane", |_, w| {
        each(&w.opponents, &mut w.words, |cards| cards.counts().pairs().bits());
    }),
    rung(
        "exactly-two",
        "from cards",
        "divide the suits into two pairs, and test for exactly one suit of each pair, or for both suits of one pair and none of the other pair",
        |_, w| {
            each(&w.opponents, &mut w.words, |cards| cards.exactly(2).bits());
        },
    ),
    rung("exactly-two", "from located counts", "test one bit of each lane", |_, w| {
        each(&w.located, &mut w.words, |located| located.exactly(2).bits());
    }),
    rung("exactly-one", "loop", "test every rank and suit", |_, w| {
        each(&w.opponents, &mut w.words, |cards| plain::exactly(cards, 1).bits());
    }),
    rung("exactly-one", "from counts", "compute one-hot counts, then test one bit of each lane", |_, w| {
        each(&w.opponents, &mut w.words, |cards| cards.one_hot().exactly(1).bits());
    }),
    rung(
        "exactly-one",
        "from cards",
        "test whether exactly three of the four cards of a rank are missing",
        |_, w| {
            each(&w.opponents, &mut w.words, |cards| cards.exactly(1).bits());
        },
    ),
    rung("exactly-none", "loop", "test every rank and suit", |_, w| {
        each(&w.opponents, &mut w.words, |cards| plain::exactly(cards, 0).bits());
    }),
    rung("exactly-none", "from cards", "test whether all four cards of a rank are missing", |_, w| {
        each(&w.opponents, &mut w.words, |cards| cards.exactly(0).bits());
    }),
    rung("at-least-one", "loop", "test every rank and suit", |_, w| {
        each(&w.opponents, &mut w.words, |cards| plain::at_least(cards, 1).bits());
    }),
    rung(
        "at-least-one",
        "from counts",
        "compute unary counts (k low bits for k cards), then test one bit of each lane",
        |_, w| {
            each(&w.opponents, &mut w.words, |cards| cards.smeared().at_least(1).bits());
        },
    ),
    rung(
        "at-least-one",
        "from cards",
        "compute the OR of the four bits of each lane by two shifts",
        |_, w| {
            each(&w.opponents, &mut w.words, |cards| cards.at_least(1).bits());
        },
    ),
    rung("at-least-two", "loop", "test every rank and suit", |_, w| {
        each(&w.opponents, &mut w.words, |cards| plain::at_least(cards, 2).bits());
    }),
    rung(
        "at-least-two",
        "from counts",
        "compute unary counts (k low bits for k cards), then test one bit of each lane",
        |_, w| {
            each(&w.opponents, &mut w.words, |cards| cards.smeared().at_least(2).bits());
        },
    ),
    rung(
        "at-least-two",
        "from cards",
        "combine the four bits of a lane, so that a rank is found if at least two of them are ones",
        |_, w| {
            each(&w.opponents, &mut w.words, |cards| cards.at_least(2).bits());
        },
    ),
    rung("at-least-two", "from located counts", "compute the OR of three bits of each lane", |_, w| {
        each(&w.located, &mut w.words, |located| located.at_least(2).bits());
    }),
    rung("at-least-three", "loop", "test every rank and suit", |_, w| {
        each(&w.opponents, &mut w.words, |cards| plain::at_least(cards, 3).bits());
    }),
    rung(
        "at-least-three",
        "from counts",
        "compute unary counts (k low bits for k cards), then test one bit of each lane",
        |_, w| {
            each(&w.opponents, &mut w.words, |cards| cards.smeared().at_least(3).bits());
        },
    ),
    rung(
        "at-least-three",
        "from cards",
        "divide the suits into two pairs, and test for both suits of one pair and at least one suit of the other pair",
        |_, w| {
            each(&w.opponents, &mut w.words, |cards| cards.at_least(3).bits());
        },
    ),
    rung("at-least-three", "from located counts", "compute the OR of two bits of each lane", |_, w| {
        each(&w.located, &mut w.words, |located| located.at_least(3).bits());
    }),
    rung("one-or-four", "loop", "test every rank and suit", |_, w| {
        each(&w.opponents, &mut w.words, |cards| one_or_four_by_loop(cards).bits());
    }),
    rung("one-or-four", "from cards", "test whether three cards of a rank are missing, or none", |_, w| {
        each(&w.opponents, &mut w.words, |cards| (cards.exactly(1) | cards.exactly(4)).bits());
    }),
    rung(
        "one-or-four",
        "from counts",
        "compute one-hot counts, then the OR of two bits of each lane",
        |_, w| {
            each(&w.opponents, &mut w.words, |cards| one_or_four(cards.one_hot()).bits());
        },
    ),
    rung("one-or-four", "from located counts", "compute the OR of two bits of each lane", |_, w| {
        each(&w.located, &mut w.words, |located| one_or_four(located).bits());
    }),
    rung("odd", "loop", "test every rank and suit", |_, w| {
        each(&w.opponents, &mut w.words, |cards| plain::odd(cards).bits());
    }),
    rung("odd", "from counts", "compute counts, then test the lowest bit of each lane", |_, w| {
        each(&w.opponents, &mut w.words, |cards| cards.counts().odd().bits());
    }),
    rung("odd", "from cards", "compute the XOR of the four bits of each lane by two shifts", |_, w| {
        each(&w.opponents, &mut w.words, |cards| cards.odd().bits());
    }),
    rung("suit-lock", "loop", "test every rank and suit", |_, w| {
        each(&w.opponents, &mut w.words, |cards| plain::ranks_with(cards, LOCKED).bits());
    }),
    rung(
        "suit-lock",
        "packed word",
        "set the bits of all suits that are not locked, then test whether all four bits are set",
        |_, w| {
            each(&w.opponents, &mut w.words, |cards| cards.ranks_with(LOCKED).bits());
        },
    ),
];

fn one_or_four_by_loop(cards: CardSet) -> Ranks {
    Rank::all().filter(|&rank| matches!(plain::count(cards, rank), 1 | 4)).collect()
}

/// Returns the ranks with one or four cards.
#[inline(always)]
fn one_or_four(located: OneHotCounts) -> Ranks {
    located.exactly(1) | located.exactly(4)
}
