//! Shuffling and dealing.
//!
//! Source: R. Fisher, F. Yates, "Statistical Tables", 1938; in the form of R. Durstenfeld, "Algorithm 235:
//! Random permutation", Communications of the ACM 7(7), 1964, from the first place to the last. One exactly
//! unbiased [bounded] number a place makes every order of n cards as likely as every other. Whoever needs
//! only the first k cards stops after k places: a deal.
//!
//! The crate `rand` can shuffle too, but it does not promise to shuffle the same way in its next version, and
//! a deal that changes with a dependency cannot be replayed. The functions here are frozen: the same
//! generator deals the same cards for ever.
//!
//! ```
//! use quadrille_random::{StreamKey, shuffle};
//!
//! let mut rng = StreamKey::new(31459, 0).rng();
//! let mut deck: Vec<u8> = (0..52).collect();
//! let (hand, stock) = shuffle::deal(&mut rng, &mut deck, 13).unwrap();
//! assert_eq!((hand.len(), stock.len()), (13, 39));
//!
//! // The same with a set of cards as the bits of a word.
//! let deck = (1 << 52) - 1;
//! let hand = shuffle::deal_mask(&mut rng, deck, 13).unwrap();
//! let second = shuffle::deal_mask(&mut rng, deck & !hand, 13).unwrap();
//! assert_eq!((hand & second, second.count_ones()), (0, 13));
//! ```

use rand_core::Rng;

use crate::bounded;

/// Puts the items into a random order: each of the n! orders with the same probability.
///
/// Takes n − 1 bounded numbers, each one `next_u64`, seldom more. Linear in n.
///
/// ```
/// use quadrille_random::{StreamKey, shuffle};
///
/// let mut letters = ['a', 'b', 'c', 'd'];
/// shuffle::shuffle(&mut StreamKey::new(31459, 0).rng(), &mut letters);
/// letters.sort();
/// assert_eq!(letters, ['a', 'b', 'c', 'd']);
/// ```
pub fn shuffle<T, R: Rng + ?Sized>(rng: &mut R, items: &mut [T]) {
    settle(rng, items, items.len());
}

/// Deals `k` cards: puts a random card of all into the first place, one of the others into the second, and so
/// on to place k. Each sequence of k cards has the same probability. What is dealt and what is left are
/// returned; the order of what is left is not random. `None`, and no draw, if there are fewer than `k` cards.
///
/// Takes k bounded numbers (n − 1 if all n cards are dealt: the last one has no choice), each one `next_u64`,
/// seldom more. The cards dealt are those that [`shuffle`] would put first. Linear in k.
pub fn deal<'a, T, R: Rng + ?Sized>(
    rng: &mut R,
    cards: &'a mut [T],
    k: usize,
) -> Option<(&'a mut [T], &'a mut [T])> {
    if k > cards.len() {
        return None;
    }
    settle(rng, cards, k);
    Some(cards.split_at_mut(k))
}

/// Deals `k` cards out of a set, both as the set bits of a word: each subset of size k has the same
/// probability. `None`, and no draw, if the set has fewer.
///
/// The cards are those that [`deal`] deals from the list of the set's bits, the lowest first, with the same
/// draws. At most 64 steps.
///
/// ```
/// use quadrille_random::{StreamKey, shuffle};
///
/// let mut rng = StreamKey::new(31459, 0).rng();
/// let dealt = shuffle::deal_mask(&mut rng, 0b1011_0110, 3).unwrap();
/// assert_eq!((dealt & !0b1011_0110, dealt.count_ones()), (0, 3));
/// assert_eq!(shuffle::deal_mask(&mut rng, 0b1011_0110, 6), None);
/// ```
pub fn deal_mask<R: Rng + ?Sized>(rng: &mut R, cards: u64, k: u32) -> Option<u64> {
    let (mut bits, mut left, mut n) = ([0; 64], cards, 0);
    while left != 0 {
        bits[n] = left & left.wrapping_neg();
        left ^= bits[n];
        n += 1;
    }
    let (dealt, _) = deal(rng, &mut bits[..n], k as usize)?;
    Some(dealt.iter().fold(0, |hand, bit| hand | bit))
}

