//! Data of the ladder: random hands and moves, in every representation that a rung uses.

use std::iter::repeat_n;

use crate::aligned::Aligned;
use crate::loops::{Bytes, Ints};
use crate::sum_up;
use quadrille_lanes::Nibbles64;
use quadrille_random::{StreamKey, rand_core::Rng as _, shuffle};

use quadrille_doudizhu::ActionTable;
use quadrille_doudizhu::Hand;
use quadrille_doudizhu::Rank;
use quadrille_doudizhu::Rules;
use quadrille_doudizhu::game::{Deal, Table};
use quadrille_doudizhu::{Move, MoveBuffer};

/// Sets of cards in three representations: packed words, arrays of integers and arrays of bytes.
#[derive(Clone, Debug, Default)]
pub(super) struct Cards {
    pub(super) words: Aligned<Nibbles64>,
    pub(super) ints: Aligned<Ints>,
    pub(super) bytes: Aligned<Bytes>,
}

impl Cards {
    fn refill(&mut self, hands: impl Iterator<Item = Hand>) {
        self.words.refill(hands.map(Hand::lanes));
        let lane = |word: Nibbles64, lane: usize| word.lane(lane as u32);
        let ints = |&word: &Nibbles64| -> Ints { std::array::from_fn(|i| lane(word, i).into()) };
        self.ints.refill(self.words.iter().map(ints));
        let bytes = |&word: &Nibbles64| -> Bytes { std::array::from_fn(|i| lane(word, i)) };
        self.bytes.refill(self.words.iter().map(bytes));
    }
}

/// Random hands of 17 cards, and random moves for each.
///
/// Each hand has a removed move and a tested move. The removed move is a possible lead of the hand.
/// For about one half of the hands, the tested move is the removed move. For the other half, the
/// tested move needs one card more of a rank than the hand has.
#[derive(Clone, Debug, Default)]
pub struct Workload {
    pub(super) hands: Cards,
    pub(super) asked: Cards,
    pub(super) taken: Cards,
    /// The cards of each of the 27,472 moves, as packed words.
    pub(super) actions: Aligned<Nibbles64>,
    /// For each hand, the lead that is removed from it.
    pub(super) leads: Vec<Move>,
    /// The first [`FIRST`](Self::FIRST) + 1 hands, the input of the workloads `leads` and
    /// `follows`.
    pub(super) first: Vec<Hand>,
    /// The deals of whole games.
    pub(super) deals: Vec<Deal>,
    pub(super) table: Table,

    pub(super) bits: Aligned<u64>,
    pub(super) words: Aligned<Nibbles64>,
    pub(super) ints: Aligned<Ints>,
    pub(super) bytes: Aligned<Bytes>,
    pub(super) numbers: Aligned<u64>,
    pub(super) moves: MoveBuffer,
}

impl Workload {
    /// Number of hands: too many for a branch predictor to learn. The packed hands fit in the
    /// first-level cache. The hands in arrays of integers or bytes fit in the second-level cache.
    pub const HANDS: usize = 2048;

    /// Number of hands in the workloads `leads` and `follows`. The number is small, because the
    /// first rungs test all 27,472 moves for each hand.
    pub(super) const FIRST: usize = 64;

    /// Number of deals of whole games.
    const DEALS: usize = 4;

    /// Deals hands from a seed.
    pub fn new(seed: u64) -> Self {
        let mut workload = Self::default();
        workload.refill(seed);
        workload
    }

    /// Deals new hands, in the same memory.
    ///
    /// Time each run on fresh hands: a loop with branches gets faster on data that it has seen
    /// before.
    pub fn refill(&mut self, seed: u64) {
        let mut rng = StreamKey::new(seed, 0).rng();
        let mut deals = || shuffle::deal_mask(&mut rng, Hand::PACK_MASK, 17).map(Hand::from_mask);
        let hands: Vec<Hand> = (0..Self::HANDS).filter_map(|_| deals()).collect();
        let mut lead = |hand: Hand| {
            Rules::RLCARD.leads(hand, &mut self.moves);
            let choice = rng.next_u64() as usize % self.moves.len();
            self.moves.get(choice).copied().unwrap_or(Move::PASS)
        };
        self.leads = hands.iter().map(|&hand| lead(hand)).collect();
        let leads: Vec<Hand> = self.leads.iter().map(|lead| lead.cards()).collect();
        // A random half of the tested moves need one card more of a random rank than the hand has.
        let mut ask = |(&hand, &lead): (&Hand, &Hand)| {
            let random = rng.next_u64();
            if random.is_multiple_of(2) { lead } else { one_too_many(hand, lead, random >> 32) }
        };
        let asked: Vec<Hand> = hands.iter().zip(&leads).map(&mut ask).collect();
        self.hands.refill(hands.iter().copied());
        self.asked.refill(asked.into_iter());
        self.taken.refill(leads.iter().copied());
        if self.actions.is_empty() {
            self.actions.refill(ActionTable::rlcard().iter().map(|(_, mv)| mv.cards().lanes()));
        }
        // The deals have their own random stream.
        let mut dealer = StreamKey::new(seed, 1).rng();
        self.deals = (0..Self::DEALS).map(|_| Deal::random(&mut dealer)).collect();
        // There is one extra hand, because each hand follows the lead of the previous hand.
        self.first = hands[..hands.len().min(Self::FIRST + 1)].to_vec();
        // The output buffers are written here, so that their pages are mapped before a rung is
        // timed.
        let n = hands.len();
        self.bits.refill(repeat_n(0, n.div_ceil(64)));
        self.words.refill(repeat_n(Nibbles64::ZERO, n));
        self.ints.refill(repeat_n([0; 16], n));
        self.bytes.refill(repeat_n([0; 16], n));
        self.numbers.refill(repeat_n(0, n));
    }

    /// Returns the number of hands.
    pub fn hands(&self) -> usize {
        self.hands.words.len()
    }

    /// Returns the checksum of results that are single bits.
    pub(super) fn sum_of_bits(&self) -> u64 {
        sum_up(self.bits.iter().copied())
    }

    /// Returns the checksum of results that are packed hands.
    pub(super) fn sum_of_words(&self) -> u64 {
        sum_up(self.words.iter().map(|word| word.bits()))
    }

    /// Returns the checksum of results that are hands in arrays of integers.
    pub(super) fn sum_of_ints(&self) -> u64 {
        sum_up(self.ints.iter().map(|ints| pack(ints.map(|count| count as u8))))
    }

    /// Returns the checksum of results that are hands in arrays of bytes.
    pub(super) fn sum_of_bytes(&self) -> u64 {
        sum_up(self.bytes.iter().map(|&bytes| pack(bytes)))
    }

    /// Returns the checksum of results that are numbers.
    pub(super) fn sum_of_numbers(&self) -> u64 {
        sum_up(self.numbers.iter().copied())
    }
}

/// Returns `cards` with additional cards of one random rank. If the hand has n cards of this rank,
/// the result has n + 1. If the hand has all cards of the rank, returns `cards` unchanged.
fn one_too_many(hand: Hand, cards: Hand, random: u64) -> Hand {
    let lane = (random % Rank::COUNT as u64) as u8;
    let more =
        Rank::from_index(lane).and_then(|rank| Hand::of(rank, hand.count(rank) + 1 - cards.count(rank)));
    more.and_then(|more| cards.add(more)).unwrap_or(cards)
}

fn pack(bytes: Bytes) -> u64 {
    bytes.iter().rev().fold(0, |word, &count| word << 4 | u64::from(count))
}
