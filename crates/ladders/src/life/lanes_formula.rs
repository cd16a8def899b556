//! Conway's rule for all lanes of a word at once, in lanes of at least four bits (rungs 5, 5a, 6
//! and 6a).
//!
//! A cell with eight neighbours has the same next state as a cell without neighbours. Three bits of
//! the count therefore suffice, and the fourth bit of a lane is free for the cell itself. For each
//! of the two conditions below, these four bits are arranged so that the condition holds for
//! exactly one pattern of bits. The lane is combined with the complement of this pattern by
//! exclusive or. The result is 1111 exactly if the condition holds. Two ANDs, each of a word with
//! a shifted copy of itself, find the lanes that are all ones:
//!
//! ```text
//!         bit 3   bit 2   bit 1   bit 0   pattern   condition
//! keep      0     alive    n₂      n₁      0101      two or three neighbours, and alive
//! born    alive    n₂      n₁      n₀      0011      three neighbours, and not alive
//! ```
//!
//! n₂, n₁ and n₀ are the binary digits of the number of neighbours.

use std::ops::{Add, BitAnd, BitOr, BitXor, Div, Mul, Not, Shl, Shr};

use bytemuck::Zeroable;

/// A word of lanes: an unsigned integer.
pub(super) trait Word:
    Copy
    + Default
    + PartialEq
    + Zeroable
    + From<u8>
    + Add<Output = Self>
    + Mul<Output = Self>
    + Div<Output = Self>
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + BitXor<Output = Self>
    + Not<Output = Self>
    + Shl<u32, Output = Self>
    + Shr<u32, Output = Self>
    + Send
    + Sync
    + 'static
{
}

impl Word for u8 {}
impl Word for u32 {}
impl Word for u64 {}

/// Returns the next state of every lane, 0 or 1.
///
/// Each lane of `alive` is 1 for a living cell and 0 for a dead cell. Each lane of `neighbours` is
/// the cell's number of living neighbours. Each lane of `ones` is 1.
#[inline(always)]
pub(super) fn lanes_formula<W: Word>(alive: W, neighbours: W, ones: W) -> W {
    let digit = |digit: u8| ones * W::from(digit);
    let fold = |lanes: W| {
        let lanes = lanes & lanes >> 2;
        lanes & lanes >> 1 & ones
    };
    let count = neighbours & digit(7);
    // Condition: two or three neighbours, and alive.
    let keep = fold(((count & !ones) >> 1 | alive << 2) ^ !digit(5));
    // Condition: three neighbours, and not alive.
    let born = fold((count | alive << 3) ^ !digit(3));
    keep | born
}
