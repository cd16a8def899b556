//! One meld in one word.

use std::fmt;
use std::num::NonZeroU32;

use crate::dominance::Order;
use crate::{CardSet, Rank, Suit, SuitSet};

/// What is played together: a group, a sequence, or jokers alone.
///
/// A meld knows which cards it shows and for which of them a joker stands, and nothing of who played it. It
/// reads from and is written as text: `C3 D3` a pair, `H6 [H7] H8` a sequence whose 7 is a joker, `[Sx] S3
/// S4` one with the joker below the 3, `C4 D4 H4 S4 [4]` five of a kind, `JK` a joker alone.
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
/// What a game asks of a meld most is its size, kind and lowest rank, which are fields of their own at the
/// top; what it takes from a hand is worked out from the lower ones. A word that is never 0 leaves 0 for "no
/// meld", so that `Option<Meld>` is four bytes too.
///
/// ```text
/// bits   0..4    the suits shown: of a group all of them, of a sequence its one; none for jokers alone
/// bits   4..19   where jokers stand: suits of a group, ranks of a sequence (bit 0 below the 3, bit 14 above the 2)
/// bits  20..24   the lowest rank and one more, so that 0 is the place below the 3
/// bits  24..28   the size, 1 to 15: never 0, so the word is not 0 either
/// bits  28..30   the kind
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
#[repr(transparent)]
pub struct Meld(NonZeroU32);

/// The three kinds of melds. Only melds of one kind answer each other, but for jokers alone.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "snake_case"))]
pub enum Kind {
    /// One card, or several of a rank.
    Group,
    /// Three or more of a suit whose ranks follow one another.
    Sequence,
    /// Nothing but jokers.
    Jokers,
}

/// Where the fields of the word begin.
pub(super) const JOKERS_AT: u32 = 4;
pub(super) const LOW_AT: u32 = 20;
pub(super) const SIZE_AT: u32 = 24;
const KIND_AT: u32 = 28;

impl Meld {
    /// Jokers that a meld may have.
    pub const MOST_JOKERS: u32 = 2;

    /// A word without suits, jokers or rank.
    pub(super) const fn blank(kind: Kind, size: u32) -> u32 {
        (kind as u32) << KIND_AT | size << SIZE_AT
    }

    /// The meld of a word whose size is not 0.
    #[inline]
    pub(super) const fn from_word(word: u32) -> Self {
        match NonZeroU32::new(word) {
            Some(word) => Self(word),
            None => panic!("a meld has a size"),
        }
    }

    /// The meld with these bits of the word set too.
    #[inline]
    pub(super) fn with_bits(self, bits: u32) -> Self {
        Self(self.0 | bits)
    }

    /// A group: the cards of `suits` of a rank, jokers standing for those of them in `stand_ins`, and
    /// `fifths` jokers beyond the four suits. `None` unless a card is no joker, at most two are, and fifths
    /// come after all four suits.
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

    /// A sequence of `size` cards of a suit from the rank `low` up, −1 being the place below the 3 and 13
    /// that above the 2. Bit i of `stand_ins` says that the card i places above the lowest is a joker. `None`
    /// unless there are three cards or more, at most two of them jokers, and jokers at both imaginary places
    /// that it reaches.
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

    /// Jokers alone: one, or both. `None` for another number.
    pub const fn only_jokers(number: u32) -> Option<Self> {
        if number == 0 || number > Self::MOST_JOKERS {
            return None;
        }
        Some(Self::from_word(Self::blank(Kind::Jokers, number)))
    }

    /// One joker alone.
    pub const JOKER: Self = Self::from_word(Self::blank(Kind::Jokers, 1));

    /// The word, never 0.
    #[inline]
    pub(crate) const fn bits(self) -> u32 {
        self.word()
    }

    #[inline]
    const fn word(self) -> u32 {
        self.0.get()
    }

    /// Group, sequence or jokers alone.
    #[inline]
    pub const fn kind(self) -> Kind {
        match self.word() >> KIND_AT {
            0 => Kind::Group,
            1 => Kind::Sequence,
            _ => Kind::Jokers,
        }
    }

    /// How many cards, jokers included: 1 to 15.
    #[inline]
    pub const fn size(self) -> u32 {
        self.word() >> SIZE_AT & 15
    }

    /// The lowest rank, 0 the 3 and 12 the 2; −1 for a sequence that begins below the 3, and for jokers
    /// alone.
    #[inline]
    pub const fn low(self) -> i32 {
        (self.word() >> LOW_AT & 15) as i32 - 1
    }

    /// The highest rank; 13 for a sequence that ends above the 2.
    #[inline]
    pub const fn high(self) -> i32 {
        match self.kind() {
            Kind::Sequence => self.low() + self.size() as i32 - 1,
            Kind::Group | Kind::Jokers => self.low(),
        }
    }

