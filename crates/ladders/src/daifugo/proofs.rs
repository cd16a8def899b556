//! Rungs that compute no-dominance (the groups that a set of cards can beat), dominance and sure
//! wins.

use crate::Measure;
use bytemuck::TransparentWrapper;
use quadrille_lanes::simd::{Simd, dispatch};
use quadrille_lanes::{Level, Nibbles64};

use super::{Rung, Workload, article, digits, each, pairs, rung};
use quadrille_daifugo::CardSet;
use quadrille_daifugo::Rank;
use quadrille_daifugo::dominance::{self, NoDominance, Order};
use quadrille_daifugo::internals;
use quadrille_daifugo::plain;
use quadrille_daifugo::surewin::{self, Effects, Position};

const ORDER: Order = Order::Normal;

/// The articles' name for the test whether a group dominates.
const DOMINANCE: &str = "支配性判定";
/// The articles' name for a sure win on a cleared table.
const SURE_WIN: &str = "空場必勝";

pub(super) const RUNGS: [Rung; 32] = [
    rung("no-dominance", "loop", "compare every rank with every better rank", |_, w| {
        each(&w.opponents, &mut w.words, |cards| plain::no_dominance(cards, 0, 4, ORDER));
    }),
    rung(
        "no-dominance",
        "article 2016, masks computed",
        "repeatedly take the highest remaining group, at most four times",
        |_, w| {
            each(&w.located, &mut w.words, |located| article::no_dominance_computed(located.bits()));
        },
    )
    .known_as(NoDominance::KNOWN_AS),
    rung("no-dominance", "article 2016", "the loop of the previous rung, with masks from a table", |_, w| {
        each(&w.located, &mut w.words, |located| article::no_dominance_table(located.bits()));
    })
    .known_as(NoDominance::KNOWN_AS),
    rung(
        "no-dominance",
        "packed word",
        "compute unary counts (k low bits for k cards), then the OR of all better ranks by five shifts",
        |_, w| {
            each(&w.located, &mut w.words, |located| NoDominance::new(located, ORDER).bits());
        },
    ),
    rung("no-dominance", "vectors", "apply the previous rung's method to whole vectors", |level, w| {
        dominance::no_dominance(level, &w.located, ORDER, NoDominance::wrap_slice_mut(&mut w.words));
    }),
    rung("no-dominance-reversed", "loop", "compare every rank with every better rank", |_, w| {
        each(&w.opponents, &mut w.words, |cards| plain::no_dominance(cards, 0, 4, Order::Reversed));
    }),
    rung(
        "no-dominance-reversed",
        "article 2016",
        "repeatedly take the lowest remaining group, with masks from a table",
        |_, w| {
            each(&w.located, &mut w.words, |located| article::no_dominance_reversed(located.bits()));
        },
    )
    .known_as(NoDominance::KNOWN_AS),
    rung(
        "no-dominance-reversed",
        "packed word",
        "compute the OR of all better ranks by five shifts",
        |_, w| {
            each(&w.located, &mut w.words, |located| NoDominance::new(located, Order::Reversed).bits());
        },
    ),
    rung(
        "no-dominance-reversed",
        "vectors",
        "apply the previous rung's method to whole vectors",
        |level, w| {
            let answered = NoDominance::wrap_slice_mut(&mut w.words);
            dominance::no_dominance(level, &w.located, Order::Reversed, answered);
        },
    ),
    rung("no-dominance-joker", "loop", "compare every rank with every better rank", |_, w| {
        each(&w.opponents, &mut w.words, |cards| plain::no_dominance(cards, 1, 4, ORDER));
    }),
    rung(
        "no-dominance-joker",
        "packed word",
        "count the joker as one more card of every held rank, and as better than all single cards",
        |_, w| {
            each(&w.located, &mut w.words, |located| {
                internals::with_joker(NoDominance::new(located, ORDER)).bits()
            });
        },
    ),
    rung("no-dominance-hand-size", "loop", "compare every rank with every better rank", |_, w| {
        pairs(&w.opponents, &w.largest, &mut w.words, |cards, largest| {
            plain::no_dominance(cards, 0, largest, ORDER)
        });
    }),
    rung(
        "no-dominance-hand-size",
        "packed word",
        "omit groups that are larger than the opponents' largest hand",
        |_, w| {
            pairs(&w.located, &w.largest, &mut w.words, |located, largest| {
                internals::up_to(NoDominance::new(located, ORDER), largest).bits()
            });
        },
    ),
    rung("no-dominance-cards", "loop", "compare every rank with every better rank", |_, w| {
        each(&w.opponents, &mut w.words, |cards| plain::no_dominance(cards, 0, 4, ORDER));
    }),
    rung(
        "no-dominance-cards",
        "article 2016",
        "compute one-hot counts directly from the cards, then loop over groups",
        |_, w| {
            each(&w.opponents, &mut w.words, |cards| {
                article::no_dominance_table(article::located_from_cards_2016(cards.bits()))
            });
        },
    )
    .known_as(NoDominance::KNOWN_AS),
    rung(
        "no-dominance-cards",
        "article 2023",
        "compute counts, then one-hot counts, then loop over groups",
        |_, w| {
            each(&w.opponents, &mut w.words, |cards| {
                article::no_dominance_table(article::located_from_cards_2023(cards.bits()))
            });
        },
    )
    .known_as(NoDominance::KNOWN_AS),
    rung(
        "no-dominance-cards",
        "byte table",
        "look up two ranks at a time, then compute the OR of all better ranks by five shifts; slower than computing the counts",
        |_, w| {
            each(&w.opponents, &mut w.words, |cards| {
                internals::better_ranks(digits::by_bytes(cards, &digits::STAIRS_BYTES), ORDER)
            });
        },
    ),
    rung(
        "no-dominance-cards",
        "packed word",
        "compute one-hot counts, then the OR of all better ranks by five shifts",
        |_, w| {
            each(&w.opponents, &mut w.words, |cards| NoDominance::of_cards(cards, ORDER).bits());
        },
    ),
    rung("no-dominance-cards", "vectors", "apply the previous rung's method to whole vectors", |level, w| {
        dispatch!(level.simd(), simd => answered_by(
            simd,
            w,
            #[inline(always)]
            |cards| internals::no_dominance_kernel(internals::located(cards), ORDER),
        ));
    }),
    rung(
        "no-dominance-cards",
        "vectors, nibble table",
        "look up each rank in a table of sixteen entries, then compute the OR of all better ranks by five shifts",
        |level, w| {
            dispatch!(level.simd(), simd => answered_by(
                simd,
                w,
                #[inline(always)]
                |cards| internals::of_better_ranks(digits::look_up(simd, cards, &digits::STAIRS), ORDER),
            ));
        },
    ),
    rung("dominate", "loop", "compare the given group with every better rank", |_, w| {
        bits(&w.asked, &w.opponents, &mut w.words, dominates_by_loop);
    }),
    rung(
        "dominate",
        "from cards",
        "compute all groups that the opponents can beat, then test the bit of the given group",
        |_, w| {
            bits(&w.asked, &w.opponents, &mut w.words, |(rank, count), opponents| {
                NoDominance::of_cards(opponents, ORDER).dominates(rank, count)
            });
        },
    ),
    rung(
        "dominate",
        "article 2016",
        "test whether the given group is among the precomputed groups that the opponents can beat",
        |_, w| {
            bits(&w.asked_located, &w.answered, &mut w.words, |group, answered| {
                answered.answered(group) == 0
            });
        },
    )
    .known_as(DOMINANCE),
    rung("sure-win", "loop", "compare every rank with every better rank", |_, w| {
        bits(&w.mine, &w.opponents, &mut w.words, |mine, opponents| {
            plain::sure_win_groups(mine, opponents, ORDER)
        });
    }),
    rung(
        "sure-win",
        "article 2016",
        "compute one-hot counts of both hands directly from the cards, then loop over groups",
        |_, w| {
            let located = |cards: CardSet| article::located_from_cards_2016(cards.bits());
            bits(&w.mine, &w.opponents, &mut w.words, |mine, opponents| {
                article::sure_win_groups(located(mine), located(opponents))
            });
        },
    )
    .known_as(SURE_WIN),
    rung(
        "sure-win",
        "article 2023",
        "compute counts, then one-hot counts of both hands, then loop over groups",
        |_, w| {
            let located = |cards: CardSet| article::located_from_cards_2023(cards.bits());
            bits(&w.mine, &w.opponents, &mut w.words, |mine, opponents| {
                article::sure_win_groups(located(mine), located(opponents))
            });
        },
    )
    .known_as(SURE_WIN),
    rung(
        "sure-win",
        "packed word",
        "compute one-hot counts of both hands, then the OR of all better ranks by five shifts",
        |_, w| {
            bits(&w.mine, &w.opponents, &mut w.words, |mine, opponents| {
                surewin::sure_win_groups(mine, opponents, ORDER)
            });
        },
    ),
    rung("sure-win", "vectors", "apply the previous rung's method to whole vectors", |level, w| {
        let wins = Nibbles64::as_words_mut(&mut w.words[..Workload::POSITIONS.div_ceil(64)]);
        surewin::sure_win_groups_of_many(level, &w.mine, &w.opponents, ORDER, wins);
    }),
    rung(
        "sure-win",
        "vectors, nibble table",
        "look up each rank in two tables of sixteen entries, then compute the OR of all better ranks by five shifts",
        |level, w| {
            let wins = Nibbles64::as_words_mut(&mut w.words[..Workload::POSITIONS.div_ceil(64)]);
            dispatch!(level.simd(), simd => internals::groups_kernel(
                simd,
                &w.mine,
                &w.opponents,
                ORDER,
                #[inline(always)]
                |cards| digits::look_up(simd, cards, &digits::LOCATED),
                #[inline(always)]
                |cards| internals::of_better_ranks(digits::look_up(simd, cards, &digits::STAIRS), ORDER),
                wins,
            ));
        },
    ),
    full("everything tried", "try every order of leads against every possible follow", |_, w| {
        each(&w.positions, &mut w.words, |position| {
            u64::from(surewin::exhaustive::sure_win(&position, Effects::UECDA))
        });
    }),
    full(
        "search",
        "search for a partition of the hand into melds, and ignore the order of the melds",
        |_, w| {
            each(&w.positions, &mut w.words, |position: Position| {
                u64::from(internals::sure_win_by_search(&position, Effects::UECDA))
            });
        },
    ),
    full(
        "words first",
        "first try to refute or prove the win by bit operations; search only if both fail",
        |_, w| {
            each(&w.positions, &mut w.words, |position: Position| u64::from(surewin::sure_win(&position)));
        },
    ),
];

