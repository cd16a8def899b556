//! Computation of one stride of the *due* tiles: those that must be computed.
//!
//! A tile and its halo are assembled from nine tiles ([`around`]) and advanced by up to four
//! generations, independently of other tiles, with the same formulas as a bounded field. For the
//! left and right neighbours, the sums and carries of columns are shifted, not the cells
//! (`kernels/formula.rs`). Bits shifted out of a word are lost, which affects only the edge of the
//! halo.
//!
//! While a tile is stored, it is compared with the content that it overwrites: the same tile, two
//! strides earlier.

use quadrille_lanes::Level;
use quadrille_lanes::simd::{Simd, prelude::*, u64x8};

use super::Edges;
use super::arena::{self, Arena, EMPTY_TILE};
use super::cells::{BOTTOM, Cells, HALO, LANES, OWN, SIDE, TOP};
use super::window::{self, PendingRows, RowGroups, Window};
use crate::kernels::formula::{self, AT_ONCE, Column, Formula, Plan, Recipe, compiled_for, on_vectors};
use crate::kernels::logic::Vector;
#[cfg(target_arch = "x86_64")]
use crate::kernels::table::in_order;
use crate::kernels::threads;

/// The minimum number of due tiles for which several threads are used and the tiles are sorted.
/// Computing this number of tiles takes some tens of microseconds.
pub(super) const WORTH_THREADS: usize = 512;
/// The number of tasks per thread, for an even load.
const PARTS_PER_THREAD: usize = 4;

/// The number of nodes of a decision diagram whose evaluation takes as long as a table look-up.
/// Here a look-up includes shifting the columns to either side.
#[cfg(target_arch = "x86_64")]
const WORTH_CHOOSING: usize = 28;

/// The inputs of one stride.
pub(super) struct Work<'a> {
    pub(super) arena: &'a mut Arena,
    pub(super) plan: &'a Plan,
    pub(super) level: Level,
    /// The number of generations, up to [`HALO`].
    pub(super) generations: u64,
}

/// A tile whose new content differs from the content that it has overwritten.
#[derive(Clone, Copy, Debug)]
struct Change {
    tile: u32,
    /// The edges that differ.
    edges: Edges,
    /// The lanes that differ: bit n for rows 8n to 8n + 7 of the 64.
    lanes: u8,
}

/// An absent tile that must be computed.
#[derive(Clone, Copy, Debug)]
pub(super) struct Missing {
    /// An existing tile next to the absent one.
    pub(super) beside: u32,
    /// The direction of the absent tile from `beside`.
    pub(super) direction: u8,
    /// The rows that must be computed.
    pub(super) rows: RowGroups,
}

/// The results of computing some tiles.
#[derive(Clone, Default)]
pub(super) struct SweepResult {
    /// The number of tiles whose new content differs from the content that it has overwritten.
    pub(super) changed: usize,
    /// A list of changes, reused to save allocations.
    changes: Vec<Change>,
    /// The tiles that must be computed in the next stride.
    pub(super) due: Vec<u32>,
    /// Absent tiles that must be computed in the next stride.
    pub(super) missing: Vec<Missing>,
    /// Tiles that were empty in both copies when they were computed.
    pub(super) empty: Vec<u32>,
}

