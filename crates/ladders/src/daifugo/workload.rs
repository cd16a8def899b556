//! Data of the ladder: fresh random hands, in every representation that a rung uses.

use std::iter::repeat_n;

use quadrille_lanes::Nibbles64;
use quadrille_random::StreamKey;
use quadrille_random::bounded::within_u32;
use quadrille_random::rand_core::Rng;

use crate::aligned::Aligned;

use super::play::Plays;
use super::played::{Exchange, Played};
use quadrille_daifugo::Card;
use quadrille_daifugo::CardSet;
use quadrille_daifugo::Rank;
use quadrille_daifugo::Ranks;
use quadrille_daifugo::dominance::{NoDominance, Order};
use quadrille_daifugo::surewin::Position;
use quadrille_daifugo::{Counts, OneHotCounts};

/// Random hands, and output buffers.
///
/// A position has a hand of 1 to 11 cards, and a set of 1 to 42 other cards that the opponents hold
/// together. Rungs that need only one set use the opponents' set.
#[derive(Clone, Debug)]
pub struct Workload {
    seed: u64,
    round: u64,
    pub(super) mine: Aligned<CardSet>,
    pub(super) opponents: Aligned<CardSet>,
    /// The counts of the sets in `opponents`.
    pub(super) counts: Aligned<Counts>,
    /// The one-hot counts of the sets in `opponents`.
    pub(super) located: Aligned<OneHotCounts>,
    /// For each position, the number of cards in the opponents' largest hand.
    pub(super) largest: Vec<u32>,
    /// The sets in `opponents`, each with a group that is removed from it.
    pub(super) groups: Played<(Rank, u32)>,
    /// The sets in `opponents`, each with a sequence that is removed from it. If a set lacks cards
    /// of its sequence, they are added to it when this workload is created.
    pub(super) sequences: Played<Ranks>,
    /// The sets in `opponents`, each with a card that is removed and a card that is added.
    pub(super) exchanges: Played<Exchange>,
    /// For each hand in `mine`, the rank and the number of cards of a random group.
    pub(super) asked: Vec<(Rank, u32)>,
    /// The one-hot counts of the groups in `asked`.
    pub(super) asked_located: Aligned<OneHotCounts>,
    /// For each set in `opponents`, the groups that it can beat.
    pub(super) answered: Aligned<NoDominance>,
    /// Separate positions with few cards, for the workload `sure-win-uecda`. At most one side has a
    /// joker.
    pub(super) positions: Vec<Position>,
    /// The input of the rungs that generate melds or play games.
    pub(super) plays: Plays,

    pub(super) words: Aligned<Nibbles64>,
}

impl Workload {
    /// Number of positions. They are too many for a branch predictor to learn, and fit in the
    /// second-level cache.
    pub const POSITIONS: usize = 4096;
    /// Number of positions in the workload `sure-win-uecda`.
    const SMALL: usize = 256;

    /// Creates the workload from a seed.
    pub fn new(seed: u64) -> Self {
        let mut workload = Self {
            seed,
            round: 0,
            mine: Aligned::default(),
            opponents: Aligned::default(),
            counts: Aligned::default(),
            located: Aligned::default(),
            largest: Vec::new(),
            groups: Played::from_iter([]),
            sequences: Played::from_iter([]),
            exchanges: Played::from_iter([]),
            asked: Vec::new(),
            asked_located: Aligned::default(),
            answered: Aligned::default(),
            positions: Vec::new(),
            plays: Plays::default(),
            words: Aligned::default(),
        };
        workload.refresh();
        workload
    }

    /// Draws new hands.
    ///
    /// Time each run on fresh hands: a loop with branches gets faster on data that it has seen
    /// before.
    pub fn refresh(&mut self) {
        let mut rng = StreamKey::new(self.seed, self.round).rng();
        self.round += 1;
        let (mut hands, mut others) = (Vec::new(), Vec::new());
        self.positions.clear();
        for number in 0..Self::POSITIONS {
            let (mine, opponents) = deal(&mut rng, 11, 42);
            hands.push(mine);
            others.push(opponents);
            if number < Self::SMALL {
                let (mine, opponents) = deal(&mut rng, 7, 10);
                let [my_jokers, opponent_jokers] = [[0, 0], [0, 1], [1, 0]][rng.next_u64() as usize % 3];
                let position = Position::new(mine, my_jokers, opponents, opponent_jokers, Order::Normal);
                self.positions.extend(position);
            }
        }
        self.mine.refill(hands);
        self.opponents.refill(others);
        self.counts = self.opponents.iter().map(|cards| cards.counts()).collect();
        self.located = self.opponents.iter().map(|cards| cards.one_hot()).collect();
        // The sizes range from 1 to 6 cards. A group has at most four cards, so the sizes 4 to 6
        // exclude no group.
        self.largest = self.opponents.iter().map(|_| within_u32(&mut rng, 1..=6).unwrap_or(1)).collect();
        self.plays.refresh(StreamKey::new(self.seed, self.round).substream(1));
        self.groups = Played::groups(&mut rng, &self.opponents);
        self.sequences = Played::sequences(&mut rng, &self.opponents);
        self.exchanges = Played::exchanges(&mut rng, &self.opponents);
        self.asked = Played::groups(&mut rng, &self.mine).melds;
        self.asked_located =
            self.asked.iter().map(|&(rank, count)| OneHotCounts::group(rank, count)).collect();
        self.answered =
            self.located.iter().map(|&located| NoDominance::new(located, Order::Normal)).collect();
        // The output buffer is written here, so that its pages are mapped before a rung is timed.
        self.words.refill(repeat_n(Nibbles64::ZERO, Self::POSITIONS));
    }

    /// Returns a checksum of the results of the last run.
    pub(super) fn checksum(&self) -> u64 {
        // The checksum depends on all words and on their order.
        self.words
            .iter()
            .fold(0, |sum, answer| (sum.rotate_left(5) ^ answer.bits()).wrapping_mul(0x9e37_79b9_7f4a_7c15))
    }
}

/// Deals two disjoint sets of cards. The first set has 1 to `most_mine` cards, the second 1 to
/// `most_others`.
fn deal(rng: &mut impl Rng, most_mine: u32, most_others: u32) -> (CardSet, CardSet) {
    let mut deck: Vec<Card> = CardSet::ALL.iter().collect();
    let mut draw = |most: u32| -> CardSet {
        let wanted = within_u32(rng, 1..=most.min(deck.len() as u32)).unwrap_or(0);
        let any =
            |left: &[Card], rng: &mut _| within_u32(rng, 0..=left.len() as u32 - 1).unwrap_or(0) as usize;
        (0..wanted).map(|_| deck.swap_remove(any(&deck, rng))).collect()
    };
    (draw(most_mine), draw(most_others))
}
