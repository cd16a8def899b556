//! Some generations of the tiles that are due.
//!
//! A tile and the halo around it are put together from nine tiles ([`around`]), and up to four generations are
//! computed with them alone, with the same formulas as a field's. It is sums and carries of columns of three
//! that are moved to the left and right, not cells (`kernels/formula.rs`); what leaves a word there is lost, as
//! it lies at the edge of the halo.
//!
//! As the tile is stored, it is compared with what it is written over: the tile twice as many generations
//! before.

use quadrille_lanes::Level;
use quadrille_lanes::simd::{Simd, prelude::*, u64x8};

use super::Edges;
use super::cells::{BOTTOM, Cells, HALO, LANES, OWN, SIDE, TOP};
use super::ground::{self, Ground, NOTHING};
use super::window::{self, Fours, Need, Window};
use crate::kernels::formula::{self, AT_ONCE, Column, Formula, Plan, Recipe, compiled_for, on_vectors};
use crate::kernels::logic::Vector;
#[cfg(target_arch = "x86_64")]
use crate::kernels::table::in_order;
use crate::kernels::threads;

/// Tiles due for which it pays to ask the other threads, some tens of microseconds of work, and to take them as they
/// lie in memory.
pub(super) const WORTH_THREADS: usize = 512;
/// Parts for each thread, so that none waits long for the last.
const PARTS_A_THREAD: usize = 4;

/// Choices that take as long as a look-up, for which columns have to be moved to either side as well.
#[cfg(target_arch = "x86_64")]
const WORTH_CHOOSING: usize = 28;

/// What is needed for some generations.
pub(super) struct Work<'a> {
    pub(super) ground: &'a mut Ground,
    pub(super) plan: &'a Plan,
    pub(super) level: Level,
    /// How many, up to [`HALO`].
    pub(super) generations: u64,
}

/// A tile that differs from what it was written over.
#[derive(Clone, Copy, Debug)]
struct Change {
    tile: u32,
    /// Which of its edges differ.
    edges: Edges,
    /// The lanes of rows that do: bit n for rows 8n to 8n + 7 of the 64.
    lanes: u8,
}

/// A tile that is not there and has to be computed.
#[derive(Clone, Copy, Debug)]
pub(super) struct Missing {
    /// The tile that it is a neighbour of, and in which direction.
    pub(super) beside: u32,
    pub(super) direction: u8,
    /// Which of its rows have to be computed.
    pub(super) rows: Fours,
}

/// What has come of some tiles.
#[derive(Clone, Default)]
pub(super) struct Found {
    /// How many differ from what they were written over.
    pub(super) changed: usize,
    /// Where they are listed, kept for its memory.
    changes: Vec<Change>,
    /// Those that are due next.
    pub(super) due: Vec<u32>,
    /// Those that are, and have to be made.
    pub(super) missing: Vec<Missing>,
    /// Those that are empty in both copies, or were when this was noted.
    pub(super) empty: Vec<u32>,
}

impl Work<'_> {
    /// Computes the tiles that are due, which come in order if there are many, from copy `now` into the other one, and
    /// notes what is due then and what else has come of them behind what stands there.
    pub(super) fn compute(self, now: usize, due: &[u32], found: &mut Found) {
        let Self { ground: Ground { copies: [even, odd], links, needs, .. }, plan, level, generations } =
            self;
        let (from, to) = if now == 0 { (even, odd) } else { (odd, even) };
        let (needs, next_needs) = (&needs[now][..], &needs[1 - now][..]);
        let threads = threads::count();
        if threads == 1 || due.len() < WORTH_THREADS {
            let mut changed = std::mem::take(&mut found.changes);
            changed.clear();
            let mut band = Band { from, to, first: 0, links, needs, next_needs, due, generations, changed };
            compiled_for(level, plan, (&mut band, &mut found.empty));
            band.note_due(found, false);
            found.changes = band.changed;
            return;
        }
        // Each part writes to the stretch of the copy in which its tiles lie.
        let mut bands = Vec::new();
        let (mut rest, mut first) = (&mut to[..], 0);
        for due in due.chunks(due.len().div_ceil(PARTS_A_THREAD * threads)) {
            let Some(&last) = due.last() else { break };
            let (to, after) = rest.split_at_mut(last as usize + 1 - first);
            let changed = Vec::with_capacity(due.len());
            let band = Band { from, to, first, links, needs, next_needs, due, generations, changed };
            bands.push((band, Found::default()));
            (rest, first) = (after, last as usize + 1);
        }
        threads::for_each(&mut bands, |(_, (band, found))| {
            compiled_for(level, plan, (&mut *band, &mut found.empty));
            band.note_due(found, true);
        });
        for (_, Found { changed, due, missing, empty, .. }) in bands {
            found.changed += changed;
            found.due.extend(due);
            found.missing.extend(missing);
            found.empty.extend(empty);
        }
    }
}

/// Tiles due, and where they are read and written.
struct Band<'a> {
    from: &'a [Cells],
    to: &'a mut [Cells],
    /// The number of the first tile of `to`.
    first: usize,
    links: &'a [[u32; 8]],
    needs: &'a [Need],
    next_needs: &'a [Need],
    due: &'a [u32],
    generations: u64,
    /// Those that differ from what they were written over.
    changed: Vec<Change>,
}

