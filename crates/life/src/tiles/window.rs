//! Some rows of a tile that is due.
//!
//! What has changed in a tile says which of its rows may become different: those up to four away, since a stride is
//! four generations at most. All others are, by the invariant of the tiles, what the other copy holds. Rows are
//! told apart by fours ([`Fours`]), half a lane each, and where all that may become different lies in six fours
//! on end, only the *window* of four lanes around them is computed:
//!
//! ```text
//! lane        0     1     2     3     4     5     6     7         rows 8n to 8n + 7
//! four       0 1   2 3   4 5   6 7   8 9  10 11 12 13 14 15       rows 4n to 4n + 3
//! window 0   · x   x x   x x   x ·
//! window 1         · x   x x   x x   x ·                          · is wrong after four generations, x is right
//!    ⋮
//! window 4                           · x   x  x  x  x  x  ·
//! ```
//!
//! Fours 0 and 15 are the halo's. What changed in one lane, or in two next to each other, may reach six fours, and
//! there always is a window in which these are right: for gliders and small oscillators that is nearly always so.
//!
//! Two windows, of any two tiles, lie side by side in the lanes of one tile and go on as one: what comes from one
//! into the other at lanes 3 and 4 comes to the rows that are wrong anyway.

use std::sync::atomic::{AtomicU16, Ordering};

use quadrille_lanes::simd::{Simd, prelude::*, u64x4, u64x8};

use super::Edges;
use super::cells::{self, BOTTOM, Cells, HALO, SIDE, TOP};
use super::ground;
use super::sweep::{different, joined};

/// Lanes of a window.
const LANES: usize = 4;

/// Fours of a tile's rows: bit n for rows 4n to 4n + 3 of the 64.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Fours(u16);

impl Fours {
    /// All of the tile's own.
    pub(super) const ALL: Self = Self(0x7ffe);
    /// Those that what is above the tile reaches.
    pub(super) const TOPMOST: Self = Self(1 << 1);
    /// Those that what is below the tile reaches.
    pub(super) const LOWEST: Self = Self(1 << 14);

    /// Those that what is in some lanes reaches: the two of each lane, and one on both sides.
    #[inline]
    pub(super) fn near(lanes: u8) -> Self {
        // Bit n to bit 2n.
        let mut fours = u16::from(lanes);
        fours = (fours | fours << 4) & 0x0f0f;
        fours = (fours | fours << 2) & 0x3333;
        fours = (fours | fours << 1) & 0x5555;
        fours |= fours << 1;
        Self((fours | fours << 1 | fours >> 1) & Self::ALL.0)
    }

    /// The first lane of a window in which all of them are right, if there is one.
    #[inline]
    pub(super) fn window(self) -> Option<usize> {
        if self.0 == 0 {
            return None;
        }
        let (first, last) = (self.0.trailing_zeros() as usize, self.0.ilog2() as usize);
        let lane = (first.saturating_sub(1) / 2).min(cells::LANES - LANES);
        (last <= 2 * lane + 6).then_some(lane)
    }
}

/// The rows of a tile that have to be computed next; noted by whichever thread has changed what they are near to.
#[derive(Debug, Default)]
pub(super) struct Need(AtomicU16);

// Within a stride notes are only added, and are taken in the next one, when all threads have been waited for. So what a
// thread sees of others' may be old without harm: it adds what is there already.
impl Need {
    /// All of the tile's own.
    pub(super) fn all(&mut self) {
        *self.0.get_mut() = Fours::ALL.0;
    }

    /// Notes some rows; says whether none had been noted. `shared` says whether others may note some at the same time.
    #[inline]
    pub(super) fn note(&self, rows: Fours, shared: bool) -> bool {
        let before = self.0.load(Ordering::Relaxed);
        // Most often somebody has noted them already.
        if before & rows.0 == rows.0 {
            return false;
        }
        if shared {
            return self.0.fetch_or(rows.0, Ordering::Relaxed) == 0;
        }
        self.0.store(before | rows.0, Ordering::Relaxed);
        before == 0
    }

    /// What has been noted; from here on nothing has.
    #[inline]
    pub(super) fn take(&self) -> Fours {
        let rows = Fours(self.0.load(Ordering::Relaxed));
        self.0.store(0, Ordering::Relaxed);
        rows
    }

    /// Whether anything has been noted.
    pub(super) fn any(&self) -> bool {
        self.0.load(Ordering::Relaxed) != 0
    }
}

impl Clone for Need {
    fn clone(&self) -> Self {
        Self(AtomicU16::new(self.0.load(Ordering::Relaxed)))
    }
}

/// A window: its tile, and its first lane there.
pub(super) type Window = (u32, usize);

/// The own bits of a window's words that are right after four generations.
static OWN: [[u64; LANES]; cells::LANES] = {
    let mut words = [[(1 << SIDE) - 1; LANES]; cells::LANES];
    let mut row = 0;
    while row < HALO {
        words[row][0] = 0;
        words[cells::LANES - 1 - row][LANES - 1] = 0;
        row += 1;
    }
    words
};

