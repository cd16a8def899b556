//! The switches that control move generation and classification.

/// The settings in which rules differ from one another.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[expect(clippy::struct_excessive_bools, reason = "a table of switches")]
pub(crate) struct Switches {
    /// Whether a pair may be attached to a trio.
    pub(crate) trio_pair: bool,
    /// Whether two cards or two pairs may be attached to a four.
    pub(crate) four_two: bool,
    /// Whether chains of fours are moves.
    pub(crate) space_shuttle: bool,
    /// The maximum number of single cards of one rank that may be attached to one move.
    pub(crate) kickers_a_rank: u8,
    /// Whether both jokers may be attached to one move.
    pub(crate) both_jokers: bool,
    /// Whether three of the cards attached to an airplane may extend its chain.
    pub(crate) longer_chain: bool,
    /// Whether airplanes compare by their highest trio, attached or not. If so, no other airplane
    /// beats an airplane of four or more trios that has another trio attached. This is `DouZero`'s
    /// behaviour.
    pub(crate) compare_highest_trio: bool,
}
