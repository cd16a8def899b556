//! Computing many blocks at once: blocks are independent, so vectors contain several of them.

#![allow(
    clippy::inline_always,
    reason = "kernels must be inlined into the function that is compiled for the vector level"
)]

use quadrille_lanes::Level;
use quadrille_lanes::simd::{Simd, dispatch, prelude::*};

use super::{FACTORS, Philox4x32, ROUNDS, STRIDES};

/// Number of vectors processed together, to overlap the multiplications, which take several cycles.
const VECTORS: usize = 4;

/// A mask of the lower half of a 64-bit lane.
const LOW: u64 = 0xFFFF_FFFF;

/// Writes the blocks of the stream from block `index` on.
pub(super) fn fill(level: Level, seed: u64, stream: u64, index: u64, blocks: &mut [[u32; 4]]) {
    let done = dispatch!(level.simd(), simd => kernel(simd, seed, stream, index, blocks));
    for (block, i) in blocks.iter_mut().zip(0..).skip(done) {
        *block = Philox4x32::stream_block(seed, stream, index.wrapping_add(i));
    }
}

/// Writes the blocks in groups of `VECTORS` vectors. Blocks after the last whole group are not
/// written. Returns the number of blocks written.
///
/// Each word of a counter is in a lane of 64 bits whose upper half is 0, so a product fits its
/// lane.
#[inline(always)]
fn kernel<S: Simd>(simd: S, seed: u64, stream: u64, index: u64, blocks: &mut [[u32; 4]]) -> usize {
    let width = S::u64s::LEN;
    let splat = |word: u64| S::u64s::splat(simd, word);
    let numbers = S::u64s::from_fn(simd, |lane| lane as u64);
    let mut start = index;
    let groups = blocks.chunks_exact_mut(VECTORS * width);
    let done = groups.len() * VECTORS * width;
    for group in groups {
        let mut counters = [[splat(0); 4]; VECTORS];
        for (counter, first) in counters.iter_mut().zip((0..).step_by(width)) {
            let indices = numbers + start.wrapping_add(first);
            *counter = [indices & LOW, indices >> 32, splat(stream & LOW), splat(stream >> 32)];
        }
        let mut key = [seed as u32, (seed >> 32) as u32];
        for _ in 0..ROUNDS {
            let keys = key.map(|word| splat(word.into()));
            counters = counters.map(|counter| round(counter, keys));
            key = [key[0].wrapping_add(STRIDES[0]), key[1].wrapping_add(STRIDES[1])];
        }
        for (blocks, [a, b, c, d]) in group.chunks_exact_mut(width).zip(counters) {
            let (low, high) = (a | (b << 32), c | (d << 32));
            for ((block, low), high) in blocks.iter_mut().zip(low.as_slice()).zip(high.as_slice()) {
                *block = [*low as u32, (low >> 32) as u32, *high as u32, (high >> 32) as u32];
            }
        }
        start = start.wrapping_add((VECTORS * width) as u64);
    }
    done
}

#[inline(always)]
fn round<S: Simd, V: SimdInt<S, Element = u64>>([a, b, c, d]: [V; 4], [left, right]: [V; 2]) -> [V; 4] {
    // The upper halves are already 0. The masks let the compiler multiply 32 by 32 bits, which is
    // several times faster than 64 by 64 bits.
    let first = (a & LOW) * u64::from(FACTORS[0]);
    let second = (c & LOW) * u64::from(FACTORS[1]);
    [(second >> 32) ^ b ^ left, second & LOW, (first >> 32) ^ d ^ right, first & LOW]
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

        /// Includes counters that carry into the upper word, and that wrap to 0.
        #[test]
        fn every_level_does_what_single_blocks_do(
            seed in number(),
            stream in number(),
            index in number(),
            length in 0..140usize,
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
