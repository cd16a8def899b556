//! Rungs that compute counts and one-hot counts after a meld or an exchange. Some rungs update the
//! old counts, the others recompute the counts from the cards.
//!
//! Recomputation is the same sequence of operations for every hand, so the compiler vectorizes it.
//! The update after a group or an exchange shifts by an amount that depends on the hand, so it is
//! not vectorized. For a list of hands, it is slower than recomputation. The update after a
//! sequence is the same sequence of operations for every hand, and has fewer operations than
//! recomputation.
//!
//! Source: the articles update both counts and one-hot counts after a meld, and recompute both
//! after an exchange. This project adds an update after an exchange of one card.

use super::{Rung, pairs, rung};
use quadrille_daifugo::plain;

pub(super) const RUNGS: [Rung; 18] = [
    rung("counts-after-group", "loop", "test every rank and suit of the remaining cards", |_, w| {
        pairs(&w.groups.hands, &w.groups.cards, &mut w.words, |hand, played| plain::counts(hand - played));
    }),
    rung("counts-after-group", "packed word", "recompute from the remaining cards", |_, w| {
        pairs(&w.groups.hands, &w.groups.cards, &mut w.words, |hand, played| (hand - played).counts().bits());
    }),
    rung("counts-after-group", "update", "subtract the played cards; slower than recomputing", |_, w| {
        pairs(&w.groups.counts, &w.groups.melds, &mut w.words, |counts, (rank, count)| {
            counts.without_group(rank, count).bits()
        });
    }),
    rung("locate-after-group", "loop", "test every rank and suit of the remaining cards", |_, w| {
        pairs(&w.groups.hands, &w.groups.cards, &mut w.words, |hand, played| plain::one_hot(hand - played));
    }),
    rung("locate-after-group", "packed word", "recompute from the remaining cards", |_, w| {
        pairs(&w.groups.hands, &w.groups.cards, &mut w.words, |hand, played| {
            (hand - played).one_hot().bits()
        });
    }),
    rung(
        "locate-after-group",
        "update",
        "in the lane of the played rank, shift the bit down by the number of played cards; slower than recomputing",
        |_, w| {
            pairs(&w.groups.located, &w.groups.melds, &mut w.words, |located, (rank, count)| {
                located.without_group(rank, count).bits()
            });
        },
    ),
    rung("counts-after-sequence", "loop", "test every rank and suit of the remaining cards", |_, w| {
        pairs(&w.sequences.hands, &w.sequences.cards, &mut w.words, |hand, played| {
            plain::counts(hand - played)
        });
    }),
    rung("counts-after-sequence", "packed word", "recompute from the remaining cards", |_, w| {
        pairs(&w.sequences.hands, &w.sequences.cards, &mut w.words, |hand, played| {
            (hand - played).counts().bits()
        });
    }),
    rung("counts-after-sequence", "update", "subtract 1 in the lane of every played card", |_, w| {
        pairs(&w.sequences.counts, &w.sequences.melds, &mut w.words, |counts, ranks| {
            counts.without_sequence(ranks).bits()
        });
    }),
    rung("locate-after-sequence", "loop", "test every rank and suit of the remaining cards", |_, w| {
        pairs(&w.sequences.hands, &w.sequences.cards, &mut w.words, |hand, played| {
            plain::one_hot(hand - played)
        });
    }),
    rung("locate-after-sequence", "packed word", "recompute from the remaining cards", |_, w| {
        pairs(&w.sequences.hands, &w.sequences.cards, &mut w.words, |hand, played| {
            (hand - played).one_hot().bits()
        });
    }),
    rung(
        "locate-after-sequence",
        "update",
        "in the lane of every played card, shift the bit down by one",
        |_, w| {
            pairs(&w.sequences.located, &w.sequences.melds, &mut w.words, |located, ranks| {
                located.without_sequence(ranks).bits()
            });
        },
    ),
    rung("counts-after-exchange", "loop", "test every rank and suit of the new hand", |_, w| {
        pairs(&w.exchanges.hands, &w.exchanges.cards, &mut w.words, |hand, both| plain::counts(hand ^ both));
    }),
    rung("counts-after-exchange", "packed word", "recompute from the new hand", |_, w| {
        pairs(&w.exchanges.hands, &w.exchanges.cards, &mut w.words, |hand, both| {
            (hand ^ both).counts().bits()
        });
    }),
    rung(
        "counts-after-exchange",
        "update",
        "subtract 1 in the lane of the given card, and add 1 in the lane of the taken card; slower than recomputing",
        |_, w| {
            pairs(&w.exchanges.counts, &w.exchanges.melds, &mut w.words, |counts, exchange| {
                counts.without_group(exchange.given, 1).with_card(exchange.taken).bits()
            });
        },
    ),
    rung("locate-after-exchange", "loop", "test every rank and suit of the new hand", |_, w| {
        pairs(&w.exchanges.hands, &w.exchanges.cards, &mut w.words, |hand, both| plain::one_hot(hand ^ both));
    }),
    rung("locate-after-exchange", "packed word", "recompute from the new hand", |_, w| {
        pairs(&w.exchanges.hands, &w.exchanges.cards, &mut w.words, |hand, both| {
            (hand ^ both).one_hot().bits()
        });
    }),
    rung(
        "locate-after-exchange",
        "update",
        "shift the bit down by one in the lane of the given card, and up by one in the lane of the taken card; slower than recomputing",
        |_, w| {
            pairs(&w.exchanges.located, &w.exchanges.melds, &mut w.words, |located, exchange| {
                located.without_group(exchange.given, 1).with_card(exchange.taken).bits()
            });
        },
    ),
];
