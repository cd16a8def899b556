//! Sure wins: positions in which the leader can play all cards against any play of the opponents.
//!
//! The player leads on an empty table, and leads again after every meld that is not answered. The
//! opponents' cards form one set, and their play is the worst case: if any meld of the set answers
//! a lead, the lead counts as answered. Only the last meld may be answered, because the player then
//! has no card left.
//!
//! | predicate | game | proof |
//! |---|---|---|
//! | [`sure_win_groups`] | that of K. Ohto's articles: groups only, no joker, no eight-cut, no revolution | exact: true iff there is an order of leads in which no lead but the last can be answered, however the opponents' cards are split |
//! | [`sure_win`] | UECda's: groups, sequences, joker (also at imaginary ends), eight-cut, revolution, 3 of spades | **true is a proof**; false means that no order of leads wins against this worst case, unless the search reaches its limit, which it does not for hands of up to thirteen cards |
//!
//! Neither predicate uses the sizes of the opponents' hands, a suit lock (which only forbids
//! answers) or a second meld of the player in the same trick (self-follow). A position can
//! therefore be won although the predicates return false. Under the full rules [`sure_win_groups`]
//! errs in both directions: a group of four reverses the order, and the predicate ignores
//! eight-cuts, sequences and jokers.
//!
//! [`Effects`] lists the rules that a proof relies on. It does not cover local rules with further
//! effects (11-back, 6-reverse, 9-reverse, the fall of the capital, the forbidden finish); there
//! are no proofs under such rules.
//!
//! ```
//! use quadrille_daifugo::{dominance::Order, surewin::{Position, sure_win, sure_win_groups}};
//!
//! // The 8 clears the table, and the 3 is the last card. Without the eight-cut, both could be
//! // answered.
//! let position = Position::new("C3 C8".parse()?, 0, "D9 HK".parse()?, 0, Order::Normal)?;
//! assert!(sure_win(&position));
//! assert!(!sure_win_groups(position.mine(), position.opponents(), position.order()));
//! // Neither four 6s nor four 9s can be answered in the present order, but the first of them
//! // reverses it.
//! let mine = "C3 C6 D6 H6 S6 C9 D9 H9 S9".parse()?;
//! let position = Position::new(mine, 0, "C4 D4 H4 S4 CA DA HA".parse()?, 0, Order::Normal)?;
//! assert!(!sure_win(&position));
//! assert!(sure_win_groups(position.mine(), position.opponents(), position.order()));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Source: [`sure_win_groups`] is 空場必勝 of Katsuki Ohto's articles on bit operations in a Daifugo
//! program (2016). The revision of 2023 does not change this predicate. The proof under the full
//! rules is new here.

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
use crate::melds::{Kind, Meld};
use crate::rank::Rank;
use crate::rules::{Rule, Rules};
use answers::Answers;
use cover::Cover;

/// A position in which a player leads on an empty table: the player's own cards and the union of
/// all other hands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Position {
    mine: CardSet,
    my_jokers: u32,
    opponents: CardSet,
    opponent_jokers: u32,
    order: Order,
}

/// Error of constructing a [`Position`].
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum PositionError {
    /// A card is in the leader's hand and among the opponents' cards.
    #[error("found {cards} in the leader's hand and among the opponents' cards; expected each card once")]
    Overlap {
        /// The cards that both the leader and the opponents hold.
        cards: CardSet,
    },
    /// There are more than [`Position::MOST_JOKERS`] jokers.
    #[error("{found} jokers; expected at most {} in all", Position::MOST_JOKERS)]
    Jokers {
        /// Number of jokers of both sides.
        found: u64,
    },
}

impl Position {
    /// Maximum number of jokers in a deck.
    pub const MOST_JOKERS: u32 = 2;

    /// Creates a position from the cards and jokers of the leader, the cards and jokers of all
    /// opponents together, and the order of ranks.
    ///
    /// # Errors
    /// Returns an error for a card of the leader that is also among the opponents' cards, or for
    /// more than two jokers in total.
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

    /// Returns the leader's cards.
    #[inline]
    pub const fn mine(&self) -> CardSet {
        self.mine
    }

    /// Returns the number of the leader's jokers.
    #[inline]
    pub const fn my_jokers(&self) -> u32 {
        self.my_jokers
    }

    /// Returns the cards of all other players.
    #[inline]
    pub const fn opponents(&self) -> CardSet {
        self.opponents
    }

    /// Returns the number of jokers of all other players.
    #[inline]
    pub const fn opponent_jokers(&self) -> u32 {
        self.opponent_jokers
    }

    /// Returns the order of ranks.
    #[inline]
    pub const fn order(&self) -> Order {
        self.order
    }
}

/// The rules that a proof relies on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(deny_unknown_fields))]
#[expect(clippy::struct_excessive_bools, reason = "each field is a separate rule, on or off")]
pub struct Effects {
    /// Sequences are legal melds.
    pub sequences: bool,
    /// A meld that contains an 8, natural or represented by a joker, clears the table. A lone joker
    /// never does.
    pub eight_cut: bool,
    /// Groups of four or more cards and sequences of five or more reverse the order.
    pub revolution: bool,
    /// A single 3 of spades beats a lone joker.
    pub spade_three: bool,
}

