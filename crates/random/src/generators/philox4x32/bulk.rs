//! Many blocks at once: no block waits for another, so as many are computed side by side as a vector holds.

#![allow(
    clippy::inline_always,
    reason = "a kernel must become part of the code that is compiled for the level"
)]

use quadrille_lanes::Level;
use quadrille_lanes::simd::{Simd, dispatch};

use super::{FACTORS, Philox4x32, ROUNDS, STRIDES};

/// Blocks side by side: one 512-bit vector for each word of the counter.
const WIDTH: usize = 16;

/// One word of the counter for each block.
type Column = [u32; WIDTH];

/// Writes the blocks of the stream from block `index` on.
pub(super) fn fill(level: Level, seed: u64, stream: u64, index: u64, blocks: &mut [[u32; 4]]) {
    let (groups, rest) = blocks.as_chunks_mut::<WIDTH>();
    if !groups.is_empty() {
        dispatch!(level.simd(), simd => kernel(simd, seed, stream, index, groups));
    }
    let done = (groups.len() * WIDTH) as u64;
    for (block, i) in rest.iter_mut().zip(done..) {
        *block = Philox4x32::stream_block(seed, stream, index.wrapping_add(i));
    }
}

/// Written for the compiler to make vectors of: each loop does the same to every block of a group.
#[inline(always)]
fn kernel<S: Simd>(_: S, seed: u64, stream: u64, index: u64, groups: &mut [[[u32; 4]; WIDTH]]) {
    let mut start = index;
    for group in groups {
        let indices: [u64; WIDTH] = std::array::from_fn(|i| start.wrapping_add(i as u64));
        let mut counter = [
            indices.map(|i| i as u32),
            indices.map(|i| (i >> 32) as u32),
            [stream as u32; WIDTH],
            [(stream >> 32) as u32; WIDTH],
        ];
        let mut key = [seed as u32, (seed >> 32) as u32];
        for _ in 0..ROUNDS {
            counter = round(counter, key);
            key = [key[0].wrapping_add(STRIDES[0]), key[1].wrapping_add(STRIDES[1])];
        }
        for (i, block) in group.iter_mut().enumerate() {
            *block = counter.map(|column| column[i]);
        }
        start = start.wrapping_add(WIDTH as u64);
    }
}

#[inline(always)]
fn round([a, b, c, d]: [Column; 4], [left, right]: [u32; 2]) -> [Column; 4] {
    let (first_low, first_high) = product(a, FACTORS[0]);
    let (second_low, second_high) = product(c, FACTORS[1]);
    [
        std::array::from_fn(|i| second_high[i] ^ b[i] ^ left),
        second_low,
        std::array::from_fn(|i| first_high[i] ^ d[i] ^ right),
        first_low,
    ]
}

/// The lower and the upper halves of the products.
#[inline(always)]
fn product(column: Column, factor: u32) -> (Column, Column) {
    let products = column.map(|word| u64::from(word) * u64::from(factor));
    (products.map(|product| product as u32), products.map(|product| (product >> 32) as u32))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn number() -> impl Strategy<Value = u64> {
        prop_oneof![
            any::<u64>(),
            (0..64u32, -20..=20i64).prop_map(|(bit, near)| (1u64 << bit).wrapping_add_signed(near)),
            0..40u64,
        ]
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(2000))]

        /// Counters that carry into the upper word, and that come round to 0, among them.
        #[test]
        fn every_level_does_what_single_blocks_do(
            seed in number(),
            stream in number(),
            index in number(),
            length in 0..70usize,
        ) {
            let expected: Vec<_> = (0..length as u64)
                .map(|i| Philox4x32::stream_block(seed, stream, index.wrapping_add(i)))
                .collect();
            for level in Level::available() {
                let mut blocks = vec![[0; 4]; length];
                fill(level, seed, stream, index, &mut blocks);
                prop_assert_eq!(&blocks, &expected, "{}", level);
            }
        }
    }
}
