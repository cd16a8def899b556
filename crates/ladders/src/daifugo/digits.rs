//! One-hot counts and unary counts by table lookup instead of computation. These methods do not
//! come from the articles.
//!
//! The tables [`LOCATED`] and [`STAIRS`] convert the four bits of a rank to another number of four
//! bits (a *digit*). There are two ways to look up all ranks of a word:
//!
//! - By bytes: a table of 256 entries converts two ranks at a time. A word takes seven lookups.
//!   Each lookup needs a shift and a load. The seven lookups are slower than a dozen additions and
//!   masks.
//! - By vectors: the sixteen entries fit in a vector, and the byte shuffle instruction looks up one
//!   digit per byte. Two shuffles look up the low and the high digits of all bytes. This is faster
//!   than computation.

use quadrille_lanes::simd::{Simd, prelude::*, u8x16};
use quadrille_lanes::{Nibbles64, vector};

use quadrille_daifugo::{CardSet, internals};

/// A table with one digit for each of the sixteen values of four bits.
pub(super) type Digits = [u8; 16];

/// The entry of an index with k set bits is a digit with only bit k − 1 set.
pub(super) const LOCATED: Digits = [0, 1, 1, 2, 1, 2, 2, 4, 1, 2, 2, 4, 2, 4, 4, 8];
/// The entry of an index with k set bits is a digit with the k lowest bits set.
pub(super) const STAIRS: Digits = [0, 1, 1, 3, 1, 3, 3, 7, 1, 3, 3, 7, 3, 7, 7, 15];

/// The table [`LOCATED`] applied to both digits of a byte.
pub(super) static LOCATED_BYTES: [u8; 256] = of_bytes(LOCATED);
/// The table [`STAIRS`] applied to both digits of a byte.
pub(super) static STAIRS_BYTES: [u8; 256] = of_bytes(STAIRS);

const fn of_bytes(digits: Digits) -> [u8; 256] {
    let mut table = [0; 256];
    let mut byte = 0;
    while byte < 256 {
        table[byte] = digits[byte & 15] | digits[byte >> 4] << 4;
        byte += 1;
    }
    table
}

/// Looks up each byte of the word of cards in `table`.
#[inline(always)]
pub(super) fn by_bytes(cards: CardSet, table: &[u8; 256]) -> u64 {
    // The word has thirteen ranks, two per byte. The eighth byte is therefore empty.
    (0..7).fold(0, |word, at| word | u64::from(table[(cards.bits() >> (8 * at) & 0xff) as usize]) << (8 * at))
}

/// Looks up every digit of a vector of words in `digits`.
#[inline(always)]
pub(super) fn look_up<S: Simd>(simd: S, cards: S::u64s, digits: &Digits) -> S::u64s {
    /// Mask of the low digit of every byte.
    const LOWER: u64 = 0x0f0f_0f0f_0f0f_0f0f;
    let table = S::u8s::block_splat(u8x16::from_slice(simd, digits));
    let [lower, upper] = [cards & LOWER, (cards >> 4) & LOWER].map(
        #[inline(always)]
        |indices| -> S::u64s { table.swizzle_dyn_within_blocks(indices.bitcast::<S::u8s>()).bitcast() },
    );
    // Every byte of `upper` is below 16, so no bit is shifted into the next byte.
    lower | (upper << 4)
}

/// Computes one word for every set of cards. `vector` computes the words of whole vectors, and
/// `word` computes each remaining word.
#[inline(always)]
pub(super) fn each_vector<S: Simd>(
    simd: S,
    sets: &[CardSet],
    words: &mut [Nibbles64],
    vector: impl Fn(S::u64s) -> S::u64s,
    word: impl Fn(CardSet) -> u64,
) {
    let n = S::u64s::LEN;
    let (mut sets, mut words) = (sets.chunks_exact(n), words.chunks_exact_mut(n));
    for (sets, words) in (&mut sets).zip(&mut words) {
        let cards =
            vector::load::<Nibbles64, S, S::u64s>(simd, Nibbles64::from_words(internals::as_words(sets)));
        vector::store::<Nibbles64, S, S::u64s>(vector(cards), words);
    }
    for (&set, out) in sets.remainder().iter().zip(words.into_remainder()) {
        *out = Nibbles64::from_bits(word(set));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_look_at_every_digit() {
        for bits in 0..16 {
            let cards = CardSet::from_low_bits(bits);
            assert_eq!(u64::from(LOCATED[bits as usize]), cards.one_hot().bits());
            assert_eq!(u64::from(STAIRS[bits as usize]), cards.smeared().bits());
        }
        for bits in [0, 0xf_edcb_a987_6543, 0x0_123f_0f0f_f0f0, CardSet::ALL.bits()] {
            let cards = CardSet::from_low_bits(bits);
            assert_eq!(by_bytes(cards, &LOCATED_BYTES), cards.one_hot().bits());
            assert_eq!(by_bytes(cards, &STAIRS_BYTES), cards.smeared().bits());
        }
    }
}
