//! Queries on sets of cards, melds, proofs and recorded games.

pub mod records;

use std::borrow::Cow;
use std::ops::Range;

use quadrille_daifugo::dominance::{NoDominance, Opponents, Order};
use quadrille_daifugo::melds::{Hand, Kind, Meld, Melds, Trick, follows, leads};
use quadrille_daifugo::surewin::{Position, sure_win_groups};
use quadrille_daifugo::{CardSet, CardSetError, Counts, OneHotCounts, Rank, SmearedCounts, surewin};
use quadrille_diagnostics::{Diagnostic, Source};
use serde::{Deserialize, Serialize};

use quadrille_report::figure::counted;
use quadrille_report::hex;

/// The representations of a set of cards: the answer of `daifugo inspect`.
///
/// Each of the `u64` fields has one lane of four bits per rank. The lowest lane belongs to the 3.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Inspection {
    /// Number of cards of each rank.
    #[serde(with = "hex")]
    pub counts: u64,
    /// One-hot counts: bit k − 1 of a lane is set iff the set has exactly k cards of the rank.
    #[serde(with = "hex")]
    pub locate: u64,
    /// Unary counts: the k lowest bits of a lane are set for k cards of the rank.
    #[serde(with = "hex")]
    pub staircase: u64,
    /// The groups that these cards can answer: bit k − 1 of a lane is set iff the cards can answer
    /// a group of k cards of the rank.
    #[serde(with = "hex")]
    pub no_dominance: u64,
    /// Like `no_dominance`, but for the reversed order of ranks.
    #[serde(with = "hex")]
    pub no_dominance_reversed: u64,
    /// Number of groups without a joker.
    pub groups: u32,
    /// Number of sequences without a joker.
    pub sequences: u32,
    /// The Japanese names of the fields `counts` to `no_dominance_reversed`.
    #[serde(default)]
    pub known_as: InspectionTerms,
}

/// The names that the articles of K. Ohto use for the fields of an [`Inspection`].
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct InspectionTerms {
    /// Name of [`counts`](Inspection::counts).
    pub counts: Cow<'static, str>,
    /// Name of [`locate`](Inspection::locate).
    pub locate: Cow<'static, str>,
    /// Name of [`staircase`](Inspection::staircase).
    pub staircase: Cow<'static, str>,
    /// Name of [`no_dominance`](Inspection::no_dominance), and of
    /// [`no_dominance_reversed`](Inspection::no_dominance_reversed).
    pub no_dominance: Cow<'static, str>,
}

impl Default for InspectionTerms {
    fn default() -> Self {
        Self {
            counts: Counts::KNOWN_AS.into(),
            locate: OneHotCounts::KNOWN_AS.into(),
            staircase: SmearedCounts::KNOWN_AS.into(),
            no_dominance: NoDominance::KNOWN_AS.into(),
        }
    }
}

/// Computes the representations of a set of cards.
///
/// ```
/// let answer = quadrille_experiments_daifugo::answers::inspect("C3 D3 ST".parse()?);
/// assert_eq!((answer.counts, answer.groups, answer.sequences), (0x1000_0002, 4, 0));
/// # Ok::<(), quadrille_daifugo::CardSetError>(())
/// ```
pub fn inspect(cards: CardSet) -> Inspection {
    let no_dominance = |order| NoDominance::of_cards(cards, order).bits();
    Inspection {
        counts: cards.counts().bits(),
        locate: cards.one_hot().bits(),
        staircase: cards.smeared().bits(),
        no_dominance: no_dominance(Order::Normal),
        no_dominance_reversed: no_dominance(Order::Reversed),
        groups: cards.count_groups(),
        sequences: cards.count_sequences(),
        known_as: InspectionTerms::default(),
    }
}

