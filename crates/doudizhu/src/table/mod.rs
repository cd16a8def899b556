//! The table of actions: every move there is under some rules, numbered.

mod enumerate;
mod index;

pub(crate) use index::Index;

use std::sync::LazyLock;

use crate::hand::Hand;
use crate::moves::{Kind, Move};
use crate::rules::Rules;

/// Every move there is under some rules, the pass included, each with a number: its id.
///
/// Ids count from 0 in the order of [`Move`]: by category in the order of [`Kind::ALL`], then by length, then
/// by lowest principal rank, then by the cards as packed words. They are the same in every version of this
/// crate. Under the default rules there are 27,472:
///
/// | category | ids | how many |
/// |---|---|---|
/// | pass | 0 | 1 |
/// | solo | 1–15 | 15 |
/// | pair | 16–28 | 13 |
/// | trio | 29–41 | 13 |
/// | trio with a solo | 42–223 | 182 |
/// | trio with a pair | 224–379 | 156 |
/// | solo chain | 380–415 | 36 |
/// | pair chain | 416–467 | 52 |
/// | trio chain | 468–512 | 45 |
/// | airplane with solos | 513–22334 | 21,822 |
/// | airplane with pairs | 22335–25273 | 2,939 |
/// | four with two solos | 25274–26599 | 1,326 |
/// | four with two pairs | 26600–27457 | 858 |
/// | bomb | 27458–27470 | 13 |
/// | rocket | 27471 | 1 |
///
/// Other programs number the same moves in orders of their own; the cards are the common language:
///
/// ```
/// use quadrille_doudizhu::{ActionTable, Rules};
///
/// let table = ActionTable::rlcard();
/// assert_eq!(table.len(), 27_472);
/// let id = table.id(Rules::RLCARD.parse_move("BR")?).unwrap();
/// assert_eq!(id, 27_471);
/// assert_eq!(table.get(id).unwrap().to_string(), "BR");
/// // A map from the texts of the cards to our ids:
/// let ids: std::collections::HashMap<String, u32> = table.iter().map(|(id, mv)| (mv.to_string(), id)).collect();
/// assert_eq!(ids["pass"], 0);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct ActionTable {
    moves: Vec<Move>,
    index: index::Index,
}

impl ActionTable {
    /// Enumerates the moves of some rules; takes some hundredths of a second.
    pub fn new(rules: Rules) -> Self {
        let moves = enumerate::every_move(rules);
        let index = index::Index::new(&moves);
        Self { moves, index }
    }

    /// The table of the default rules, made on the first call and kept.
    pub fn rlcard() -> &'static Self {
        static TABLE: LazyLock<ActionTable> = LazyLock::new(|| ActionTable::new(Rules::RLCARD));
        &TABLE
    }

    /// How many moves there are, the pass counted as one.
    pub fn len(&self) -> usize {
        self.moves.len()
    }

    /// Never: there is always the pass.
    pub fn is_empty(&self) -> bool {
        self.moves.is_empty()
    }

    /// The move with an id, in constant time; `None` from [`len`](Self::len) on.
    pub fn get(&self, id: u32) -> Option<Move> {
        self.moves.get(id as usize).copied()
    }

    /// The id of a move, in constant time; `None` if it is a move of other rules.
    #[inline]
    pub fn id(&self, mv: Move) -> Option<u32> {
        self.index.find(&self.moves, mv)
    }

    /// All moves with their ids, in the order of the ids.
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = (u32, Move)> + ExactSizeIterator {
        self.moves.iter().enumerate().map(|(id, &mv)| (id as u32, mv))
    }

    /// All moves of a category, in the order of the ids.
    pub fn of_kind(&self, kind: Kind) -> &[Move] {
        let first = self.moves.partition_point(|mv| mv.kind() < kind);
        let end = self.moves.partition_point(|mv| mv.kind() <= kind);
        &self.moves[first..end]
    }

    /// The plain way to all legal moves: look at every move there is. Without `on`, all leads; else what may
    /// be played on it, and the pass.
    pub fn filter(&self, hand: Hand, on: Option<Move>) -> impl Iterator<Item = Move> {
        self.moves.iter().copied().filter(move |mv| {
            hand.contains(mv.cards())
                && match on.filter(|on| !on.is_pass()) {
                    None => !mv.is_pass(),
                    Some(on) => mv.is_pass() || mv.beats(on),
                }
        })
    }
}
