//! No-dominance and sure wins.

use bytemuck::TransparentWrapper;
use quadrille_lanes::ladder::Measure;
use quadrille_lanes::{Level, Nibbles64};

use super::{Rung, SOURCES_BEST, Workload, article, each, pairs, rung};
use crate::cardset::CardSet;
use crate::dominance::{self, NoDominance, Order};
use crate::plain;
use crate::surewin::{self, Effects, Position};

const ORDER: Order = Order::Normal;

pub(super) const RUNGS: [Rung; 22] = [
    rung("no-dominance", "loop", "compare every rank with every better one", |_, w| {
        each(&w.opponents, &mut w.words, |cards| plain::no_dominance(cards, 0, 4, ORDER));
    }),
    rung(
        "no-dominance",
        "article's loop, masks computed",
        "from located counts, the highest group first",
        |_, w| {
            each(&w.located, &mut w.words, |located| article::no_dominance_computed(located.bits()));
        },
    ),
    rung("no-dominance", SOURCES_BEST, "the same loop, masks from a table", |_, w| {
        each(&w.located, &mut w.words, |located| article::no_dominance_table(located.bits()));
    }),
    rung(
        "no-dominance",
        "packed word",
        "staircases, and the OR of all better ones by five shifts",
        |_, w| {
            each(&w.located, &mut w.words, |located| NoDominance::new(located, ORDER).bits());
        },
    ),
    rung("no-dominance", "vectors", "the same at the level's width", |level, w| {
        dominance::no_dominance(level, &w.located, ORDER, NoDominance::wrap_slice_mut(&mut w.words));
    }),
    rung("no-dominance-reversed", "loop", "compare every rank with every better one", |_, w| {
        each(&w.opponents, &mut w.words, |cards| plain::no_dominance(cards, 0, 4, Order::Reversed));
    }),
    rung(
        "no-dominance-reversed",
        SOURCES_BEST,
        "the loop from the lowest group upward, masks from a table",
        |_, w| {
            each(&w.located, &mut w.words, |located| article::no_dominance_reversed(located.bits()));
        },
    ),
    rung("no-dominance-reversed", "packed word", "the shifts the other way", |_, w| {
        each(&w.located, &mut w.words, |located| NoDominance::new(located, Order::Reversed).bits());
    }),
    rung("no-dominance-reversed", "vectors", "the same at the level's width", |level, w| {
        let answered = NoDominance::wrap_slice_mut(&mut w.words);
        dominance::no_dominance(level, &w.located, Order::Reversed, answered);
    }),
    rung("no-dominance-joker", "loop", "compare every rank with every better one", |_, w| {
        each(&w.opponents, &mut w.words, |cards| plain::no_dominance(cards, 1, 4, ORDER));
    }),
    rung("no-dominance-joker", "packed word", "every stair one step higher, and every single", |_, w| {
        each(&w.located, &mut w.words, |located| NoDominance::new(located, ORDER).with_joker().bits());
    }),
    rung("no-dominance-hand-size", "loop", "compare every rank with every better one", |_, w| {
        pairs(&w.opponents, &w.largest, &mut w.words, |cards, largest| {
            plain::no_dominance(cards, 0, largest, ORDER)
        });
    }),
    rung("no-dominance-hand-size", "packed word", "no stair above the largest hand", |_, w| {
        pairs(&w.located, &w.largest, &mut w.words, |located, largest| {
            NoDominance::new(located, ORDER).up_to(largest).bits()
        });
    }),
    rung("no-dominance-cards", "loop", "compare every rank with every better one", |_, w| {
        each(&w.opponents, &mut w.words, |cards| plain::no_dominance(cards, 0, 4, ORDER));
    }),
    rung("no-dominance-cards", SOURCES_BEST, "locate straight from the cards, then the loop", |_, w| {
        each(&w.opponents, &mut w.words, |cards| {
            article::no_dominance_table(article::located_from_cards(cards.bits()))
        });
    }),
    rung("no-dominance-cards", "packed word", "count, locate, five shifts", |_, w| {
        each(&w.opponents, &mut w.words, |cards| NoDominance::of_cards(cards, ORDER).bits());
    }),
    rung("sure-win", "loop", "compare every rank with every better one", |_, w| {
        groups(w, |mine, opponents| plain::sure_win_groups(mine, opponents, ORDER));
    }),
    rung("sure-win", SOURCES_BEST, "both hands located straight from the cards, then the loop", |_, w| {
        groups(w, |mine, opponents| article::sure_win_groups(mine.bits(), opponents.bits()));
    }),
    rung("sure-win", "packed word", "both hands counted and located, five shifts", |_, w| {
        groups(w, |mine, opponents| surewin::sure_win_groups(mine, opponents, ORDER));
    }),
    rung("sure-win", "vectors", "the same at the level's width", |level, w| {
        let wins = Nibbles64::as_words_mut(&mut w.words[..Workload::POSITIONS.div_ceil(64)]);
        surewin::sure_win_groups_of_many(level, &w.mine, &w.opponents, ORDER, wins);
    }),
    full("everything tried", "every order of leads against every answer", |_, w| {
        each(&w.positions, &mut w.words, |position| {
            u64::from(surewin::exhaustive::sure_win(&position, Effects::UECDA))
        });
    }),
    full("search", "melds that take up all cards, in any order", |_, w| {
        each(&w.positions, &mut w.words, |position: Position| u64::from(surewin::sure_win(&position)));
    }),
];

/// Writes the answers of 64 positions a word.
#[inline(always)]
fn groups(w: &mut Workload, wins: impl Fn(CardSet, CardSet) -> bool) {
    for ((mine, opponents), word) in w.mine.chunks(64).zip(w.opponents.chunks(64)).zip(&mut w.words) {
        let answers = mine.iter().zip(opponents).rev();
        *word = Nibbles64::from_bits(
            answers.fold(0, |bits, (&mine, &opponents)| bits << 1 | u64::from(wins(mine, opponents))),
        );
    }
}

/// A rung on small positions under UECda's rules.
const fn full(name: &'static str, about: &'static str, run: fn(Level, &mut Workload)) -> Rung {
    Measure::new("sure-win-uecda", "position", |w: &Workload| w.positions.len(), Workload::checksum)
        .rung(name, about, run)
}
