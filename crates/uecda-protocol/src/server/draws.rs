//! Random seats, cards and places, drawn as by the official server.
//!
//! All draws use reals from 0 to 1, both included. A real is 32 bits of the Mersenne Twister,
//! divided by 2³² − 1. The order of the draws is part of the protocol: the seed determines all
//! seats and cards.

use quadrille_random::generators::Mt19937;
use quadrille_random::rand_core::Rng as _;

use crate::{CardTable, PLAYERS};
use quadrille_daifugo::CardSet;
use quadrille_daifugo::melds::Hand;

/// The random number generator of a match.
#[derive(Clone, PartialEq, Eq)]
pub(super) struct Draws(Mt19937);

/// The number of cards; the joker has the last index.
const DECK: usize = 53;

impl Draws {
    pub(super) fn new(seed: u32) -> Self {
        Self(Mt19937::new(seed))
    }

    /// Draws a real from 0 to 1, both included.
    fn real(&mut self) -> f64 {
        f64::from(self.0.next_u32()) * (1.0 / f64::from(u32::MAX))
    }

    /// Draws an integer below `many`. The real 1, with probability 2⁻³², would give `many`; it
    /// counts as `many − 1`.
    fn below(&mut self, many: usize) -> usize {
        ((self.real() * many as f64) as usize).min(many - 1)
    }

    /// Draws the player in each seat. A real is drawn for each player. The draw is repeated if
    /// another player already has the same real. The players sit in the order of their reals, the
    /// lowest first.
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

    /// Draws the player that is dealt the first card in a game without classes.
    pub(super) fn dealer(&mut self) -> u8 {
        self.below(PLAYERS) as u8
    }

    /// Deals the hands and returns them by player. The seats get one card in turn, starting with
    /// seat `first`. Each card is drawn from the remaining cards, whose order is spades, hearts,
    /// diamonds, clubs, each from the 3 up, then the joker.
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

    /// Draws the remaining places of a stuck game. For each place but the last, a player is drawn
    /// from the players without a place.
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
