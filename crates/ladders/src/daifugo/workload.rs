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
/// A position is a hand of 1 to 11 cards against a set of 1 to 42 other cards, which the opponents
/// hold. Operations on a single set use the opponents' set.
#[derive(Clone, Debug)]
pub struct Workload {
    seed: u64,
    round: u64,
    pub(super) mine: Aligned<CardSet>,
    pub(super) opponents: Aligned<CardSet>,
    /// The opponents' sets as counts.
    pub(super) counts: Aligned<Counts>,
    /// The opponents' sets as located counts.
    pub(super) located: Aligned<OneHotCounts>,
    /// The size of the opponents' largest hand in each position.
    pub(super) largest: Vec<u32>,
    /// The opponents' sets as hands that each play a group.
    pub(super) groups: Played<(Rank, u32)>,
    /// The opponents' sets as hands that each play a sequence, whose cards are added to the set.
    pub(super) sequences: Played<Ranks>,
    /// The opponents' sets as hands that each exchange a card.
    pub(super) exchanges: Played<Exchange>,
    /// A random group of each own hand: its rank and its number of cards.
    pub(super) asked: Vec<(Rank, u32)>,
    /// The groups in `asked` as located counts.
    pub(super) asked_located: Aligned<OneHotCounts>,
    /// The groups that the opponents' sets can beat.
    pub(super) answered: Aligned<NoDominance>,
    /// Separate small positions for the searches; one joker belongs to one side or to neither.
    pub(super) positions: Vec<Position>,
    /// Positions in games, and whole games.
    pub(super) plays: Plays,

    pub(super) words: Aligned<Nibbles64>,
}

impl Workload {
    /// Number of positions: too many for a branch predictor to learn, and few enough for the
    /// second-level cache.
    pub const POSITIONS: usize = 4096;
    /// Number of small positions for the searches.
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
        // The sizes range from one card to more cards than a group has.
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
        // The words are written in advance, so that their pages are mapped when a rung is timed.
        self.words.refill(repeat_n(Nibbles64::ZERO, Self::POSITIONS));
    }

    /// Returns a checksum of the results of the last run.
    pub(super) fn checksum(&self) -> u64 {
        // The sum depends on every value and its position.
        self.words
            .iter()
            .fold(0, |sum, answer| (sum.rotate_left(5) ^ answer.bits()).wrapping_mul(0x9e37_79b9_7f4a_7c15))
    }
}

/// Deals two hands of up to the given sizes, with at least one card each.
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
