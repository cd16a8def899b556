//! Moves: what they are, which beats which, and all that a hand can make.

mod answers;
mod buffer;
mod chains;
mod classify;
mod count;
mod generate;
mod groups;
mod holding;
mod kickers;
mod kind;
mod outline;
mod parse;
#[cfg(feature = "serde")]
mod serial;

use std::cmp::Ordering;
use std::fmt;

pub(crate) use answers::{Answers, links, singles_and_pairs};
pub use buffer::MoveBuffer;
pub use kind::{Kind, UnknownKind};
pub use parse::MoveError;

use crate::hand::Hand;
use crate::rank::Rank;

/// A move: its cards, and what they were read as.
///
/// A move comes from [`Rules`](crate::Rules), which knows what is one: by classifying cards, by reading a
/// text, or by generating all that a hand can make. It is small and copies freely (16 bytes).
///
/// As text it is its cards, and a pass is `pass`.
///
/// ```
/// use quadrille_doudizhu::{Kind, Move, Rank, Rules};
///
/// let rules = Rules::RLCARD;
/// let airplane = rules.parse_move("3334445K")?;
/// assert_eq!(airplane.kind(), Kind::AirplaneSolos);
/// assert_eq!(airplane.rank(), Some(Rank::THREE));
/// assert_eq!(airplane.length(), 2);
/// assert!(rules.parse_move("55566634")?.beats(airplane));
/// assert!(rules.parse_move("7777")?.beats(airplane));
/// assert!(!rules.parse_move("555666")?.beats(airplane));
/// assert_eq!(Move::PASS.to_string(), "pass");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// Moves are ordered by category (as in [`Kind::ALL`]), length, rank, and then by their cards as numbers: the
/// order of the [table of actions](crate::ActionTable).
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Move {
    cards: Hand,
    pub(crate) shape: Shape,
}

/// What the cards of a move were read as, in one word: from the highest byte, the category, the length in
/// units of a chain, the lowest principal rank, and what is compared.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Shape(u32);

impl Shape {
    /// The bits of what is compared that are a rank.
    const STRENGTH: u32 = 0x1f;
    /// Set in what is compared: nothing of the category beats it. (A move of `DouZero` that `DouZero` cannot
    /// read.)
    const UNREADABLE: u32 = 0x80;
    /// Set in what is compared: a chain of four trios that also beats an airplane of three. (Again
    /// `DouZero`.)
    const STANDS_IN: u32 = 0x40;

    #[inline(always)]
    pub(crate) const fn new(kind: Kind, length: u32, rank: u32) -> Self {
        Self((kind as u32) << 24 | length << 16 | rank << 8 | rank)
    }

    /// The same category and length, from the lowest rank.
    #[inline(always)]
    pub(crate) const fn lowest(self) -> Self {
        Self(self.0 & !0xffff)
    }

    /// The same with the principal rank higher by so much.
    #[inline(always)]
    pub(crate) const fn raised(self, by: u32) -> Self {
        // Both the rank and what is compared, which lie in the two lowest bytes and never carry.
        Self(self.0 + by * 0x101)
    }

    /// The same, but compared by another rank.
    pub(crate) const fn compared_by(self, rank: u32) -> Self {
        Self(self.0 & !0xff | rank)
    }

    /// The same, but nothing of the category beats it.
    pub(crate) const fn unreadable(self) -> Self {
        Self(self.0 | Self::UNREADABLE)
    }

    /// The same, but it also beats a lower airplane of three trios.
    pub(crate) const fn standing_in(self) -> Self {
        Self(self.0 | Self::STANDS_IN)
    }

    /// Whether it also beats a lower airplane of three trios.
    #[inline(always)]
    pub(crate) const fn stands_in(self) -> bool {
        self.0 & Self::STANDS_IN != 0
    }

    /// The word itself.
    #[inline(always)]
    pub(crate) const fn bits(self) -> u32 {
        self.0
    }

    /// Category and length.
    #[inline(always)]
    const fn group(self) -> u32 {
        self.0 >> 16
    }

