//! Every operation on whole slices of packed words, through vectors of the given [`Level`].
//!
//! The level is dispatched on once a call, so a call should have many words to work on; all levels
//! give the same result. Slices may have any length and any alignment; those that belong together
//! must have the same length. The work is linear in it and nothing is allocated.
//!
//! Preconditions are those of the operation on one word ([`Lanes64`](crate::Lanes64)): in debug
//! builds every word is checked, in release builds a word that breaks one yields what the operation
//! on one word yields ([`sum`] excepted: some number that fits a lane).
//!
//! # How a call works
//! A slice is cut into as many whole vectors as fit, and a rest of fewer words, which is done word by word by
//! the operation on one word. Vectors are loaded and stored unaligned, so it does not matter where a slice
//! begins.
//!
//! ```text
//! words    | 0 1 2 3 | 4 5 6 7 | 8 9 10 11 | 12 13        level avx2: vectors of four words
//!          '- vector'- vector '-- vector  '-- rest
//! ```
//!
//! Within a vector nothing crosses from word to word, and within a word nothing from lane to lane, as long as
//! the operation's precondition holds; so the bits are those of the loop over words, at every width.
//!
//! ```text
//! hands   4021  1111  0440     each word its lanes, lane 0 on the right
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

/// The vector of level `S` for words packed as `P`.
type Vector<S, P> = <<P as Packed>::Word as SimdIntElement>::Native<S>;

/// The vector of level `S` for plain words `W`.
type Plain<S, W> = <W as SimdIntElement>::Native<S>;

/// Panics with the lengths unless they agree.
#[inline]
#[track_caller]
fn same_length(a: usize, b: usize) {
    assert!(a == b, "slices that belong together have the lengths {a} and {b}");
}

/// Writes `word(a)` for every word: `vector` for whole vectors, `word` for the rest.
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

/// Writes `word(a, b)` for every pair of words: `vector` for whole vectors, `word` for the rest.
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
    Packed zero_lanes: "For every word the mask (high bits) of its lanes that are 0."
    Nibbles count_bits: "For every word the number of bits in each lane."
    Nibbles one_hot: "For every word of counts up to 4: k ≥ 1 becomes bit k − 1 of its lane."
    Nibbles smear_down: "For every word: each set bit sets the lower bits of its lane."
    Nibbles all_bits: "For every word the mask (low bits) of its lanes with all four bits set."
    Nibbles three_bits: "For every word the mask (low bits) of its lanes with three or four bits set."
    Nibbles any_bit: "For every word the mask (low bits) of its lanes with any bit set."
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
    eq_lanes: "For every pair of words the mask (high bits) of the lanes that are equal."
    ge_lanes: "For every pair of words the mask (high bits) of the lanes where `a` ≥ `b`; guard bits free."
    sub: "For every pair of words `a` − `b` lane by lane; no lane of `a` may be less."
    add: "For every pair of words `a` + `b` lane by lane; every sum must fit its lane."
    min_lanes: "For every pair of words the smaller value lane by lane; guard bits free."
    max_lanes: "For every pair of words the larger value lane by lane; guard bits free."
}

/// For every word, where runs of `n` lanes start, bit by bit.
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

/// For every word the sum of its lanes, which must fit a lane.
///
/// On one word: [`sum`](crate::Lanes64::sum).
///
/// # Panics
/// If the slices differ in length.
pub fn sum<P: Packed>(level: Level, a: &[P], out: &mut [P::Word]) {
    same_length(a.len(), out.len());
    dispatch!(level.simd(), simd => sums(simd, a, out, vector::sum::<P, _, _>, P::sum));
}

/// For every word the sum of its lanes, whatever they hold.
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

/// Which of `words` are at least `other` in every lane: bit i % 64 of `mask[i / 64]` is set iff `words[i]`
/// is. The bits beyond the last word are 0. Guard bits must be free in all words.
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
/// If `mask` is not `words.len()` / 64, rounded up, long.
pub fn all_ge_mask<P: Packed>(level: Level, words: &[P], other: P, mask: &mut [u64]) {
    same_length(words.len().div_ceil(64), mask.len());
    check_guards(words, other);
    dispatch!(level.simd(), simd => masks(simd, words, AllGe::new(simd, other), mask));
}

