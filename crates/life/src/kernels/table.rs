//! Any rule of nine cells by table look-up: the whole rule fits one vector of 512 bits.
//!
//! Each column of three cells has a *code* from 0 to 7. The codes of the left and the middle column
//! together are a number from 0 to 63. For each of these 64 numbers, a table holds one byte: bit r
//! is the next state if the right column has code r. So the next state of 64 cells takes one
//! look-up in a table of 64 bytes, and the selection of one bit in each of the 64 bytes found:
//!
//! ```text
//!   left  middle right        code       u + 2·c + 4·d for a column of the cells u (top), c, d
//!    .      .      .          byte       table[8 · left + middle], indexed by the columns' codes
//!    .      ?      .          result     bit `right` of the byte: the next state of the cell `?`
//!    .      .      .
//! ```
//!
//! AVX-512 looks up 64 bytes with one instruction, and converts bits to bytes and back by masks. So
//! a vector of 512 cells takes about a hundred instructions for any rule, which is faster than a
//! decision diagram (`kernels/diagram.rs`) with more than about 25 nodes.

use crate::rule::Rule;

/// A rule as bytes: bit r of byte 8 · l + m is the next state if the columns have the codes l, m
/// and r.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(not(target_arch = "x86_64"), allow(dead_code, reason = "only x86-64 vectors use the table"))]
pub struct TransitionTable {
    bytes: [u8; 64],
    /// The weight of each row in a column's code: 1, 2 and 4.
    worth: [u8; 3],
}

impl TransitionTable {
    pub(crate) fn new(rule: Rule) -> Self {
        let cell = |code: usize, y: usize, x: usize| ((code >> y & 1) as u16) << (8 - (3 * y + x));
        let cells =
            |codes: [usize; 3]| (0..9).fold(0, |cells, at| cells | cell(codes[at % 3], at / 3, at % 3));
        let byte = |two: usize| {
            (0..8).fold(0, |byte, r| byte | u8::from(rule.lives(cells([two / 8, two % 8, r]))) << r)
        };
        Self { bytes: std::array::from_fn(byte), worth: [1, 2, 4] }
    }
}

#[cfg(target_arch = "x86_64")]
pub(crate) use wide::{in_order, in_stripes};

#[cfg(target_arch = "x86_64")]
mod wide {
    use std::arch::x86_64::{
        __m512i, _mm512_add_epi8, _mm512_mask_add_epi8, _mm512_maskz_mov_epi8, _mm512_maskz_permutexvar_epi8,
        _mm512_permutexvar_epi8, _mm512_set1_epi8, _mm512_set1_epi64, _mm512_shuffle_epi8, _mm512_slli_epi16,
        _mm512_test_epi8_mask,
    };

    use quadrille_lanes::simd::{kernel, prelude::*, u8x64};

    use super::TransitionTable;

    /// Words per vector.
    const LANES: usize = 8;
    /// The number of vectors in a group. A row is computed group by group, and a group lane by
    /// lane. The inputs of a group are small enough to stay in the cache from lane to lane.
    const AT_ONCE: usize = 32;

    /// The vectors that all look-ups use.
    #[derive(Clone, Copy)]
    struct Constants {
        table: __m512i,
        /// For each row, a vector with the weight of the row (1, 2 or 4) in every byte.
        worth: [__m512i; 3],
        /// Bytes in groups of eight: byte r of a group has only bit r set.
        bits: __m512i,
    }

    kernel!(
        #[inline(always)]
        fn constants(token: Avx512, table: &TransitionTable) -> Constants {
            Constants {
                table: u8x64::from_slice(token, &table.bytes).into(),
                // The weights are loaded from memory, since for literal weights the compiler emits
                // two instructions per masked addition.
                worth: table.worth.map(|worth| _mm512_set1_epi8(worth as i8)),
                bits: _mm512_set1_epi64(0x8040_2010_0804_0201_u64 as i64),
            }
        }
    );

