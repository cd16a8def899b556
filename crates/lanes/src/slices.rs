//! Every operation on whole slices of packed words, using the vectors of a given [`Level`].
//!
//! Each call dispatches on the level once, so it should process many words. All levels give the
//! same result. Slices may have any length and alignment; operands and results must have the same
//! length. The time is linear in the length, and nothing is allocated.
//!
//! Preconditions are those of the operation on one word ([`Lanes64`](crate::Lanes64)). Debug builds
//! check every word. In release builds, a word that violates a precondition gives the same result
//! as the operation on one word. [`sum`] is an exception: for such a word, it gives an unspecified
//! number that fits a lane.
//!
//! # Implementation
//! A slice is split into whole vectors and a remainder of fewer words than a vector. The words of
//! the remainder are processed one by one. Vectors are loaded and stored unaligned, so slices may
//! begin anywhere.
//!
//! ```text
//! words    | 0 1 2 3 | 4 5 6 7 | 8 9 10 11 | 12 13        level avx2: vectors of four words
//!          '- vector'- vector '-- vector  '-- remainder
//! ```
//!
//! The words of a vector are separate elements: no carry, borrow or shifted bit crosses from word
//! to word. Therefore the result equals that of the loop over words at every width, as long as the
//! operation's precondition holds.
//!
//! ```text
//! hands   4021  1111  0440     lanes of each word, lane 0 on the right
//! parts   3000  0001  0330
//! rests   1021  1110  0110
//! ```
//! ```
//! use quadrille_lanes::{Level, Nibbles64, slices};
//!
//! let level = Level::from_env()?;
//! let hands = [0x4021, 0x1111, 0x0440].map(Nibbles64::from_bits);
//! let parts = [0x3000, 0x0001, 0x0330].map(Nibbles64::from_bits);
//! let mut rests = [Nibbles64::ZERO; 3];
//! slices::sub(level, &hands, &parts, &mut rests);
//! assert_eq!(rests, [0x1021, 0x1110, 0x0110].map(Nibbles64::from_bits));
//! # Ok::<(), quadrille_lanes::LevelError>(())
//! ```

use fearless_simd::{Select, Simd, SimdBase, SimdInt, SimdIntElement, SimdMask, dispatch};

use crate::level::Level;
use crate::packed::{Nibbles, Packed, Word};
use crate::{planes, vector};

/// The vector type of level `S` whose elements are the words of `P`.
type Vector<S, P> = <<P as Packed>::Word as SimdIntElement>::Native<S>;

/// The vector type of level `S` whose elements are plain words `W`.
type Plain<S, W> = <W as SimdIntElement>::Native<S>;

/// Panics if the lengths `a` and `b` differ; the message contains both.
#[inline]
#[track_caller]
fn same_length(a: usize, b: usize) {
    assert!(a == b, "the slices differ in length: {a} and {b}");
}

/// Applies an operation to every word of `a` and writes the results to `out`. `vector` is applied
/// to whole vectors, `word` to the words of the remainder.
#[inline(always)]
fn unary<S: Simd, P: Packed>(
    simd: S,
    a: &[P],
    out: &mut [P],
    vector: impl Fn(Vector<S, P>) -> Vector<S, P>,
    word: impl Fn(P) -> P,
) {
    if cfg!(debug_assertions) {
        // Checks the precondition of every word.
        for &a in a {
            let _ = word(a);
        }
    }
    let n = Vector::<S, P>::LEN;
    let (mut a, mut out) = (a.chunks_exact(n), out.chunks_exact_mut(n));
    for (a, out) in (&mut a).zip(&mut out) {
        vector::store::<P, S, _>(vector(vector::load(simd, a)), out);
    }
    for (&a, out) in a.remainder().iter().zip(out.into_remainder()) {
        *out = word(a);
    }
}

/// Applies an operation to every pair of words and writes the results to `out`. `vector` is applied
/// to whole vectors, `word` to the words of the remainder.
#[inline(always)]
fn binary<S: Simd, P: Packed>(
    simd: S,
    (a, b): (&[P], &[P]),
    out: &mut [P],
    vector: impl Fn(Vector<S, P>, Vector<S, P>) -> Vector<S, P>,
    word: impl Fn(P, P) -> P,
) {
    if cfg!(debug_assertions) {
        for (&a, &b) in a.iter().zip(b) {
            let _ = word(a, b);
        }
    }
    let n = Vector::<S, P>::LEN;
    let (mut a, mut b, mut out) = (a.chunks_exact(n), b.chunks_exact(n), out.chunks_exact_mut(n));
    for ((a, b), out) in (&mut a).zip(&mut b).zip(&mut out) {
        vector::store::<P, S, _>(vector(vector::load(simd, a), vector::load(simd, b)), out);
    }
    for ((&a, &b), out) in a.remainder().iter().zip(b.remainder()).zip(out.into_remainder()) {
        *out = word(a, b);
    }
}

