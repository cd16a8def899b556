//! Which ideas a search uses: all, unless somebody wants to see what one is worth.

/// The ideas of the fast search, to be left out one by one. None of them changes an answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[expect(clippy::struct_excessive_bools, reason = "a table of switches")]
pub struct Ideas {
    /// Try first what leaves a hand of the fewest moves, then what takes the most cards.
    pub order: bool,
    /// Keys that leave out ranks nobody has.
    pub canonical: bool,
    /// What is known for one rank on the table counts for others.
    pub bounds: bool,
    /// What is known of leading counts for following, and the other way round.
    pub transfer: bool,
    /// Attach the lower of two cards that are otherwise alike.
    pub dominance: bool,
    /// Look all replies up before searching one.
    pub look_ahead: bool,
    /// Three hands: one peasant who beats the landlord alone is enough.
    pub alone: bool,
    /// Three hands: the peasants' cards are alike where the landlord has none between.
    pub gaps: bool,
    /// Ranks of one hand are alike where no other hand has any between.
    pub runs: bool,
}

impl Ideas {
    /// All of them.
    pub const ALL: Self = Self {
        order: true,
        canonical: true,
        bounds: true,
        transfer: true,
        dominance: true,
        look_ahead: true,
        alone: true,
        gaps: true,
        runs: true,
    };

    /// Those of a mask: the lowest bit is the first of the fields.
    pub const fn of(mask: u32) -> Self {
        Self {
            order: mask & 1 != 0,
            canonical: mask & 2 != 0,
            bounds: mask & 4 != 0,
            transfer: mask & 8 != 0,
            dominance: mask & 16 != 0,
            look_ahead: mask & 32 != 0,
            alone: mask & 64 != 0,
            gaps: mask & 128 != 0,
            runs: mask & 256 != 0,
        }
    }
}
