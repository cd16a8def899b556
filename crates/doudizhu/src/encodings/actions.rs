//! `RLCard`'s action ids.

use std::cmp::Reverse;
use std::sync::LazyLock;

use super::{Cell, EncodingError, LengthError};
use crate::moves::{Kind, Move};
use crate::rules::Rules;
use crate::table::{ActionTable, Index};

/// `RLCard`'s action ids, 0 to 27,471, with lookup in both directions in constant time.
///
/// The ids are computed; no file of `RLCard` is needed. They are grouped by category:
///
/// | ids | category | number |
/// |---|---|---|
/// | 0–14 | solo | 15 |
/// | 15–27 | pair | 13 |
/// | 28–40 | trio | 13 |
/// | 41–222 | trio with a solo | 182 |
/// | 223–378 | trio with a pair | 156 |
/// | 379–414 | solo chain | 36 |
/// | 415–466 | pair chain | 52 |
/// | 467–511 | trio chain | 45 |
/// | 512–22333 | airplane with solos | 21,822 |
/// | 22334–25272 | airplane with pairs | 2,939 |
/// | 25273–26598 | four with two solos | 1,326 |
/// | 26599–27456 | four with two pairs | 858 |
/// | 27457–27469 | bomb | 13 |
/// | 27470 | rocket | 1 |
/// | 27471 | pass | 1 |
///
/// Within a category, moves are ordered by length, then by the lowest principal rank
/// ([`Move::rank`]), then by the attached cards, compared as ascending lists of ranks. Airplanes
/// with solos are an exception:
///
/// * With three trios, airplanes with attached cards of three different ranks come first. Airplanes
///   with three attached cards of one rank follow. Airplanes with an attached pair and another card
///   come last, ordered by the rank of the pair and then by the rank of the other card.
/// * With four or five trios, airplanes with an attached joker come first.
///
/// (The order was derived from the action list of `RLCard` 1.2.0; a test checks the hash of this
/// list.)
///
/// These ids differ from the ids of [`ActionTable`], which follow the order of [`Move`] and begin
/// with the pass.
///
/// ```
/// use quadrille_doudizhu::Rules;
/// use quadrille_doudizhu::encodings::RlcardActions;
///
/// let actions = RlcardActions::get();
/// assert_eq!(actions.id(Rules::RLCARD.parse_move("3334")?), Some(41));
/// assert_eq!(actions.action(27_470).unwrap().to_string(), "BR");
/// assert_eq!(actions.action(27_472), None);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone)]
pub struct RlcardActions {
    moves: Vec<Move>,
    index: Index,
}

/// The id of the first pair. The following constants are the first ids of other categories. The ids
/// of all these categories are computed arithmetically.
const PAIR: u32 = 15;
const TRIO: u32 = 28;
const TRIO_SOLO: u32 = 41;
const TRIO_PAIR: u32 = 223;
const SOLO_CHAIN: u32 = 379;
const PAIR_CHAIN: u32 = 415;
const TRIO_CHAIN: u32 = 467;
const BOMB: u32 = 27_457;
const ROCKET: u32 = 27_470;

impl RlcardActions {
    /// The number of actions, including the pass.
    pub const COUNT: usize = 27_472;

    /// The id of the pass.
    pub const PASS: u16 = 27_471;

