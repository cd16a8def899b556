//! Leaves: nodes of 16 × 16 cells, and the computation of their successors cell by cell.
//!
//! Four leaves are 32 rows of 32 cells. Within eight generations nothing from outside reaches the
//! central 16 × 16 cells. Two rows share a word, row y next to row y + 16, so that sixteen words
//! hold all rows, and a vector holds several of these words:
//!
//! ```text
//!           bits 0 … 15     16 … 31      32 … 47      48 … 63
//! word j    row j of nw     row j of ne  row j of sw  row j of se        j = 0 … 15
//!           └──────── row j ────────┘    └────── row j + 16 ──────┘
//! ```
//!
//! The rows above and below those of word j are in the words j − 1 and j + 1. Two additional words
//! complete the ends. The word above word 0 is word 15, shifted so that row 15 is above row 16. The
//! word below word 15 is word 0, shifted so that row 16 is below row 15. Left and right neighbours
//! are obtained by shifts of one bit. Such a shift also moves cells from one row of a word to the
//! other row, where they are wrong neighbours. Beyond the first and the last of the 32 rows, zeros
//! take the place of unknown cells, which is wrong, too. But errors at the edge spread by only one
//! cell per generation, so after eight generations the centre is still correct.

use bytemuck::{Pod, Zeroable};
use quadrille_lanes::simd::{Simd, prelude::*};

use crate::kernels::formula::{self, AT_ONCE, Column, Formula, Recipe, on_vectors};
use crate::kernels::logic::Vector;

/// The side of a leaf in cells.
pub(super) const SIDE: usize = 16;

/// The cells of a leaf: one row per item, bit x for column x.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Zeroable, Pod)]
#[repr(C, align(32))]
pub(super) struct Leaf(pub(super) [u16; SIDE]);

impl Leaf {
    /// Returns the cells as words.
    #[inline]
    pub(super) fn words(self) -> [u64; 4] {
        bytemuck::cast(self)
    }

    /// Creates a leaf from four blocks of 8 × 8 cells (north-west, north-east, south-west,
    /// south-east), bit 8y + x for column x of row y.
    pub(super) fn of_quarters([nw, ne, sw, se]: [u64; 4]) -> Self {
        let row =
            |west: u64, east: u64, y: usize| (west >> (8 * y) & 0xFF | (east >> (8 * y) & 0xFF) << 8) as u16;
        Self(std::array::from_fn(|y| if y < 8 { row(nw, ne, y) } else { row(sw, se, y - 8) }))
    }

    /// Returns the four blocks of 8 × 8 cells, in the form of [`of_quarters`](Self::of_quarters).
    pub(super) fn quarters(self) -> [u64; 4] {
        let mut quarters = [0; 4];
        for (y, row) in self.0.into_iter().enumerate() {
            let bytes = row.to_le_bytes().map(|byte| u64::from(byte) << (8 * (y % 8)));
            quarters[y / 8 * 2] |= bytes[0];
            quarters[y / 8 * 2 + 1] |= bytes[1];
        }
        quarters
    }

    /// Returns the number of living cells.
    pub(super) fn population(self) -> u32 {
        self.words().into_iter().map(u64::count_ones).sum()
    }

    /// Returns the non-empty columns, one bit each.
    pub(super) fn columns(self) -> u16 {
        self.0.into_iter().fold(0, |all, row| all | row)
    }

    /// Returns the non-empty rows, one bit each.
    pub(super) fn rows(self) -> u16 {
        (0..).zip(self.0).fold(0, |all, (y, row)| all | u16::from(row != 0) << y)
    }

    /// Returns the leaf in the centre of four leaves.
    pub(super) fn middle([nw, ne, sw, se]: [Self; 4]) -> Self {
        let row = |west: u16, east: u16| west >> 8 | east << 8;
        Self(std::array::from_fn(|y| match y {
            0..8 => row(nw.0[y + 8], ne.0[y + 8]),
            _ => row(sw.0[y - 8], se.0[y - 8]),
        }))
    }
}

