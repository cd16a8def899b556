//! Melds packed into one word.

use std::fmt;
use std::num::NonZeroU32;

use crate::dominance::Order;
use crate::{CardSet, Rank, Suit, SuitSet};

/// A meld: a group, a sequence, or jokers alone.
///
/// A meld records the cards shown and which of them are replaced by jokers. Text examples: `C3 D3`
/// is a pair, `H6 [H7] H8` a sequence whose 7 is a joker, `[Sx] S3 S4` a sequence with a joker
/// below the 3, `C4 D4 H4 S4 [4]` five of a kind, `JK` a single joker.
///
/// ```
/// use quadrille_daifugo::melds::{Kind, Meld};
///
/// let meld: Meld = "H6 [H7] H8".parse()?;
/// assert_eq!((meld.kind(), meld.size(), meld.jokers()), (Kind::Sequence, 3, 1));
/// assert_eq!(meld.cards().to_string(), "H6 H8");
/// assert_eq!(meld.to_string(), "H6 [H7] H8");
/// # Ok::<(), quadrille_daifugo::melds::MeldError>(())
/// ```
///
/// # The word
/// The most frequently used properties, size, kind and lowest rank, are separate fields in the
/// upper bits; the cards taken from a hand are computed from the lower bits. The word is never 0,
/// so `Option<Meld>` takes four bytes, like `Meld`.
///
/// ```text
/// bits   0..4    the suits shown: all suits of a group, the suit of a sequence; none for jokers alone
/// bits   4..19   the jokers: suits in a group, ranks in a sequence (bit 0 below the 3, bit 14 above the 2)
/// bits  20..24   the lowest rank plus one, so that 0 is the imaginary rank below the 3
/// bits  24..28   the size, 1 to 15: never 0, so the word is not 0 either
/// bits  28..30   the kind
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
#[repr(transparent)]
pub struct Meld(NonZeroU32);

/// The kind of a meld. Groups answer groups, and sequences answer sequences. Jokers alone answer
/// any group of the same size. A single joker is answered only by the 3 of spades.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "snake_case"))]
pub enum Kind {
    /// One or more cards of one rank.
    Group,
    /// Three or more cards of one suit on consecutive ranks.
    Sequence,
    /// Jokers only.
    Jokers,
}

/// Index of the lowest bit of each field in the word.
pub(super) const JOKERS_AT: u32 = 4;
pub(super) const LOW_AT: u32 = 20;
pub(super) const SIZE_AT: u32 = 24;
const KIND_AT: u32 = 28;

impl Meld {
    /// Maximum number of jokers in a meld.
    pub const MOST_JOKERS: u32 = 2;

    /// Returns the word of a meld without suits, jokers or rank.
    pub(super) const fn blank(kind: Kind, size: u32) -> u32 {
        (kind as u32) << KIND_AT | size << SIZE_AT
    }

    /// Creates a meld from its word, in which the size must not be 0.
    #[inline]
    pub(super) const fn from_word(word: u32) -> Self {
        match NonZeroU32::new(word) {
            Some(word) => Self(word),
            None => panic!("the size of a meld must not be 0"),
        }
    }

    /// Returns the meld with these bits of the word set as well.
    #[inline]
    pub(super) fn with_bits(self, bits: u32) -> Self {
        Self(self.0 | bits)
    }

    /// Creates a group.
    ///
    /// `suits` are the suits shown, and `stand_ins` the suits that jokers represent. `fifths` is
    /// the number of jokers in addition to the four suits.
    ///
    /// Returns `None` unless all of these conditions hold:
    ///
    /// * At least one card is natural, and at most two are jokers.
    /// * `stand_ins` is a subset of `suits`.
    /// * `fifths` is 0, or all four suits are shown.
    ///
    /// ```
    /// use quadrille_daifugo::melds::Meld;
    /// use quadrille_daifugo::{Rank, Suit, SuitSet};
    ///
    /// let black = SuitSet::only(Suit::Club).with(Suit::Spade);
    /// let pair = Meld::group(Rank::EIGHT, black, SuitSet::only(Suit::Spade), 0).unwrap();
    /// assert_eq!(pair.to_string(), "C8 [S8]");
    /// ```
    pub const fn group(rank: Rank, suits: SuitSet, stand_ins: SuitSet, fifths: u32) -> Option<Self> {
        let jokers = stand_ins.len() + fifths;
        let shown = suits.len();
        if !suits.is_superset(stand_ins)
            || stand_ins.len() >= shown
            || jokers > Self::MOST_JOKERS
            || (fifths > 0 && shown < 4)
        {
            return None;
        }
        let word = Self::blank(Kind::Group, shown + fifths)
            | suits.bits() as u32
            | (stand_ins.bits() as u32) << JOKERS_AT
            | (rank.index() + 1) << LOW_AT;
        Some(Self::from_word(word))
    }