macro_rules! unary {
    ($($Packed:ident $op:ident: $first_line:literal)*) => { $(
        #[doc = $first_line]
        ///
        #[doc = concat!("On one word: [`", stringify!($op), "`](crate::Lanes64::", stringify!($op), ").")]
        ///
        /// # Panics
        /// If the slices differ in length.
        pub fn $op<P: $Packed>(level: Level, a: &[P], out: &mut [P]) {
            same_length(a.len(), out.len());
            dispatch!(level.simd(), simd => unary(simd, a, out, vector::$op::<P, _, _>, P::$op));
        }
    )* };
}

unary! {
    Packed zero_lanes: "Computes, for every word, the mask (high bits) of its lanes that are 0."
    Nibbles count_bits: "Computes, for every word, the number of bits in each lane."
    Nibbles one_hot: "Converts, in every word, the count k ≥ 1 of a lane to bit k − 1 of the lane; counts must be at most 4."
    Nibbles smear_down: "Sets, for every set bit of every word, all lower bits of its lane."
    Nibbles all_bits: "Computes, for every word, the mask (low bits) of its lanes with all four bits set."
    Nibbles three_bits: "Computes, for every word, the mask (low bits) of its lanes with three or four bits set."
    Nibbles any_bit: "Computes, for every word, the mask (low bits) of its lanes with any bit set."
}

macro_rules! binary {
    ($($op:ident: $first_line:literal)*) => { $(
        #[doc = $first_line]
        ///
        #[doc = concat!("On one word: [`", stringify!($op), "`](crate::Lanes64::", stringify!($op), ").")]
        ///
        /// # Panics
        /// If the slices differ in length.
        pub fn $op<P: Packed>(level: Level, a: &[P], b: &[P], out: &mut [P]) {
            same_length(a.len(), b.len());
            same_length(a.len(), out.len());
            dispatch!(level.simd(), simd => binary(simd, (a, b), out, vector::$op::<P, _, _>, P::$op));
        }
    )* };
}

binary! {
    eq_lanes: "Computes, for every pair of words, the mask (high bits) of the equal lanes."
    ge_lanes: "Computes, for every pair of words, the mask (high bits) of the lanes where `a` ≥ `b`; guard bits must be free."
    sub: "Computes, for every pair of words, `a` − `b` lane by lane; no lane of `a` may be less than the same lane of `b`."
    add: "Computes, for every pair of words, `a` + `b` lane by lane; every sum must fit its lane."
    min_lanes: "Computes, for every pair of words, the smaller value lane by lane; guard bits must be free."
    max_lanes: "Computes, for every pair of words, the larger value lane by lane; guard bits must be free."
}

/// Finds, for every word, the starts of runs of `n` lanes: bit j of lane i of the result is set iff
/// bit j is set in all of the lanes i, i + 1, …, i + n − 1 of the word.
///
/// On one word: [`runs`](crate::Lanes64::runs).
///
/// # Panics
/// If the slices differ in length.
pub fn runs<P: Packed>(level: Level, a: &[P], n: u32, out: &mut [P]) {
    same_length(a.len(), out.len());
    let Some(shifts) = vector::run_shifts::<P>(n) else { return out.fill(P::ZERO) };
    dispatch!(level.simd(), simd => unary(
        simd,
        a,
        out,
        #[inline(always)]
        |a| vector::shifted_and::<P, _, _>(a, shifts),
        #[inline(always)]
        |a| a.runs(n),
    ));
}

/// Computes, for every word, the sum of its lanes. The sum must fit a lane.
///
/// On one word: [`sum`](crate::Lanes64::sum).
///
/// # Panics
/// If the slices differ in length.
pub fn sum<P: Packed>(level: Level, a: &[P], out: &mut [P::Word]) {
    same_length(a.len(), out.len());
    dispatch!(level.simd(), simd => sums(simd, a, out, vector::sum::<P, _, _>, P::sum));
}

