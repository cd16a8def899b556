//! Codewords as arrays, laid out for the vector kernels.

#![allow(clippy::inline_always, reason = "kernels must be inlined into code compiled for the vector level")]

use quadrille_lanes::simd::{Simd, prelude::*};

use crate::codeword::Codeword;
use crate::game::Game;

/// The array lengths are multiples of this number: the number of 64-bit words in the widest vector.
const PADDING: usize = 8;

/// Maximum number of words of unary counts per codeword: 15 colours of up to 16 copies, 240 bits.
const MAX_PLANES: usize = 4;

/// Codewords of one game as arrays: the packed pins, and the colour counts in unary.
///
/// The unary counts have a field for each colour, with one bit for each time that the colour can
/// occur. If the colour occurs n times, the n lowest bits of the field are set. The fields are
/// packed into one to four words. In the bitwise `AND` of two codewords, each field holds the
/// smaller of the two counts, so the number of ones is the sum of these minima:
///
/// ```text
/// 4 pins, 3 colours    colour 3  2    1
/// 1123                     0001 0001 0011
/// 1112                     0000 0001 0111
/// and                      0000 0001 0011     3 ones: 3 hits
/// ```
///
/// This crate uses only sets in ascending, that is, lexicographic order.
#[derive(Clone, Debug)]
pub struct CodeSet {
    game: Game,
    len: usize,
    /// Packed pins; zero padding at the end.
    codes: Vec<u64>,
    /// `planes[w]` holds word `w` of the unary counts of every codeword; zero padding at the end.
    planes: Vec<Vec<u64>>,
}

/// One codeword in the kernels' format: packed pins and unary counts.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Entry {
    pub(crate) code: u64,
    pub(crate) planes: [u64; MAX_PLANES],
}

impl CodeSet {
    /// Creates an empty set with room for `capacity` codewords.
    pub(crate) fn with_capacity(game: Game, capacity: usize) -> Self {
        let room = capacity.next_multiple_of(PADDING);
        let planes = (0..plane_count(game)).map(|_| Vec::with_capacity(room)).collect();
        Self { game, len: 0, codes: Vec::with_capacity(room), planes }
    }

    /// Creates a set of codewords of `game`, in the given order.
    pub fn new(game: Game, codes: impl IntoIterator<Item = Codeword>) -> Self {
        let codes = codes.into_iter();
        let mut set = Self::with_capacity(game, codes.size_hint().0);
        for code in codes {
            debug_assert_eq!(game.check(code), Ok(()));
            set.push(unary(game, code));
        }
        set.pad();
        set
    }

    /// Creates the set of all codewords of a game. Takes
    /// [`bytes_per_codeword`](Self::bytes_per_codeword) bytes for each codeword.
    pub fn all(game: Game) -> Self {
        Self::new(game, game)
    }

    /// Returns the bytes per codeword of a game: 8 for the pins and 8 to 32 for the counts.
    pub const fn bytes_per_codeword(game: Game) -> u64 {
        8 * (1 + plane_count(game) as u64)
    }

    /// Returns the game of the codewords.
    pub const fn game(&self) -> Game {
        self.game
    }

    /// Returns the number of codewords.
    pub const fn len(&self) -> usize {
        self.len
    }

    /// Returns whether the set is empty.
    pub const fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Iterates over the codewords in order.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = Codeword> {
        self.codes[..self.len].iter().map(|&bits| Codeword::from_valid_bits(bits))
    }

    /// Returns the codeword at an index.
    pub fn get(&self, at: usize) -> Option<Codeword> {
        (at < self.len).then(|| Codeword::from_valid_bits(self.codes[at]))
    }

    /// Returns the packed pins and the words of unary counts, with padding.
    pub(crate) fn arrays<const K: usize>(&self) -> (&[u64], [&[u64]; K]) {
        (&self.codes, std::array::from_fn(|word| &self.planes[word][..]))
    }

    /// Returns the number of words of unary counts per codeword, 1 to 4.
    pub(crate) fn plane_count(&self) -> usize {
        self.planes.len()
    }

    /// Appends a codeword; call [`pad`](Self::pad) after the last.
    pub(crate) fn push(&mut self, entry: Entry) {
        self.codes.push(entry.code);
        for (plane, word) in self.planes.iter_mut().zip(entry.planes) {
            plane.push(word);
        }
        self.len += 1;
    }

    /// Pads the arrays with zeros to whole vectors.
    pub(crate) fn pad(&mut self) {
        let room = self.len.next_multiple_of(PADDING);
        self.codes.resize(room, 0);
        for plane in &mut self.planes {
            plane.resize(room, 0);
        }
    }
}

/// Returns the number of vectors of the level `S` in a padded array.
#[inline(always)]
pub(crate) fn vectors<S: Simd>(padded: &[u64]) -> usize {
    const { assert!(S::u64s::LEN <= PADDING && PADDING.is_multiple_of(S::u64s::LEN)) };
    padded.len() / S::u64s::LEN
}

const fn plane_count(game: Game) -> usize {
    (game.colors() * game.most_of_a_color()).div_ceil(64)
}

/// Computes the packed pins and the unary counts of a codeword.
pub(crate) fn unary(game: Game, code: Codeword) -> Entry {
    let most = game.most_of_a_color();
    let mut planes = [0; MAX_PLANES];
    for (color, &count) in code.counts().iter().enumerate() {
        for bit in color * most..color * most + usize::from(count) {
            planes[bit / 64] |= 1u64 << (bit % 64);
        }
    }
    Entry { code: code.bits(), planes }
}
