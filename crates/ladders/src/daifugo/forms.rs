//! Rungs that compute counts, one-hot counts (workloads `locate` and `locate-cards`), unary counts
//! (workload `staircase`) and the starts of sequences. For a rank with k cards, only bit k − 1 of
//! the rank's four bits is set in one-hot counts, and the k lowest bits are set in unary counts.

use bytemuck::TransparentWrapper;
use quadrille_lanes::simd::{Simd, dispatch};
use quadrille_lanes::{Nibbles64, slices};

use super::{Rung, Workload, article, digits, each, rung};
use quadrille_daifugo::CardSet;
use quadrille_daifugo::{Counts, OneHotCounts, SmearedCounts};
use quadrille_daifugo::{internals, plain};

/// Number of cards in the sequences whose starts are computed.
const SEQUENCE: u32 = 5;

pub(super) const RUNGS: [Rung; 21] = [
    rung("counts", "loop", "test every rank and suit", |_, w| {
        each(&w.opponents, &mut w.words, plain::counts);
    }),
    rung("counts", "article 2016", "add neighbouring bits, then neighbouring pairs of bits", |_, w| {
        each(&w.opponents, &mut w.words, |cards| article::counts(cards.bits()));
    })
    .known_as(Counts::KNOWN_AS),
    rung(
        "counts",
        "packed word",
        "subtract the upper bit of each pair of bits from the pair, then add pairs: one AND fewer than the previous rung",
        |_, w| {
            each(&w.opponents, &mut w.words, |cards| cards.counts().bits());
        },
    ),
    rung("counts", "vectors", "apply the previous rung's method to whole vectors", |level, w| {
        slices::count_bits(level, lanes(&w.opponents), &mut w.words);
    }),
    rung("locate", "loop", "rank by rank, set the bit whose index is the count minus one", |_, w| {
        each(&w.counts, &mut w.words, |counts| {
            (0..13).map(|rank| 1 << (counts.bits() >> (4 * rank) & 0xf) >> 1 << (4 * rank)).sum()
        });
    }),
    rung("locate", "article 2016", "compute each bit of a lane by a separate term", |_, w| {
        each(&w.counts, &mut w.words, |counts| article::located_from_counts_2016(counts.bits()));
    })
    .known_as(OneHotCounts::KNOWN_AS),
    rung(
        "locate",
        "article 2023",
        "two additions convert counts to one-hot counts: 3 becomes 4 (binary 0100), and 4 becomes 8 (binary 1000)",
        |_, w| {
            each(&w.counts, &mut w.words, |counts| article::located_from_counts_2023(counts.bits()));
        },
    )
    .known_as(OneHotCounts::KNOWN_AS),
    rung("locate", "vectors", "apply the previous rung's method to whole vectors", |level, w| {
        slices::one_hot(level, Counts::peel_slice(&w.counts), &mut w.words);
    }),
    rung("locate-cards", "loop", "test every rank and suit", |_, w| {
        each(&w.opponents, &mut w.words, plain::one_hot);
    }),
    rung(
        "locate-cards",
        "article 2016",
        "compute one-hot counts directly from the cards, with separate terms for four, three and fewer cards",
        |_, w| {
            each(&w.opponents, &mut w.words, |cards| article::located_from_cards_2016(cards.bits()));
        },
    )
    .known_as(OneHotCounts::KNOWN_AS),
    rung(
        "locate-cards",
        "byte table",
        "look up two ranks at a time in a table of 256 entries; slower than computing the one-hot counts",
        |_, w| {
            each(&w.opponents, &mut w.words, |cards| digits::by_bytes(cards, &digits::LOCATED_BYTES));
        },
    ),
    rung("locate-cards", "article 2023", "compute counts, then convert them to one-hot counts", |_, w| {
        each(&w.opponents, &mut w.words, |cards| article::located_from_cards_2023(cards.bits()));
    })
    .known_as(OneHotCounts::KNOWN_AS),
    rung(
        "locate-cards",
        "packed word",
        "compute counts with one AND fewer than the previous rung, then convert them to one-hot counts",
        |_, w| {
            each(&w.opponents, &mut w.words, |cards| cards.one_hot().bits());
        },
    ),
    rung("locate-cards", "vectors", "apply the previous rung's method to whole vectors", |level, w| {
        dispatch!(level.simd(), simd => located(simd, w, internals::located));
    }),
    rung(
        "locate-cards",
        "vectors, nibble table",
        "look up the four bits of every rank in a table of sixteen entries",
        |level, w| {
            dispatch!(level.simd(), simd => located(
                simd,
                w,
                #[inline(always)]
                |cards| digits::look_up(simd, cards, &digits::LOCATED),
            ));
        },
    ),
    rung("staircase", "loop", "test every rank and suit", |_, w| {
        each(&w.opponents, &mut w.words, plain::smeared);
    }),
    rung(
        "staircase",
        "packed word",
        "compute one-hot counts, double them, and subtract one in each rank that has cards",
        |_, w| {
            each(&w.opponents, &mut w.words, |cards| cards.smeared().bits());
        },
    )
    .known_as(SmearedCounts::KNOWN_AS),
    rung(
        "sequence-starts",
        "loop",
        "test every card and the cards of its suit in the next four ranks",
        |_, w| {
            each(&w.opponents, &mut w.words, |cards| plain::sequence_starts(cards, SEQUENCE).bits());
        },
    ),
    rung(
        "sequence-starts",
        "article 2016",
        "compute the AND of the set and its copies shifted by 1, 2, 3 and 4 ranks",
        |_, w| {
            each(&w.opponents, &mut w.words, |cards| article::sequence_starts(cards.bits(), SEQUENCE));
        },
    ),
    rung(
        "sequence-starts",
        "doubling",
        "find the starts of sequences of two, then of four, then of five cards",
        |_, w| {
            each(&w.opponents, &mut w.words, |cards| cards.sequence_starts(SEQUENCE).bits());
        },
    ),
    rung("sequence-starts", "vectors", "apply the previous rung's method to whole vectors", |level, w| {
        slices::runs(level, lanes(&w.opponents), SEQUENCE, &mut w.words);
    }),
];

fn lanes(sets: &[CardSet]) -> &[Nibbles64] {
    Nibbles64::from_words(internals::as_words(sets))
}

/// Writes the one-hot counts of the opponents' sets of cards, one vector of sets at a time.
#[inline(always)]
fn located<S: Simd>(simd: S, w: &mut Workload, vector: impl Fn(S::u64s) -> S::u64s) {
    digits::each_vector(simd, &w.opponents, &mut w.words, vector, |cards| cards.one_hot().bits());
}