/// Computes, for every word, the sum of its lanes. The sum need not fit a lane.
///
/// On one word: [`wide_sum`](crate::Lanes64::wide_sum).
///
/// # Panics
/// If the slices differ in length.
pub fn wide_sum<P: Packed>(level: Level, a: &[P], out: &mut [P::Word]) {
    same_length(a.len(), out.len());
    dispatch!(level.simd(), simd => sums(simd, a, out, vector::wide_sum::<P, _, _>, P::wide_sum));
}

#[inline(always)]
fn sums<S: Simd, P: Packed>(
    simd: S,
    a: &[P],
    out: &mut [P::Word],
    vector: impl Fn(Vector<S, P>) -> Vector<S, P>,
    word: impl Fn(P) -> u32,
) {
    if cfg!(debug_assertions) {
        for &a in a {
            let _ = word(a);
        }
    }
    let n = Vector::<S, P>::LEN;
    let (mut a, mut out) = (a.chunks_exact(n), out.chunks_exact_mut(n));
    for (a, out) in (&mut a).zip(&mut out) {
        vector(vector::load(simd, a)).store_slice(out);
    }
    for (&a, out) in a.remainder().iter().zip(out.into_remainder()) {
        *out = P::Word::truncated(u64::from(word(a)));
    }
}

/// Finds the `words` that are at least `other` in every lane: bit i % 64 of `mask[i / 64]` is set
/// iff the condition holds for `words[i]`. The bits beyond the last word are 0. Guard bits must be
/// free in all words.
///
/// On one word: [`all_ge`](crate::Lanes64::all_ge).
///
/// ```
/// use quadrille_lanes::{Level, Nibbles64, slices};
///
/// let hands = [0x4021, 0x1111, 0x0440].map(Nibbles64::from_bits);
/// let mut mask = [0];
/// slices::all_ge_mask(Level::best(), &hands, Nibbles64::from_bits(0x0020), &mut mask);
/// assert_eq!(mask, [0b101]);
/// ```
///
/// # Panics
/// If the length of `mask` is not `words.len()` / 64, rounded up.
pub fn all_ge_mask<P: Packed>(level: Level, words: &[P], other: P, mask: &mut [u64]) {
    same_length(words.len().div_ceil(64), mask.len());
    check_guards(words, other);
    dispatch!(level.simd(), simd => masks(simd, words, AllGe::new(simd, other), mask));
}

/// Counts the `words` that are at least `other` in every lane. Guard bits must be free in all
/// words.
///
/// On one word: [`all_ge`](crate::Lanes64::all_ge).
///
/// ```
/// use quadrille_lanes::{Level, Nibbles64, slices};
///
/// let hands = [0x4021, 0x1111, 0x0440].map(Nibbles64::from_bits);
/// assert_eq!(slices::all_ge_count(Level::best(), &hands, Nibbles64::from_bits(0x0020)), 2);
/// ```
pub fn all_ge_count<P: Packed>(level: Level, words: &[P], other: P) -> usize {
    check_guards(words, other);
    dispatch!(level.simd(), simd => count(simd, words, AllGe::new(simd, other)))
}

/// Finds the `words` that are at most `other` in every lane: bit i % 64 of `mask[i / 64]` is set
/// iff the condition holds for `words[i]`. The bits beyond the last word are 0. Guard bits must be
/// free in all words.
///
/// On one word: [`all_ge`](crate::Lanes64::all_ge), called on `other`.
///
/// ```
/// use quadrille_lanes::{Level, Nibbles64, slices};
///
/// let moves = [0x0001, 0x0030, 0x4000].map(Nibbles64::from_bits);
/// let mut mask = [0];
/// slices::all_le_mask(Level::best(), &moves, Nibbles64::from_bits(0x4021), &mut mask);
/// assert_eq!(mask, [0b101]);
/// ```
///
/// # Panics
/// If the length of `mask` is not `words.len()` / 64, rounded up.
pub fn all_le_mask<P: Packed>(level: Level, words: &[P], other: P, mask: &mut [u64]) {
    same_length(words.len().div_ceil(64), mask.len());
    check_guards(words, other);
    dispatch!(level.simd(), simd => masks(simd, words, AllLe::new(simd, other), mask));
}

/// Counts the `words` that are at most `other` in every lane. Guard bits must be free in all words.
///
/// On one word: [`all_ge`](crate::Lanes64::all_ge), called on `other`.
pub fn all_le_count<P: Packed>(level: Level, words: &[P], other: P) -> usize {
    check_guards(words, other);
    dispatch!(level.simd(), simd => count(simd, words, AllLe::new(simd, other)))
}