impl Work<'_> {
    /// Computes the tiles `due` from copy `now` into the other copy, and adds the results to
    /// `found`. From [`WORTH_THREADS`] tiles on, `due` must be sorted.
    pub(super) fn compute(self, now: usize, due: &[u32], found: &mut SweepResult) {
        let Self { arena: Arena { copies: [even, odd], links, pending, .. }, plan, level, generations } =
            self;
        let (from, to) = if now == 0 { (even, odd) } else { (odd, even) };
        let (pending, next_pending) = (&pending[now][..], &pending[1 - now][..]);
        let threads = threads::count();
        if threads == 1 || due.len() < WORTH_THREADS {
            let mut changed = std::mem::take(&mut found.changes);
            changed.clear();
            let mut band =
                Band { from, to, first: 0, links, pending, next_pending, due, generations, changed };
            compiled_for(level, plan, (&mut band, &mut found.empty));
            band.note_due(found, false);
            found.changes = band.changed;
            return;
        }
        // Each task writes to its own range of the copy.
        let mut bands = Vec::new();
        let (mut rest, mut first) = (&mut to[..], 0);
        for due in due.chunks(due.len().div_ceil(PARTS_PER_THREAD * threads)) {
            let Some(&last) = due.last() else { break };
            let (to, after) = rest.split_at_mut(last as usize + 1 - first);
            let changed = Vec::with_capacity(due.len());
            let band = Band { from, to, first, links, pending, next_pending, due, generations, changed };
            bands.push((band, SweepResult::default()));
            (rest, first) = (after, last as usize + 1);
        }
        threads::for_each(&mut bands, |(_, (band, found))| {
            compiled_for(level, plan, (&mut *band, &mut found.empty));
            band.note_due(found, true);
        });
        for (_, SweepResult { changed, due, missing, empty, .. }) in bands {
            found.changed += changed;
            found.due.extend(due);
            found.missing.extend(missing);
            found.empty.extend(empty);
        }
    }
}

/// Some due tiles, with the copies they are read from and written to.
struct Band<'a> {
    from: &'a [Cells],
    to: &'a mut [Cells],
    /// The number of the first tile of `to`.
    first: usize,
    links: &'a [[u32; 8]],
    pending: &'a [PendingRows],
    next_pending: &'a [PendingRows],
    due: &'a [u32],
    generations: u64,
    /// Tiles whose new content differs from the content that it has overwritten.
    changed: Vec<Change>,
}

impl formula::Work for (&mut Band<'_>, &mut Vec<u32>) {
    type Output = ();

    #[inline(always)]
    fn run<S: Simd, R: Recipe>(self, simd: S, recipe: R) {
        let (band, empty) = self;
        let formula = on_vectors(simd, recipe);
        let mut due = band.due.iter();
        // Windows are computed in pairs. If one window remains, its whole tile is computed instead.
        let mut waiting: Option<Window> = None;
        loop {
            let (tile, pair) = match due.next() {
                Some(&tile) => match (band.pending[tile as usize].take().window(), waiting) {
                    (None, _) => (tile, None),
                    (Some(lane), None) => {
                        waiting = Some((tile, lane));
                        continue;
                    }
                    (Some(lane), Some(left)) => {
                        waiting = None;
                        (tile, Some([left, (tile, lane)]))
                    }
                },
                None => match waiting.take() {
                    Some((tile, _)) => (tile, None),
                    None => break,
                },
            };
            let mut cells = match pair {
                Some(pair) => window::around(simd, band.from, band.links, pair),
                None => around(band.from, tile as usize, &band.links[tile as usize]),
            };
            for _ in 0..band.generations {
                cells = next::<S, R>(simd, &formula, &cells);
            }
            let Some(pair) = pair else {
                let different = store(simd, &cells, band.place(tile));
                band.note(tile, different, empty);
                continue;
            };
            for (side, (tile, lane)) in pair.into_iter().enumerate() {
                let different = window::store(simd, &cells, side, lane, band.place(tile));
                band.note(tile, different, empty);
            }
        }
    }
}

impl Band<'_> {
    /// Returns the place to which a tile is written.
    #[inline(always)]
    fn place(&mut self, tile: u32) -> &mut Cells {
        &mut self.to[tile as usize - self.first]
    }

    /// Records whether a tile has changed, or is empty in both copies.
    #[inline(always)]
    fn note(&mut self, tile: u32, (edges, lanes): (Edges, u8), empty: &mut Vec<u32>) {
        let number = tile as usize;
        if edges.any() {
            self.changed.push(Change { tile, edges, lanes });
        } else if self.from[number] == Cells::EMPTY && self.to[number - self.first] == Cells::EMPTY {
            empty.push(tile);
        }
    }

    /// Marks the rows that are due because of the changed tiles. This is done after all tiles are
    /// computed, since an atomic operation would wait for the preceding writes.
    fn note_due(&self, found: &mut SweepResult, shared: bool) {
        found.changed += self.changed.len();
        for &Change { tile, edges, lanes } in &self.changed {
            let beside = RowGroups::near(lanes);
            if self.next_pending[tile as usize].note(beside, shared) {
                found.due.push(tile);
            }
            for direction in edges.directions() {
                let rows = match direction {
                    arena::W | arena::E => beside,
                    arena::NW | arena::N | arena::NE => RowGroups::LOWEST,
                    _ => RowGroups::TOPMOST,
                };
                let neighbour = self.links[tile as usize][direction];
                if neighbour == EMPTY_TILE {
                    // All cells of this edge may just have died. The absent tile is created
                    // nevertheless, since the edges of its other neighbours influence it, too.
                    found.missing.push(Missing { beside: tile, direction: direction as u8, rows });
                } else if self.next_pending[neighbour as usize].note(rows, shared) {
                    found.due.push(neighbour);
                }
            }
        }
    }
}

