//! Many codewords side by side, laid out for the vector kernels.

#![allow(clippy::inline_always, reason = "kernels must be compiled inside the dispatched vector level")]

use quadrille_lanes::simd::{Simd, prelude::*};

use crate::codeword::Codeword;
use crate::game::Game;

/// The arrays end on a multiple of this many codewords: the most 64-bit lanes of a vector of any level.
const PADDING: usize = 8;

/// The most words the unary counts of one codeword need: 15 colours of up to 16 copies, 240 bits.
const MAX_PLANES: usize = 4;

/// Codewords of one game as arrays: the packed pins, and the colour counts in unary.
///
/// The unary counts of a codeword give every colour a field of as many bits as it can occur times, filled
/// from below, fields side by side over one to four words. `AND` is then the lane-wise minimum and the number
/// of ones its sum, for any number of pins and without a guard bit:
///
/// ```text
/// 4 pins, 3 colours    colour 3  2    1
/// 1123                     0001 0001 0011
/// 1112                     0000 0001 0111
/// and                      0000 0001 0011     3 ones: 3 hits
/// ```
///
/// Sorted ascending, that is lexicographically, by everyone in this crate.
#[derive(Clone, Debug)]
pub struct CodeSet {
    game: Game,
    len: usize,
    /// Packed pins; zeros behind the last codeword.
    codes: Vec<u64>,
    /// Word `w` of every codeword's unary counts in `planes[w]`; zeros behind the last codeword.
    planes: Vec<Vec<u64>>,
}

/// One codeword as the kernels take it: packed pins and unary counts.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Entry {
    pub(crate) code: u64,
    pub(crate) planes: [u64; MAX_PLANES],
}

impl CodeSet {
    /// An empty set with room for `capacity` codewords.
    pub(crate) fn with_capacity(game: Game, capacity: usize) -> Self {
        let room = capacity.next_multiple_of(PADDING);
        let planes = (0..plane_count(game)).map(|_| Vec::with_capacity(room)).collect();
        Self { game, len: 0, codes: Vec::with_capacity(room), planes }
    }

    /// The given codewords, in the given order. All must belong to `game`.
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

    /// All codewords of a game. Takes [`bytes_per_codeword`](Self::bytes_per_codeword) for each.
    pub fn all(game: Game) -> Self {
        Self::new(game, game)
    }

    /// Memory for one codeword of a game: 8 bytes for the pins and 8 to 32 for the counts.
    pub const fn bytes_per_codeword(game: Game) -> u64 {
        8 * (1 + plane_count(game) as u64)
    }

    /// The game the codewords belong to.
    pub const fn game(&self) -> Game {
        self.game
    }

    /// How many codewords.
    pub const fn len(&self) -> usize {
        self.len
    }

    /// Whether there are none.
    pub const fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// The codewords in order.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = Codeword> {
        self.codes[..self.len].iter().map(|&bits| Codeword::from_valid_bits(bits))
    }

    /// The codeword at a place, if there is one.
    pub fn get(&self, at: usize) -> Option<Codeword> {
        (at < self.len).then(|| Codeword::from_valid_bits(self.codes[at]))
    }

    /// The packed pins and, word by word, the unary counts, both with padding.
    pub(crate) fn arrays<const K: usize>(&self) -> (&[u64], [&[u64]; K]) {
        (&self.codes, std::array::from_fn(|word| &self.planes[word][..]))
    }

    /// How many words of unary counts a codeword has, 1..=4.
    pub(crate) fn plane_count(&self) -> usize {
        self.planes.len()
    }

    /// Adds a codeword; [`pad`](Self::pad) when the last one is in.
    pub(crate) fn push(&mut self, entry: Entry) {
        self.codes.push(entry.code);
        for (plane, word) in self.planes.iter_mut().zip(entry.planes) {
            plane.push(word);
        }
        self.len += 1;
    }

    /// Fills the arrays with zeros up to whole vectors.
    pub(crate) fn pad(&mut self) {
        let room = self.len.next_multiple_of(PADDING);
        self.codes.resize(room, 0);
        for plane in &mut self.planes {
            plane.resize(room, 0);
        }
    }
}

/// How many whole vectors the arrays hold.
#[inline(always)]
pub(crate) fn vectors<S: Simd>(padded: &[u64]) -> usize {
    const { assert!(S::u64s::LEN <= PADDING && PADDING.is_multiple_of(S::u64s::LEN)) };
    padded.len() / S::u64s::LEN
}

const fn plane_count(game: Game) -> usize {
    (game.colors() * game.most_of_a_color()).div_ceil(64)
}

/// The packed pins and the unary counts of a codeword.
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