    /// The suits shown; a joker shows the suit it stands for. Of a sequence its one suit, of jokers alone
    /// none.
    #[inline]
    pub const fn suits(self) -> SuitSet {
        SuitSet::from_low_bits(self.word() as u64)
    }

    /// Where jokers stand: suits of a group, ranks of a sequence and one more.
    #[inline]
    const fn stand_ins(self) -> u32 {
        self.word() >> JOKERS_AT & 0x7fff
    }

    /// How many jokers it takes: 0 to 2.
    #[inline]
    pub const fn jokers(self) -> u32 {
        match self.kind() {
            Kind::Group => self.stand_ins().count_ones() + self.fifths(),
            Kind::Sequence => self.stand_ins().count_ones(),
            Kind::Jokers => self.size(),
        }
    }

    /// How many jokers of a group stand beyond the four suits.
    const fn fifths(self) -> u32 {
        match self.kind() {
            Kind::Group => self.size() - self.suits().len(),
            Kind::Sequence | Kind::Jokers => 0,
        }
    }

    /// The cards it takes from a hand, jokers apart.
    #[inline]
    pub const fn cards(self) -> CardSet {
        match self.kind() {
            Kind::Group => {
                // Suits shown that no joker stands for. The field of the rank is one more than the rank,
                // hence the shift back by a rank; a group has a rank, so nothing falls off.
                let suits = (self.word() & !(self.word() >> JOKERS_AT) & 15) as u64;
                CardSet::from_low_bits(suits << (4 * (self.word() >> LOW_AT & 15)) >> 4)
            }
            Kind::Sequence => {
                // The shift drops the place below the 3. The bit of each rank comes to the lowest place of
                // its four, and the product with a single suit's bit moves them all to that suit.
                let ranks = (self.places() & !self.stand_ins()) >> 1;
                CardSet::from_low_bits(spread(ranks) * self.suits().bits() as u64)
            }
            Kind::Jokers => CardSet::EMPTY,
        }
    }

    /// The ranks of a sequence, bit 0 the place below the 3.
    const fn places(self) -> u32 {
        ((1 << self.size()) - 1) << (self.low() + 1)
    }

    /// Whether it shows a card of the rank; a joker shows what it stands for, jokers alone show nothing.
    #[inline]
    pub const fn shows(self, rank: Rank) -> bool {
        let rank = rank.index() as i32;
        self.low() <= rank && rank <= self.high()
    }

    /// Whether a sequence has a joker in place of the card `place` places above its lowest.
    const fn is_joker_at(self, place: u32) -> bool {
        self.stand_ins() >> (self.low() + 1) as u32 >> place & 1 == 1
    }

    /// Where its jokers stand, in the order in which melds that differ in nothing else are generated.
    pub(crate) fn stand_ins_in_order(self) -> (u32, u32) {
        match self.kind() {
            Kind::Sequence => (self.stand_ins().trailing_zeros(), self.stand_ins()),
            Kind::Group | Kind::Jokers => (0, self.stand_ins()),
        }
    }

    /// Whether it reverses the order: four or more of a rank, or a sequence of five or more.
    #[inline]
    pub const fn is_revolution(self) -> bool {
        match self.kind() {
            Kind::Group => self.size() >= 4,
            Kind::Sequence => self.size() >= 5,
            Kind::Jokers => false,
        }
    }

    /// Whether its ranks begin right after those of another, in an order.
    #[inline]
    pub const fn comes_right_after(self, below: Self, order: Order) -> bool {
        match order {
            Order::Normal => self.low() == below.high() + 1,
            Order::Reversed => self.high() + 1 == below.low(),
        }
    }

    /// Whether a joker stands for a card that is in `cards`.
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

/// The places below the 3 and above the 2.
const IMAGINARY: u32 = 1 | 1 << 14;

/// Bit i of the low 16 to bit 4 · i.
const fn spread(bits: u32) -> u64 {
    // The upper half moves away from the lower by three times its own size, then so do the halves of each
    // half: eights by 24 places, fours by 12, twos by 6, ones by 3. With four bits, the last two steps:
    //
    //   ············dcba   →   ······dc······ba   →   ···d···c···b···a
    let mut word = bits as u64 & 0xffff;
    word = (word | word << 24) & 0x0000_00ff_0000_00ff;
    word = (word | word << 12) & 0x000f_000f_000f_000f;
    word = (word | word << 6) & 0x0303_0303_0303_0303;
    (word | word << 3) & 0x1111_1111_1111_1111
}

/// Lowest first, a space between: see [`Meld`].
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

/// A rank's letter; `x` for the imaginary ones.
fn letter(rank: i32) -> char {
    u8::try_from(rank).ok().and_then(Rank::new).map_or('x', Rank::letter)
}

#[cfg(feature = "serde")]
quadrille_table::serde_by_text!(Meld);

quadrille_table::debug_by_text!(Meld);