/// Settles what is in the first `k` places.
fn settle<T, R: Rng + ?Sized>(rng: &mut R, items: &mut [T], k: usize) {
    let n = items.len();
    for place in 0..k.min(n.saturating_sub(1)) {
        items.swap(place, place + bounded::place(rng, n - place));
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use proptest::prelude::*;

    use super::*;
    use crate::{StreamKey, Xoshiro256PlusPlus};

    /// How far the outcomes of many trials are from equally frequent, all `kinds` of them: χ², with `kinds` −
    /// 1 degrees of freedom.
    fn chi_square<T: Ord>(kinds: usize, mut trial: impl FnMut(&mut Xoshiro256PlusPlus) -> T) -> f64 {
        let mut rng = StreamKey::new(31459, 0).rng();
        let trials = 2000 * kinds;
        let mut counts = BTreeMap::new();
        for _ in 0..trials {
            *counts.entry(trial(&mut rng)).or_insert(0u32) += 1;
        }
        assert!(counts.len() <= kinds, "{} kinds", counts.len());
        let missing = (kinds - counts.len()) as f64;
        2000.0 * missing
            + counts.values().map(|&count| (f64::from(count) - 2000.0).powi(2) / 2000.0).sum::<f64>()
    }

    /// χ² of this many degrees of freedom and more has a probability of about 10⁻⁶ (Wilson and Hilferty's
    /// approximation).
    fn limit(freedom: f64) -> f64 {
        let spread = 2.0 / (9.0 * freedom);
        freedom * (1.0 - spread + 4.75 * spread.sqrt()).powi(3)
    }

    #[test]
    fn all_orders_of_four_are_equally_frequent() {
        let chi_square = chi_square(24, |rng| {
            let mut cards = [0, 1, 2, 3];
            shuffle(rng, &mut cards);
            cards
        });
        assert!(chi_square < limit(23.0), "{chi_square}");
    }

    /// The well-known mistake: every place with any place. The measure has to find it.
    #[test]
    fn a_biased_shuffle_is_found_out() {
        let chi_square = chi_square(24, |rng| {
            let mut cards = [0, 1, 2, 3];
            for place in 0..4 {
                cards.swap(place, bounded::place(rng, 4));
            }
            cards
        });
        assert!(chi_square > 10.0 * limit(23.0), "{chi_square}");
    }

    #[test]
    fn all_deals_of_two_out_of_five_are_equally_frequent() {
        let chi_square = chi_square(20, |rng| {
            let mut cards = [0, 1, 2, 3, 4];
            deal(rng, &mut cards, 2).unwrap().0.to_vec()
        });
        assert!(chi_square < limit(19.0), "{chi_square}");
    }

    #[test]
    fn all_subsets_of_three_out_of_six_are_equally_frequent() {
        let chi_square = chi_square(20, |rng| deal_mask(rng, 1 << 63 | 0b1_0011_0101, 3).unwrap());
        assert!(chi_square < limit(19.0), "{chi_square}");
    }

    proptest! {
        #[test]
        fn a_deal_is_the_beginning_of_a_shuffle(seed in any::<u64>(), n in 0..100usize, k in 0..110usize) {
            let rng = StreamKey::new(seed, 0).rng();
            let (mut shuffled, mut cards): (Vec<_>, Vec<_>) = ((0..n).collect(), (0..n).collect());
            shuffle(&mut rng.clone(), &mut shuffled);
            let mut dealer = rng.clone();
            if let Some((dealt, left)) = deal(&mut dealer, &mut cards, k) {
                prop_assert_eq!(&*dealt, &shuffled[..k]);
                prop_assert_eq!(left.len(), n - k);
            } else {
                prop_assert!(k > n);
                prop_assert_eq!(dealer, rng);
            }
            shuffled.sort_unstable();
            cards.sort_unstable();
            prop_assert_eq!(&shuffled, &cards);
            prop_assert!(cards.into_iter().eq(0..n));
        }

        #[test]
        fn a_mask_is_dealt_as_its_list_of_bits(seed in any::<u64>(), cards in any::<u64>(), k in 0..70u32) {
            let (mut one, mut other) = (StreamKey::new(seed, 0).rng(), StreamKey::new(seed, 0).rng());
            let mut places: Vec<u32> = (0..64).filter(|place| cards >> place & 1 == 1).collect();
            let list = deal(&mut one, &mut places, k as usize)
                .map(|(dealt, _)| dealt.iter().map(|&place| 1u64 << place).sum::<u64>());
            prop_assert_eq!(deal_mask(&mut other, cards, k), list);
            prop_assert_eq!(one, other);
        }
    }

    #[test]
    fn the_whole_word_can_be_dealt() {
        let mut rng = StreamKey::new(31459, 0).rng();
        assert_eq!(deal_mask(&mut rng, u64::MAX, 64), Some(u64::MAX));
        assert_eq!(deal_mask(&mut rng, 0, 0), Some(0));
        assert_eq!(deal_mask(&mut rng, 0, 1), None);
    }

    /// Frozen: a change changes every deal of every game.
    #[test]
    fn cards_fall_as_they_always_did() {
        let mut rng = StreamKey::new(31459, 0).rng();
        let mut cards: Vec<u8> = (0..12).collect();
        shuffle(&mut rng, &mut cards);
        let mut deck: Vec<u8> = (0..54).collect();
        let (hand, _) = deal(&mut rng, &mut deck, 8).unwrap();
        let mask = deal_mask(&mut rng, (1 << 54) - 1, 17).unwrap();
        assert_eq!(cards, [2, 1, 9, 10, 6, 11, 4, 8, 5, 3, 7, 0]);
        assert_eq!(hand, [2, 25, 31, 6, 42, 9, 51, 11]);
        assert_eq!(mask, 0x0008_9446_620A_6C08);
    }
}
