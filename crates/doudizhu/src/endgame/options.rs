//! Switches of the search techniques, for tests and ablation measurements.

/// Search techniques, which can be switched off one by one. None of them changes a result.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[expect(clippy::struct_excessive_bools, reason = "a table of switches")]
pub struct SearchOptions {
    /// Move ordering: fewest moves of the rest of the hand, then low ranks, then most cards.
    pub order: bool,
    /// Canonical keys: omit ranks that no hand contains.
    pub canonical: bool,
    /// Bounds: a result for one rank on the table applies to others.
    pub bounds: bool,
    /// Transfer: results of leads apply to answers, and results of answers to leads.
    pub transfer: bool,
    /// Dominance: attach only the lower of two interchangeable cards.
    pub dominance: bool,
    /// Table look-ahead: look up all replies before searching one.
    pub look_ahead: bool,
    /// Three hands: a peasant who alone beats the landlord proves the win.
    pub alone: bool,
    /// Three hands: ignore the order of the peasants' cards between the landlord's ranks.
    pub gaps: bool,
    /// Ignore the order of a hand's ranks between which no other hand has a card.
    pub runs: bool,
}

impl SearchOptions {
    /// All techniques.
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

    /// Decodes a mask; the lowest bit is the first field.
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
