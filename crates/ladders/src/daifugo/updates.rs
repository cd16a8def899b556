//! What a meld or an exchange leaves of a hand: counts and located counts, updated or done anew.
//!
//! Doing it anew is the same steps for every hand, and the compiler makes vectors of it. What an update after a
//! group or an exchange does depends on the ranks and the number of cards, hand by hand: where many hands are
//! to be done it is the slower way. After a sequence it is the same steps too, and fewer.
//!
//! Source: the articles update both words after a meld, and do them anew after an exchange; for one card that
//! is not needed, and that update is ours.

use super::{Rung, pairs, rung};
use quadrille_daifugo::plain;

pub(super) const RUNGS: [Rung; 18] = [
    rung("counts-after-group", "loop", "ask for every rank and suit that is left", |_, w| {
        pairs(&w.groups.hands, &w.groups.cards, &mut w.words, |hand, played| plain::counts(hand - played));
    }),
    rung("counts-after-group", "packed word", "what is left, done anew", |_, w| {
        pairs(&w.groups.hands, &w.groups.cards, &mut w.words, |hand, played| (hand - played).counts().bits());
    }),
    rung("counts-after-group", "update", "as many less as were played; slower than doing it anew", |_, w| {
        pairs(&w.groups.counts, &w.groups.melds, &mut w.words, |counts, (rank, count)| {
            counts.without_group(rank, count).bits()
        });
    }),
    rung("locate-after-group", "loop", "ask for every rank and suit that is left", |_, w| {
        pairs(&w.groups.hands, &w.groups.cards, &mut w.words, |hand, played| plain::one_hot(hand - played));
    }),
    rung("locate-after-group", "packed word", "what is left, done anew", |_, w| {
        pairs(&w.groups.hands, &w.groups.cards, &mut w.words, |hand, played| {
            (hand - played).one_hot().bits()
        });
    }),
    rung(
        "locate-after-group",
        "update",
        "its bit moved down by as many as were played; slower than doing it anew",
        |_, w| {
            pairs(&w.groups.located, &w.groups.melds, &mut w.words, |located, (rank, count)| {
                located.without_group(rank, count).bits()
            });
        },
    ),
    rung("counts-after-sequence", "loop", "ask for every rank and suit that is left", |_, w| {
        pairs(&w.sequences.hands, &w.sequences.cards, &mut w.words, |hand, played| {
            plain::counts(hand - played)
        });
    }),
    rung("counts-after-sequence", "packed word", "what is left, done anew", |_, w| {
        pairs(&w.sequences.hands, &w.sequences.cards, &mut w.words, |hand, played| {
            (hand - played).counts().bits()
        });
    }),
    rung("counts-after-sequence", "update", "one less in the lane of every card that was played", |_, w| {
        pairs(&w.sequences.counts, &w.sequences.melds, &mut w.words, |counts, ranks| {
            counts.without_sequence(ranks).bits()
        });
    }),
    rung("locate-after-sequence", "loop", "ask for every rank and suit that is left", |_, w| {
        pairs(&w.sequences.hands, &w.sequences.cards, &mut w.words, |hand, played| {
            plain::one_hot(hand - played)
        });
    }),
    rung("locate-after-sequence", "packed word", "what is left, done anew", |_, w| {
        pairs(&w.sequences.hands, &w.sequences.cards, &mut w.words, |hand, played| {
            (hand - played).one_hot().bits()
        });
    }),
    rung(
        "locate-after-sequence",
        "update",
        "the bit in the lane of every card that was played moved down by one",
        |_, w| {
            pairs(&w.sequences.located, &w.sequences.melds, &mut w.words, |located, ranks| {
                located.without_sequence(ranks).bits()
            });
        },
    ),
    rung("counts-after-exchange", "loop", "ask for every rank and suit that is left", |_, w| {
        pairs(&w.exchanges.hands, &w.exchanges.cards, &mut w.words, |hand, both| plain::counts(hand ^ both));
    }),
    rung("counts-after-exchange", "packed word", "what is held then, done anew", |_, w| {
        pairs(&w.exchanges.hands, &w.exchanges.cards, &mut w.words, |hand, both| {
            (hand ^ both).counts().bits()
        });
    }),
    rung(
        "counts-after-exchange",
        "update",
        "one less of a rank, one more of another; slower than doing it anew",
        |_, w| {
            pairs(&w.exchanges.counts, &w.exchanges.melds, &mut w.words, |counts, exchange| {
                counts.without_group(exchange.given, 1).with_card(exchange.taken).bits()
            });
        },
    ),
    rung("locate-after-exchange", "loop", "ask for every rank and suit that is left", |_, w| {
        pairs(&w.exchanges.hands, &w.exchanges.cards, &mut w.words, |hand, both| plain::one_hot(hand ^ both));
    }),
    rung("locate-after-exchange", "packed word", "what is held then, done anew", |_, w| {
        pairs(&w.exchanges.hands, &w.exchanges.cards, &mut w.words, |hand, both| {
            (hand ^ both).one_hot().bits()
        });
    }),
    rung(
        "locate-after-exchange",
        "update",
        "one bit moved down, another up; slower than doing it anew",
        |_, w| {
            pairs(&w.exchanges.located, &w.exchanges.melds, &mut w.words, |located, exchange| {
                located.without_group(exchange.given, 1).with_card(exchange.taken).bits()
            });
        },
    ),
];
