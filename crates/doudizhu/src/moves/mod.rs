//! Moves: representation, comparison, parsing and generation.

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

/// A move: its cards and their classification under some rules.
///
/// [`Rules`](crate::Rules) constructs moves by classifying cards, by parsing text, or by generating
/// the legal moves of a hand. A move is `Copy` and takes 16 bytes.
///
/// The text form of a move lists its cards; a pass is `pass`.
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
/// Moves are ordered by category (as in [`Kind::ALL`]), length, rank, and then by their cards as
/// packed words. This is the order of the [action table](crate::ActionTable).
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Move {
    cards: Hand,
    pub(crate) shape: Shape,
}

/// The classification of a move's cards, packed in one word.
///
/// The *principal ranks* of a move are the ranks of all its cards except the attached cards. The
/// bytes of the word, from the highest, are: the category, the length as in [`Move::length`], the
/// lowest principal rank, and the comparison byte (a rank and flags).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Shape(u32);

impl Shape {
    /// The bits of the comparison byte that hold a rank.
    const STRENGTH: u32 = 0x1f;
    /// A flag of the comparison byte: no move of the same category beats this move. It marks moves
    /// that `DouZero`'s generator produces and `DouZero`'s classifier rejects.
    const UNREADABLE: u32 = 0x80;
    /// A flag of the comparison byte, for chains of four trios: the chain also beats lower
    /// airplanes of three trios. This is `DouZero`'s behaviour.
    const STANDS_IN: u32 = 0x40;

    #[inline(always)]
    pub(crate) const fn new(kind: Kind, length: u32, rank: u32) -> Self {
        Self((kind as u32) << 24 | length << 16 | rank << 8 | rank)
    }

    /// Returns the shape with the same category and length, whose lowest principal rank is 0.
    #[inline(always)]
    pub(crate) const fn lowest(self) -> Self {
        Self(self.0 & !0xffff)
    }

    /// Returns the shape whose lowest principal rank is `by` lanes higher.
    #[inline(always)]
    pub(crate) const fn raised(self, by: u32) -> Self {
        // Raises the rank and the comparison byte, the two lowest bytes; neither overflows.
        Self(self.0 + by * 0x101)
    }

    /// Returns the shape with another rank in the comparison byte.
    pub(crate) const fn compared_by(self, rank: u32) -> Self {
        Self(self.0 & !0xff | rank)
    }

    /// Returns the shape with the flag [`UNREADABLE`](Self::UNREADABLE): no move of the category
    /// beats it.
    pub(crate) const fn unreadable(self) -> Self {
        Self(self.0 | Self::UNREADABLE)
    }

    /// Returns the shape with the flag [`STANDS_IN`](Self::STANDS_IN): the chain also beats a lower
    /// airplane of three trios.
    pub(crate) const fn standing_in(self) -> Self {
        Self(self.0 | Self::STANDS_IN)
    }

    /// Returns whether this chain also beats a lower airplane of three trios.
    #[inline(always)]
    pub(crate) const fn stands_in(self) -> bool {
        self.0 & Self::STANDS_IN != 0
    }

    /// Returns the packed word.
    #[inline(always)]
    pub(crate) const fn bits(self) -> u32 {
        self.0
    }

    /// Returns the category and the length, the two highest bytes.
    #[inline(always)]
    const fn group(self) -> u32 {
        self.0 >> 16
    }

    /// Returns the index of the category in [`Kind::ALL`].
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

    /// Returns the lane of the lowest principal rank.
    #[inline(always)]
    pub(crate) const fn rank(self) -> u32 {
        self.0 >> 8 & 0xff
    }

    /// Returns the defence of this move. Another move of the same category and length beats this
    /// move if its [`attack`](Self::attack) exceeds the defence.
    #[inline(always)]
    pub(crate) const fn defence(self) -> u32 {
        self.0 & 0xff & !Self::STANDS_IN
    }

    /// Returns the attack of this move. The move beats another move of the same category and length
    /// if the attack exceeds the other move's [`defence`](Self::defence).
    #[inline(always)]
    const fn attack(self) -> u32 {
        self.0 & Self::STRENGTH
    }
}

impl Move {
    /// The pass: a move without cards.
    pub const PASS: Self = Self::new(Hand::EMPTY, Shape::new(Kind::Pass, 1, 0));

    #[inline(always)]
    pub(crate) const fn new(cards: Hand, shape: Shape) -> Self {
        Self { cards, shape }
    }

    /// Returns the cards; none for a pass.
    #[inline(always)]
    pub const fn cards(self) -> Hand {
        self.cards
    }

    /// Returns the category.
    #[inline(always)]
    pub const fn kind(self) -> Kind {
        self.shape.kind()
    }

    /// Returns the lowest *principal rank*: the lowest rank of the move's cards, without the
    /// attached cards. Of two moves of one category and length, the move with the higher rank beats
    /// the other. (Under [`Rules::DOUZERO`](crate::Rules::DOUZERO), airplanes with solos compare by
    /// their highest trio instead.)
    ///
    /// It is the rank of the trio or the four, the lowest rank of a chain, the black joker for the
    /// rocket, and `None` for a pass.
    #[inline(always)]
    pub const fn rank(self) -> Option<Rank> {
        if self.is_pass() { None } else { Some(Rank::from_valid_index(self.shape.rank())) }
    }

    /// Returns the number of units of a chain: the ranks of a chain, the trios of an airplane, the
    /// fours of a space shuttle; 1 for all other moves.
    #[inline(always)]
    pub const fn length(self) -> u8 {
        self.shape.length() as u8
    }

    /// Returns whether this is a pass.
    #[inline(always)]
    pub const fn is_pass(self) -> bool {
        self.cards.is_empty()
    }

    /// Returns whether this is a bomb or the rocket. Both beat all other categories, and both
    /// double the stake.
    #[inline(always)]
    pub const fn is_bomb_or_rocket(self) -> bool {
        matches!(self.kind(), Kind::Bomb | Kind::Rocket)
    }

    /// Returns whether this move may be played on `other`, a move of the same rules.
    ///
    /// Of two moves of one category and length, the move with the higher [rank](Self::rank) beats
    /// the other. A bomb beats every move except the rocket and bombs of its own or a higher rank.
    /// The rocket beats every other move. A pass beats no move, and every other move beats a pass.
    pub const fn beats(self, other: Self) -> bool {
        // Compares category and length at once. The flag `UNREADABLE` of `other` makes its defence
        // higher than every rank, so that no move of the category beats `other`. The attack does
        // not contain the flag, so a move with the flag beats others like any other move.
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