/// Writes the results of tests, 64 results per word.
#[inline(always)]
fn bits<A: Copy, B: Copy>(ones: &[A], others: &[B], words: &mut [Nibbles64], answer: impl Fn(A, B) -> bool) {
    for ((ones, others), word) in ones.chunks(64).zip(others.chunks(64)).zip(words) {
        let pairs = ones.iter().zip(others).rev();
        *word = Nibbles64::from_bits(
            pairs.fold(0, |bits, (&one, &other)| bits << 1 | u64::from(answer(one, other))),
        );
    }
}

/// For each set of the opponents' cards, writes the groups that the set can beat. Computes one
/// vector of sets at a time.
#[inline(always)]
fn answered_by<S: Simd>(simd: S, w: &mut Workload, answered: impl Fn(S::u64s) -> S::u64s) {
    digits::each_vector(simd, &w.opponents, &mut w.words, answered, |cards| {
        NoDominance::of_cards(cards, ORDER).bits()
    });
}

fn dominates_by_loop((rank, count): (Rank, u32), opponents: CardSet) -> bool {
    !Rank::all().any(|other| ORDER.is_better(other, rank) && plain::count(opponents, other) >= count)
}

/// Creates a rung that tests the small positions for sure wins under `UECda`'s rules.
const fn full(name: &'static str, about: &'static str, run: fn(Level, &mut Workload)) -> Rung {
    Measure::new("sure-win-uecda", "position", |w: &Workload| w.positions.len(), Workload::checksum)
        .rung(name, about, run)
}