    /// Creates a sequence of `size` cards of one suit, starting at the rank `low`.
    ///
    /// For `low`, −1 is the imaginary rank below the 3; a sequence may extend up to rank 13, the
    /// imaginary rank above the 2. Bit i of `stand_ins` is set if the card that lies i ranks above
    /// the lowest is a joker. Returns `None` unless there are at least three cards and at most two
    /// jokers, and every card of an imaginary rank is a joker.
    ///
    /// ```
    /// use quadrille_daifugo::Suit;
    /// use quadrille_daifugo::melds::Meld;
    ///
    /// assert_eq!(Meld::sequence(Suit::Spade, -1, 3, 0b001).unwrap().to_string(), "[Sx] S3 S4");
    /// assert_eq!(Meld::sequence(Suit::Spade, -1, 3, 0b010), None);
    /// ```
    pub const fn sequence(suit: Suit, low: i32, size: u32, stand_ins: u32) -> Option<Self> {
        if low < -1 || size < 3 || size > 15 || low + size as i32 > 14 {
            return None;
        }
        if stand_ins >> size != 0 || stand_ins.count_ones() > Self::MOST_JOKERS {
            return None;
        }
        let from = (low + 1) as u32;
        let jokers = stand_ins << from;
        let shown = ((1 << size) - 1) << from;
        if shown & IMAGINARY & !jokers != 0 {
            return None;
        }
        let word =
            Self::blank(Kind::Sequence, size) | 1 << suit.index() | jokers << JOKERS_AT | from << LOW_AT;
        Some(Self::from_word(word))
    }

    /// Creates a meld of one or two jokers alone; `None` for other numbers.
    pub const fn only_jokers(number: u32) -> Option<Self> {
        if number == 0 || number > Self::MOST_JOKERS {
            return None;
        }
        Some(Self::from_word(Self::blank(Kind::Jokers, number)))
    }

    /// A single joker.
    pub const JOKER: Self = Self::from_word(Self::blank(Kind::Jokers, 1));

    /// Returns the packed word, which is never 0.
    #[inline]
    pub(crate) const fn bits(self) -> u32 {
        self.word()
    }

    #[inline]
    const fn word(self) -> u32 {
        self.0.get()
    }

    /// Returns the kind.
    #[inline]
    pub const fn kind(self) -> Kind {
        match self.word() >> KIND_AT {
            0 => Kind::Group,
            1 => Kind::Sequence,
            _ => Kind::Jokers,
        }
    }

    /// Returns the number of cards, jokers included: 1..=15.
    #[inline]
    pub const fn size(self) -> u32 {
        self.word() >> SIZE_AT & 15
    }

    /// Returns the index of the lowest rank, 0 for the 3 and 12 for the 2; −1 for a sequence that
    /// starts below the 3 and for jokers alone.
    #[inline]
    pub const fn low(self) -> i32 {
        (self.word() >> LOW_AT & 15) as i32 - 1
    }

    /// Returns the index of the highest rank; 13 for a sequence that ends above the 2, −1 for
    /// jokers alone.
    #[inline]
    pub const fn high(self) -> i32 {
        match self.kind() {
            Kind::Sequence => self.low() + self.size() as i32 - 1,
            Kind::Group | Kind::Jokers => self.low(),
        }
    }

    /// Returns the suits shown, counting each joker as the card that it replaces.
    ///
    /// A sequence has one suit; jokers alone have none.
    #[inline]
    pub const fn suits(self) -> SuitSet {
        SuitSet::from_low_bits(self.word() as u64)
    }

    /// Returns the suits of the jokers in a group (bit s for suit s, without the jokers beyond the
    /// four suits), or the ranks of the jokers in a sequence (bit r + 1 for rank r).
    #[inline]
    const fn stand_ins(self) -> u32 {
        self.word() >> JOKERS_AT & 0x7fff
    }

    /// Returns the number of jokers, 0..=2.
    #[inline]
    pub const fn jokers(self) -> u32 {
        match self.kind() {
            Kind::Group => self.stand_ins().count_ones() + self.fifths(),
            Kind::Sequence => self.stand_ins().count_ones(),
            Kind::Jokers => self.size(),
        }
    }

    /// Returns the number of jokers in a group that represent no suit: the fifth and further cards.
    const fn fifths(self) -> u32 {
        match self.kind() {
            Kind::Group => self.size() - self.suits().len(),
            Kind::Sequence | Kind::Jokers => 0,
        }
    }

    /// Returns the cards that the meld takes from a hand, without jokers.
    #[inline]
    pub const fn cards(self) -> CardSet {
        match self.kind() {
            Kind::Group => {
                // The suits shown, except the suits of the jokers. The rank field holds rank + 1,
                // hence the shift back by one rank. In a group the field is at least 1, so no bits
                // are lost.
                let suits = (self.word() & !(self.word() >> JOKERS_AT) & 15) as u64;
                CardSet::from_low_bits(suits << (4 * (self.word() >> LOW_AT & 15)) >> 4)
            }
            Kind::Sequence => {
                // The shift drops the imaginary rank below the 3. Spreading moves the bit of each
                // rank to the lowest bit of its digit; the multiplication by the single bit of the
                // suit moves them all to that suit.
                let ranks = (self.places() & !self.stand_ins()) >> 1;
                CardSet::from_low_bits(spread(ranks) * self.suits().bits() as u64)
            }
            Kind::Jokers => CardSet::EMPTY,
        }
    }