/// Assembles a tile with its halo.
#[inline(always)]
fn around(from: &[Cells], tile: usize, links: &[u32; 8]) -> Cells {
    let neighbour = |direction: usize| &from[links[direction] as usize].0;
    let [west, own, east] = [neighbour(arena::W), &from[tile].0, neighbour(arena::E)];
    let mut cells = Cells(std::array::from_fn(|at| joined(west[at], own[at], east[at])));
    let [west, own, east] = [arena::NW, arena::N, arena::NE].map(neighbour);
    for (row, at) in BOTTOM.into_iter().enumerate() {
        cells.0[row * LANES] = joined(west[at], own[at], east[at]);
    }
    let [west, own, east] = [arena::SW, arena::S, arena::SE].map(neighbour);
    for (row, at) in TOP.into_iter().enumerate() {
        cells.0[(row + HALO) * LANES + LANES - 1] = joined(west[at], own[at], east[at]);
    }
    cells
}

/// Joins the last columns of the left word, a tile's own columns, and the first columns of the
/// right word.
#[inline(always)]
pub(super) fn joined(west: u64, own: u64, east: u64) -> u64 {
    west >> (SIDE as usize - HALO) | own << HALO | east << (SIDE as usize + HALO)
}

/// Writes a tile, without its halo, over its content of two strides before; returns the edges and
/// lanes that differ.
#[inline(always)]
fn store<S: Simd>(simd: S, cells: &Cells, out: &mut Cells) -> (Edges, u8) {
    // The first half of the vectors has the tile's bottom rows in the last lane; the second half
    // has its top rows in the first lane.
    let [mut low, mut high] = [[0; LANES]; 2];
    for lane in (0..LANES).step_by(S::u64s::LEN) {
        let [mut first, mut second] = [Vector::splat(simd, 0); 2];
        for at in (lane..HALO * LANES).step_by(LANES) {
            first = first | store_at(simd, at, cells, out);
        }
        for at in (lane + HALO * LANES..out.0.len()).step_by(LANES) {
            second = second | store_at(simd, at, cells, out);
        }
        first.store(&mut low[lane..][..S::u64s::LEN]);
        second.store(&mut high[lane..][..S::u64s::LEN]);
    }
    let any = u64x8::from_slice(simd, &low) | u64x8::from_slice(simd, &high);
    let lanes = !any.simd_eq(u64x8::splat(simd, 0)).to_bitmask();
    different(&low, &high, lanes as u8, 0)
}

/// Returns the edges and lanes that differ. `low` and `high` have a word for each of N lanes, the
/// first of which is lane `first`: the union of the lane's differing rows in the first half of the
/// vectors (`low`) and in the second half (`high`). `lanes` is a mask of the lanes that differ.
#[inline(always)]
pub(super) fn different<const N: usize>(
    low: &[u64; N],
    high: &[u64; N],
    lanes: u8,
    first: usize,
) -> (Edges, u8) {
    let top = if first == 0 { high[0] } else { 0 };
    let bottom = if first + N == LANES { low[N - 1] } else { 0 };
    let all = low.iter().chain(high).fold(0, |all, word| all | word);
    (Edges::of(top, bottom, all), lanes << first)
}