/// Finds the pairs where `a[i]` is at least `b[i]` in every lane: bit i % 64 of `mask[i / 64]` is
/// set iff the condition holds for pair i. The bits beyond the last pair are 0. Guard bits must be
/// free in all words.
///
/// On one word: [`all_ge`](crate::Lanes64::all_ge).
///
/// ```
/// use quadrille_lanes::{Level, Nibbles64, slices};
///
/// let hands = [0x4021, 0x1111, 0x0440].map(Nibbles64::from_bits);
/// let parts = [0x3000, 0x0002, 0x0330].map(Nibbles64::from_bits);
/// let mut mask = [0];
/// slices::all_ge_pairs(Level::best(), &hands, &parts, &mut mask);
/// assert_eq!(mask, [0b101]);
/// ```
///
/// # Panics
/// If `a` and `b` differ in length, or the length of `mask` is not `a.len()` / 64, rounded up.
pub fn all_ge_pairs<P: Packed>(level: Level, a: &[P], b: &[P], mask: &mut [u64]) {
    same_length(a.len(), b.len());
    same_length(a.len().div_ceil(64), mask.len());
    if cfg!(debug_assertions) {
        for (&a, &b) in a.iter().zip(b) {
            let _ = a.all_ge(b);
        }
    }
    dispatch!(level.simd(), simd => pairs(simd, a, b, mask));
}

#[inline(always)]
fn pairs<S: Simd, P: Packed>(simd: S, a: &[P], b: &[P], mask: &mut [u64]) {
    let n = Vector::<S, P>::LEN;
    let ((a, rest_of_a), (b, rest_of_b)) = (a.as_chunks::<64>(), b.as_chunks::<64>());
    for ((a, b), mask) in a.iter().zip(b).zip(&mut *mask) {
        *mask = pack_bits::<S, P>(a.chunks_exact(n).zip(b.chunks_exact(n)).map(
            #[inline(always)]
            |(a, b)| vector::all_ge::<P, S, Vector<S, P>>(vector::load(simd, a), vector::load(simd, b)),
        ));
    }
    if let Some(mask) = mask.get_mut(a.len()) {
        *mask = pack_bools(rest_of_a.iter().zip(rest_of_b).map(|(&a, &b)| a.all_ge(b)));
    }
}

/// Packs the bits of 64 comparisons into a word, lowest bit first.
///
/// A vector of n words gives n bits. For each vector, the result is first rotated right by n
/// positions, which moves the bits of the previous vector to the top. The lowest n bits are then 0,
/// and the n new bits are placed there. There are 64/n vectors, numbered from 0, so the bits of
/// vector k are later rotated 64/n − 1 − k times. One more rotation follows after the last vector.
/// In total, the bits of vector k move 64 − k·n positions to the right, which equals k·n positions
/// to the left:
///
/// ```text
/// n = 16           bits 63…48   47…32   31…16   15…0
/// vector 0             .           .       .      A₀
/// vector 1            A₀           .       .      A₁
/// vector 2            A₁          A₀       .      A₂
/// vector 3            A₂          A₁      A₀      A₃
/// last rotation       A₃          A₂      A₁      A₀
/// ```
#[inline(always)]
fn pack_bits<S: Simd, P: Packed>(answers: impl Iterator<Item = <Vector<S, P> as SimdBase<S>>::Mask>) -> u64 {
    // Shifting the bits of vector k by k·n positions would be simpler, but compiles to slower code.
    let n = Vector::<S, P>::LEN as u32;
    let mut bits = 0_u64;
    for yes in answers {
        bits = bits.rotate_right(n) ^ yes.to_bitmask();
    }
    bits.rotate_right(n)
}

fn check_guards<P: Packed>(words: &[P], word: P) {
    if cfg!(debug_assertions) {
        for &each in words {
            let _ = each.ge_lanes(word);
        }
    }
}

/// A comparison of many words with one fixed word, for which constants are precomputed.
trait Predicate<S: Simd, P: Packed>: Copy {
    /// Returns a vector in which the high bits of all lanes of a word are clear iff the comparison
    /// holds for that word.
    fn violations(self, words: Vector<S, P>) -> Vector<S, P>;
    /// Returns whether the comparison holds for one word.
    fn holds(self, word: P) -> bool;
}

