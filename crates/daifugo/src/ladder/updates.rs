//! What a meld leaves of a hand: counts and located counts, updated or done anew.

use super::{Rung, pairs, rung};
use crate::plain;

pub(super) const RUNGS: [Rung; 12] = [
    rung("counts-after-group", "loop", "ask for every rank and suit that is left", |_, w| {
        pairs(&w.groups.hands, &w.groups.cards, &mut w.words, |hand, played| plain::counts(hand - played));
    }),
    rung("counts-after-group", "packed word", "what is left, done anew", |_, w| {
        pairs(&w.groups.hands, &w.groups.cards, &mut w.words, |hand, played| (hand - played).counts().bits());
    }),
    rung("counts-after-group", "update", "as many less as were played", |_, w| {
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
        "the bit in its lane moved down by as many as were played",
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
];
