//! Sure wins: positions in which the player to lead plays everything out, whatever the others hold back.
//!
//! The player leads on an empty table, and again each time that nobody answers. All opponents' cards lie in
//! one set, and whoever holds them does with them what hurts most: if any meld of the set answers a lead, it
//! is answered. Only the last meld may be answered, since the player is out.
//!
//! | predicate | game | what it proves |
//! |---|---|---|
//! | [`sure_win_groups`] | the article's: groups only, no joker, no 8-cut, no revolution | exact: true iff an order of leads exists that no split of the cards can answer |
//! | [`sure_win`] | UECda's: groups, sequences, joker (also at imaginary ends), 8-cut, revolution, spade 3 | **true is a proof**; false is one too unless the search ran out, which it does not with hands of up to thirteen cards |
//!
//! Neither counts on the opponents' hands being small, on a suit lock, which only forbids answers, or on
//! winning by a second meld of one's own on the same table (self-follow): a position may be won all the same
//! where they say no. Under the full rules [`sure_win_groups`] is wrong both ways: four of a kind reverse the
//! order, and 8-cuts, sequences and jokers are missed.
//!
//! What a proof relies on is in [`Effects`]. Local rules that bring further effects (11-back, 6/9-reverse, a
//! forbidden finish) are not among them: under these nothing is proved.
//!
//! ```
//! use quadrille_daifugo::{dominance::Order, surewin::{Position, sure_win, sure_win_groups}};
//!
//! // The 8 clears the table and the 3 is the last card; were 8 a rank like any other, both would be
//! // answered.
//! let position = Position::new("C3 C8".parse()?, 0, "D9 HK".parse()?, 0, Order::Normal)?;
//! assert!(sure_win(&position));
//! assert!(!sure_win_groups(position.mine(), position.opponents(), position.order()));
//! // Nothing beats four 6s or four 9s while the ranks lie as they do, but whichever comes first turns them
//! // round.
//! let mine = "C3 C6 D6 H6 S6 C9 D9 H9 S9".parse()?;
//! let position = Position::new(mine, 0, "C4 D4 H4 S4 CA DA HA".parse()?, 0, Order::Normal)?;
//! assert!(!sure_win(&position));
//! assert!(sure_win_groups(position.mine(), position.opponents(), position.order()));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Source: [`sure_win_groups`] is 空場必勝 of Katsuki Ohto's articles on bit operations in a Daifugo program,
//! the same in 2016 and in 2023; the proof under the full rules is ours.

mod answers;
mod cover;
mod direct;
#[cfg(feature = "oracle")]
pub mod exhaustive;
pub(crate) mod groups;

pub use groups::{sure_win_groups, sure_win_groups_of_many};

use thiserror::Error;

use crate::cardset::CardSet;
use crate::dominance::Order;
use crate::rules::{Rule, Rules};
use answers::Answers;
use cover::Cover;

/// The player who leads, the table being empty, and everybody else's cards.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Position {
    mine: CardSet,
    my_jokers: u32,
    opponents: CardSet,
    opponent_jokers: u32,
    order: Order,
}

/// Why a position is none.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum PositionError {
    /// A card on both sides.
    #[error("{cards} on both sides; expected every card in one hand")]
    Overlap {
        /// The cards that are.
        cards: CardSet,
    },
    /// Too many jokers.
    #[error("{found} jokers; expected at most {} in all", Position::MOST_JOKERS)]
    Jokers {
        /// Both sides' jokers.
        found: u64,
    },
}

impl Position {
    /// The most jokers a deck has.
    pub const MOST_JOKERS: u32 = 2;

    /// The position with these cards and jokers in the leader's hand and in all others together, and this
    /// order of ranks.
    ///
    /// # Errors
    /// A card on both sides, or more than two jokers in all.
    pub const fn new(
        mine: CardSet,
        my_jokers: u32,
        opponents: CardSet,
        opponent_jokers: u32,
        order: Order,
    ) -> Result<Self, PositionError> {
        if mine.intersects(opponents) {
            return Err(PositionError::Overlap { cards: mine.intersection(opponents) });
        }
        let found = my_jokers as u64 + opponent_jokers as u64;
        if found > Self::MOST_JOKERS as u64 {
            return Err(PositionError::Jokers { found });
        }
        Ok(Self { mine, my_jokers, opponents, opponent_jokers, order })
    }