    kernel!(
        /// Returns the codes of 64 columns, one byte each.
        #[inline(always)]
        fn codes(_token: Avx512, above: u64, centre: u64, below: u64, constants: &Constants) -> __m512i {
            let [one, two, four] = constants.worth;
            let codes = _mm512_maskz_mov_epi8(above, one);
            let codes = _mm512_mask_add_epi8(codes, centre, codes, two);
            _mm512_mask_add_epi8(codes, below, codes, four)
        }
    );

    kernel!(
        /// Returns the next state of 64 cells.
        #[inline(always)]
        fn looked_up(
            _token: Avx512,
            left: __m512i,
            middle: __m512i,
            right: __m512i,
            constants: &Constants,
        ) -> u64 {
            let two = _mm512_add_epi8(_mm512_slli_epi16::<3>(left), middle);
            let bytes = _mm512_permutexvar_epi8(two, constants.table);
            _mm512_test_epi8_mask(bytes, _mm512_shuffle_epi8(constants.bits, right))
        }
    );

    kernel!(
        /// Computes the next state of a row of vectors, except its first and last vector, which are
        /// guards. The left and right neighbours of the cells in word i are in the words i − 8 and
        /// i + 8.
        pub(crate) fn in_stripes(token: Avx512, table: &TransitionTable, rows: [&[u64]; 3], out: &mut [u64]) {
            let constants = constants(token, table);
            let vectors = out.len() / LANES;
            for first in (1..vectors.saturating_sub(1)).step_by(AT_ONCE) {
                let count = AT_ONCE.min(vectors - 1 - first);
                let [above, centre, below] =
                    rows.map(|row| row[(first - 1) * LANES..][..(count + 2) * LANES].as_chunks::<LANES>().0);
                let out = out[first * LANES..][..count * LANES].as_chunks_mut::<LANES>().0;
                for lane in 0..LANES {
                    let columns = above.iter().zip(centre).zip(below);
                    let mut codes = columns.map(|((above, centre), below)| {
                        codes(token, above[lane], centre[lane], below[lane], &constants)
                    });
                    let (Some(mut left), Some(mut middle)) = (codes.next(), codes.next()) else { break };
                    for (out, right) in out.iter_mut().zip(codes) {
                        out[lane] = looked_up(token, left, middle, right, &constants);
                        (left, middle) = (middle, right);
                    }
                }
            }
        }
    );

    kernel!(
        /// Returns the next state of 64 words whose cells are in order. `rows` holds the words
        /// above, the words themselves, and the words below. Cells before the first and after the
        /// last cell of a word count as dead.
        #[inline(always)]
        pub(crate) fn in_order(token: Avx512, table: &TransitionTable, rows: [&[u64; 64]; 3]) -> [u64; 64] {
            let constants = constants(token, table);
            // Byte i of `left` is byte i − 1 of `middle`, and byte i of `right` is byte i + 1 of
            // `middle`.
            let numbers = u8x64::from_slice(token, &std::array::from_fn::<u8, 64, _>(|i| i as u8));
            let (before, after): (__m512i, __m512i) = ((numbers - 1).into(), (numbers + 1).into());
            let mut out = [0; 64];
            for (at, out) in out.iter_mut().enumerate() {
                let middle = codes(token, rows[0][at], rows[1][at], rows[2][at], &constants);
                let left = _mm512_maskz_permutexvar_epi8(u64::MAX << 1, before, middle);
                let right = _mm512_maskz_permutexvar_epi8(u64::MAX >> 1, after, middle);
                *out = looked_up(token, left, middle, right, &constants);
            }
            out
        }
    );
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn a_table_says_what_the_rule_says(table: [u64; 8]) {
            let rule = Rule::from_table(table);
            let TransitionTable { bytes, .. } = TransitionTable::new(rule);
            for cells in 0..512u16 {
                // Row y of column x is bit 8 - (3y + x).
                let code = |x: usize| (0..3).fold(0, |code, y| code | (cells >> (8 - (3 * y + x)) & 1) << y) as usize;
                let found = bytes[8 * code(0) + code(1)] >> code(2) & 1 == 1;
                prop_assert_eq!(found, rule.lives(cells), "{:09b}", cells);
            }
        }
    }
}