/// How many of `words` are at least `other` in every lane. Guard bits must be free in all words.
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

/// Which of `words` are at most `other` in every lane: bit i % 64 of `mask[i / 64]` is set iff `words[i]` is.
/// The bits beyond the last word are 0. Guard bits must be free in all words.
///
/// On one word: [`all_ge`](crate::Lanes64::all_ge) of `other`.
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
/// If `mask` is not `words.len()` / 64, rounded up, long.
pub fn all_le_mask<P: Packed>(level: Level, words: &[P], other: P, mask: &mut [u64]) {
    same_length(words.len().div_ceil(64), mask.len());
    check_guards(words, other);
    dispatch!(level.simd(), simd => masks(simd, words, AllLe::new(simd, other), mask));
}

/// How many of `words` are at most `other` in every lane. Guard bits must be free in all words.
///
/// On one word: [`all_ge`](crate::Lanes64::all_ge) of `other`.
pub fn all_le_count<P: Packed>(level: Level, words: &[P], other: P) -> usize {
    check_guards(words, other);
    dispatch!(level.simd(), simd => count(simd, words, AllLe::new(simd, other)))
}

/// For which pairs `a[i]` is at least `b[i]` in every lane: bit i % 64 of `mask[i / 64]` is set iff it is.
/// The bits beyond the last pair are 0. Guard bits must be free in all words.
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
/// If `b` is not as long as `a`, or `mask` is not `a.len()` / 64, rounded up, long.
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

