//! Daifugo: sets of cards, melds, proofs, games on record.

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

/// What a set of cards looks like from all sides: the answer of `daifugo inspect`.
///
/// The words have a lane of four bits a rank, the 3 lowest.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Inspection {
    /// How many cards there are of each rank.
    #[serde(with = "hex")]
    pub counts: u64,
    /// Bit k-1 of a rank's lane where there are k of it.
    #[serde(with = "hex")]
    pub locate: u64,
    /// The k lowest bits of a rank's lane where there are k of it.
    #[serde(with = "hex")]
    pub staircase: u64,
    /// The groups that these cards can answer: bit k-1 of a rank's lane for k cards of it.
    #[serde(with = "hex")]
    pub no_dominance: u64,
    /// The same in the reversed order of ranks.
    #[serde(with = "hex")]
    pub no_dominance_reversed: u64,
    /// How many groups can be made, without a joker.
    pub groups: u32,
    /// How many sequences can be made, without a joker.
    pub sequences: u32,
    /// What the words are called in Japanese.
    #[serde(default)]
    pub known_as: InspectionTerms,
}

/// What the words of an [`Inspection`] are called in the articles that they come from.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct InspectionTerms {
    /// Of [`counts`](Inspection::counts).
    pub counts: Cow<'static, str>,
    /// Of [`locate`](Inspection::locate).
    pub locate: Cow<'static, str>,
    /// Of [`staircase`](Inspection::staircase).
    pub staircase: Cow<'static, str>,
    /// Of [`no_dominance`](Inspection::no_dominance), in either order.
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

/// Looks at a set of cards from all sides.
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

/// Reads a set of cards from a text; `name` is what the text is called in an error.
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
/// No cards, at the very word.
pub fn read_cards(name: &str, text: &str) -> Result<CardSet, Diagnostic> {
    text.parse().map_err(|error: CardSetError| {
        let (word, told) = match &error {
            CardSetError::Card { word, error } => (Some(*word), error.to_string()),
            CardSetError::Twice { word, card } => {
                (Some(*word), format!("{card} is there already; expected each card once"))
            }
            other => (None, other.to_string()),
        };
        let span = word.and_then(|word| place_of(text, word)).unwrap_or(0..text.len());
        let (message, expected) = told.split_once("; expected ").unwrap_or((&told, ""));
        let error = Diagnostic::at(&Source::new(name, text), span, message);
        if expected.is_empty() { error } else { error.expected(expected) }
    })
}

/// Where a word stands in a text, counted from 1.
fn place_of(text: &str, word: usize) -> Option<Range<usize>> {
    let found = text.split_whitespace().nth(word - 1)?;
    let begin = found.as_ptr().addr() - text.as_ptr().addr();
    Some(begin..begin + found.len())
}

/// The melds of a hand: the answer of `daifugo moves`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Moves {
    /// How many there are.
    pub count: usize,
    /// The melds: those that shed most cards first, answers from ranks with few cards first, low ones before
    /// high ones.
    pub moves: Vec<Meld>,
}

/// Why a meld cannot lie on the table beside a hand.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum MovesError {
    /// Cards of it are in the hand.
    #[error("{cards} cannot lie on the table and be in the hand too")]
    InHand {
        /// Those that are in both places.
        cards: CardSet,
    },
    /// More jokers than there are.
    #[error("{found} jokers on the table and in the hand; expected at most {}", Meld::MOST_JOKERS)]
    Jokers {
        /// How many there would be.
        found: u32,
    },
    /// Suits are locked that nothing has.
    #[error("jokers alone have no suits to be locked")]
    NoSuits,
}

/// All melds that a hand can lead, or answer what lies on the table with; every place where a joker can stand
/// counts.
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
/// What lies on the table cannot lie there beside this hand.
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

/// Whether nobody can answer a group: the answer of `daifugo dominates`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Dominates {
    /// Whether nobody can.
    pub dominates: bool,
}

