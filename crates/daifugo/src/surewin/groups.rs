//! The predicate of K. Ohto's articles: a hand of groups, at most one of which can be answered.

use quadrille_lanes::simd::{dispatch, prelude::*};
use quadrille_lanes::{Level, Nibbles64, vector};

use crate::cardset::CardSet;
use crate::dominance::{NoDominance, Order, slices};

/// Returns whether the leader surely wins the game of K. Ohto's articles (空場必勝), which has only
/// groups, no joker, no eight-cut and no revolution.
///
/// All cards of a rank are played together, which is never worse than splitting them. The groups
/// without an answer are led first; at most one group, led last, may be answered. The result is
/// exact for this game. It proves nothing under UECda's full rules (see [the module](super)).
///
/// ```
/// use quadrille_daifugo::{dominance::Order, surewin::sure_win_groups};
///
/// let opponents = "D3 D5 HQ SQ".parse()?;
/// assert!(sure_win_groups("C4 D4 CK C2".parse()?, opponents, Order::Normal));
/// assert!(!sure_win_groups("C4 D4 CJ C2".parse()?, opponents, Order::Normal));
/// # Ok::<(), quadrille_daifugo::CardSetError>(())
/// ```
#[inline]
pub const fn sure_win_groups(mine: CardSet, opponents: CardSet, order: Order) -> bool {
    let answered = NoDominance::of_cards(opponents, order).answered(mine.one_hot());
    answered & answered.wrapping_sub(1) == 0
}

/// Computes [`sure_win_groups`] for every pair of hands.
///
/// Bit i % 64 of `wins[i / 64]` is the result for pair i; bits beyond the last pair are 0. All SIMD
/// levels give the same result.
///
/// ```
/// use quadrille_daifugo::{CardSet, dominance::Order, surewin::sure_win_groups_of_many};
/// use quadrille_lanes::Level;
///
/// let opponents: CardSet = "D3 D5 HQ SQ".parse()?;
/// let mine = ["C4 D4 CK C2".parse()?, "C4 D4 CJ C2".parse()?];
/// let mut wins = [0];
/// sure_win_groups_of_many(Level::best(), &mine, &[opponents; 2], Order::Normal, &mut wins);
/// assert_eq!(wins, [0b01]);
/// # Ok::<(), quadrille_daifugo::CardSetError>(())
/// ```
///
/// # Panics
/// Panics if `mine` and `opponents` differ in length, or the length of `wins` is not that of `mine`
/// divided by 64, rounded up.
pub fn sure_win_groups_of_many(
    level: Level,
    mine: &[CardSet],
    opponents: &[CardSet],
    order: Order,
    wins: &mut [u64],
) {
    assert!(mine.len() == opponents.len(), "`mine` and `opponents` differ in length");
    assert!(wins.len() == mine.len().div_ceil(64), "`wins` needs one word per 64 pairs of hands");
    dispatch!(level.simd(), simd => match order {
        Order::Normal => in_order(simd, mine, opponents, Order::Normal, wins),
        Order::Reversed => in_order(simd, mine, opponents, Order::Reversed, wins),
    });
}

#[inline(always)]
fn in_order<S: Simd>(simd: S, mine: &[CardSet], opponents: &[CardSet], order: Order, wins: &mut [u64]) {
    kernel(
        simd,
        mine,
        opponents,
        order,
        slices::located::<S, S::u64s>,
        #[inline(always)]
        |cards| slices::kernel::<S, S::u64s>(slices::located::<S, S::u64s>(cards), order),
        wins,
    );
}

/// Computes [`sure_win_groups_of_many`] with the given kernels. `located` maps a vector of card
/// sets to their one-hot counts. `no_dominance` maps a vector of card sets to the groups that these
/// sets can answer in this order.
#[inline(always)]
pub fn kernel<S: Simd>(
    simd: S,
    mine: &[CardSet],
    opponents: &[CardSet],
    order: Order,
    located: impl Fn(S::u64s) -> S::u64s,
    no_dominance: impl Fn(S::u64s) -> S::u64s,
    wins: &mut [u64],
) {
    let n = S::u64s::LEN;
    for ((mine, opponents), wins) in mine.chunks(64).zip(opponents.chunks(64)).zip(wins) {
        let (mut hands, mut others) = (mine.chunks_exact(n), opponents.chunks_exact(n));
        let (mut bits, mut at) = (0, 0);
        for (hands, others) in (&mut hands).zip(&mut others) {
            let answered = located(load::<S>(simd, hands)) & no_dominance(load::<S>(simd, others));
            let one_at_most = answered & (answered - S::u64s::splat(simd, 1));
            let wins = one_at_most.simd_eq(S::u64s::splat(simd, 0));
            bits |= wins.to_bitmask() << at;
            at += n;
        }
        for (&hand, &others) in hands.remainder().iter().zip(others.remainder()) {
            bits |= u64::from(sure_win_groups(hand, others, order)) << at;
            at += 1;
        }
        *wins = bits;
    }
}

/// Loads one vector of card sets.
#[inline(always)]
fn load<S: Simd>(simd: S, sets: &[CardSet]) -> S::u64s {
    vector::load::<Nibbles64, S, S::u64s>(simd, Nibbles64::from_words(CardSet::as_words(sets)))
}
