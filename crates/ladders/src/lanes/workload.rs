//! Data of the ladder: hands with up to four cards per rank, in every representation that a rung
//! uses.

use std::iter::repeat_n;

use crate::aligned::Aligned;
use crate::loops::{Bytes, Ints};
use crate::sum_up;
use quadrille_lanes::Nibbles64;

/// Random hands, and for each hand a tested part and a removed part. A part is a set of cards.
///
/// A hand has sixteen ranks with 0 to 4 cards each. The removed part is chosen from the hand's
/// cards of about a quarter of the ranks. For about one half of the hands, the tested part is the
/// removed part. For the other half, the tested part has one card more of a rank than the hand has.
#[derive(Clone, Debug, Default)]
pub struct Workload {
    pub(super) hands: Aligned<Nibbles64>,
    /// For each hand, a set of cards. The test is whether the hand contains the set, which is true
    /// for about one half of the hands.
    pub(super) asked: Aligned<Nibbles64>,
    /// For each hand, a set of its cards that is removed.
    pub(super) taken: Aligned<Nibbles64>,
    /// Input of the workload `count-bits`. Each word has sixteen groups of four random bits.
    pub(super) flags: Aligned<Nibbles64>,
    pub(super) hands_ints: Aligned<Ints>,
    pub(super) asked_ints: Aligned<Ints>,
    pub(super) taken_ints: Aligned<Ints>,
    pub(super) flags_ints: Aligned<Ints>,
    pub(super) hands_bytes: Aligned<Bytes>,
    pub(super) asked_bytes: Aligned<Bytes>,
    pub(super) taken_bytes: Aligned<Bytes>,

    pub(super) bits: Aligned<u64>,
    pub(super) ints: Aligned<Ints>,
    pub(super) bytes: Aligned<Bytes>,
    pub(super) words: Aligned<Nibbles64>,
    pub(super) numbers: Aligned<u64>,
}

impl Workload {
    /// Recommended number of random words. They give 4096 hands: too many for a branch predictor to
    /// learn, and enough to make the cost of reading the clock negligible.
    ///
    /// The hands take 32 KiB packed, 64 KiB as bytes and 256 KiB as integers; each representation
    /// fits in the second-level cache. `contains-slice` repeatedly scans the first 1024 hands,
    /// which fit in the first-level cache when packed or as bytes.
    pub const WORDS: usize = 8192;

    /// Creates the workload from uniformly random words, two for each hand. If the number of words
    /// is odd, the last word is ignored.
    pub fn from_words(words: &[u64]) -> Self {
        let mut workload = Self::default();
        workload.refill(words);
        workload
    }

    /// Refills the workload from new random words, and reuses the memory if it suffices.
    ///
    /// Time each run on fresh words: a loop with branches gets faster on data that it has seen
    /// before.
    pub fn refill(&mut self, words: &[u64]) {
        let pairs = words.as_chunks::<2>().0;
        let n = pairs.len();
        let mut hands: [Vec<Nibbles64>; 4] = std::array::from_fn(|_| Vec::with_capacity(n));
        let [whole, asked, taken, flags] = &mut hands;
        for &[cards, choice] in pairs {
            let hand = deal(Nibbles64::from_bits(cards));
            let part = choose(hand, Nibbles64::from_bits(choice));
            whole.push(hand);
            taken.push(part);
            asked.push(if choice.count_ones() % 2 == 0 { part } else { one_too_many(hand, part, choice) });
            flags.push(Nibbles64::from_bits(cards));
        }
        let packed = [&mut self.hands, &mut self.asked, &mut self.taken, &mut self.flags];
        packed.into_iter().zip(hands).for_each(|(packed, hands)| packed.refill(hands));
        for (ints, packed) in [
            (&mut self.hands_ints, &self.hands),
            (&mut self.asked_ints, &self.asked),
            (&mut self.taken_ints, &self.taken),
            (&mut self.flags_ints, &self.flags),
        ] {
            ints.refill(packed.iter().map(|&word| unpack(word)));
        }
        for (bytes, packed) in [
            (&mut self.hands_bytes, &self.hands),
            (&mut self.asked_bytes, &self.asked),
            (&mut self.taken_bytes, &self.taken),
        ] {
            bytes.refill(packed.iter().map(|&word| -> Bytes { unpack(word) }));
        }
        // The output buffers are written here, so that their pages are mapped before a rung is
        // timed.
        self.bits.refill(repeat_n(0, n.div_ceil(64)));
        self.ints.refill(repeat_n([0; 16], n));
        self.bytes.refill(repeat_n([0; 16], n));
        self.words.refill(repeat_n(Nibbles64::ZERO, n));
        self.numbers.refill(repeat_n(0, n));
    }