/// Parses a set of cards; errors refer to the text by `name`.
///
/// ```
/// use quadrille_experiments_daifugo::answers::read_cards;
///
/// assert_eq!(read_cards("CARDS", "♣3 d3 S10")?, read_cards("CARDS", "0x80000003")?);
/// let error = read_cards("CARDS", "C3 D1").unwrap_err();
/// assert_eq!(error.headline(), "CARDS:1:4: `1` is not a rank (expected 3 to 9, 10 or T, J, Q, K, A or 2)");
/// # Ok::<(), quadrille_diagnostics::Diagnostic>(())
/// ```
///
/// # Errors
/// Returns a diagnostic at the first invalid word.
pub fn read_cards(name: &str, text: &str) -> Result<CardSet, Diagnostic> {
    text.parse().map_err(|error: CardSetError| {
        let (word, told) = match &error {
            CardSetError::Card { word, error } => (Some(*word), error.to_string()),
            CardSetError::Twice { word, card } => {
                (Some(*word), format!("{card} is given twice; expected each card once"))
            }
            other => (None, other.to_string()),
        };
        let span = word.and_then(|word| place_of(text, word)).unwrap_or(0..text.len());
        let (message, expected) = told.split_once("; expected ").unwrap_or((&told, ""));
        let error = Diagnostic::at(&Source::new(name, text), span, message);
        if expected.is_empty() { error } else { error.expected(expected) }
    })
}

/// Returns the byte range of a word in the text. `word` is the position of the word, from 1.
fn place_of(text: &str, word: usize) -> Option<Range<usize>> {
    let found = text.split_whitespace().nth(word - 1)?;
    let begin = found.as_ptr().addr() - text.as_ptr().addr();
    Some(begin..begin + found.len())
}

/// The melds of a hand: the answer of `daifugo moves`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Moves {
    /// Number of melds.
    pub count: usize,
    /// The melds, in their [documented order](quadrille_daifugo::melds#the-order-of-melds).
    pub moves: Vec<Meld>,
}

/// Error of [`moves`] for a meld on the table that is inconsistent with the hand.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum MovesError {
    /// Some cards of the meld on the table are also in the hand.
    #[error("found {cards} both on the table and in the hand; expected each card once")]
    InHand {
        /// The cards that are on the table and in the hand.
        cards: CardSet,
    },
    /// There are more jokers than in a deck.
    #[error("{found} jokers on the table and in the hand; expected at most {}", Meld::MOST_JOKERS)]
    Jokers {
        /// Number of jokers on the table and in the hand together.
        found: u32,
    },
    /// A suit lock is given for a meld of jokers alone, which has no suits.
    #[error("jokers alone have no suits to lock")]
    NoSuits,
}

/// Returns all melds that a hand can lead, or that can answer the meld on the table. Melds that
/// differ only in the place of a joker count as different melds.
///
/// ```
/// use quadrille_experiments_daifugo::answers::moves;
/// use quadrille_daifugo::dominance::Order;
/// use quadrille_daifugo::melds::{Hand, Trick};
///
/// let hand = Hand::new("C5 D5 H9".parse()?, 0);
/// let answer = moves(hand, Some(Trick::new("S8".parse()?)), Order::Normal)?;
/// assert_eq!(answer.moves, ["H9".parse()?]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// Returns a [`MovesError`] if the meld on the table is inconsistent with the hand.
pub fn moves(hand: Hand, on: Option<Trick>, order: Order) -> Result<Moves, MovesError> {
    let mut melds = Melds::new();
    match on {
        None => leads(hand, order, &mut melds),
        Some(trick) => {
            check_table(hand, trick)?;
            follows(hand, trick, order, &mut melds);
        }
    }
    Ok(Moves { count: melds.len(), moves: melds.iter().copied().collect() })
}

/// Checks that the meld on the table is consistent with the hand.
fn check_table(hand: Hand, trick: Trick) -> Result<(), MovesError> {
    let cards = trick.meld.cards() & hand.cards;
    if !cards.is_empty() {
        return Err(MovesError::InHand { cards });
    }
    let found = trick.meld.jokers() + hand.jokers;
    if found > Meld::MOST_JOKERS {
        return Err(MovesError::Jokers { found });
    }
    if trick.suit_lock && trick.meld.kind() == Kind::Jokers {
        return Err(MovesError::NoSuits);
    }
    Ok(())
}