    /// The leader's cards.
    #[inline]
    pub const fn mine(&self) -> CardSet {
        self.mine
    }

    /// The leader's jokers.
    #[inline]
    pub const fn my_jokers(&self) -> u32 {
        self.my_jokers
    }

    /// All other players' cards.
    #[inline]
    pub const fn opponents(&self) -> CardSet {
        self.opponents
    }

    /// All other players' jokers.
    #[inline]
    pub const fn opponent_jokers(&self) -> u32 {
        self.opponent_jokers
    }

    /// The order of ranks.
    #[inline]
    pub const fn order(&self) -> Order {
        self.order
    }
}

/// The rules that a proof relies on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(deny_unknown_fields))]
#[expect(clippy::struct_excessive_bools, reason = "each is a rule of its own, on or off")]
pub struct Effects {
    /// Sequences are melds.
    pub sequences: bool,
    /// A meld with an 8 in it, or with the joker as one, clears the table; a lone joker never does.
    pub eight_cut: bool,
    /// Four of a kind or more, and sequences of five or more, reverse the order.
    pub revolution: bool,
    /// The spade 3 alone beats a lone joker.
    pub spade_three: bool,
}

impl Effects {
    /// All of them: UECda's rules.
    pub const UECDA: Self = Self { sequences: true, eight_cut: true, revolution: true, spade_three: true };
    /// None: the article's game.
    pub const ARTICLE: Self =
        Self { sequences: false, eight_cut: false, revolution: false, spade_three: false };
}

impl Effects {
    /// What a proof may rely on under these rules; `None` if there are rules that it does not know.
    pub fn of(rules: Rules) -> Option<Self> {
        let unknown =
            [Rule::ElevenBack, Rule::ForbiddenFinish, Rule::MiyakoOchi, Rule::SixReverse, Rule::NineReverse];
        // Further rules only forbid answers, or skip those who might give one.
        (!unknown.into_iter().any(|rule| rules.has(rule))).then(|| Self {
            sequences: rules.has(Rule::Sequences),
            eight_cut: rules.has(Rule::EightCut),
            revolution: rules.has(Rule::Revolution),
            spade_three: rules.has(Rule::SpadeThree),
        })
    }
}

impl Default for Effects {
    fn default() -> Self {
        Self::UECDA
    }
}

/// Whether the leader surely wins under UECda's rules: see [the module](self) for what is proved.
///
/// With two jokers in the deck the opponents may use both in one answer and answer a lone joker with the
/// other, while the leader is granted one in a meld: whichever way the rules are read, true is a proof.
///
/// Some ten nanoseconds for a dealt hand: a few operations on words decide most positions. The
/// others are searched: melds of the leader's cards are tried, at most a quarter of a million;
/// failures are remembered, and the densest hands of thirteen cards need some ten thousand.
#[inline]
pub fn sure_win(position: &Position) -> bool {
    sure_win_under(position, Effects::UECDA)
}

/// The same where only some of the rules hold.
///
/// ```
/// use quadrille_daifugo::{dominance::Order, surewin::{Effects, Position, sure_win, sure_win_under}};
///
/// let position = Position::new("C3 D8 H9".parse()?, 0, "DJ HJ".parse()?, 0, Order::Normal)?;
/// assert!(!sure_win(&position)); // 8, and then?
/// let position = Position::new("C3 D8".parse()?, 0, "DJ HJ".parse()?, 0, Order::Normal)?;
/// assert!(sure_win(&position)); // 8, then the last card
/// assert!(!sure_win_under(&position, Effects { eight_cut: false, ..Effects::UECDA }));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn sure_win_under(position: &Position, effects: Effects) -> bool {
    direct::sure_win(position, effects).unwrap_or_else(|undecided| {
        let answers = Answers::new(position, effects);
        let mut cover = Cover::new(&answers, position.order, effects).pruned(undecided);
        cover.wins(position.mine, position.my_jokers)
    })
}

/// Decides the same as [`sure_win_under`] by the search over all melds alone, without pruning.
pub(crate) fn search(position: &Position, effects: Effects) -> bool {
    let answers = Answers::new(position, effects);
    Cover::new(&answers, position.order, effects).wins(position.mine, position.my_jokers)
}
