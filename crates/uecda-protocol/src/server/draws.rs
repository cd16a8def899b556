//! Seats, cards and places, drawn as the official server draws them.
//!
//! All of them are made of reals from 0 to 1, both included: 32 bits of the Mersenne Twister divided by 2³² − 1.
//! The order of the draws is part of the protocol: whoever knows the seed knows the match.

use quadrille_random::generators::Mt19937;
use quadrille_random::rand_core::Rng as _;

use crate::{CardTable, PLAYERS};
use quadrille_daifugo::CardSet;
use quadrille_daifugo::melds::Hand;

/// Where a match draws from.
#[derive(Clone, PartialEq, Eq)]
pub(super) struct Draws(Mt19937);

/// The cards of the contest, the joker the last.
const DECK: usize = 53;

impl Draws {
    pub(super) fn new(seed: u32) -> Self {
        Self(Mt19937::new(seed))
    }

    /// A real from 0 to 1, both included.
    fn real(&mut self) -> f64 {
        f64::from(self.0.next_u32()) * (1.0 / f64::from(u32::MAX))
    }

    /// One of so many numbers, from 0. (A real of 1, one in 2³², would be one too many: it counts as the last.)
    fn below(&mut self, many: usize) -> usize {
        ((self.real() * many as f64) as usize).min(many - 1)
    }

    /// Who sits in each seat: the players in the order of their reals, no two of which are the same.
    pub(super) fn seats(&mut self) -> [u8; PLAYERS] {
        let mut reals: Vec<(f64, u8)> = Vec::with_capacity(PLAYERS);
        for player in 0..PLAYERS as u8 {
            let real = loop {
                let real = self.real();
                if reals.iter().all(|&(other, _)| other.to_bits() != real.to_bits()) {
                    break real;
                }
            };
            reals.push((real, player));
        }
        reals.sort_by(|a, b| a.0.total_cmp(&b.0));
        std::array::from_fn(|seat| reals[seat].1)
    }

    /// The player that is dealt the first card, where nobody is rich.
    pub(super) fn dealer(&mut self) -> u8 {
        self.below(PLAYERS) as u8
    }

    /// The hands by player. The cards go round from a seat; each is one of those left, in the order spades,
    /// hearts, diamonds, clubs, joker, in each suit from the 3 up.
    pub(super) fn deal(&mut self, seats: [u8; PLAYERS], first: usize) -> [Hand; PLAYERS] {
        let mut left: Vec<usize> = (0..DECK).collect();
        let mut hands = [Hand::EMPTY; PLAYERS];
        for card in 0..DECK {
            let drawn = left.remove(self.below(DECK - card));
            let player = seats[(first + card) % PLAYERS];
            hands[usize::from(player)].take(match CardTable::card(drawn / 13, drawn % 13 + 1) {
                Some(card) => Hand::new(CardSet::only(card), 0),
                None => Hand::new(CardSet::EMPTY, 1),
            });
        }
        hands
    }

    /// The players of a stuck game in the order of the places left to them: each but the last is drawn from those
    /// that have none yet.
    pub(super) fn places(&mut self, mut stuck: Vec<u8>) -> Vec<u8> {
        stuck.sort_unstable();
        let mut placed = Vec::with_capacity(stuck.len());
        while stuck.len() > 1 {
            placed.push(stuck.remove(self.below(stuck.len())));
        }
        placed.extend(stuck);
        placed
    }
}
