//! Codewords as bit planes: one bit per codeword in every plane.
//!
//! ```text
//! codewords, from the right       …  1 2 2 3   1 1 2 3   1 1 2 2
//! "pin 1 has colour 1"            …     1         1         1
//! "pin 2 has colour 1"            …     0         1         1
//! "has at least one of colour 2"  …     1         1         1
//! "has at least two of colour 2"  …     1         0         1
//! ```
//!
//! In memory, blocks of 512 codewords follow one another. Within a block a plane is eight
//! contiguous words, one cache line, so that no vector crosses a line boundary:
//!
//! ```text
//! block 0:  pin 1 is 1 │ pin 1 is 2 │ … │ pin p is c │ ≥ 1 of 1 │ ≥ 2 of 1 │ … │ ≥ m of c │ zeros │ ones
//!           └ 8 words ┘
//! block 1:  …
//! ```
//!
//! The planes of zeros and ones serve as operands in two cases: in kernels that are compiled for
//! more pins than the game has, and in place of the planes of pins that are equal in all codewords
//! and therefore not stored.
//!
//! To compare one codeword with all codewords in the planes, two planes are selected for each of
//! its pins. The first is "pin i has colour c"; the sum of these planes is the number of black
//! pegs. The second is "has at least n of colour c": n = 1 for the first pin of colour c, n = 2 for
//! the second, and so on. The sum of these planes is the number of hits, black plus white. The
//! roles of guess and secret are interchangeable.

use quadrille_lanes::simd::{Simd, prelude::*};
use quadrille_memory::of;

use crate::codeword::Codeword;
use crate::game::Game;

/// Number of 64-bit words of a plane in a block: 512 bits, as in the widest vector.
pub(crate) const WORDS: usize = 8;

/// Codewords per block.
pub(crate) const BLOCK: usize = 64 * WORDS;

/// One plane of one block: a cache line, so that no vector crosses a line boundary.
#[derive(Clone, Copy, Debug, Default)]
#[repr(align(64))]
pub(crate) struct Plane {
    words: [u64; WORDS],
}

impl Plane {
    /// Returns vector number `part` of the plane.
    #[inline(always)]
    pub(crate) fn vector<S: Simd>(&self, simd: S, part: usize) -> S::u64s {
        S::u64s::from_slice(simd, &self.words[part * S::u64s::LEN..(part + 1) * S::u64s::LEN])
    }
}

/// Codewords of one game as bit planes, in blocks of 512; the last block is padded with zeros.
///
/// Takes about c(p + m)/8 bytes per codeword for p pins, c colours and up to m copies of a colour.
///
/// ```
/// use quadrille_mastermind::{BitPlanes, Game, Repeats};
///
/// let game = Game::new(4, 6, Repeats::Allowed)?;
/// assert_eq!(BitPlanes::new(game, game).len(), 1296);
/// # Ok::<(), quadrille_mastermind::GameError>(())
/// ```
#[derive(Clone, Debug)]
pub struct BitPlanes {
    layout: Layout,
    len: usize,
    blocks: Vec<Plane>,
    /// Number of ones in each plane.
    ones: Vec<u32>,
}

/// Positions of the planes in a block.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Layout {
    pins: u16,
    colors: u16,
    /// Maximum number of pins of one colour.
    most: u16,
}

/// The indices of the planes selected by a codeword, padded with the plane of zeros up to `P`.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Picks<const P: usize> {
    pub(crate) black: [u16; P],
    pub(crate) hits: [u16; P],
}

impl Layout {
    pub(crate) const fn of(game: Game) -> Self {
        Self { pins: game.pins() as u16, colors: game.colors() as u16, most: game.most_of_a_color() as u16 }
    }

    /// Returns the index of the plane "pin `pin` has colour `color`", with pins and colours from 0.
    #[inline]
    const fn equal(self, pin: usize, color: usize) -> u16 {
        pin as u16 * self.colors + color as u16
    }

    /// Returns the index of the plane "at least `count` pins have colour `color`". `count` is at
    /// least 1; colours are numbered from 0. If a codeword cannot have `count` pins of one colour,
    /// the result is the plane of zeros.
    #[inline]
    const fn at_least(self, color: usize, count: usize) -> u16 {
        if count > self.most as usize {
            self.zeros()
        } else {
            self.pins * self.colors + color as u16 * self.most + (count - 1) as u16
        }
    }

    const fn zeros(self) -> u16 {
        (self.pins + self.most) * self.colors
    }