/// Writes one vector of rows, and returns its differences.
#[inline(always)]
fn store_at<S: Simd>(simd: S, at: usize, cells: &Cells, out: &mut Cells) -> Vector<S> {
    let own = Vector::load(simd, &OWN.0[at..][..S::u64s::LEN]);
    let new = Vector::load(simd, &cells.0[at..][..S::u64s::LEN]).shift_down(HALO as u32) & own;
    let place = &mut out.0[at..][..S::u64s::LEN];
    let differs = new ^ Vector::load(simd, place);
    new.store(place);
    differs
}

/// Computes the next generation. The wrong cells at the edges of the halo spread inwards by one
/// cell.
#[inline(always)]
fn next<S: Simd, R: Recipe>(simd: S, formula: &R::Formula<Vector<S>>, cells: &Cells) -> Cells {
    #[cfg(target_arch = "x86_64")]
    if let (Some(token), Some(table)) = (simd.level().as_avx512(), formula.table(WORTH_CHOOSING)) {
        let Cells(words) = cells;
        let (mut above, mut below) = (*words, *words);
        above[LANES..].copy_from_slice(&words[..words.len() - LANES]);
        above[..LANES].copy_from_slice(&words[words.len() - LANES - 1..][..LANES]);
        below[..words.len() - LANES].copy_from_slice(&words[LANES..]);
        below[words.len() - LANES..].copy_from_slice(&words[1..=LANES]);
        return Cells(in_order(token, table, [&above, words, &below]));
    }
    let mut out = Cells::EMPTY;
    if R::Formula::<Vector<S>>::SEVERAL {
        for from in (0..cells.0.len()).step_by(AT_ONCE * S::u64s::LEN) {
            formula.several::<true>(
                #[inline(always)]
                |cell, at| moved(simd, cells, from + at * S::u64s::LEN, cell),
                #[inline(always)]
                |at, next| next.store(&mut out.0[from + at * S::u64s::LEN..][..S::u64s::LEN]),
            );
        }
        return out;
    }
    // The words of the first vector are computed last. Their rows above are loaded from words that
    // two store operations have just written, and such a load must wait for both stores.
    for at in (LANES..cells.0.len()).step_by(S::u64s::LEN) {
        next_at::<S, R>(simd, formula, cells, at).store(&mut out.0[at..][..S::u64s::LEN]);
    }
    for at in (0..LANES).step_by(S::u64s::LEN) {
        next_at::<S, R>(simd, formula, cells, at).store(&mut out.0[at..][..S::u64s::LEN]);
    }
    out
}

/// Computes the next generation of one vector.
#[inline(always)]
fn next_at<S: Simd, R: Recipe>(
    simd: S,
    formula: &R::Formula<Vector<S>>,
    cells: &Cells,
    at: usize,
) -> Vector<S> {
    let middle = Column::new(row(simd, cells, at, 0), row(simd, cells, at, 1), row(simd, cells, at, 2));
    let west = Column::counted(middle.sum().shift_up(1), middle.carry().shift_up(1));
    let east = Column::counted(middle.sum().shift_down(1), middle.carry().shift_down(1));
    formula.next(&west, &middle, &east)
}

/// Loads the rows at `at` if `row` is 1, the rows above them if it is 0, or the rows below them if
/// it is 2.
#[inline(always)]
fn row<S: Simd>(simd: S, Cells(words): &Cells, at: usize, row: usize) -> Vector<S> {
    // Above the first vector and below the last one, rows are shifted by one lane.
    let last = words.len() - LANES;
    let at = match row {
        0 if at < LANES => at + last - 1,
        0 => at - LANES,
        1 => at,
        _ if at >= last => at - last + 1,
        _ => at + LANES,
    };
    Vector::load(simd, &words[at..][..S::u64s::LEN])
}

/// Returns, for every cell in a vector, one cell of its neighbourhood. The index `cell` is 3y + x
/// for row y and column x of the neighbourhood.
#[inline(always)]
fn moved<S: Simd>(simd: S, cells: &Cells, at: usize, cell: usize) -> Vector<S> {
    let row = row(simd, cells, at, cell / 3);
    match cell % 3 {
        0 => row.shift_up(1),
        1 => row,
        _ => row.shift_down(1),
    }
}