/// A computation for nodes of four leaves each: the centre of each node after up to eight
/// generations.
pub(super) struct Base<'a> {
    /// Four leaves per node.
    pub(super) leaves: &'a [Leaf],
    pub(super) generations: u32,
    pub(super) middles: &'a mut Vec<Leaf>,
}

/// The number of nodes computed together, so that their dependency chains overlap.
const TOGETHER: usize = 4;

/// The words of four leaves, preceded by the word above word 0 and followed by the word below word
/// 15.
type Rows = [u64; SIDE + 2];

impl formula::Work for Base<'_> {
    type Output = ();

    #[inline(always)]
    fn run<S: Simd, R: Recipe>(self, simd: S, recipe: R) {
        let Self { leaves, generations, middles } = self;
        let formula = on_vectors(simd, recipe);
        for leaves in leaves.chunks(4 * TOGETHER) {
            let mut blocks = [[0; SIDE + 2]; TOGETHER];
            for (rows, four) in blocks.iter_mut().zip(leaves.chunks_exact(4)) {
                *rows = rows_of([four[0], four[1], four[2], four[3]]);
            }
            for _ in 0..generations {
                blocks = next::<S, R>(simd, &formula, blocks);
            }
            middles.extend(blocks.iter().take(leaves.len() / 4).map(middle_of));
        }
    }
}

/// Packs four leaves, two rows per word.
#[inline(always)]
fn rows_of([nw, ne, sw, se]: [Leaf; 4]) -> Rows {
    let mut rows = [0; SIDE + 2];
    for (y, row) in rows[1..=SIDE].iter_mut().enumerate() {
        let [a, b, c, d] = [nw, ne, sw, se].map(|leaf| u64::from(leaf.0[y]));
        *row = a | b << 16 | c << 32 | d << 48;
    }
    rows
}

/// Computes the next generation of each block of 32 × 32 cells. Wrong cells at the edges of a block
/// spread by one cell towards its centre.
#[inline(always)]
fn next<S: Simd, R: Recipe>(
    simd: S,
    formula: &R::Formula<Vector<S>>,
    mut blocks: [Rows; TOGETHER],
) -> [Rows; TOGETHER] {
    for rows in &mut blocks {
        rows[0] = rows[SIDE] << 32;
        rows[SIDE + 1] = rows[1] >> 32;
    }
    let mut out = [[0; SIDE + 2]; TOGETHER];
    if R::Formula::<Vector<S>>::SEVERAL {
        // Treat the words of all nodes as one sequence.
        for from in (0..TOGETHER * SIDE).step_by(AT_ONCE * S::u64s::LEN) {
            let place = |at: usize| (from + at * S::u64s::LEN) / SIDE;
            let row = |at: usize| (from + at * S::u64s::LEN) % SIDE;
            formula.several::<true>(
                #[inline(always)]
                |cell, at| moved(simd, &blocks[place(at)], row(at), cell),
                #[inline(always)]
                |at, next| next.store(&mut out[place(at)][row(at) + 1..][..S::u64s::LEN]),
            );
        }
        return out;
    }
    for (rows, out) in blocks.iter().zip(&mut out) {
        for y in (0..SIDE).step_by(S::u64s::LEN) {
            let middle = column::<S>(simd, rows, y);
            let west = Column::counted(middle.sum().shift_up(1), middle.carry().shift_up(1));
            let east = Column::counted(middle.sum().shift_down(1), middle.carry().shift_down(1));
            formula.next(&west, &middle, &east).store(&mut out[y + 1..][..S::u64s::LEN]);
        }
    }
    out
}

/// Returns, for every cell in the words from word `y` on, one cell of its 3 × 3 neighbourhood. The
/// index `cell` is 3 · row + column within the neighbourhood.
#[inline(always)]
fn moved<S: Simd>(simd: S, rows: &Rows, y: usize, cell: usize) -> Vector<S> {
    let row = Vector::load(simd, &rows[y + cell / 3..][..S::u64s::LEN]);
    match cell % 3 {
        0 => row.shift_up(1),
        1 => row,
        _ => row.shift_down(1),
    }
}

