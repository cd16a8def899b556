//! Many codewords as planes of bits: one bit a codeword in every plane.
//!
//! ```text
//! codewords, from the right       …  1 2 2 3   1 1 2 3   1 1 2 2
//! "pin 1 has colour 1"            …     1         1         1
//! "pin 2 has colour 1"            …     0         1         1
//! "has at least one of colour 2"  …     1         1         1
//! "has at least two of colour 2"  …     1         0         1
//! ```
//!
//! In memory a block of 512 codewords comes after the other; within it a plane is eight words side by side, a
//! line of the cache, so that every vector level finds what it loads in one piece:
//!
//! ```text
//! block 0:  pin 1 is 1 │ pin 1 is 2 │ … │ pin p is c │ ≥ 1 of 1 │ ≥ 2 of 1 │ … │ ≥ m of c │ zeros │ ones
//!           └ 8 words ┘
//! block 1:  …
//! ```
//!
//! The planes of zeros and ones fill up what a kernel compiled for more pins asks for, and stand for what is
//! the same in all codewords of a stretch.
//!
//! Of the first kind, a codeword on the other side of a comparison picks as many planes as it has pins: their
//! sum is black. Of the second kind, too: one for its first pin of each colour, another for its second, and
//! so on; the sum of minima that black and white together are is, in unary, the sum of these planes. Which
//! side is guess and which is secret does not matter.

use quadrille_lanes::simd::{Simd, prelude::*};
use quadrille_memory::of;

use crate::codeword::Codeword;
use crate::game::Game;

/// Words of a plane that lie side by side: 512 codewords, the widest vector.
pub(crate) const WORDS: usize = 8;

/// Codewords in a block.
pub(crate) const BLOCK: usize = 64 * WORDS;

/// One plane of one block: a line of the cache, so that no vector lies across two.
#[derive(Clone, Copy, Debug, Default)]
#[repr(align(64))]
pub(crate) struct Plane {
    words: [u64; WORDS],
}

impl Plane {
    /// Vector number `part` of the plane.
    #[inline(always)]
    pub(crate) fn vector<S: Simd>(&self, simd: S, part: usize) -> S::u64s {
        S::u64s::from_slice(simd, &self.words[part * S::u64s::LEN..(part + 1) * S::u64s::LEN])
    }
}

/// Codewords of one game as planes of bits, in blocks of 512; those missing in the last block are zeros.
///
/// Takes up to p(c + m)/8 bytes a codeword for p pins, c colours and m copies of a colour.
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
    /// How many codewords have a one in each plane.
    ones: Vec<u32>,
}

/// Where the planes of a block are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Layout {
    pins: u16,
    colors: u16,
    /// How often a colour can occur.
    most: u16,
}

/// The planes that a codeword picks, padded with the plane of zeros up to `P`.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Picks<const P: usize> {
    pub(crate) black: [u16; P],
    pub(crate) hits: [u16; P],
}

impl Layout {
    pub(crate) const fn of(game: Game) -> Self {
        Self { pins: game.pins() as u16, colors: game.colors() as u16, most: game.most_of_a_color() as u16 }
    }

    /// "Pin `pin` has colour `color`", both from 0.
    #[inline]
    const fn equal(self, pin: usize, color: usize) -> u16 {
        pin as u16 * self.colors + color as u16
    }

    /// "Has at least `count` ≥ 1 of colour `color`", which is from 0; zeros where no codeword has so many.
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

    /// Planes in a block.
    pub(crate) const fn planes(self) -> usize {
        self.ones() as usize + 1
    }

    /// What a codeword picks whose colours, from 0 and from the leftmost pin on, are `colors`, where all
    /// codewords of the planes have `prefix` put in front of them; `ahead` counts the colours of the prefix.
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

    /// What a codeword of the same game picks.
    #[inline]
    pub(crate) fn picks<const P: usize>(self, code: Codeword) -> Picks<P> {
        let mut picks = Picks { black: [self.zeros(); P], hits: [self.zeros(); P] };
        // From the last pin to the first: which of a colour's pins counts as its first does not matter.
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
    /// The given codewords, in the given order. All must belong to `game`.
    pub fn new(game: Game, codes: impl IntoIterator<Item = Codeword>) -> Self {
        let codes = codes.into_iter();
        let mut planes = Self::with_capacity(game, codes.size_hint().0);
        planes.extend(codes);
        planes
    }

    /// No codewords yet, and room for so many.
    pub(crate) fn with_capacity(game: Game, codewords: usize) -> Self {
        let layout = Layout::of(game);
        let blocks = Vec::with_capacity(codewords.div_ceil(BLOCK) * layout.planes());
        Self { layout, len: 0, blocks, ones: vec![0; layout.planes()] }
    }

    /// Returns the bytes that they take.
    #[cfg(test)]
    pub(crate) fn taken(&self) -> u64 {
        (size_of_val(&*self.blocks) + size_of_val(&*self.ones)) as u64
    }

    /// Returns the bytes that planes of that many codewords of a game take.
    pub(crate) const fn bytes(game: Game, codewords: u64) -> u64 {
        let planes = Layout::of(game).planes() as u64;
        of::<Plane>(codewords.div_ceil(BLOCK as u64).saturating_mul(planes)).saturating_add(of::<u32>(planes))
    }

    /// Adds codewords of the same game behind the others.
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

    /// How many codewords.
    pub const fn len(&self) -> usize {
        self.len
    }

    /// Whether there are none.
    pub const fn is_empty(&self) -> bool {
        self.len == 0
    }

    pub(crate) const fn layout(&self) -> Layout {
        self.layout
    }

    pub(crate) const fn pins(&self) -> usize {
        self.layout.pins as usize
    }

    /// How many ones there are in some planes together.
    #[inline]
    pub(crate) fn ones(&self, picks: &[u16]) -> u32 {
        picks.iter().map(|&pick| self.ones[usize::from(pick)]).sum()
    }

    /// How many blocks there are.
    pub(crate) fn blocks(&self) -> usize {
        self.blocks.len() / self.layout.planes()
    }

    /// All planes, block by block.
    #[inline]
    pub(crate) fn by_block(&self) -> impl ExactSizeIterator<Item = &[Plane]> {
        self.blocks.chunks_exact(self.layout.planes())
    }

    /// All planes of one block.
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

    /// Adding up the planes picked, bit by bit, is scoring; with a prefix too.
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
