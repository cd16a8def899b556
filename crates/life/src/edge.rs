//! Where life begins, seen from a side of a square that is cut into quarters, these again, and so on.

use num_bigint::BigUint;

/// A side of a square.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Side {
    North,
    West,
    South,
    East,
}

impl Side {
    /// The quarters that lie along it, and the others: north-west, north-east, south-west and south-east by
    /// number.
    const fn halves(self) -> [[usize; 2]; 2] {
        match self {
            Self::North => [[0, 1], [2, 3]],
            Self::West => [[0, 2], [1, 3]],
            Self::South => [[2, 3], [0, 1]],
            Self::East => [[1, 3], [0, 2]],
        }
    }
}

/// How many rows or columns along a side of a square are empty, counted in whole leaves, and the leaves, each
/// once, that lie behind them and in which something lives.
///
/// The square is given by its level and its name; `quarters` says what a square of a level is made of, and the
/// default name is that of squares in which nothing lives. At every level there is one strip of squares to look
/// at: those along the side if something lives in any of them, and else those behind them. Linear in the strips'
/// different squares.
pub(crate) fn margin<N: Copy + Default + Ord>(
    side: Side,
    (level, root): (usize, N),
    leaf: usize,
    quarters: impl Fn(usize, N) -> [N; 4],
) -> (BigUint, Vec<N>) {
    let mut margin = BigUint::ZERO;
    let mut strip = vec![root];
    for level in (leaf + 1..=level).rev() {
        let mut halves = side.halves().map(|half| {
            let half = strip.iter().flat_map(|&square| half.map(|at| quarters(level, square)[at]));
            half.filter(|&square| square != N::default()).collect::<Vec<_>>()
        });
        if halves[0].is_empty() {
            margin += BigUint::from(1u8) << (level - 1);
            halves.swap(0, 1);
        }
        let [mut along, _] = halves;
        along.sort_unstable();
        along.dedup();
        strip = along;
    }
    (margin, strip)
}

/// A square's middle, half as wide, if nothing lives around that: its quarters, of the square's quarters'
/// quarters.
pub(crate) fn only_the_middle<N: Copy + Default + PartialEq>(
    [nw, ne, sw, se]: [[N; 4]; 4],
) -> Option<[N; 4]> {
    let outside = [nw[0], nw[1], nw[2], ne[0], ne[1], ne[3], sw[0], sw[2], sw[3], se[1], se[2], se[3]];
    (outside == [N::default(); 12]).then_some([nw[3], ne[2], sw[1], se[0]])
}