    const fn ones(self) -> u16 {
        self.zeros() + 1
    }

    /// Returns the number of planes per block.
    pub(crate) const fn planes(self) -> usize {
        self.ones() as usize + 1
    }

    /// Returns the planes selected by a codeword. `colors` are its colours, numbered from 0, from
    /// the leftmost pin on. `prefix` holds the colours of the first pins, which are equal in all
    /// codewords and are not stored in the planes. `ahead` holds the number of pins of each colour
    /// in `prefix`.
    #[inline]
    pub(crate) fn picks_behind<const P: usize>(
        self,
        prefix: &[u8],
        ahead: &[u8; 16],
        colors: impl Iterator<Item = usize>,
    ) -> Picks<P> {
        let mut picks = Picks { black: [self.zeros(); P], hits: [self.zeros(); P] };
        let mut seen = [0u8; 16];
        for ((pin, color), (black, hits)) in
            colors.enumerate().zip(picks.black.iter_mut().zip(&mut picks.hits))
        {
            *black = match prefix.get(pin) {
                None => self.equal(pin - prefix.len(), color),
                Some(&ahead) if usize::from(ahead) == color => self.ones(),
                Some(_) => self.zeros(),
            };
            seen[color] += 1;
            *hits = if seen[color] <= ahead[color] {
                self.ones()
            } else {
                self.at_least(color, usize::from(seen[color] - ahead[color]))
            };
        }
        picks
    }

    /// Returns the planes selected by a codeword of the same game.
    #[inline]
    pub(crate) fn picks<const P: usize>(self, code: Codeword) -> Picks<P> {
        let mut picks = Picks { black: [self.zeros(); P], hits: [self.zeros(); P] };
        // The pins are processed from the last, which is in the lowest bits. The sums of the
        // selected planes do not depend on this order, because pins of one colour can be numbered
        // in any order.
        let mut seen = 0u64;
        let mut rest = code.bits();
        let pins = usize::from(self.pins).min(P);
        let mut equal = pins as u16 * self.colors;
        let first = self.pins * self.colors;
        for (black, hits) in picks.black[..pins].iter_mut().zip(&mut picks.hits) {
            let color = (rest & 15) as u16 - 1;
            rest >>= 4;
            equal -= self.colors;
            *black = equal + color;
            *hits = first + color * self.most + (seen >> (4 * color) & 15) as u16;
            seen += 1 << (4 * color);
        }
        picks
    }
}

impl BitPlanes {
    /// Creates the planes of codewords of `game`, in the given order.
    pub fn new(game: Game, codes: impl IntoIterator<Item = Codeword>) -> Self {
        let codes = codes.into_iter();
        let mut planes = Self::with_capacity(game, codes.size_hint().0);
        planes.extend(codes);
        planes
    }

    /// Creates empty planes with room for `codewords` codewords.
    pub(crate) fn with_capacity(game: Game, codewords: usize) -> Self {
        let layout = Layout::of(game);
        let blocks = Vec::with_capacity(codewords.div_ceil(BLOCK) * layout.planes());
        Self { layout, len: 0, blocks, ones: vec![0; layout.planes()] }
    }

    /// Returns the number of bytes of the stored planes.
    #[cfg(test)]
    pub(crate) fn taken(&self) -> u64 {
        (size_of_val(&*self.blocks) + size_of_val(&*self.ones)) as u64
    }

    /// Returns the number of bytes for planes of `codewords` codewords of a game.
    pub(crate) const fn bytes(game: Game, codewords: u64) -> u64 {
        let planes = Layout::of(game).planes() as u64;
        of::<Plane>(codewords.div_ceil(BLOCK as u64).saturating_mul(planes)).saturating_add(of::<u32>(planes))
    }

    /// Appends codewords of the same game.
    pub(crate) fn extend(&mut self, codes: impl IntoIterator<Item = Codeword>) {
        let Self { layout, len, blocks, ones } = self;
        for code in codes {
            let at = *len % BLOCK;
            if at == 0 {
                blocks.resize(blocks.len() + layout.planes(), Plane::default());
                let last = blocks.len() - 1;
                blocks[last].words = [u64::MAX; WORDS];
            }
            let from = blocks.len() - layout.planes();
            let block = &mut blocks[from..];
            let (word, bit) = (at / 64, 1u64 << (at % 64));
            let mut seen = [0; 16];
            for (pin, color) in code.colors().map(|color| usize::from(color) - 1).enumerate() {
                seen[color] += 1;
                for plane in [layout.equal(pin, color), layout.at_least(color, seen[color])] {
                    block[usize::from(plane)].words[word] |= bit;
                    ones[usize::from(plane)] += 1;
                }
            }
            *len += 1;
        }
        ones[usize::from(layout.ones())] = *len as u32;
    }

