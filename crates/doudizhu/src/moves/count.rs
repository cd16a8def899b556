//! Counts the moves of a hand without generating them.

use super::holding::{CHAIN_LANES, Holding, ranks, size};
use super::kickers::Kickers;
use super::outline::{Attached, Outline};
use super::{Kind, Move, chains};
use crate::hand::Hand;
use crate::rules::Rules;

impl Rules {
    /// Returns the number of moves that [`leads`](Self::leads) generates.
    pub fn count_leads(self, hand: Hand) -> usize {
        let switches = self.switches();
        let holding = Holding::new(hand);
        let masks = [1, 2, 3, 4].map(|count| holding.at_least(count));
        let [solos, pairs, trios, fours] = masks.map(|mask| size(mask) as usize);
        let mut count = solos + pairs + trios + fours + usize::from(holding.has_rocket());
        count += chains::SOLOS.of(holding).len() + chains::PAIRS.of(holding).len();
        if trios != 0 {
            count += trios * (solos - 1);
            count += if switches.trio_pair { trios * (pairs - 1) } else { 0 };
        }
        if masks[2] & masks[2] >> 4 & CHAIN_LANES != 0 {
            for chain in chains::TRIOS.of(holding) {
                let (first, length) = (chain.shape.rank(), chain.shape.length());
                count += 1;
                count += if length <= 5 { self.solo_airplanes(holding, first, length) } else { 0 };
                count += if length <= 4 { pair_airplanes(holding, first, length) } else { 0 };
            }
        }
        if fours != 0 {
            if switches.four_two {
                count += self.fours_with_cards(holding, masks[3]) + fours_with_pairs(holding, masks[3]);
            }
            if switches.space_shuttle {
                count += chains::FOURS.of(holding).len();
            }
        }
        count
    }

    /// Returns the number of moves that [`follows`](Self::follows) generates, including the pass.
    pub fn count_follows(self, hand: Hand, on: Move) -> usize {
        if on.is_pass() {
            return self.count_leads(hand);
        }
        let holding = Holding::new(hand);
        let outline = Outline::of(on.shape.index());
        let (higher, bombs) = (outline.higher(holding, on), outline.bombs(holding));
        let number = |mask| size(mask) as usize;
        let of_kind = if outline.attaches(higher, self.switches()) {
            self.count_attached(holding, on, higher)
        } else {
            number(higher)
        };
        1 + of_kind + number(bombs)
    }

    /// Returns the number of moves that beat `on` and have its category, which has attached cards.
    /// `higher` is the mask of the possible principal ranks.
    #[inline(never)]
    fn count_attached(self, holding: Holding, on: Move, higher: u64) -> usize {
        let number = |mask| size(mask) as usize;
        let others = |count| number(holding.at_least(count)).saturating_sub(1);
        let length = on.shape.length();
        match Outline::of(on.shape.index()).attached {
            Attached::Nothing => number(higher),
            Attached::Solo => number(higher) * others(1),
            Attached::Pair => number(higher) * others(2),
            Attached::Solos if on.kind() == Kind::FourTwoSolos => self.fours_with_cards(holding, higher),
            Attached::Pairs if on.kind() == Kind::FourTwoPairs => fours_with_pairs(holding, higher),
            Attached::Solos if self.switches().compare_highest_trio => self.count_highest_trio(holding, on),
            Attached::Solos => {
                ranks(higher).map(|(first, _)| self.solo_airplanes(holding, first, length)).sum()
            }
            Attached::Pairs => ranks(higher).map(|(first, _)| pair_airplanes(holding, first, length)).sum(),
        }
    }

    fn solo_airplanes(self, holding: Holding, first: u32, length: u32) -> usize {
        Kickers::of_airplane(self.switches(), holding, first, length).count(length)
    }

    fn fours_with_cards(self, holding: Holding, fours: u64) -> usize {
        ranks(fours).map(|(lane, _)| Kickers::of_rank(self.switches(), holding, lane).count(2)).sum()
    }

    /// Counts the moves that beat the airplane `on` under rules where airplanes compare by their
    /// highest trio. Each candidate has to be classified.
    fn count_highest_trio(self, holding: Holding, on: Move) -> usize {
        let length = on.shape.length();
        let beats = |cards| self.classify(Hand::from_valid_bits(cards)).is_some_and(|mv| mv.beats(on));
        let mut count = 0;
        for (first, _) in ranks(holding.chains(3, length)) {
            let body = chains::TRIO.chain(first, length).cards().bits();
            let kickers = Kickers::of_airplane(self.switches(), holding, first, length);
            kickers.each(length, |cards, last| {
                count += ranks(last).filter(|(_, card)| beats(body + cards + card)).count();
            });
        }
        if length == 3 {
            let longer = chains::TRIO.of_length(holding.chains(3, 4), 4);
            count += longer.filter(|chain| beats(chain.cards().bits())).count();
        }
        count
    }
}

fn pair_airplanes(holding: Holding, first: u32, length: u32) -> usize {
    let body = chains::TRIO.chain(first, length).cards().bits();
    Kickers::distinct(holding.at_least(2) & !body).count(length)
}

fn fours_with_pairs(holding: Holding, fours: u64) -> usize {
    let pairs = size(holding.at_least(2)) as usize;
    size(fours) as usize * (pairs.saturating_sub(1) * pairs.saturating_sub(2) / 2)
}
