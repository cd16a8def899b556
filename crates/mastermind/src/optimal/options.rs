//! Options of the search, to measure the effect of each technique.

/// Techniques of the search, each of which can be disabled. No technique changes the optimal total,
/// but the techniques determine which of several optimal trees is found.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[expect(clippy::struct_excessive_bools, reason = "each field is an independent switch")]
pub struct SearchOptions {
    /// Whether the results of subsets are stored in a transposition table while the enclosing set
    /// is searched.
    pub transposition_table: bool,
    /// Whether forced sets are recognised: if a secret, as a guess, distinguishes all secrets of
    /// its set, or all but two, the cost of the set is known at once.
    pub forced: bool,
    /// Whether guesses are ordered by their number of partitions, or by Σ n log₂ n over the
    /// partition sizes n, instead of lexicographically.
    pub ordering: bool,
    /// Whether lower bounds are derived from the maximum number of partitions by any guess.
    pub class_bounds: bool,
    /// Whether all partitions of a guess are bounded before the exact cost of any partition is
    /// computed.
    pub bounds_first: bool,
    /// Whether symmetry is used: of the guesses that are equivalent given the previous guesses,
    /// only one is tried.
    pub symmetry: bool,
    /// Whether sets are identified by two guesses and two feedbacks up to symmetry, so that
    /// isomorphic sets share their results.
    pub isomorphs: bool,
    /// Whether the search starts from a good tree (the incumbent), whose cost is an upper bound.
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
