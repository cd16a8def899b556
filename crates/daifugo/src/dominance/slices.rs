//! Computes [`NoDominance`] for many card sets at once, with SIMD.

use bytemuck::TransparentWrapper;
use quadrille_lanes::simd::{Simd, SimdBase, SimdInt, dispatch};
use quadrille_lanes::{Level, Nibbles64, vector};

use super::{NoDominance, Order};
use crate::cardset::CardSet;
use crate::counts::OneHotCounts;

/// Computes [`NoDominance::new`] for every set of opponents' cards. The result is the same at all
/// SIMD levels.
///
/// ```
/// use quadrille_daifugo::{CardSet, dominance::{self, NoDominance, Order}};
/// use quadrille_lanes::Level;
///
/// let sets = [CardSet::ALL, "C3 H4 C5 H5 S5 D6 CJ HJ S2".parse()?];
/// let mut answered = [NoDominance::NONE; 2];
/// dominance::no_dominance(Level::best(), &sets.map(CardSet::one_hot), Order::Normal, &mut answered);
/// assert_eq!(answered[1].bits(), 0x111133333377);
/// # Ok::<(), quadrille_daifugo::CardSetError>(())
/// ```
///
/// # Panics
/// Panics if the slices differ in length.
pub fn no_dominance(level: Level, opponents: &[OneHotCounts], order: Order, answered: &mut [NoDominance]) {
    assert!(opponents.len() == answered.len(), "the slices must have the same length");
    dispatch!(level.simd(), simd => each(simd, opponents, order, answered));
}

#[inline(always)]
fn each<S: Simd>(simd: S, opponents: &[OneHotCounts], order: Order, answered: &mut [NoDominance]) {
    match order {
        Order::Normal => one_order(simd, opponents, Order::Normal, answered),
        Order::Reversed => one_order(simd, opponents, Order::Reversed, answered),
    }
}

#[inline(always)]
fn one_order<S: Simd>(simd: S, opponents: &[OneHotCounts], order: Order, answered: &mut [NoDominance]) {
    let n = S::u64s::LEN;
    let (mut sets, mut out) = (opponents.chunks_exact(n), answered.chunks_exact_mut(n));
    for (sets, out) in (&mut sets).zip(&mut out) {
        let located = vector::load::<Nibbles64, S, S::u64s>(simd, OneHotCounts::peel_slice(sets));
        let answered = kernel::<S, S::u64s>(located, order);
        vector::store::<Nibbles64, S, _>(answered, NoDominance::peel_slice_mut(out));
    }
    for (&set, out) in sets.remainder().iter().zip(out.into_remainder()) {
        *out = NoDominance::new(set, order);
    }
}

/// Computes for every digit the OR of the digits of all better ranks.
#[inline]
pub const fn better_ranks(stairs: u64, order: Order) -> u64 {
    match order {
        Order::Normal => {
            let mut x = stairs >> 4;
            x |= x >> 4;
            x |= x >> 8;
            x |= x >> 16;
            x | x >> 32
        }
        Order::Reversed => {
            let mut x = stairs << 4;
            x |= x << 4;
            x |= x << 8;
            x |= x << 16;
            (x | x << 32) & CardSet::ALL.bits()
        }
    }
}

/// Computes the one-hot counts of a vector of card sets.
#[inline(always)]
pub fn located<S: Simd, V: SimdInt<S, Element = u64>>(cards: V) -> V {
    vector::one_hot::<Nibbles64, S, V>(vector::count_bits::<Nibbles64, S, V>(cards))
}

/// Computes [`NoDominance::new`] on a vector of one-hot counts.
#[inline(always)]
pub fn kernel<S: Simd, V: SimdInt<S, Element = u64>>(located: V, order: Order) -> V {
    of_better_ranks(vector::smear_down::<Nibbles64, S, V>(located), order)
}

/// Computes for every digit the OR of the digits of all better ranks, on a vector.
#[inline(always)]
pub fn of_better_ranks<S: Simd, V: SimdInt<S, Element = u64>>(stairs: V, order: Order) -> V {
    match order {
        Order::Normal => {
            let mut x = stairs >> 4;
            x |= x >> 4;
            x |= x >> 8;
            x |= x >> 16;
            x | (x >> 32)
        }
        Order::Reversed => {
            let mut x = stairs << 4;
            x |= x << 4;
            x |= x << 8;
            x |= x << 16;
            (x | (x << 32)) & CardSet::ALL.bits()
        }
    }
}