    /// Returns the number of hands.
    pub fn hands(&self) -> usize {
        self.hands.len()
    }

    /// Returns the checksum of results of one bit per item.
    pub(super) fn sum_of_bits(&self) -> u64 {
        sum_up(self.bits.iter().copied())
    }

    /// Returns the checksum of results of one word per item.
    pub(super) fn sum_of_words(&self) -> u64 {
        sum_up(self.words.iter().map(|word| word.bits()))
    }

    /// Returns the checksum of results that are hands in arrays of integers.
    pub(super) fn sum_of_ints(&self) -> u64 {
        sum_up(self.ints.iter().map(|ints| pack(&ints.map(|lane| lane as u8)).bits()))
    }

    /// Returns the checksum of results that are hands in arrays of bytes.
    pub(super) fn sum_of_bytes(&self) -> u64 {
        sum_up(self.bytes.iter().map(|bytes| pack(bytes).bits()))
    }

    /// Returns the checksum of results of one number per item.
    pub(super) fn sum_of_numbers(&self) -> u64 {
        sum_up(self.numbers.iter().copied())
    }
}

/// Converts each random lane to a number of cards, 0 to 4. The numbers 1, 2 and 3 are equally
/// frequent; 0 and 4 are rarer.
fn deal(random: Nibbles64) -> Nibbles64 {
    const CARDS: [u8; 16] = [0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 4, 4];
    lane_by_lane(|i| CARDS[usize::from(random.lane(i))])
}

/// Chooses about a quarter of the ranks, and from 0 to 3 of the hand's cards of each chosen rank.
fn choose(hand: Nibbles64, random: Nibbles64) -> Nibbles64 {
    lane_by_lane(|i| match random.lane(i) {
        lane @ 0..4 => lane.min(hand.lane(i)),
        _ => 0,
    })
}

/// Returns `part` with more cards of one random rank: one card more than the hand has. If the hand
/// has four cards of this rank, returns `part` unchanged.
fn one_too_many(hand: Nibbles64, part: Nibbles64, random: u64) -> Nibbles64 {
    let rank = (random.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 60) as u32;
    if hand.lane(rank) < 4 { part.with_lane(rank, hand.lane(rank) + 1) } else { part }
}

fn lane_by_lane(value: impl Fn(u32) -> u8) -> Nibbles64 {
    (0..Nibbles64::LANES).fold(Nibbles64::ZERO, |word, i| word.with_lane(i, value(i)))
}

fn unpack<T: From<u8>>(word: Nibbles64) -> [T; 16] {
    std::array::from_fn(|i| T::from(word.lane(i as u32)))
}

fn pack(bytes: &Bytes) -> Nibbles64 {
    lane_by_lane(|i| bytes[i as usize])
}

#[cfg(test)]
mod tests {
    use super::*;
    use quadrille_lanes::plain;
    use rand::{Rng, SeedableRng};
    use rand_xoshiro::Xoshiro256PlusPlus;

    #[test]
    fn hands_are_valid_and_contain_half_of_the_tested_parts() {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(7);
        let words: Vec<u64> = (0..20_001).map(|_| rng.next_u64()).collect();
        let workload = Workload::from_words(&words);
        assert_eq!(workload.hands(), 10_000);
        let mut contained = 0;
        for ((&hand, &asked), &taken) in workload.hands.iter().zip(&workload.asked).zip(&workload.taken) {
            assert!(hand.lanes().chain(asked.lanes()).all(|lane| lane <= 4));
            assert!(plain::all_ge(hand, taken));
            contained += u32::from(plain::all_ge(hand, asked));
        }
        assert!((5000..6500).contains(&contained), "{contained}");
        assert_eq!(pack(&unpack(workload.flags[3])), workload.flags[3]);
    }
}
