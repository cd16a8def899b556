//! Windows: computing only some rows of a due tile.
//!
//! The rows that can change in a stride are those within four rows of a previous change, since a
//! stride has at most four generations. By the invariant of the tiles, all other rows equal those
//! of the other copy. Rows are tracked in groups of four ([`RowGroups`]); a lane has two groups. A
//! *window* is four adjacent lanes; its six inner groups are still correct after four generations.
//! If all groups that can change are inner groups of one window, only this window is computed:
//!
//! ```text
//! lane        0     1     2     3     4     5     6     7         rows 8n to 8n + 7
//! group      0 1   2 3   4 5   6 7   8 9  10 11 12 13 14 15       rows 4n to 4n + 3
//! window 0   · x   x x   x x   x ·
//! window 1         · x   x x   x x   x ·            x: still correct after four generations
//!    ⋮
//! window 4                           · x   x  x  x  x  x  ·       ·: wrong after four generations
//! ```
//!
//! Groups 0 and 15 belong to the halo. A change in one lane, or in two adjacent lanes, reaches at
//! most six groups, and there is always a window in which these groups are computed correctly.
//! Nearly all changes of gliders and small oscillators are of this kind.
//!
//! Two windows, of any two tiles, are placed side by side in the lanes of one tile and computed
//! together. At the border between lanes 3 and 4 they influence each other, but this influence
//! reaches only rows that are wrong in any case.

use std::sync::atomic::{AtomicU16, Ordering};

use quadrille_lanes::simd::{Simd, prelude::*, u64x4, u64x8};

use super::Edges;
use super::arena;
use super::cells::{self, BOTTOM, Cells, HALO, SIDE, TOP};
use super::sweep::{different, joined};

/// The number of lanes of a window.
const LANES: usize = 4;

/// A set of groups of four rows: bit n for rows 4n to 4n + 3 of the 64.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct RowGroups(u16);

impl RowGroups {
    /// All groups of the tile's own rows.
    pub(super) const ALL: Self = Self(0x7ffe);
    /// The group of the tile's own rows that a change in the tile above can reach.
    pub(super) const TOPMOST: Self = Self(1 << 1);
    /// The group of the tile's own rows that a change in the tile below can reach.
    pub(super) const LOWEST: Self = Self(1 << 14);

    /// Returns the groups that a change in these lanes can reach: the two groups of each lane, and
    /// one group on either side.
    #[inline]
    pub(super) fn near(lanes: u8) -> Self {
        // Spread the bits: bit n to bit 2n.
        let mut fours = u16::from(lanes);
        fours = (fours | fours << 4) & 0x0f0f;
        fours = (fours | fours << 2) & 0x3333;
        fours = (fours | fours << 1) & 0x5555;
        fours |= fours << 1;
        Self((fours | fours << 1 | fours >> 1) & Self::ALL.0)
    }

    /// Returns the first lane of a window in which all these groups are computed correctly; `None`
    /// if there is no such window. The first and the last group of a window are wrong after four
    /// generations, because their neighbours lie outside of it.
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

/// The rows of a tile that must be computed next, marked by the threads that change cells near
/// them.
#[derive(Debug, Default)]
pub(super) struct PendingRows(AtomicU16);

// The value has one bit per group of rows. Within a stride, bits are only set. They are cleared in
// the next stride, after all threads have been joined. A thread first reads the value and sets only
// missing bits. If a thread reads an outdated value, it sets a bit a second time, which has no
// effect. So relaxed ordering suffices.
impl PendingRows {
    /// Marks all own rows.
    pub(super) fn all(&mut self) {
        *self.0.get_mut() = RowGroups::ALL.0;
    }

    /// Marks some rows; returns whether none had been marked before. `shared` states whether other
    /// threads may mark rows at the same time.
    #[inline]
    pub(super) fn note(&self, rows: RowGroups, shared: bool) -> bool {
        let before = self.0.load(Ordering::Relaxed);
        // In most cases the rows are already marked.
        if before & rows.0 == rows.0 {
            return false;
        }
        if shared {
            return self.0.fetch_or(rows.0, Ordering::Relaxed) == 0;
        }
        self.0.store(before | rows.0, Ordering::Relaxed);
        before == 0
    }

    /// Returns the marked rows, and then unmarks all rows.
    #[inline]
    pub(super) fn take(&self) -> RowGroups {
        let rows = RowGroups(self.0.load(Ordering::Relaxed));
        self.0.store(0, Ordering::Relaxed);
        rows
    }

    /// Returns whether any rows are marked.
    pub(super) fn any(&self) -> bool {
        self.0.load(Ordering::Relaxed) != 0
    }
}

impl Clone for PendingRows {
    fn clone(&self) -> Self {
        Self(AtomicU16::new(self.0.load(Ordering::Relaxed)))
    }
}

/// A window: its tile and its first lane.
pub(super) type Window = (u32, usize);

/// For each vector of a window, masks of the tile's own cells that are still correct after four
/// generations.
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

/// Assembles two windows with their halos, side by side.
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
            let [west, own, east] = [arena::NW, arena::N, arena::NE].map(neighbour);
            for (row, at) in BOTTOM.into_iter().enumerate() {
                words[row * cells::LANES] = joined(west[at], own[at], east[at]);
            }
        }
        if lane + LANES == cells::LANES {
            let [west, own, east] = [arena::SW, arena::S, arena::SE].map(neighbour);
            for (row, at) in TOP.into_iter().enumerate() {
                words[(row + HALO) * cells::LANES + LANES - 1] = joined(west[at], own[at], east[at]);
            }
        }
    }
    cells
}

/// Loads one vector of a window, joined with its left and right neighbours.
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
    let west = u64x4::from_slice(simd, row(links[arena::W])) >> (SIDE as u32 - HALO as u32);
    let east = u64x4::from_slice(simd, row(links[arena::E])) << (SIDE as u32 + HALO as u32);
    u64x4::from_slice(simd, row(tile)) << HALO as u32 | west | east
}

/// Writes one of the two computed windows in `cells` to the tile `out`, from lane `lane` on: the
/// left window if `side` is 0, the right window if it is 1. Only rows that are still correct are
/// written. Returns the edges and lanes of the tile that have changed.
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

    /// Returns the rows of a group.
    fn rows(four: usize) -> std::ops::Range<usize> {
        4 * four..4 * four + 4
    }

    #[test]
    fn lanes_reach_four_rows_on_either_side() {
        for lanes in 0..=u8::MAX {
            let changed = |row: usize| row < 64 && lanes >> (row / 8) & 1 == 1;
            for four in 0..16 {
                let reached = rows(four).any(|row| (row.saturating_sub(4)..=row + 4).any(changed));
                let own = (1..15).contains(&four);
                assert_eq!(RowGroups::near(lanes).0 >> four & 1 == 1, reached && own, "{lanes:#b} {four}");
            }
        }
    }

    #[test]
    fn a_window_covers_its_groups_and_two_lanes_always_have_one() {
        for pending in 1..=u16::MAX {
            let pending = RowGroups(pending & RowGroups::ALL.0);
            let right = |lane: usize| RowGroups(0b111_1110 << (2 * lane));
            match pending.window() {
                Some(lane) => assert_eq!(pending.0 | right(lane).0, right(lane).0),
                None => {
                    assert!(pending.0 == 0 || (0..=4).all(|lane| pending.0 | right(lane).0 != right(lane).0));
                }
            }
        }
        for lane in 0..7 {
            assert!(RowGroups::near(0b11 << lane).window().is_some());
        }
    }
}