/// Dominance of a group: the answer of `daifugo dominates`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Dominates {
    /// Whether no opponent can answer the group.
    pub dominates: bool,
}

/// A group, and the known facts about the opponents.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DominatesQuestion {
    /// Rank of the group.
    pub rank: Rank,
    /// Number of cards of the group, 1 to 4.
    pub count: u32,
    /// The opponents' cards. A single set is the union of their hands; several sets are the hands
    /// themselves.
    pub opponents: Vec<CardSet>,
    /// The sizes of the opponents' hands, including jokers; `None` if unknown. If `opponents` is a
    /// single set, the list has only the hand sizes of the opponents who have not passed. Otherwise
    /// it has one size per hand.
    pub hand_sizes: Option<Vec<u32>>,
    /// Number of jokers among the opponents' cards.
    pub opponent_jokers: u32,
    /// The order of ranks.
    pub order: Order,
}

impl DominatesQuestion {
    /// Creates the question whether a group of `count` cards of a rank dominates. Hand sizes are
    /// unknown, the opponents have no jokers, and the order is normal.
    pub const fn new(rank: Rank, count: u32, opponents: Vec<CardSet>) -> Self {
        Self { rank, count, opponents, hand_sizes: None, opponent_jokers: 0, order: Order::Normal }
    }
}

/// Error for inconsistent facts in a [`DominatesQuestion`].
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum DominatesError {
    /// A card is in two hands.
    #[error("found {cards} in two hands; expected each card in one hand")]
    Twice {
        /// The cards in two hands.
        cards: CardSet,
    },
    /// The sum of the hand sizes exceeds the number of the opponents' cards.
    #[error(
        "the sizes add up to {total}; expected at most {held}, the number of the opponents' cards, jokers included"
    )]
    Total {
        /// Sum of the sizes.
        total: u64,
        /// Number of the opponents' cards, including jokers.
        held: u64,
    },
    /// The number of sizes differs from the number of hands.
    #[error(
        "{} for {}; expected one size per hand", counted(*sizes as u64, "size"), counted(*hands as u64, "hand")
    )]
    Sizes {
        /// Number of sizes.
        sizes: usize,
        /// Number of hands.
        hands: usize,
    },
    /// A hand cannot have the given size.
    #[error(
        "the hand {hand:#x} has {} besides jokers, so its size cannot be {size}", counted(hand.len().into(), "card")
    )]
    Size {
        /// The size.
        size: u32,
        /// The hand without jokers.
        hand: CardSet,
    },
    /// The sizes imply a number of jokers that differs from the given number.
    #[error("the hand sizes require {}; the number of jokers is {jokers}", counted((*room).into(), "joker"))]
    Jokers {
        /// Number of jokers that the sizes imply: their sum, minus the number of natural cards.
        room: u32,
        /// Given number of the opponents' jokers.
        jokers: u32,
    },
}

impl DominatesError {
    /// Returns whether the error concerns the hand sizes rather than the hands.
    pub const fn is_of_sizes(&self) -> bool {
        !matches!(self, Self::Twice { .. })
    }
}

