//! Classification of cards as moves.

use super::{Kind, Move, Shape};
use crate::hand::Hand;
use crate::rules::Rules;

/// The number of ranks that chains can contain: lanes 0 to 11, the 3 to the ace.
const CHAIN_RANKS: usize = 12;
/// The cards of the rocket.
const ROCKET: Hand = Hand::from_valid_bits(0x0110_0000_0000_0000);

impl Rules {
    /// Classifies cards as a move under the rules; `None` if they do not form a move.
    ///
    /// An empty hand is not a move: a pass is [`Move::PASS`].
    ///
    /// Under every preset the classification is unique, except for cards that form two airplanes:
    /// with the preset `openspiel` or `douzero`, `333444555666` `7778` is four trios from the 3 or
    /// four from the 4. The result is the higher airplane. It beats every move that the lower
    /// airplane beats.
    pub fn classify(self, cards: Hand) -> Option<Move> {
        let counts: [u8; 15] = std::array::from_fn(|lane| (cards.bits() >> (4 * lane)) as u8 & 0xf);
        let shape = self.same(&counts).or_else(|| self.attached(&counts)).or_else(|| {
            // The only remaining possibility is the rocket.
            (cards == ROCKET).then(|| Shape::new(Kind::Rocket, 1, 13))
        })?;
        Some(Move::new(cards, shape))
    }

    /// Classifies cards of a single rank, or of consecutive ranks with equally many cards each.
    fn same(self, counts: &[u8; 15]) -> Option<Shape> {
        let first = counts.iter().position(|&count| count > 0)?;
        let last = counts.iter().rposition(|&count| count > 0)?;
        let (each, length) = (counts[first], last - first + 1);
        if counts[first..=last].iter().any(|&count| count != each) {
            return None;
        }
        let chain = last < CHAIN_RANKS;
        let kind = match (each, length) {
            (1, 1) => Kind::Solo,
            (2, 1) => Kind::Pair,
            (3, 1) => Kind::Trio,
            (4, 1) => Kind::Bomb,
            (1, 5..=12) if chain => Kind::SoloChain,
            (2, 3..=10) if chain => Kind::PairChain,
            (3, 2..=6) if chain => Kind::TrioChain,
            (4, 2..=5) if chain && self.switches().space_shuttle => Kind::SpaceShuttle,
            _ => return None,
        };
        let shape = Shape::new(kind, length as u32, first as u32);
        let stands_in = self.switches().compare_highest_trio && kind == Kind::TrioChain && length == 4;
        Some(if stands_in { shape.standing_in() } else { shape })
    }

    /// Classifies trios or a four with attached cards.
    fn attached(self, counts: &[u8; 15]) -> Option<Shape> {
        let switches = self.switches();
        let size: usize = counts.iter().map(|&count| usize::from(count)).sum();
        // A four with two cards has 6 cards, a four with two pairs has 8.
        if size == 6 || size == 8 {
            let four = counts.iter().rposition(|&count| count == 4);
            if let Some(four) = four.filter(|_| switches.four_two) {
                let mut rest = *counts;
                rest[four] = 0;
                let shape = |kind| Some(Shape::new(kind, 1, four as u32));
                if size == 6 && self.are_solo_kickers(&rest) {
                    return shape(Kind::FourTwoSolos);
                }
                if size == 8 && are_pairs(&rest) {
                    return shape(Kind::FourTwoPairs);
                }
            }
        }
        for (size_a_trio, longest) in [(4, 5), (5, 4)] {
            let length = size / size_a_trio;
            if !size.is_multiple_of(size_a_trio) || !(1..=longest).contains(&length) {
                continue;
            }
            // A single trio may consist of 2s, but a chain may not contain them.
            let starts = if length == 1 { CHAIN_RANKS + 1 } else { CHAIN_RANKS + 1 - length };
            for start in (0..starts).rev() {
                let mut rest = *counts;
                let trios = &mut rest[start..start + length];
                if trios.iter().any(|&count| count != 3) {
                    continue;
                }
                trios.fill(0);
                if let Some(shape) = self.airplane_shape(start, length, size_a_trio == 5, &rest) {
                    return Some(shape);
                }
            }
        }
        None
    }

    /// Returns the shape of `length` consecutive trios from lane `start` on, with attached cards.
    /// `rest` is the number of attached cards of each rank.
    fn airplane_shape(self, start: usize, length: usize, pairs: bool, rest: &[u8; 15]) -> Option<Shape> {
        let switches = self.switches();
        let shape = |kind| Shape::new(kind, length as u32, start as u32);
        if pairs {
            let kind = if length == 1 { Kind::TrioPair } else { Kind::AirplanePairs };
            return (are_pairs(rest) && (length > 1 || switches.trio_pair)).then(|| shape(kind));
        }
        if length == 1 {
            return Some(shape(Kind::TrioSolo));
        }
        let above = (start + length < CHAIN_RANKS).then_some(start + length);
        let beside = [start.checked_sub(1), above];
        let longer = beside.into_iter().flatten().any(|rank| rest[rank] >= 3);
        if !self.are_solo_kickers(rest) || longer && !switches.longer_chain {
            return None;
        }
        let shape = shape(Kind::AirplaneSolos);
        if !switches.compare_highest_trio {
            return Some(shape);
        }
        let highest_trio = rest.iter().rposition(|&count| count == 3).unwrap_or(0).max(start + length - 1);
        let shape = shape.compared_by(highest_trio as u32);
        let unreadable = length >= 4 && rest.iter().any(|&count| count >= 3);
        Some(if unreadable { shape.unreadable() } else { shape })
    }

    /// Returns whether these cards may be attached as single cards.
    fn are_solo_kickers(self, cards: &[u8; 15]) -> bool {
        let switches = self.switches();
        let [.., black, red] = cards;
        cards.iter().all(|&count| count <= switches.kickers_a_rank)
            && (switches.both_jokers || black + red < 2)
    }
}

/// Returns whether these cards may be attached as pairs, all of different ranks.
fn are_pairs(cards: &[u8; 15]) -> bool {
    cards.iter().all(|&count| count == 0 || count == 2)
}
