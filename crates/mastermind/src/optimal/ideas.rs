//! Which ideas a search uses: all, unless somebody wants to see what one is worth.

/// The ideas of the search, to be left out one by one. None of them changes a total; which of several best
/// trees is found rests on them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[expect(clippy::struct_excessive_bools, reason = "a table of switches")]
pub struct Ideas {
    /// Remember what is known of a set while the set that it is part of is searched.
    pub memory: bool,
    /// If a member tells all others apart, or all but two, the cost is known.
    pub settled: bool,
    /// Try first what makes the most parts, or leaves the least open.
    pub order: bool,
    /// What the highest number of parts that a guess makes says of the cost.
    pub classes: bool,
    /// First a bound of every part, then the cost of one.
    pub bounds_first: bool,
    /// Of guesses that the history makes equal, try one.
    pub symmetry: bool,
    /// Two guesses and two answers name a set: what is known of it counts for all its images.
    pub images: bool,
    /// Begin with a good tree, which the best one must beat.
    pub first_tree: bool,
}

impl Ideas {
    /// All of them.
    pub const ALL: Self = Self::of(u32::MAX);

    /// Those of a mask: the lowest bit is the first of the fields.
    pub const fn of(mask: u32) -> Self {
        Self {
            memory: mask & 1 != 0,
            settled: mask & 2 != 0,
            order: mask & 4 != 0,
            classes: mask & 8 != 0,
            bounds_first: mask & 16 != 0,
            symmetry: mask & 32 != 0,
            images: mask & 64 != 0,
            first_tree: mask & 128 != 0,
        }
    }
}
