//! The switches that the one generator and the one reader of moves go by.

/// Everything in which rules differ.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[expect(clippy::struct_excessive_bools, reason = "a table of switches")]
pub(crate) struct Switches {
    /// A trio may have a pair attached.
    pub(crate) trio_pair: bool,
    /// A four may have two cards or two pairs attached.
    pub(crate) four_two: bool,
    /// Fours in a row are moves.
    pub(crate) space_shuttle: bool,
    /// Of the single cards attached to one move, at most so many may be of a rank.
    pub(crate) kickers_a_rank: u8,
    /// Both jokers may be attached to one move.
    pub(crate) both_jokers: bool,
    /// Three of the cards attached to an airplane may make its chain longer.
    pub(crate) longer_chain: bool,
    /// Airplanes compare by their highest trio, attached or not, and one with a trio attached to four trios
    /// or more is never beaten by another: what `DouZero` does.
    pub(crate) compare_highest_trio: bool,
}