impl Effects {
    /// All effects on: UECda's rules.
    pub const UECDA: Self = Self { sequences: true, eight_cut: true, revolution: true, spade_three: true };
    /// All effects off: the game of K. Ohto's articles.
    pub const ARTICLE: Self =
        Self { sequences: false, eight_cut: false, revolution: false, spade_three: false };
}

impl Effects {
    /// Returns the effects that hold under these rules; `None` if one of the rules makes proofs
    /// invalid.
    pub fn of(rules: Rules) -> Option<Self> {
        let holds = |rule: Rule| match rule {
            // The first four are effects. The locks and the 5-skip only forbid answers, or skip
            // players who could answer. The others concern other parts of the game.
            Rule::Sequences
            | Rule::EightCut
            | Rule::Revolution
            | Rule::SpadeThree
            | Rule::SuitLock
            | Rule::RankLock
            | Rule::FiveSkip
            | Rule::Exchange
            | Rule::Deadlock => true,
            // Proofs do not consider these changes of the order of the ranks or of the players, nor
            // that the player who finishes can be the last.
            Rule::ElevenBack
            | Rule::SixReverse
            | Rule::NineReverse
            | Rule::MiyakoOchi
            | Rule::ForbiddenFinish => false,
        };
        Rule::ALL.into_iter().filter(|rule| rules.has(*rule)).all(holds).then(|| Self {
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

/// Returns whether the leader surely wins under UECda's rules.
///
/// See [the module](self) for the exact claim. With two jokers in the deck, the opponents may use
/// both jokers in one answer and may answer a lone joker with the other joker, while the leader
/// uses at most one joker in a meld. `true` is therefore a proof under every reading of the rules.
///
/// Takes about 10 ns for a dealt hand, because a few word operations decide most positions. The
/// other positions are searched. The search tries at most 2¹⁸ melds of the leader's cards and
/// memoises failures; for the hands of thirteen cards with the most melds, it tries about ten
/// thousand.
#[inline]
pub fn sure_win(position: &Position) -> bool {
    sure_win_under(position, Effects::UECDA)
}

/// Returns whether the leader surely wins under rules with these effects; see [`sure_win`].
///
/// ```
/// use quadrille_daifugo::{dominance::Order, surewin::{Effects, Position, sure_win, sure_win_under}};
///
/// let position = Position::new("C3 D8 H9".parse()?, 0, "DJ HJ".parse()?, 0, Order::Normal)?;
/// assert!(!sure_win(&position)); // after the 8, the 3 and the 9 are both answered
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

/// Returns whether a meld of the leader's cards begins a sure win: the leader plays all cards
/// against any play of the opponents.
///
/// That is the case if the meld is the whole hand, or if the opponents' cards, taken as one hand,
/// cannot answer it and the rest of the hand is a [sure win](sure_win_under). The meld can also
/// answer a trick: the leader of the position then leads the next trick. `true` is a proof. If
/// [`sure_win_under`] returns true, some lead with at most one joker begins the win. A meld with
/// two jokers begins a sure win only if it is the whole hand.
///
/// ```
/// use quadrille_daifugo::{dominance::Order, surewin::{Effects, Position, begins_sure_win}};
///
/// let position = Position::new("C3 D8".parse()?, 0, "DJ HJ".parse()?, 0, Order::Normal)?;
/// assert!(begins_sure_win(&position, "D8".parse()?, Effects::UECDA));
/// assert!(!begins_sure_win(&position, "C3".parse()?, Effects::UECDA));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn begins_sure_win(position: &Position, meld: Meld, effects: Effects) -> bool {
    let Position { mine, my_jokers, opponents, opponent_jokers, order } = *position;
    let (left, left_jokers) = (mine - meld.cards(), my_jokers.saturating_sub(meld.jokers()));
    if left.is_empty() && left_jokers == 0 {
        return true;
    }
    if meld.jokers() > 1 {
        return false;
    }
    let order = if effects.revolution && meld.is_revolution() { order.reversed() } else { order };
    let rank = u8::try_from(meld.low()).ok().and_then(Rank::new);
    let answers = Answers::new(position, effects);
    let is_answered = match (meld.kind(), rank) {
        (Kind::Group, Some(rank)) => answers.answer_group(rank, meld.size(), order),
        (Kind::Sequence, _) => answers.answer_sequence(meld.low(), meld.size(), order),
        _ => answers.answer_lone_joker(),
    };
    if is_answered && !(effects.eight_cut && meld.shows(Rank::EIGHT)) {
        return false;
    }
    Position::new(left, left_jokers, opponents, opponent_jokers, order)
        .is_ok_and(|rest| sure_win_under(&rest, effects))
}

/// Returns the result of [`sure_win_under`], computed by the search over all melds without pruning.
pub(crate) fn search(position: &Position, effects: Effects) -> bool {
    let answers = Answers::new(position, effects);
    Cover::new(&answers, position.order, effects).wins(position.mine, position.my_jokers)
}
