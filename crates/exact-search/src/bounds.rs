//! What is proved about a position.

/// Bounds on the value of a position, which a [`Table`](crate::Table) stores in packed form.
///
/// All bounds of a position are true statements about the same value, so any two of them can be
/// [combined](Self::and), in any order and any number of times.
pub trait Bounds: Copy {
    /// The number of bits of the packed form, 1 to 56.
    const BITS: u32;

    /// Returns the bounds with this packed form. The packed form 0 means that nothing is proved.
    fn from_bits(bits: u64) -> Self;

    /// Returns the packed form, below 2^[`BITS`](Self::BITS).
    fn bits(self) -> u64;

    /// Combines two proofs about the same position. The operation must be commutative, associative
    /// and idempotent, and "nothing is proved" must be its neutral element.
    #[must_use]
    fn and(self, other: Self) -> Self;
}
