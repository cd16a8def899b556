//! The action table: all moves of a rule set, numbered.

mod enumerate;
mod index;

pub(crate) use index::Index;

use std::sync::LazyLock;

use crate::hand::Hand;
use crate::moves::{Kind, Move};
use crate::rules::Rules;

/// All moves of a rule set including the pass, each with an id.
///
/// Ids count from 0 in the order of [`Move`]: by category in the order of [`Kind::ALL`], then by
/// length, then by the lowest principal rank ([`Move::rank`]), then by the cards as packed words.
/// They are stable across versions of this crate. Under the default rules there are 27,472 ids:
///
/// | category | ids | number |
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
/// Other programs number the same moves differently. Ids are translated by comparing the cards:
///
/// ```
/// use quadrille_doudizhu::{ActionTable, Rules};
///
/// let table = ActionTable::rlcard();
/// assert_eq!(table.len(), 27_472);
/// let id = table.id(Rules::RLCARD.parse_move("BR")?).unwrap();
/// assert_eq!(id, 27_471);
/// assert_eq!(table.get(id).unwrap().to_string(), "BR");
/// // A map from the text of the cards to the ids of this crate:
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
    /// Enumerates the moves of a rule set; takes some hundredths of a second.
    pub fn new(rules: Rules) -> Self {
        let moves = enumerate::every_move(rules);
        let index = index::Index::new(&moves);
        Self { moves, index }
    }

    /// Returns the table of the default rules, which is built on the first call.
    pub fn rlcard() -> &'static Self {
        static TABLE: LazyLock<ActionTable> = LazyLock::new(|| ActionTable::new(Rules::RLCARD));
        &TABLE
    }

    /// Returns the number of moves, including the pass.
    pub fn len(&self) -> usize {
        self.moves.len()
    }

    /// Returns `false`: the table always contains the pass.
    pub fn is_empty(&self) -> bool {
        self.moves.is_empty()
    }

    /// Returns the move with an id, in constant time; `None` if the id is [`len`](Self::len) or
    /// more.
    pub fn get(&self, id: u32) -> Option<Move> {
        self.moves.get(id as usize).copied()
    }

    /// Returns the id of a move, in constant time; `None` if it is not a move of these rules.
    #[inline]
    pub fn id(&self, mv: Move) -> Option<u32> {
        self.index.find(&self.moves, mv)
    }

    /// Iterates over all moves with their ids, in ascending order of ids.
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = (u32, Move)> + ExactSizeIterator {
        self.moves.iter().enumerate().map(|(id, &mv)| (id as u32, mv))
    }

    /// Returns all moves of a category, in ascending order of ids.
    pub fn of_kind(&self, kind: Kind) -> &[Move] {
        let first = self.moves.partition_point(|mv| mv.kind() < kind);
        let end = self.moves.partition_point(|mv| mv.kind() <= kind);
        &self.moves[first..end]
    }

    /// Returns the legal moves by testing every move of the table.
    ///
    /// If `on` is `None` or a pass, these are all leads; otherwise the moves that beat `on`, and
    /// the pass. This is the reference implementation of the generator.
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
