//! Proved bounds of a position.

/// Bounds on the value of a position, which a [`Table`](crate::Table) stores in packed form.
///
/// All bounds of a position are true statements about the same value, so any two of them can be
/// [combined](Self::and), in any order and any number of times.
///
/// The table calls these methods while the bucket of the entry is locked, so they should be short
/// and must not use the table. A panic leaves the entry unchanged.
pub trait Bounds: Copy {
    /// The number of bits of the packed form, 1 to 56.
    const BITS: u32;

    /// Returns the bounds with this packed form. The packed form 0 means that nothing is proved.
    fn from_bits(bits: u64) -> Self;

    /// Returns the packed form, which must be below 2^[`BITS`](Self::BITS): the other bits of the
    /// word belong to the key. Debug builds of the table check this.
    fn bits(self) -> u64;

    /// Combines two proofs about the same position. The operation must be commutative, associative
    /// and idempotent, and "nothing is proved" must be its neutral element.
    #[must_use]
    fn and(self, other: Self) -> Self;
}
