//! The switches that control move generation and classification.

/// All differences between rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[expect(clippy::struct_excessive_bools, reason = "a table of switches")]
pub(crate) struct Switches {
    /// A pair may be attached to a trio.
    pub(crate) trio_pair: bool,
    /// Two cards or two pairs may be attached to a four.
    pub(crate) four_two: bool,
    /// Chains of fours are moves.
    pub(crate) space_shuttle: bool,
    /// The maximum number of single cards of one rank attached to one move.
    pub(crate) kickers_a_rank: u8,
    /// Both jokers may be attached to one move.
    pub(crate) both_jokers: bool,
    /// Three of the cards attached to an airplane may extend its chain.
    pub(crate) longer_chain: bool,
    /// Airplanes compare by their highest trio, attached or not; an airplane of four or more trios
    /// with another trio attached is beaten by no other airplane. (`DouZero`'s behaviour.)
    pub(crate) compare_highest_trio: bool,
}
