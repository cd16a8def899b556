//! Birthday spacings: the number of equal spacings between sorted birthdays.
//!
//! Source: G. Marsaglia's test, in D. E. Knuth, *The Art of Computer Programming*, volume 2, third
//! edition 1998, section 3.3.2 J. The form with points in several dimensions is by P. L'Ecuyer, R.
//! Simard, "On the performance of birthday spacings tests with certain families of random number
//! generators", Mathematics and Computers in Simulation 55, 2001; it is also in their `TestU01`
//! (ACM Transactions on Mathematical Software 33(4), 2007). The battery `SmallCrush` of `TestU01`
//! takes five million points in two dimensions, with 2³⁰ values of each coordinate.
//!
//! A birthday is a point in t dimensions, and the days are all possible points. The coordinates of
//! a birthday are the leading bits of t successive values, the same number of bits from each. Every
//! value belongs to one point only. The test runs with t = 2 (if values have at least 30 bits, at
//! the default size), t = 3 (at least 20 bits) and t = 4. There are n = 2^(size−2) birthdays in k
//! days, with k about n³/2⁶: at the default size 2²² birthdays in 2⁶⁰ days. Larger sizes have
//! several rounds of 2²² birthdays. The number of equal spacings in a round has nearly the Poisson
//! distribution with mean n³/(4k). The mean is from 16 to 128. The test detects points that form a
//! lattice, as those of every congruential generator do, if the modulus is not much larger than the
//! number of days.
//!
//! Points of one value (t = 1) are not part of the battery. With several hundred successive values
//! as birthdays, the test would detect every lagged Fibonacci generator with two terms, as Knuth
//! notes in the section cited above. One of these generators is net-random: with Knuth's 512
//! birthdays in 2²⁵ days, a thousand rounds have 2090 equal spacings instead of the expected 1000.

use quadrille_progress::{Cancelled, Observer, Progress};

use super::blocks;
use super::size::Size;
use super::statistic::{Null, Statistic};
use super::steps::step;
use super::values::{Values, Width};

/// The dimensions t of the points, each with the name of its statistic.
const DIMENSIONS: [(usize, &str); 3] =
    [(2, "points in 2 dimensions"), (3, "points in 3 dimensions"), (4, "points in 4 dimensions")];

/// Binary logarithm of the maximum number of birthdays in a round.
const MOST: u32 = 22;

/// The number of highest bits by which [`sort`] first distributes the words into parts.
const PART_BITS: u32 = 10;

/// Number of words sorted between two progress reports. Sorting them takes a few milliseconds.
const INTERVAL: usize = 1 << 17;

/// Returns the size in bytes of the birthdays of a round and of the copy used in sorting.
pub(super) fn bytes(size: Size) -> u64 {
    2 * quadrille_memory::of::<u64>(1 << exponent(size))
}

/// Returns the binary logarithm of the number of birthdays in a round.
fn exponent(size: Size) -> u32 {
    (size.get() - 2).min(MOST)
}

pub(super) fn run(
    values: &mut Values<'_>,
    size: Size,
    observer: &dyn Observer,
) -> Result<Vec<Statistic>, Cancelled> {
    let width = values.width();
    let exponent = exponent(size);
    let rounds = 1 << (size.get() - 2 - exponent);
    let mut statistics = Vec::new();
    let mut birthdays = Vec::new();
    let mut scratch = Vec::new();
    for (place, (dimension, name)) in (0..).zip(DIMENSIONS) {
        let bits = (3 * exponent - 6) / dimension as u32;
        if bits > width.bits() {
            continue;
        }
        let of_dimension = step(observer, place, DIMENSIONS.len() as u32);
        let mut equal = 0;
        for round in 0..rounds {
            let of_round = step(&of_dimension, round, rounds);
            birthdays.clear();
            blocks::read(values, 1 << exponent, dimension, &step(&of_round, 0, 3), |block| {
                birthdays.extend(block.chunks_exact(dimension).map(|point| day(point, width, bits)));
            })?;
            let days = bits * dimension as u32;
            equal += equal_spacings(&mut birthdays, days, &mut scratch, &of_round)?;
        }
        // The mean n³/(4k) for n birthdays in k days. The mean is a power of two.
        let mean = (1u64 << (3 * exponent - 2 - bits * dimension as u32)) as f64;
        statistics.push(Statistic::new(name, equal.into(), Null::Poisson { mean: f64::from(rounds) * mean }));
    }
    Ok(statistics)
}