/// The comparison "at least `other` in every lane".
#[derive(Clone, Copy)]
struct AllGe<P, V> {
    other: P,
    /// In every lane of B bits: 2^(B−1) − 1 plus the value of this lane in `other`. If a word is
    /// subtracted from `limit`, no lane borrows from the next lane. In the difference, the high bit
    /// of a lane is 0 iff the word's lane is at least the same lane of `other`.
    limit: V,
}

impl<P: Packed, V> AllGe<P, V> {
    #[inline(always)]
    fn new<S: Simd>(simd: S, other: P) -> Self
    where
        V: SimdInt<S, Element = P::Word>,
    {
        let lower = V::splat(simd, (!P::HIGH_BITS).bits());
        Self { other, limit: lower + other.bits() }
    }
}

impl<S: Simd, P: Packed> Predicate<S, P> for AllGe<P, Vector<S, P>> {
    #[inline(always)]
    fn violations(self, words: Vector<S, P>) -> Vector<S, P> {
        self.limit - words
    }
    #[inline(always)]
    fn holds(self, word: P) -> bool {
        word.all_ge(self.other)
    }
}

/// The comparison "at most `other` in every lane".
#[derive(Clone, Copy)]
struct AllLe<P, V> {
    other: P,
    /// In every lane of B bits: 2^(B−1) − 1 minus the value of this lane in `other`. If a word is
    /// added to `margin`, the high bit of a lane in the sum is 1 iff the word's lane is greater
    /// than the same lane of `other`.
    margin: V,
}

impl<P: Packed, V> AllLe<P, V> {
    #[inline(always)]
    fn new<S: Simd>(simd: S, other: P) -> Self
    where
        V: SimdInt<S, Element = P::Word>,
    {
        let lower = V::splat(simd, (!P::HIGH_BITS).bits());
        Self { other, margin: lower - other.bits() }
    }
}

impl<S: Simd, P: Packed> Predicate<S, P> for AllLe<P, Vector<S, P>> {
    #[inline(always)]
    fn violations(self, words: Vector<S, P>) -> Vector<S, P> {
        self.margin + words
    }
    #[inline(always)]
    fn holds(self, word: P) -> bool {
        self.other.all_ge(word)
    }
}

/// Compares all `words` and writes the results to `mask`, one bit for each word.
#[inline(always)]
fn masks<S: Simd, P: Packed>(simd: S, words: &[P], predicate: impl Predicate<S, P>, mask: &mut [u64]) {
    let (blocks, rest) = words.as_chunks::<64>();
    for (block, mask) in blocks.iter().zip(&mut *mask) {
        *mask = pack_bits::<S, P>(block.chunks_exact(Vector::<S, P>::LEN).map(
            #[inline(always)]
            |words| satisfied(simd, words, predicate),
        ));
    }
    if let Some(mask) = mask.get_mut(blocks.len()) {
        *mask = pack_bools(rest.iter().map(|&word| predicate.holds(word)));
    }
}

/// Packs the results of fewer than 64 comparisons, lowest bit first.
#[inline(always)]
fn pack_bools(answers: impl DoubleEndedIterator<Item = bool>) -> u64 {
    answers.rev().fold(0, |bits, yes| bits << 1 | u64::from(yes))
}

/// Compares one vector of words. Returns the mask of the words for which the comparison holds.
#[inline(always)]
fn satisfied<S: Simd, P: Packed>(
    simd: S,
    words: &[P],
    predicate: impl Predicate<S, P>,
) -> <Vector<S, P> as SimdBase<S>>::Mask {
    let violations = predicate.violations(vector::load(simd, words)) & P::HIGH_BITS.bits();
    violations.simd_eq(Vector::<S, P>::splat(simd, P::Word::truncated(0)))
}

/// Number of vectors of counters to which [`count`] adds in turn, so that consecutive additions are
/// independent.
const SIDE_BY_SIDE: usize = 4;

