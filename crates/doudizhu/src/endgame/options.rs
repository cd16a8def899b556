//! Switches of the search techniques, for tests and for measurements with a technique switched off.

/// Search techniques, which can be switched off one by one. None of them changes a result.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[expect(clippy::struct_excessive_bools, reason = "a table of switches")]
pub struct SearchOptions {
    /// Whether moves are sorted. Moves come first if the rest of the hand can be played in few
    /// moves. If the number of these moves is equal, low ranks come first, then moves with many
    /// cards.
    pub order: bool,
    /// Whether keys are canonical: they omit ranks that no hand contains.
    pub canonical: bool,
    /// Whether bounds are stored: a result for one rank on the table then applies to other ranks.
    pub bounds: bool,
    /// Whether results of leads are applied to answers, and results of answers to leads.
    pub transfer: bool,
    /// Whether dominated moves are omitted: only the lower of two interchangeable cards is
    /// attached.
    pub dominance: bool,
    /// Whether all moves are looked up in the table before one of them is searched.
    pub look_ahead: bool,
    /// Whether the search with three hands tests if a peasant wins while the partner always passes.
    pub alone: bool,
    /// Whether keys for three hands ignore the order of those peasants' cards that lie between the
    /// same two neighbouring ranks of the landlord.
    pub gaps: bool,
    /// Whether keys ignore the order of a hand's ranks if no other hand has a card between them.
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

    /// Decodes a mask of switches. The lowest bit is the first field.
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