    /// Where its category stands among all.
    #[inline(always)]
    pub(crate) const fn index(self) -> usize {
        (self.0 >> 24) as usize
    }

    #[inline(always)]
    pub(crate) const fn kind(self) -> Kind {
        Kind::ALL[self.index()]
    }

    #[inline(always)]
    pub(crate) const fn length(self) -> u32 {
        self.0 >> 16 & 0xff
    }

    /// The lowest principal rank.
    #[inline(always)]
    pub(crate) const fn rank(self) -> u32 {
        self.0 >> 8 & 0xff
    }

    /// What has to be exceeded to beat it in its category.
    #[inline(always)]
    pub(crate) const fn defence(self) -> u32 {
        self.0 & 0xff & !Self::STANDS_IN
    }

    /// What it exceeds others by.
    #[inline(always)]
    const fn attack(self) -> u32 {
        self.0 & Self::STRENGTH
    }
}

impl Move {
    /// No cards.
    pub const PASS: Self = Self::new(Hand::EMPTY, Shape::new(Kind::Pass, 1, 0));

    #[inline(always)]
    pub(crate) const fn new(cards: Hand, shape: Shape) -> Self {
        Self { cards, shape }
    }

    /// Its cards; none for a pass.
    #[inline(always)]
    pub const fn cards(self) -> Hand {
        self.cards
    }

    /// Its category.
    #[inline(always)]
    pub const fn kind(self) -> Kind {
        self.shape.kind()
    }

    /// The lowest of its principal ranks, which decide between moves of one category and length: that of the
    /// trio, of the lowest card of a chain; the black joker for the rocket; none for a pass.
    #[inline(always)]
    pub const fn rank(self) -> Option<Rank> {
        if self.is_pass() { None } else { Some(Rank::from_valid_index(self.shape.rank())) }
    }

    /// Units of a chain: ranks of a chain, trios of an airplane, fours of a space shuttle; 1 for everything
    /// else.
    #[inline(always)]
    pub const fn length(self) -> u8 {
        self.shape.length() as u8
    }

    /// Whether it is a pass.
    #[inline(always)]
    pub const fn is_pass(self) -> bool {
        self.cards.is_empty()
    }

    /// Whether it is a bomb or the rocket: what beats everything else, and doubles the stake.
    #[inline(always)]
    pub const fn is_bomb_or_rocket(self) -> bool {
        matches!(self.kind(), Kind::Bomb | Kind::Rocket)
    }

    /// Whether it may be played on `other`, a move of the same rules.
    ///
    /// Of one category and length, the higher rank beats the lower. A bomb beats everything but a bomb of its
    /// rank or higher and the rocket; the rocket beats everything. A pass beats nothing, and everything beats
    /// a pass.
    pub const fn beats(self, other: Self) -> bool {
        // Category and length in one comparison. What is unreadable has its bit above all ranks in what has
        // to be exceeded, but not in what it exceeds others by: nothing of its category beats it, and it
        // beats as it would.
        if self.shape.group() == other.shape.group() {
            return self.shape.attack() > other.shape.defence();
        }
        let [kind, on] = [self.kind(), other.kind()];
        match kind {
            Kind::Pass => false,
            Kind::Rocket => true,
            Kind::Bomb => !matches!(on, Kind::Rocket),
            Kind::TrioChain if self.shape.stands_in() && matches!(on, Kind::AirplaneSolos) => {
                other.shape.length() == 3 && self.shape.rank() + 3 > other.shape.defence()
            }
            _ => other.is_pass(),
        }
    }
}

impl PartialOrd for Move {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Move {
    fn cmp(&self, other: &Self) -> Ordering {
        self.shape.cmp(&other.shape).then_with(|| self.cards.cmp(&other.cards))
    }
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_pass() { f.pad("pass") } else { self.cards.fmt(f) }
    }
}

impl fmt::Debug for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Move({self}: {} {}", self.kind(), self.length())?;
        self.rank().map_or(Ok(()), |rank| write!(f, " from {rank}"))?;
        write!(f, ")")
    }
}