impl formula::Work for (&mut Band<'_>, &mut Vec<u32>) {
    type Output = ();

    #[inline(always)]
    fn run<S: Simd, R: Recipe>(self, simd: S, recipe: R) {
        let (band, empty) = self;
        let formula = on_vectors(simd, recipe);
        let mut due = band.due.iter();
        // A window waits for another one, and for lack of one is computed as a whole tile.
        let mut waiting: Option<Window> = None;
        loop {
            let (tile, pair) = match due.next() {
                Some(&tile) => match (band.needs[tile as usize].take().window(), waiting) {
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
    /// Where a tile is written.
    #[inline(always)]
    fn place(&mut self, tile: u32) -> &mut Cells {
        &mut self.to[tile as usize - self.first]
    }

    /// Notes what has come of a tile.
    #[inline(always)]
    fn note(&mut self, tile: u32, (edges, lanes): (Edges, u8), empty: &mut Vec<u32>) {
        let number = tile as usize;
        if edges.any() {
            self.changed.push(Change { tile, edges, lanes });
        } else if self.from[number] == Cells::EMPTY && self.to[number - self.first] == Cells::EMPTY {
            empty.push(tile);
        }
    }

    /// Notes what is due because of the tiles that differ from what they were written over. This is done after all of
    /// them: a note that is shared waits for all that has been written before.
    fn note_due(&self, found: &mut Found, shared: bool) {
        found.changed += self.changed.len();
        for &Change { tile, edges, lanes } in &self.changed {
            let beside = Fours::near(lanes);
            if self.next_needs[tile as usize].note(beside, shared) {
                found.due.push(tile);
            }
            for direction in edges.directions() {
                let rows = match direction {
                    ground::W | ground::E => beside,
                    ground::NW | ground::N | ground::NE => Fours::LOWEST,
                    _ => Fours::TOPMOST,
                };
                let neighbour = self.links[tile as usize][direction];
                if neighbour == NOTHING {
                    // What lives at the edges that its other neighbours turn to it counts too, however long that has
                    // not changed: it is made even where this tile's own edge has just died.
                    found.missing.push(Missing { beside: tile, direction: direction as u8, rows });
                } else if self.next_needs[neighbour as usize].note(rows, shared) {
                    found.due.push(neighbour);
                }
            }
        }
    }
}

/// A tile with its halo.
#[inline(always)]
fn around(from: &[Cells], tile: usize, links: &[u32; 8]) -> Cells {
    let neighbour = |direction: usize| &from[links[direction] as usize].0;
    let [west, own, east] = [neighbour(ground::W), &from[tile].0, neighbour(ground::E)];
    let mut cells = Cells(std::array::from_fn(|at| joined(west[at], own[at], east[at])));
    let [west, own, east] = [ground::NW, ground::N, ground::NE].map(neighbour);
    for (row, at) in BOTTOM.into_iter().enumerate() {
        cells.0[row * LANES] = joined(west[at], own[at], east[at]);
    }
    let [west, own, east] = [ground::SW, ground::S, ground::SE].map(neighbour);
    for (row, at) in TOP.into_iter().enumerate() {
        cells.0[(row + HALO) * LANES + LANES - 1] = joined(west[at], own[at], east[at]);
    }
    cells
}

/// The last columns of what lies to the left, the tile's, and the first ones of what lies to the right.
#[inline(always)]
pub(super) fn joined(west: u64, own: u64, east: u64) -> u64 {
    west >> (SIDE as usize - HALO) | own << HALO | east << (SIDE as usize + HALO)
}

/// Writes the tile in the middle of its halo over another, and says what is different, and in which lanes.
#[inline(always)]
fn store<S: Simd>(simd: S, cells: &Cells, out: &mut Cells) -> (Edges, u8) {
    // Of the first half of the vectors, the last lane has the rows at the bottom; of the second half, the first
    // lane has those at the top.
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

/// What is different, by what is in the first and the second half of the vectors of some lanes, and which of
/// the lanes have anything.
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

/// The same for some rows.
#[inline(always)]
fn store_at<S: Simd>(simd: S, at: usize, cells: &Cells, out: &mut Cells) -> Vector<S> {
    let own = Vector::load(simd, &OWN.0[at..][..S::u64s::LEN]);
    let new = Vector::load(simd, &cells.0[at..][..S::u64s::LEN]).shift_down(HALO as u32) & own;
    let place = &mut out.0[at..][..S::u64s::LEN];
    let differs = new ^ Vector::load(simd, place);
    new.store(place);
    differs
}

/// The next generation; at the edges of the halo it is wrong by a cell more.
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
    // The first vector comes last: what is above it has just been stored in two parts, and cannot be read before
    // both have arrived.
    for at in (LANES..cells.0.len()).step_by(S::u64s::LEN) {
        next_at::<S, R>(simd, formula, cells, at).store(&mut out.0[at..][..S::u64s::LEN]);
    }
    for at in (0..LANES).step_by(S::u64s::LEN) {
        next_at::<S, R>(simd, formula, cells, at).store(&mut out.0[at..][..S::u64s::LEN]);
    }
    out
}

/// A vector of it.
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

/// The rows above some (0), they themselves (1), or those below (2).
#[inline(always)]
fn row<S: Simd>(simd: S, Cells(words): &Cells, at: usize, row: usize) -> Vector<S> {
    // Above the first vector and below the last the rows stand one lane further.
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

/// Cell 3y + x of the nine around each of some cells.
#[inline(always)]
fn moved<S: Simd>(simd: S, cells: &Cells, at: usize, cell: usize) -> Vector<S> {
    let row = row(simd, cells, at, cell / 3);
    match cell % 3 {
        0 => row.shift_up(1),
        1 => row,
        _ => row.shift_down(1),
    }
}
