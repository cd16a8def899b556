//! Options of the search, to measure the effect of each technique.

/// Techniques of the search, each of which can be disabled. None changes the optimal total, but
/// they determine which of several optimal trees is found.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[expect(clippy::struct_excessive_bools, reason = "a table of switches")]
pub struct SearchOptions {
    /// Transposition table: memoise subsets while the enclosing set is searched.
    pub transposition_table: bool,
    /// Forced sets: if a member distinguishes all others, or all but two, the cost is known at
    /// once.
    pub forced: bool,
    /// Guess ordering by the number of partitions or by the remaining entropy.
    pub ordering: bool,
    /// Lower bounds from the maximum number of partitions by any guess.
    pub class_bounds: bool,
    /// Bound all partitions of a guess before computing the exact cost of any partition.
    pub bounds_first: bool,
    /// Symmetry: try one guess of each class that is equivalent under the history.
    pub symmetry: bool,
    /// Isomorphs: identify sets by two guesses and two feedbacks up to symmetry, and share their
    /// results.
    pub isomorphs: bool,
    /// Incumbent: start from a good tree, whose cost is an upper bound.
    pub incumbent: bool,
}

impl SearchOptions {
    /// All techniques.
    pub const ALL: Self = Self::of(u32::MAX);

    /// Creates options from a bit mask; the lowest bit is the first field.
    pub const fn of(mask: u32) -> Self {
        Self {
            transposition_table: mask & 1 != 0,
            forced: mask & 2 != 0,
            ordering: mask & 4 != 0,
            class_bounds: mask & 8 != 0,
            bounds_first: mask & 16 != 0,
            symmetry: mask & 32 != 0,
            isomorphs: mask & 64 != 0,
            incumbent: mask & 128 != 0,
        }
    }
}