/// Two windows with their halos, side by side.
#[inline(always)]
pub(super) fn around<S: Simd>(
    simd: S,
    from: &[Cells],
    links: &[[u32; 8]],
    [left, right]: [Window; 2],
) -> Cells {
    let mut cells = Cells::EMPTY;
    for vector in 0..cells::LANES {
        let left = lanes(simd, from, links, left, vector);
        let right = lanes(simd, from, links, right, vector);
        let both: u64x8<S> = left.combine(right);
        both.store_slice(&mut cells.0[vector * cells::LANES..][..cells::LANES]);
    }
    for (side, (tile, lane)) in [left, right].into_iter().enumerate() {
        let neighbour = |direction: usize| &from[links[tile as usize][direction] as usize].0;
        let words = &mut cells.0[side * LANES..];
        if lane == 0 {
            let [west, own, east] = [ground::NW, ground::N, ground::NE].map(neighbour);
            for (row, at) in BOTTOM.into_iter().enumerate() {
                words[row * cells::LANES] = joined(west[at], own[at], east[at]);
            }
        }
        if lane + LANES == cells::LANES {
            let [west, own, east] = [ground::SW, ground::S, ground::SE].map(neighbour);
            for (row, at) in TOP.into_iter().enumerate() {
                words[(row + HALO) * cells::LANES + LANES - 1] = joined(west[at], own[at], east[at]);
            }
        }
    }
    cells
}

/// One of the vectors of a window, with what lies to the left and to the right.
#[inline(always)]
fn lanes<S: Simd>(
    simd: S,
    from: &[Cells],
    links: &[[u32; 8]],
    (tile, lane): Window,
    vector: usize,
) -> u64x4<S> {
    let row = |tile: u32| &from[tile as usize].0[vector * cells::LANES + lane..][..LANES];
    let links = &links[tile as usize];
    let west = u64x4::from_slice(simd, row(links[ground::W])) >> (SIDE as u32 - HALO as u32);
    let east = u64x4::from_slice(simd, row(links[ground::E])) << (SIDE as u32 + HALO as u32);
    u64x4::from_slice(simd, row(tile)) << HALO as u32 | west | east
}

/// Writes what is right of the left (0) or the right (1) of two windows over those lanes of a tile; says what is
/// different, and in which lanes.
#[inline(always)]
pub(super) fn store<S: Simd>(
    simd: S,
    cells: &Cells,
    side: usize,
    lane: usize,
    out: &mut Cells,
) -> (Edges, u8) {
    let [mut low, mut high] = [u64x4::splat(simd, 0); 2];
    for (vector, own) in OWN.iter().enumerate() {
        let own = u64x4::from_slice(simd, own);
        let new = u64x4::from_slice(simd, &cells.0[vector * cells::LANES + side * LANES..][..LANES]);
        let place = &mut out.0[vector * cells::LANES + lane..][..LANES];
        let before = u64x4::from_slice(simd, place);
        let differs = ((new >> HALO as u32) ^ before) & own;
        (before ^ differs).store_slice(place);
        let found = if vector < HALO { &mut low } else { &mut high };
        *found |= differs;
    }
    let [mut first, mut second] = [[0; LANES]; 2];
    low.store_slice(&mut first);
    high.store_slice(&mut second);
    let lanes = (low | high).simd_eq(u64x4::splat(simd, 0)).to_bitmask();
    different(&first, &second, !lanes as u8 & 0xf, lane)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Rows of a four.
    fn rows(four: usize) -> std::ops::Range<usize> {
        4 * four..4 * four + 4
    }

    #[test]
    fn what_lanes_reach_is_four_rows_on_both_sides() {
        for lanes in 0..=u8::MAX {
            let changed = |row: usize| row < 64 && lanes >> (row / 8) & 1 == 1;
            for four in 0..16 {
                let reached = rows(four).any(|row| (row.saturating_sub(4)..=row + 4).any(changed));
                let own = (1..15).contains(&four);
                assert_eq!(Fours::near(lanes).0 >> four & 1 == 1, reached && own, "{lanes:#b} {four}");
            }
        }
    }

    #[test]
    fn a_window_holds_what_is_needed_and_two_lanes_always_have_one() {
        for needs in 1..=u16::MAX {
            let needs = Fours(needs & Fours::ALL.0);
            let right = |lane: usize| Fours(0b111_1110 << (2 * lane));
            match needs.window() {
                Some(lane) => assert_eq!(needs.0 | right(lane).0, right(lane).0),
                None => assert!(needs.0 == 0 || (0..=4).all(|lane| needs.0 | right(lane).0 != right(lane).0)),
            }
        }
        for lane in 0..7 {
            assert!(Fours::near(0b11 << lane).window().is_some());
        }
    }
}