    /// Returns the table of ids, which is computed on the first call (some hundredths of a second).
    pub fn get() -> &'static Self {
        static ACTIONS: LazyLock<RlcardActions> = LazyLock::new(RlcardActions::new);
        &ACTIONS
    }

    fn new() -> Self {
        let mut moves: Vec<Move> = ActionTable::rlcard().iter().map(|(_, mv)| mv).collect();
        moves.sort_by_cached_key(|&mv| place(mv));
        let index = Index::new(&moves);
        Self { moves, index }
    }

    /// Returns the action with an id, as a move under the rules [`Rules::RLCARD`]; `None` if the id
    /// is [`COUNT`](Self::COUNT) or more.
    #[inline]
    pub fn action(&self, id: u16) -> Option<Move> {
        self.moves.get(usize::from(id)).copied()
    }

    /// Returns all actions in ascending order of ids.
    pub fn as_slice(&self) -> &[Move] {
        &self.moves
    }

    /// Returns the id of a move; `None` if its cards are not an action of `RLCard`. The id depends
    /// only on the cards, so moves of other rules have ids too.
    #[inline]
    pub fn id(&self, mv: Move) -> Option<u16> {
        Self::by_arithmetic(mv).or_else(|| self.look_up(mv))
    }

    /// Looks up the id of a move by its cards. Works for all categories.
    #[inline(never)]
    fn look_up(&self, mv: Move) -> Option<u16> {
        self.index.find_cards(&self.moves, mv.cards()).map(|id| id as u16)
    }

    /// Computes the id of a move arithmetically. Returns `None` for airplanes, fours with two and
    /// space shuttles. These categories together are a few percent of the moves of a game.
    #[inline(always)]
    fn by_arithmetic(mv: Move) -> Option<u16> {
        let (rank, length) = (mv.shape.rank(), mv.shape.length());
        // Returns the index of the attached rank among all ranks except the trio's. `unit` is the
        // number of attached cards, 1 or 2.
        let attached = |unit: u64| {
            let kicker = (mv.cards().bits() - (3 << (4 * rank))) / unit;
            let kicker = kicker.trailing_zeros() / 4;
            kicker - u32::from(kicker > rank)
        };
        // Chains of `n` ranks have 13 − n start ranks, and shorter chains come first.
        let chain = |shortest: u32| {
            let shorter = length - shortest;
            shorter * (27 - shortest - length) / 2 + rank
        };
        let id = match mv.kind() {
            Kind::Pass => Self::PASS.into(),
            Kind::Solo => rank,
            Kind::Pair => PAIR + rank,
            Kind::Trio => TRIO + rank,
            Kind::TrioSolo => TRIO_SOLO + 14 * rank + attached(1),
            Kind::TrioPair => TRIO_PAIR + 12 * rank + attached(2),
            Kind::SoloChain => SOLO_CHAIN + chain(5),
            Kind::PairChain => PAIR_CHAIN + chain(3),
            Kind::TrioChain => TRIO_CHAIN + chain(2),
            Kind::Bomb => BOMB + rank,
            Kind::Rocket => ROCKET,
            Kind::AirplaneSolos
            | Kind::AirplanePairs
            | Kind::FourTwoSolos
            | Kind::FourTwoPairs
            | Kind::SpaceShuttle => return None,
        };
        Some(id as u16)
    }

    /// Writes a mask of 27,472 cells, one for each action: 1 for each of `moves`, 0 for all other
    /// actions. Moves without an id are ignored.
    ///
    /// # Errors
    /// [`EncodingError::Length`] if the slice has another length; then nothing is written.
    pub fn fill_mask<C: Cell>(&self, moves: &[Move], mask: &mut [C]) -> Result<(), EncodingError> {
        LengthError::check("a mask", Self::COUNT, mask.len())?;
        mask.fill(C::ZERO);
        for id in moves.iter().filter_map(|&mv| self.id(mv)) {
            mask[usize::from(id)] = C::ONE;
        }
        Ok(())
    }

    /// Writes the mask as a bit set of 3,434 bytes: id `n` is bit n mod 8 of byte ⌊n / 8⌋. This is
    /// the format of `numpy.packbits` with `bitorder="little"`.
    ///
    /// # Errors
    /// [`EncodingError::Length`] if the slice has another length; then nothing is written.
    pub fn fill_bits(&self, moves: &[Move], bits: &mut [u8]) -> Result<(), EncodingError> {
        LengthError::check("a mask of bits", Self::COUNT / 8, bits.len())?;
        bits.fill(0);
        for id in moves.iter().filter_map(|&mv| self.id(mv)) {
            bits[usize::from(id / 8)] |= 1 << (id % 8);
        }
        Ok(())
    }

    /// Returns whether all moves of the given rules have ids and the same classification as in
    /// `RLCard`. Returns `false` if the rules have space shuttles, if they allow attached cards
    /// that `RLCard` does not allow, or if they compare airplanes by their highest trio, which can
    /// be an attached one.
    pub fn cover(rules: Rules) -> bool {
        let switches = rules.switches();
        switches.kickers_a_rank <= 3
            && !(switches.space_shuttle
                || switches.both_jokers
                || switches.longer_chain
                || switches.compare_highest_trio)
    }
}

/// The sort key of actions. Its parts are: whether the action is the pass, the category, the
/// length, the lowest principal rank, a number that orders airplanes with solos by the kind of
/// their attached cards (see `place`), and the attached ranks.
type SortKey = (bool, Kind, u32, u32, u8, [u8; 8]);

/// Returns the sort key of an action.
fn place(mv: Move) -> SortKey {
    let (rank, length) = (mv.shape.rank(), mv.shape.length());
    let principal = rank..rank + length;
    let of_attached = mv.cards().iter().filter(|(held, _)| !principal.contains(&held.index().into()));
    let mut attached: Vec<(u8, u8)> = of_attached.map(|(rank, count)| (rank.index(), count)).collect();
    let mut group = 0;
    if mv.kind() == Kind::AirplaneSolos && length == 3 {
        // The order by the attached cards: first three cards of different ranks, then three cards
        // of one rank, then a pair and another card.
        group = match attached.iter().map(|&(_, count)| count).max() {
            Some(1) => 0,
            Some(3) => 1,
            _ => 2,
        };
        if group == 2 {
            attached.sort_by_key(|&(_, count)| Reverse(count));
        }
    } else if mv.kind() == Kind::AirplaneSolos && length > 3 {
        group = u8::from(attached.iter().all(|&(rank, _)| rank < 13));
    }
    let mut kickers = [0; 8];
    let ranks = attached.iter().flat_map(|&(rank, count)| std::iter::repeat_n(rank, count.into()));
    for (to, rank) in kickers.iter_mut().zip(ranks) {
        *to = rank;
    }
    (mv.is_pass(), mv.kind(), length, rank, group, kickers)
}