/// A group, and what is known of those who might answer it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DominatesQuestion {
    /// The group's rank.
    pub rank: Rank,
    /// How many cards it has, 1 to 4.
    pub count: u32,
    /// The opponents' cards: one set, which may be split among them in any way, or each one's hand.
    pub opponents: Vec<CardSet>,
    /// How many cards they hold, jokers included: beside one set those of all who have not passed, beside
    /// hands one each. `None` where no sizes are known.
    pub hand_sizes: Option<Vec<u32>>,
    /// Jokers among the opponents' cards.
    pub opponent_jokers: u32,
    /// The order of the ranks.
    pub order: Order,
}

impl DominatesQuestion {
    /// Whether anybody among these opponents answers `count` cards of a rank, with nothing known of their
    /// hands' sizes.
    pub const fn new(rank: Rank, count: u32, opponents: Vec<CardSet>) -> Self {
        Self { rank, count, opponents, hand_sizes: None, opponent_jokers: 0, order: Order::Normal }
    }
}

/// Why nobody can say whether a group dominates.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum DominatesError {
    /// A card in two hands.
    #[error("{cards} in two hands; expected every card in one")]
    Twice {
        /// The cards that are.
        cards: CardSet,
    },
    /// The hands are larger than all cards together.
    #[error("{total} cards in all; the opponents have {held}, jokers included")]
    Total {
        /// The sum of the sizes.
        total: u64,
        /// How many cards there are.
        held: u64,
    },
    /// Not one size for each hand.
    #[error(
        "{} for {}; expected one for each", counted(*sizes as u64, "size"), counted(*hands as u64, "hand")
    )]
    Sizes {
        /// How many sizes there are.
        sizes: usize,
        /// How many hands there are.
        hands: usize,
    },
    /// A hand that cannot have its size.
    #[error("{size} for the hand {hand:#x}, which has {} beside jokers", counted(hand.len().into(), "card"))]
    Size {
        /// The size.
        size: u32,
        /// The hand without jokers.
        hand: CardSet,
    },
    /// The sizes leave room for another number of jokers.
    #[error("these sizes have room for {}, not for {jokers}", counted((*room).into(), "joker"))]
    Jokers {
        /// How many the sizes leave room for.
        room: u32,
        /// How many there are.
        jokers: u32,
    },
}

impl DominatesError {
    /// Whether it is the sizes of the hands that are wrong, not the hands.
    pub const fn is_of_sizes(&self) -> bool {
        !matches!(self, Self::Twice { .. })
    }
}

/// Whether none of the opponents can answer a group.
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
/// A card in two hands, or sizes that the hands cannot have.
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

/// The hands still in this round have no more cards than the one set; whoever has passed holds the rest.
fn check_total(all: CardSet, jokers: u32, sizes: &[u32]) -> Result<(), DominatesError> {
    let total: u64 = sizes.iter().copied().map(u64::from).sum();
    let held = u64::from(all.len() + jokers);
    if total <= held { Ok(()) } else { Err(DominatesError::Total { total, held }) }
}

/// How many jokers each of several hands must have for its size.
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

/// Whether whoever leads wins for sure: the answer of `daifugo sure-win`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct SureWin {
    /// True is a proof.
    pub sure_win: bool,
}

/// Whether whoever leads on an empty table wins for sure, under the full rules.
pub fn sure_win(position: &Position) -> SureWin {
    SureWin { sure_win: surewin::sure_win(position) }
}

/// Jokers in a game that has none.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("that game has no jokers; here are {jokers}")]
#[non_exhaustive]
pub struct JokersInGroups {
    /// Both sides' jokers.
    pub jokers: u32,
}

/// The same in the game where only groups are played: no sequences, no jokers, no 8-cut, no revolution.
///
/// # Errors
/// Somebody has a joker.
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
    fn patterns_are_read_back_as_they_are_written() {
        let answer = inspect("C3 D3 ST S2".parse().unwrap());
        let json = serde_json::to_string(&answer).unwrap();
        assert_eq!(serde_json::from_str::<Inspection>(&json).unwrap(), answer);
        assert!(serde_json::from_str::<Inspection>(&json.replace("0x", "0x0")).is_err(), "{json}");
    }
}