/// Counts the words for which the comparison holds.
///
/// In vectors of less than 512 bits, the comparison sets all bits of a word or none. For each word,
/// the result selects the number 1 or 0, which is added to a counter as wide as the word. There are
/// [`SIDE_BY_SIDE`] vectors of counters, so that consecutive additions are independent; all
/// counters are summed at the end.
///
/// In vectors of 512 bits, the comparison sets bits of a mask register, which one instruction
/// counts.
#[inline(always)]
fn count<S: Simd, P: Packed>(simd: S, words: &[P], predicate: impl Predicate<S, P>) -> usize {
    let n = Vector::<S, P>::LEN;
    if size_of::<Vector<S, P>>() == 64 {
        // Vectors of 512 bits compare into mask registers, whose bits are counted directly.
        let chunks = words.chunks_exact(n);
        let rest = chunks.remainder().iter().filter(|&&word| predicate.holds(word)).count();
        let mut total = 0;
        for words in chunks {
            total += satisfied(simd, words, predicate).to_bitmask().count_ones() as usize;
        }
        return total + rest;
    }
    // Comparisons of narrower vectors select 1 or 0 for each word, and these numbers are summed.
    let blocks = words.chunks_exact(n * SIDE_BY_SIDE);
    let mut total = blocks.remainder().iter().filter(|&&word| predicate.holds(word)).count();
    let (zero, one) = (P::Word::truncated(0), P::Word::truncated(1));
    let (zero, one) = (Vector::<S, P>::splat(simd, zero), Vector::<S, P>::splat(simd, one));
    // At most 2^28 blocks are counted at a time, so that counters of 32 bits do not overflow.
    for words in words[..words.len() - blocks.remainder().len()].chunks((n * SIDE_BY_SIDE) << 28) {
        let mut counts = [zero; SIDE_BY_SIDE];
        for block in words.chunks_exact(n * SIDE_BY_SIDE) {
            for (count, words) in counts.iter_mut().zip(block.chunks_exact(n)) {
                *count += satisfied(simd, words, predicate).select(one, zero);
            }
        }
        let counts = counts.iter().flat_map(SimdBase::as_slice);
        total += counts.map(|&count| count.into() as usize).sum::<usize>();
    }
    total
}

/// Computes, at every bit position, the majority of the bits of three words.
///
/// On one word: [`majority`](planes::majority).
///
/// # Panics
/// If the slices differ in length.
pub fn majority<W: Word>(level: Level, [a, b, c]: [&[W]; 3], out: &mut [W]) {
    same_length(a.len(), b.len());
    same_length(a.len(), c.len());
    same_length(a.len(), out.len());
    dispatch!(level.simd(), simd => majorities(simd, [a, b, c], out));
}

#[inline(always)]
fn majorities<S: Simd, W: Word>(simd: S, [a, b, c]: [&[W]; 3], out: &mut [W]) {
    let whole = a.len() - a.len() % Plain::<S, W>::LEN;
    for i in (0..whole).step_by(Plain::<S, W>::LEN) {
        let at = i..i + Plain::<S, W>::LEN;
        let [a, b, c] = [a, b, c].map(|s| Plain::<S, W>::from_slice(simd, &s[at.clone()]));
        planes::majority(a, b, c).store_slice(&mut out[at]);
    }
    for i in whole..a.len() {
        out[i] = planes::majority(a[i], b[i], c[i]);
    }
}

/// Adds the three bits at every bit position. Writes the low digits of the sums to `sum` and the
/// high digits to `carry`.
///
/// On one word: [`carry_save_add`](planes::carry_save_add).
///
/// # Panics
/// If the slices differ in length.
pub fn carry_save_add<W: Word>(level: Level, [a, b, c]: [&[W]; 3], sum: &mut [W], carry: &mut [W]) {
    same_length(a.len(), b.len());
    same_length(a.len(), c.len());
    same_length(a.len(), sum.len());
    same_length(a.len(), carry.len());
    dispatch!(level.simd(), simd => carry_save_adds(simd, [a, b, c], sum, carry));
}

#[inline(always)]
fn carry_save_adds<S: Simd, W: Word>(simd: S, [a, b, c]: [&[W]; 3], sum: &mut [W], carry: &mut [W]) {
    let whole = a.len() - a.len() % Plain::<S, W>::LEN;
    for i in (0..whole).step_by(Plain::<S, W>::LEN) {
        let at = i..i + Plain::<S, W>::LEN;
        let [a, b, c] = [a, b, c].map(|s| Plain::<S, W>::from_slice(simd, &s[at.clone()]));
        let (low, high) = planes::carry_save_add(a, b, c);
        low.store_slice(&mut sum[at.clone()]);
        high.store_slice(&mut carry[at]);
    }
    for i in whole..a.len() {
        (sum[i], carry[i]) = planes::carry_save_add(a[i], b[i], c[i]);
    }
}
