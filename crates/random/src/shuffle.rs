//! Shuffling and dealing.
//!
//! Source: R. Fisher, F. Yates, "Statistical Tables", 1938; in the form of R. Durstenfeld,
//! "Algorithm 235: Random permutation", Communications of the ACM 7(7), 1964. Here the positions
//! are filled from the first to the last. One unbiased [bounded] number for each position makes all
//! orders of n cards equally likely. A deal of k cards stops after k positions.
//!
//! The crate `rand` can shuffle too, but different versions of `rand` can shuffle differently. Old
//! deals could then not be replayed with a new version. The functions of this module are frozen:
//! the same generator always deals the same cards.
//!
//! ```
//! use quadrille_random::{StreamKey, shuffle};
//!
//! let mut rng = StreamKey::new(31459, 0).rng();
//! let mut deck: Vec<u8> = (0..52).collect();
//! let (hand, stock) = shuffle::deal(&mut rng, &mut deck, 13).unwrap();
//! assert_eq!((hand.len(), stock.len()), (13, 39));
//!
//! // A deal from a set of cards that is represented by the bits of a word.
//! let deck = (1 << 52) - 1;
//! let hand = shuffle::deal_mask(&mut rng, deck, 13).unwrap();
//! let second = shuffle::deal_mask(&mut rng, deck & !hand, 13).unwrap();
//! assert_eq!((hand & second, second.count_ones()), (0, 13));
//! ```

use rand_core::Rng;

use crate::bounded;

/// Shuffles the items: each of the n! orders has the same probability.
///
/// Draws n − 1 bounded numbers, each from one `next_u64`, rarely from more. Takes time linear in n.
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

/// Deals `k` cards: moves a random card to the first position, a random card of the remaining cards
/// to the second, and so on up to position k. Each sequence of k cards has the same probability.
/// Returns the dealt and the remaining cards; the order of the remaining cards is not random.
/// Returns `None`, without a draw, if there are fewer than `k` cards.
///
/// Draws k bounded numbers (n − 1 if all n cards are dealt), each from one `next_u64`, rarely from
/// more. The dealt cards are those that [`shuffle`] would move to the front. Takes time linear in
/// k.
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

/// Deals `k` cards from the set `cards`. Every 1 bit of `cards`, and of the result, represents a
/// card. Each subset of k cards has the same probability. Returns `None`, without a draw, if there
/// are fewer than `k` cards.
///
/// The dealt cards are those that [`deal`] deals from the list of the bits, lowest first, with the
/// same draws. Takes at most 64 steps.
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

/// Moves a random item to each of the first `k` positions.
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

    /// Returns the deviation of the outcomes of many trials from equal frequencies of all `kinds`:
    /// χ², with `kinds` − 1 degrees of freedom.
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

    /// Returns the χ² with this number of degrees of freedom that is exceeded with a probability of
    /// about 10⁻⁶ (Wilson and Hilferty's approximation).
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

    /// The tests detect the well-known biased shuffle that swaps every position with any position.
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

    /// Frozen: a change would affect every deal of every game.
    #[test]
    fn deals_are_unchanged() {
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