/// The answers of 64 words, lowest bit first.
///
/// A vector of n words answers with n bits. They are put into the lowest n bits of the word, after what is
/// there has been rotated n places to the right, out of the way and round to the top. When all 64/n vectors
/// have answered, answer k has been rotated 64/n − 1 − k times; with the last rotation it is 64 − k·n places
/// to the right, which is k·n to the left:
///
/// ```text
/// n = 16           bits 63…48   47…32   31…16   15…0
/// answer 0             .           .       .      A₀
/// answer 1            A₀           .       .      A₁
/// answer 2            A₁          A₀       .      A₂
/// answer 3            A₂          A₁      A₀      A₃
/// last rotation       A₃          A₂      A₁      A₀
/// ```
#[inline(always)]
fn pack_bits<S: Simd, P: Packed>(answers: impl Iterator<Item = <Vector<S, P> as SimdBase<S>>::Mask>) -> u64 {
    // Rotation brings each answer to its place and the whole back to where it began. Shifts by
    // growing distances would do too, but are made into slower vector code.
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

/// One question to every word, with what does not change worked out beforehand.
trait Question<S: Simd, P: Packed>: Copy {
    /// One vector in which a word has no high bit of a lane set iff the answer is yes.
    fn no(self, words: Vector<S, P>) -> Vector<S, P>;
    /// The same for one word.
    fn holds(self, word: P) -> bool;
}

/// Is a word at least `other` in every lane?
#[derive(Clone, Copy)]
struct AllGe<P, V> {
    other: P,
    /// Lane by lane 2^(B−1) − 1 plus that of `other`. Less a lane of the word, which never borrows from the
    /// next, the high bit stays unless the word has enough.
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

impl<S: Simd, P: Packed> Question<S, P> for AllGe<P, Vector<S, P>> {
    #[inline(always)]
    fn no(self, words: Vector<S, P>) -> Vector<S, P> {
        self.limit - words
    }
    #[inline(always)]
    fn holds(self, word: P) -> bool {
        word.all_ge(self.other)
    }
}

/// Is a word at most `other` in every lane?
#[derive(Clone, Copy)]
struct AllLe<P, V> {
    other: P,
    /// Lane by lane 2^(B−1) − 1 less that of `other`. Plus a lane of the word, the high bit appears iff the
    /// word has more.
    room: V,
}

impl<P: Packed, V> AllLe<P, V> {
    #[inline(always)]
    fn new<S: Simd>(simd: S, other: P) -> Self
    where
        V: SimdInt<S, Element = P::Word>,
    {
        let lower = V::splat(simd, (!P::HIGH_BITS).bits());
        Self { other, room: lower - other.bits() }
    }
}

impl<S: Simd, P: Packed> Question<S, P> for AllLe<P, Vector<S, P>> {
    #[inline(always)]
    fn no(self, words: Vector<S, P>) -> Vector<S, P> {
        self.room + words
    }
    #[inline(always)]
    fn holds(self, word: P) -> bool {
        self.other.all_ge(word)
    }
}

/// The bits of 64 answers a word of `mask`.
#[inline(always)]
fn masks<S: Simd, P: Packed>(simd: S, words: &[P], question: impl Question<S, P>, mask: &mut [u64]) {
    let (blocks, rest) = words.as_chunks::<64>();
    for (block, mask) in blocks.iter().zip(&mut *mask) {
        *mask = pack_bits::<S, P>(block.chunks_exact(Vector::<S, P>::LEN).map(
            #[inline(always)]
            |words| yes(simd, words, question),
        ));
    }
    if let Some(mask) = mask.get_mut(blocks.len()) {
        *mask = pack_bools(rest.iter().map(|&word| question.holds(word)));
    }
}

/// The answers of less than 64 words, lowest bit first.
#[inline(always)]
fn pack_bools(answers: impl DoubleEndedIterator<Item = bool>) -> u64 {
    answers.rev().fold(0, |bits, yes| bits << 1 | u64::from(yes))
}

/// The answers for one vector of words.
#[inline(always)]
fn yes<S: Simd, P: Packed>(
    simd: S,
    words: &[P],
    question: impl Question<S, P>,
) -> <Vector<S, P> as SimdBase<S>>::Mask {
    let no = question.no(vector::load(simd, words)) & P::HIGH_BITS.bits();
    no.simd_eq(Vector::<S, P>::splat(simd, P::Word::truncated(0)))
}

/// Vectors counted side by side, so that no sum waits for the one before.
const SIDE_BY_SIDE: usize = 4;

/// The number of words for which the answer is yes.
///
/// A comparison of narrow vectors yields all ones or all zeros in every word of the vector. It selects 1 or
/// 0, and the ones are added up in counters as wide as the words, [`SIDE_BY_SIDE`] vectors of them, so that
/// the additions do not wait for one another; only at the end are the counters of a vector added across. With
/// mask registers (512 bits) the answers are bits already, and counting them is one instruction.
#[inline(always)]
fn count<S: Simd, P: Packed>(simd: S, words: &[P], question: impl Question<S, P>) -> usize {
    let n = Vector::<S, P>::LEN;
    if size_of::<Vector<S, P>>() == 64 {
        // Vectors of 512 bits compare into mask registers, whose bits are counted at once.
        let chunks = words.chunks_exact(n);
        let rest = chunks.remainder().iter().filter(|&&word| question.holds(word)).count();
        let mut total = 0;
        for words in chunks {
            total += yes(simd, words, question).to_bitmask().count_ones() as usize;
        }
        return total + rest;
    }
    // Narrower vectors compare into vectors, which are added up.
    let blocks = words.chunks_exact(n * SIDE_BY_SIDE);
    let mut total = blocks.remainder().iter().filter(|&&word| question.holds(word)).count();
    let (zero, one) = (P::Word::truncated(0), P::Word::truncated(1));
    let (zero, one) = (Vector::<S, P>::splat(simd, zero), Vector::<S, P>::splat(simd, one));
    // A counter of 32 bits must not run over, so 2^28 blocks are counted at a time.
    for words in words[..words.len() - blocks.remainder().len()].chunks((n * SIDE_BY_SIDE) << 28) {
        let mut counts = [zero; SIDE_BY_SIDE];
        for block in words.chunks_exact(n * SIDE_BY_SIDE) {
            for (count, words) in counts.iter_mut().zip(block.chunks_exact(n)) {
                *count += yes(simd, words, question).select(one, zero);
            }
        }
        let counts = counts.iter().flat_map(SimdBase::as_slice);
        total += counts.map(|&count| count.into() as usize).sum::<usize>();
    }
    total
}

/// At every place, the bit that at least two of three words have.
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

/// At every place, the sum of three bits: its low digit into `sum`, its high digit into `carry`.
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
