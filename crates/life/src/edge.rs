//! Bounding boxes of quadtrees: the empty margin along one side of the root.

use num_bigint::BigUint;

/// A side of a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Side {
    North,
    West,
    South,
    East,
}

impl Side {
    /// Returns the two quarters along this side, followed by the other two. Quarters are numbered
    /// north-west, north-east, south-west, south-east.
    const fn halves(self) -> [[usize; 2]; 2] {
        match self {
            Self::North => [[0, 1], [2, 3]],
            Self::West => [[0, 2], [1, 3]],
            Self::South => [[2, 3], [0, 1]],
            Self::East => [[1, 3], [0, 2]],
        }
    }
}

/// Returns the empty margin along one side of the root: its width in cells, rounded down to whole
/// leaves, and the distinct non-empty leaves that touch the margin.
///
/// The root is given by its level and its identifier, and `leaf` is the level of leaves. `quarters`
/// returns the children of a node. The default identifier is that of the empty node. At each level
/// one strip of nodes is examined: the children along the side or, if all of these are empty, the
/// other children of the same nodes. Time is linear in the distinct nodes of the strips.
pub(crate) fn margin<N: Copy + Default + Ord>(
    side: Side,
    (level, root): (usize, N),
    leaf: usize,
    quarters: impl Fn(usize, N) -> [N; 4],
) -> (BigUint, Vec<N>) {
    // `strip` holds the distinct non-empty nodes of the current level that touch the margin.
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

/// Returns the centre of a node if everything around the centre is empty. The centre is half as
/// wide as the node. The argument holds the children of the node's four children, and the result
/// holds the children of the centre.
pub(crate) fn only_the_middle<N: Copy + Default + PartialEq>(
    [nw, ne, sw, se]: [[N; 4]; 4],
) -> Option<[N; 4]> {
    let outside = [nw[0], nw[1], nw[2], ne[0], ne[1], ne[3], sw[0], sw[2], sw[3], se[1], se[2], se[3]];
    (outside == [N::default(); 12]).then_some([nw[3], ne[2], sw[1], se[0]])
}
