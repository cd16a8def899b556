//! The next generation of the tiles that are due.
//!
//! Rows of a tile are words, so a vector holds some rows one above the other, and the rows above and below
//! are the same words loaded one place lower and higher. What lies to the left is the row moved up by a bit,
//! with the last bit of the left neighbour's row coming in:
//!
//! ```text
//! left neighbour   l63 … l0        tile   c63 … c1 c0        right neighbour   r63 … r0
//! to the left of each cell:               c62 … c0 l63
//! to the right of each cell:              r0 c63 …  c1
//! ```
//!
//! It is sums and carries of columns that are moved, not cells (`kernels/formula.rs`), so the columns of both
//! neighbours are counted too, of which one bit a row is used.
//!
//! As a row is stored, it is compared with what it is written over: that generation, two before.

use quadrille_lanes::Level;
use quadrille_lanes::simd::{Simd, prelude::*};

use super::Edges;
use super::ground::{self, Ground, Rows, SIDE};
use crate::kernels::formula::{self, AT_ONCE, Column, Formula, Plan, Recipe, compiled_for, on_vectors};
use crate::kernels::logic::Vector;

/// A tile's rows with the one above and the one below.
type Padded = [u64; SIDE as usize + 2];

/// What is needed for a generation.
pub(super) struct Work<'a> {
    pub(super) ground: &'a mut Ground,
    pub(super) plan: &'a Plan,
    pub(super) level: Level,
}

impl Work<'_> {
    /// Computes generation `next` of the tiles that are due, in the order of their numbers; notes those that
    /// differ from two generations before, and tells which are empty in both copies.
    pub(super) fn compute(
        self,
        next: u64,
        due: &[u32],
        changed: &mut Vec<(u32, Edges)>,
        empty: impl FnMut(u32),
    ) {
        let Ground { copies: [even, odd], links, .. } = self.ground;
        let (from, to) = if next & 1 == 1 { (even, odd) } else { (odd, even) };
        let tiles = Band { from, to, links, due, changed, empty };
        compiled_for(self.level, self.plan, tiles);
    }
}

/// Tiles due, and where they are read and written.
struct Band<'a, F> {
    from: &'a [Rows],
    to: &'a mut [Rows],
    links: &'a [[u32; 8]],
    due: &'a [u32],
    changed: &'a mut Vec<(u32, Edges)>,
    empty: F,
}

impl<F: FnMut(u32)> formula::Work for Band<'_, F> {
    type Output = ();

    #[inline(always)]
    fn run<S: Simd, R: Recipe>(self, simd: S, recipe: R) {
        let Self { from, to, links, due, changed, mut empty } = self;
        let formula = on_vectors(simd, recipe);
        for &tile in due {
            let link = &links[tile as usize];
            let rows = |direction: usize| &from[link[direction] as usize].0;
            let left = padded(rows(ground::NW), rows(ground::W), rows(ground::SW));
            let middle = padded(rows(ground::N), &from[tile as usize].0, rows(ground::S));
            let right = padded(rows(ground::NE), rows(ground::E), rows(ground::SE));

            let out = &mut to[tile as usize].0;
            let (first, last) = (out[0], out[63]);
            let mut differs = Vector::splat(simd, 0);
            let mut lives = Vector::splat(simd, 0);
            if R::Formula::<Vector<S>>::SEVERAL {
                let three = [&left, &middle, &right];
                for y in (0..SIDE as usize).step_by(AT_ONCE * S::u64s::LEN) {
                    formula.several::<true>(
                        #[inline(always)]
                        |cell, at| moved(simd, three, y + cell / 3 + at * S::u64s::LEN, cell % 3),
                        #[inline(always)]
                        |at, next| {
                            let place = &mut out[y + at * S::u64s::LEN..][..S::u64s::LEN];
                            differs = differs | (next ^ Vector::load(simd, place));
                            lives = lives | next;
                            next.store(place);
                        },
                    );
                }
            } else {
                for y in (0..SIDE as usize).step_by(S::u64s::LEN) {
                    let (l, m, r) =
                        (column(simd, &left, y), column(simd, &middle, y), column(simd, &right, y));
                    let west = Column::counted(
                        m.sum().shift_up(1) | l.sum().shift_down(63),
                        m.carry().shift_up(1) | l.carry().shift_down(63),
                    );
                    let east = Column::counted(
                        m.sum().shift_down(1) | r.sum().shift_up(63),
                        m.carry().shift_down(1) | r.carry().shift_up(63),
                    );
                    let next = formula.next(&west, &m, &east);
                    let place = &mut out[y..][..S::u64s::LEN];
                    differs = differs | (next ^ Vector::load(simd, place));
                    lives = lives | next;
                    next.store(place);
                }
            }
            let edges = Edges::of(out[0] ^ first, out[63] ^ last, any(differs));
            if edges.any() {
                changed.push((tile, edges));
            } else if any(lives) == 0 && middle[1..65].iter().all(|&row| row == 0) {
                empty(tile);
            }
        }
    }
}

/// The rows of three tiles, one above the other: the middle one's, and those that touch it.
#[inline(always)]
fn padded(above: &[u64; 64], rows: &[u64; 64], below: &[u64; 64]) -> Padded {
    let mut padded = [0; SIDE as usize + 2];
    padded[0] = above[63];
    padded[1..65].copy_from_slice(rows);
    padded[65] = below[0];
    padded
}

/// The columns of three around some rows of a tile.
#[inline(always)]
fn column<S: Simd>(simd: S, rows: &Padded, y: usize) -> Column<Vector<S>> {
    let load = |y: usize| Vector::load(simd, &rows[y..][..S::u64s::LEN]);
    Column::new(load(y), load(y + 1), load(y + 2))
}

/// What lies to the left of each cell of some rows (0), their cells (1), or what lies to the right (2).
#[inline(always)]
fn moved<S: Simd>(simd: S, three: [&Padded; 3], y: usize, column: usize) -> Vector<S> {
    let load = |rows: &Padded| Vector::load(simd, &rows[y..][..S::u64s::LEN]);
    let [left, middle, right] = three;
    match column {
        0 => load(middle).shift_up(1) | load(left).shift_down(63),
        1 => load(middle),
        _ => load(middle).shift_down(1) | load(right).shift_up(63),
    }
}

/// All words of a vector in one: a bit is set if it is in any.
#[inline(always)]
fn any<S: Simd>(vector: Vector<S>) -> u64 {
    let mut words = [0; 8];
    vector.store(&mut words[..S::u64s::LEN]);
    words.iter().fold(0, |all, word| all | word)
}