    /// Returns the number of codewords.
    pub const fn len(&self) -> usize {
        self.len
    }

    /// Returns whether there are no codewords.
    pub const fn is_empty(&self) -> bool {
        self.len == 0
    }

    pub(crate) const fn layout(&self) -> Layout {
        self.layout
    }

    pub(crate) const fn pins(&self) -> usize {
        self.layout.pins as usize
    }

    /// Returns the total number of ones in the planes with these indices.
    #[inline]
    pub(crate) fn ones(&self, picks: &[u16]) -> u32 {
        picks.iter().map(|&pick| self.ones[usize::from(pick)]).sum()
    }

    /// Returns the number of blocks.
    pub(crate) fn blocks(&self) -> usize {
        self.blocks.len() / self.layout.planes()
    }

    /// Iterates over the planes, block by block.
    #[inline]
    pub(crate) fn by_block(&self) -> impl ExactSizeIterator<Item = &[Plane]> {
        self.blocks.chunks_exact(self.layout.planes())
    }

    /// Returns the planes of one block.
    #[inline]
    pub(crate) fn block(&self, number: usize) -> &[Plane] {
        &self.blocks[number * self.layout.planes()..(number + 1) * self.layout.planes()]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Repeats;
    use crate::plain;

    /// The sum of the selected planes, bit by bit, equals the score.
    #[test]
    fn sums_of_picks_are_scores() {
        for (pins, colors, repeats) in [
            (3, 4, Repeats::Allowed),
            (4, 6, Repeats::Allowed),
            (3, 5, Repeats::Forbidden),
            (16, 2, Repeats::Allowed),
        ] {
            let game = Game::new(pins, colors, repeats).unwrap();
            let codes: Vec<Codeword> = game.iter().step_by(1 + game.codewords() as usize / 600).collect();
            let planes = BitPlanes::new(game, codes.iter().copied());
            for &other in &codes {
                let picks: Picks<16> = planes.layout().picks(other);
                for (at, &code) in codes.iter().enumerate() {
                    let sum = |picks: &[u16; 16]| {
                        let block = planes.block(at / BLOCK);
                        let bit =
                            |&pick: &u16| block[usize::from(pick)].words[at % BLOCK / 64] >> (at % 64) & 1;
                        picks.iter().map(bit).sum::<u64>()
                    };
                    let expected = plain::score(code, other);
                    assert_eq!(sum(&picks.black), u64::from(expected.black));
                    assert_eq!(sum(&picks.hits), u64::from(expected.black + expected.white));
                }
                let scores = codes.iter().map(|&code| plain::score(code, other));
                let sums = scores.fold((0, 0), |(black, hits), score| {
                    (black + u32::from(score.black), hits + u32::from(score.black + score.white))
                });
                assert_eq!((planes.ones(&picks.black), planes.ones(&picks.hits)), sums);
            }
        }
    }

    #[test]
    fn prefixes_are_part_of_the_codewords() {
        let (whole, rest) =
            (Game::new(5, 3, Repeats::Allowed).unwrap(), Game::new(3, 3, Repeats::Allowed).unwrap());
        let planes = BitPlanes::new(rest, rest);
        for (at, code) in whole.iter().enumerate() {
            let colors: Vec<u8> = code.colors().map(|color| color - 1).collect();
            let mut ahead = [0; 16];
            for &color in &colors[..2] {
                ahead[usize::from(color)] += 1;
            }
            for other in whole {
                let others = other.colors().map(|color| usize::from(color) - 1);
                let picks: Picks<8> = planes.layout().picks_behind(&colors[..2], &ahead, others);
                let bit = |&pick: &u16| planes.block(0)[usize::from(pick)].words[0] >> (at % 27) & 1;
                let expected = plain::score(code, other);
                assert_eq!(picks.black.iter().map(bit).sum::<u64>(), u64::from(expected.black));
                let hits = u64::from(expected.black + expected.white);
                assert_eq!(picks.hits.iter().map(bit).sum::<u64>(), hits, "{code:?} {other:?}");
            }
        }
    }
}