    /// Returns the ranks of a sequence; bit 0 is the imaginary rank below the 3.
    const fn places(self) -> u32 {
        ((1 << self.size()) - 1) << (self.low() + 1)
    }

    /// Returns whether the meld shows a card of the rank, counting each joker as the card that it
    /// replaces; jokers alone show no rank.
    #[inline]
    pub const fn shows(self, rank: Rank) -> bool {
        let rank = rank.index() as i32;
        self.low() <= rank && rank <= self.high()
    }

    /// Returns whether the card that lies `place` ranks above the lowest card of a sequence is a
    /// joker.
    const fn is_joker_at(self, place: u32) -> bool {
        self.stand_ins() >> (self.low() + 1) as u32 >> place & 1 == 1
    }

    /// Returns a sort key for the places of the jokers, used to order melds that are otherwise
    /// equal.
    pub(crate) fn stand_ins_in_order(self) -> (u32, u32) {
        match self.kind() {
            Kind::Sequence => (self.stand_ins().trailing_zeros(), self.stand_ins()),
            Kind::Group | Kind::Jokers => (0, self.stand_ins()),
        }
    }

    /// Returns whether the meld causes a revolution: four or more of a rank, or a sequence of at
    /// least five.
    #[inline]
    pub const fn is_revolution(self) -> bool {
        match self.kind() {
            Kind::Group => self.size() >= 4,
            Kind::Sequence => self.size() >= 5,
            Kind::Jokers => false,
        }
    }

    /// Returns whether the ranks of the meld directly follow the ranks of `below` in this order.
    #[inline]
    pub const fn comes_right_after(self, below: Self, order: Order) -> bool {
        match order {
            Order::Normal => self.low() == below.high() + 1,
            Order::Reversed => self.high() + 1 == below.low(),
        }
    }

    /// Returns whether a joker replaces a card that is in `cards`.
    pub fn stands_for_one_of(self, cards: CardSet) -> bool {
        let shown = match self.kind() {
            Kind::Jokers => return false,
            Kind::Group => CardSet::from_low_bits(u64::from(self.stand_ins()) << (4 * self.low())),
            Kind::Sequence => {
                CardSet::from_low_bits(spread(self.stand_ins() >> 1) * u64::from(self.suits().bits()))
            }
        };
        shown.intersects(cards)
    }
}

/// The bits of the imaginary ranks below the 3 and above the 2.
const IMAGINARY: u32 = 1 | 1 << 14;

/// Moves bit i of the low 16 bits to bit 4 · i.
const fn spread(bits: u32) -> u64 {
    // The upper eight bits move up by 24 bits. Then, in each group of eight bits, the upper four
    // bits move by 12, then two bits by 6, and finally one bit by 3. For four bits, the last two
    // steps are:
    //
    //   ············dcba   →   ······dc······ba   →   ···d···c···b···a
    let mut word = bits as u64 & 0xffff;
    word = (word | word << 24) & 0x0000_00ff_0000_00ff;
    word = (word | word << 12) & 0x000f_000f_000f_000f;
    word = (word | word << 6) & 0x0303_0303_0303_0303;
    (word | word << 3) & 0x1111_1111_1111_1111
}

/// Writes the cards, lowest first, separated by spaces: see [`Meld`].
impl fmt::Display for Meld {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.words().join(" "))
    }
}

impl Meld {
    fn words(self) -> Vec<String> {
        match self.kind() {
            Kind::Jokers => vec!["JK".to_owned(); self.size() as usize],
            Kind::Group => {
                let rank = letter(self.low());
                let stand_ins = SuitSet::from_low_bits(u64::from(self.stand_ins()));
                let card = |suit: Suit| {
                    let card = format!("{}{rank}", suit.letter());
                    if stand_ins.contains(suit) { format!("[{card}]") } else { card }
                };
                let fifths = (0..self.fifths()).map(|_| format!("[{rank}]"));
                self.suits().iter().map(card).chain(fifths).collect()
            }
            Kind::Sequence => {
                let suit = self.suits().iter().next().map_or('?', Suit::letter);
                let card = |place: u32| {
                    let card = format!("{suit}{}", letter(self.low() + place as i32));
                    if self.is_joker_at(place) { format!("[{card}]") } else { card }
                };
                (0..self.size()).map(card).collect()
            }
        }
    }
}

/// Returns the letter of a rank; `x` for imaginary ranks.
fn letter(rank: i32) -> char {
    u8::try_from(rank).ok().and_then(Rank::new).map_or('x', Rank::letter)
}

#[cfg(feature = "serde")]
quadrille_table::serde_by_text!(Meld);

quadrille_table::debug_by_text!(Meld);