/// Returns the middle columns of the neighbourhoods of all cells in the words from word `y` on.
/// Such a column is the cell itself and its neighbours above and below.
#[inline(always)]
fn column<S: Simd>(simd: S, rows: &Rows, y: usize) -> Column<Vector<S>> {
    let [above, middle, below] =
        [&rows[y..], &rows[y + 1..], &rows[y + 2..]].map(|words| &words[..S::u64s::LEN]);
    Column::new(Vector::load(simd, above), Vector::load(simd, middle), Vector::load(simd, below))
}

/// Returns the leaf in the centre of a block of 32 rows.
#[inline(always)]
fn middle_of(rows: &Rows) -> Leaf {
    let mut middle = [0; SIDE];
    let (above, below) = middle.split_at_mut(SIDE / 2);
    // Rows 8 to 15 are in the lower halves of words 8 to 15, rows 16 to 23 in the upper halves of
    // words 0 to 7.
    for (row, word) in above.iter_mut().zip(&rows[SIDE / 2 + 1..]) {
        *row = (word >> 8) as u16;
    }
    for (row, word) in below.iter_mut().zip(&rows[1..]) {
        *row = (word >> 40) as u16;
    }
    Leaf(middle)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kernels::formula::{Plan, compiled_for};
    use crate::rule::Rule;
    use proptest::prelude::*;
    use quadrille_lanes::Level;

    /// Returns the cells of four leaves.
    fn cells(four: [Leaf; 4]) -> [[bool; 32]; 32] {
        std::array::from_fn(|y| {
            std::array::from_fn(|x| four[y / 16 * 2 + x / 16].0[y % 16] >> (x % 16) & 1 == 1)
        })
    }

    /// Computes the next generation cell by cell; cells outside are dead.
    fn later(rule: Rule, cells: &[[bool; 32]; 32]) -> [[bool; 32]; 32] {
        let alive = |y: usize, x: usize| cells.get(y).and_then(|row| row.get(x)).is_some_and(|&alive| alive);
        std::array::from_fn(|y| {
            std::array::from_fn(|x| {
                let three = |at: usize| [at.wrapping_sub(1), at, at + 1];
                let nine = three(y).into_iter().flat_map(|j| three(x).map(|i| alive(j, i)));
                rule.lives(nine.fold(0, |nine, alive| nine << 1 | u16::from(alive)))
            })
        })
    }

    fn leaf() -> impl Strategy<Value = Leaf> {
        prop_oneof![
            any::<[u16; 16]>().prop_map(Leaf),
            any::<([u16; 16], [u16; 16])>().prop_map(|(a, b)| Leaf(std::array::from_fn(|y| a[y] & b[y]))),
            Just(Leaf::default()),
        ]
    }

    fn rule() -> impl Strategy<Value = Rule> {
        prop_oneof![
            Just(Rule::CONWAY),
            (0..512u16, 0..512u16).prop_map(|(born, survive)| Rule::new(born, survive)),
            any::<[u64; 8]>().prop_map(Rule::from_table),
        ]
    }

    proptest! {
        #[test]
        fn the_middle_agrees_with_single_cells(
            rule in rule(),
            blocks in prop::collection::vec([leaf(), leaf(), leaf(), leaf()], 1..10),
            power in 0..4u32,
        ) {
            let generations = 1 << power;
            let middle = |&four: &[Leaf; 4]| {
                let last = (0..generations).fold(cells(four), |cells, _| later(rule, &cells));
                Leaf(std::array::from_fn(|y| (0..16).map(|x| u16::from(last[y + 8][x + 8]) << x).sum()))
            };
            let expected: Vec<Leaf> = blocks.iter().map(middle).collect();
            for level in Level::available() {
                let mut middles = Vec::new();
                compiled_for(level, &Plan::new(rule), Base { leaves: blocks.as_flattened(), generations, middles: &mut middles });
                prop_assert_eq!(&middles, &expected, "{}", level);
            }
        }

        #[test]
        fn the_middle_of_four_is_cut_out_of_them(four in [leaf(), leaf(), leaf(), leaf()]) {
            let mut middles = Vec::new();
            compiled_for(Level::best(), &Plan::new(Rule::CONWAY), Base { leaves: &four, generations: 0, middles: &mut middles });
            prop_assert_eq!(middles, [Leaf::middle(four)]);
        }
    }
}