#[inline]
fn day(point: &[u64], width: Width, bits: u32) -> u64 {
    point.iter().fold(0, |day, &value| day << bits | width.leading(value, bits))
}

/// Sorts the birthdays and then the spacings between them. Returns the number of sorted spacings
/// that equal the previous spacing. A birthday has `bits` bits. The birthdays are overwritten.
fn equal_spacings(
    birthdays: &mut Vec<u64>,
    bits: u32,
    scratch: &mut Vec<u64>,
    observer: &dyn Observer,
) -> Result<u32, Cancelled> {
    sort(birthdays, bits, scratch, &step(observer, 1, 3))?;
    for i in 1..birthdays.len() {
        // Only equality of spacings matters. Multiplication by an odd factor is injective modulo
        // 2⁶⁴, and spreads the spacings over the whole range of words, which makes the radix sort
        // efficient.
        birthdays[i - 1] = (birthdays[i] - birthdays[i - 1]).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    }
    birthdays.pop();
    sort(birthdays, 64, scratch, &step(observer, 2, 3))?;
    Ok(birthdays.windows(2).filter(|pair| pair[0] == pair[1]).count() as u32)
}

/// Sorts words of `bits` bits. The words are first distributed into parts by their highest bits.
/// Then each part, which fits in cache, is sorted.
fn sort(
    words: &mut Vec<u64>,
    bits: u32,
    scratch: &mut Vec<u64>,
    observer: &dyn Observer,
) -> Result<(), Cancelled> {
    const PARTS: usize = 1 << PART_BITS;
    let part = |word: u64| (word >> (bits - PART_BITS)) as usize;
    let mut ends = [0; PARTS];
    for &word in &*words {
        ends[part(word)] += 1;
    }
    let mut sum = 0;
    for end in &mut ends {
        sum += *end;
        *end = sum - *end;
    }
    scratch.resize(words.len(), 0);
    let mut dealt = 0;
    for chunk in words.chunks(INTERVAL) {
        for &word in chunk {
            let place = &mut ends[part(word)];
            scratch[*place] = word;
            *place += 1;
        }
        dealt += chunk.len();
        step(observer, 0, 2).notify(&Progress::of(dealt as u64, words.len() as u64))?;
    }
    std::mem::swap(words, scratch);
    let (mut start, mut reported) = (0, 0);
    for end in ends {
        words[start..end].sort_unstable();
        start = end;
        if end - reported >= INTERVAL {
            reported = end;
            step(observer, 1, 2).notify(&Progress::of(end as u64, words.len() as u64))?;
        }
    }
    observer.notify(&Progress::of(1, 1))
}

#[cfg(test)]
mod tests {
    use super::{equal_spacings, sort};
    use proptest::prelude::*;

    /// Computes the number of equal spacings by the definition.
    fn plainly(birthdays: &[u64]) -> u32 {
        let mut days = birthdays.to_vec();
        days.sort_unstable();
        let mut spacings: Vec<u64> = days.windows(2).map(|pair| pair[1] - pair[0]).collect();
        spacings.sort_unstable();
        spacings.windows(2).filter(|pair| pair[0] == pair[1]).count() as u32
    }

    /// Generates days of 10 to 60 bits: arbitrary, on a grid, in a small range, or all equal.
    fn birthdays() -> impl Strategy<Value = (u32, Vec<u64>)> {
        (10..=60u32).prop_flat_map(|bits| {
            let any = 0..1u64 << bits;
            let grid = (0..1u64 << 10).prop_map(move |x| x << (bits - 10));
            let corner = prop_oneof![0..20u64, (1u64 << bits) - 20..1 << bits];
            let day = prop_oneof![any.clone(), grid.clone(), corner.clone()];
            let days = prop_oneof![
                prop::collection::vec(any, 1..400),
                prop::collection::vec(grid, 1..400),
                prop::collection::vec(corner, 1..400),
                prop::collection::vec(day, 1..400),
            ];
            (Just(bits), days)
        })
    }

    proptest! {
        #[test]
        fn equal_spacings_are_those_of_the_definition((bits, days) in birthdays()) {
            let mut sorted = days.clone();
            let mut scratch = Vec::new();
            prop_assert_eq!(sort(&mut sorted, bits, &mut scratch, &()), Ok(()));
            prop_assert!(sorted.is_sorted());
            prop_assert_eq!(equal_spacings(&mut days.clone(), bits, &mut scratch, &()), Ok(plainly(&days)));
        }
    }
}