/// Returns whether no opponent can answer a group.
///
/// ```
/// use quadrille_experiments_daifugo::answers::{DominatesQuestion, dominates};
/// use quadrille_daifugo::Rank;
///
/// let question = DominatesQuestion::new(Rank::EIGHT, 2, vec!["C9 D9 HK".parse()?]);
/// assert!(!dominates(&question)?.dominates);
/// let question = DominatesQuestion { hand_sizes: Some(vec![1, 1, 1]), ..question };
/// assert!(dominates(&question)?.dominates);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// Returns an error for a card in two hands, or sizes that the hands cannot have.
pub fn dominates(question: &DominatesQuestion) -> Result<Dominates, DominatesError> {
    let DominatesQuestion { rank, count, ref opponents, ref hand_sizes, opponent_jokers, order } = *question;
    let mut all = CardSet::EMPTY;
    for &hand in opponents {
        if all.intersects(hand) {
            return Err(DominatesError::Twice { cards: all & hand });
        }
        all |= hand;
    }
    let answered = match (&opponents[..], hand_sizes.as_deref()) {
        ([all], None) => Opponents::new(*all).with_jokers(opponent_jokers).answers(order),
        ([all], Some(sizes)) => {
            check_total(*all, opponent_jokers, sizes)?;
            let largest = sizes.iter().copied().max().unwrap_or(0);
            Opponents::new(*all).with_jokers(opponent_jokers).holding_up_to(largest).answers(order)
        }
        (hands, None) => NoDominance::of_hands(hands.iter().map(|&hand| (hand, opponent_jokers)), order),
        (hands, Some(sizes)) => {
            let jokers = jokers_by_hand(hands, opponent_jokers, sizes)?;
            NoDominance::of_hands(hands.iter().copied().zip(jokers), order)
        }
    };
    Ok(Dominates { dominates: answered.dominates(rank, count) })
}

/// Checks that the sum of the sizes does not exceed the number of cards. The sum can be lower,
/// because opponents who have passed hold the other cards.
fn check_total(all: CardSet, jokers: u32, sizes: &[u32]) -> Result<(), DominatesError> {
    let total: u64 = sizes.iter().copied().map(u64::from).sum();
    let held = u64::from(all.len() + jokers);
    if total <= held { Ok(()) } else { Err(DominatesError::Total { total, held }) }
}

/// Returns the number of jokers of each hand: its size, minus its number of natural cards.
fn jokers_by_hand(hands: &[CardSet], jokers: u32, sizes: &[u32]) -> Result<Vec<u32>, DominatesError> {
    if hands.len() != sizes.len() {
        return Err(DominatesError::Sizes { sizes: sizes.len(), hands: hands.len() });
    }
    let jokers_of = |(&hand, &size): (&CardSet, &u32)| {
        let more = size.checked_sub(hand.len()).filter(|&more| more <= jokers);
        more.ok_or(DominatesError::Size { size, hand })
    };
    let by_hand: Vec<u32> = hands.iter().zip(sizes).map(jokers_of).collect::<Result<_, _>>()?;
    let room = by_hand.iter().sum();
    if room == jokers { Ok(by_hand) } else { Err(DominatesError::Jokers { room, jokers }) }
}

/// Whether the leader surely wins: the answer of `daifugo sure-win`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct SureWin {
    /// `true` if the win is proved.
    pub sure_win: bool,
}

/// Returns whether the leader on an empty table surely wins, under the full rules.
pub fn sure_win(position: &Position) -> SureWin {
    SureWin { sure_win: surewin::sure_win(position) }
}

/// Error for jokers in the game of groups, which has no jokers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("the game of groups has no jokers; found {jokers}")]
#[non_exhaustive]
pub struct JokersInGroups {
    /// Number of jokers of the leader and the opponents together.
    pub jokers: u32,
}

/// Returns whether the leader on an empty table surely wins the game of groups: no sequences, no
/// jokers, no eight-cut, no revolution.
///
/// # Errors
/// Returns an error if either side has a joker.
pub fn sure_win_of_groups(position: &Position) -> Result<SureWin, JokersInGroups> {
    let jokers = position.my_jokers() + position.opponent_jokers();
    if jokers > 0 {
        return Err(JokersInGroups { jokers });
    }
    Ok(SureWin { sure_win: sure_win_groups(position.mine(), position.opponents(), position.order()) })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn inspections_round_trip_through_json() {
        let answer = inspect("C3 D3 ST S2".parse().unwrap());
        let json = serde_json::to_string(&answer).unwrap();
        assert_eq!(serde_json::from_str::<Inspection>(&json).unwrap(), answer);
        assert!(serde_json::from_str::<Inspection>(&json.replace("0x", "0x0")).is_err(), "{json}");
    }
}
