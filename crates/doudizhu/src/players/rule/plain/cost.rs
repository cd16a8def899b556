//! The reference implementation of the cost of a hand.

use super::super::cost::{BOMB, CHAIN_RANKS, KEPT, LONGER, PAIR, ROCKET, SOLO, TRIO, TURN};
use crate::Hand;

/// Returns the cost of a hand in hundredths of a turn; 0 for an empty hand. It is the lowest cost
/// among a few ways to sort the hand into moves.
pub(in super::super) fn cost(hand: Hand) -> i32 {
    let counts: [u8; 15] = std::array::from_fn(|lane| (hand.bits() >> (4 * lane)) as u8 & 0xf);
    // If the hand has no chains, the order makes no difference.
    let orders =
        if has_chain(&counts, 1, 5) || has_chain(&counts, 2, 3) { &ORDERS[..] } else { &ORDERS[..1] };
    orders.iter().map(|&order| sorted(counts, order)).min().unwrap_or(0)
}

/// Returns whether some `length` consecutive ranks have at least `each` cards each.
fn has_chain(counts: &[u8; 15], each: u8, length: u32) -> bool {
    let mut run = 0;
    counts[..CHAIN_RANKS].iter().any(|&count| {
        run = if count >= each { run + 1 } else { 0 };
        run == length
    })
}

/// A category of moves that is taken out of a hand in one step.
#[derive(Clone, Copy)]
enum HandPart {
    Trios,
    SoloChains,
    PairChains,
}
use HandPart::{PairChains, SoloChains, Trios};

/// The orders in which the categories are taken out of a hand.
const ORDERS: [[HandPart; 3]; 4] = [
    [Trios, PairChains, SoloChains],
    [Trios, SoloChains, PairChains],
    [SoloChains, Trios, PairChains],
    [PairChains, SoloChains, Trios],
];

/// Returns the total cost of the cards if the categories are taken out in this order. After that,
/// only pairs and solos remain. The lowest of them are attached to trios.
fn sorted(mut counts: [u8; 15], order: [HandPart; 3]) -> i32 {
    let mut cost = 0;
    if counts[13] + counts[14] == 2 {
        counts[13..].fill(0);
        cost += ROCKET;
    }
    for count in &mut counts {
        if *count == 4 {
            *count = 0;
            cost += BOMB;
        }
    }
    let mut kickers = 0;
    for part in order {
        match part {
            Trios => cost += trios(&mut counts, &mut kickers),
            SoloChains => cost += chains(&mut counts, 1, 5),
            PairChains => cost += chains(&mut counts, 2, 3),
        }
    }
    cost + singles(counts, kickers)
}

/// Takes all trios out of the hand and returns their cost. Adjacent trios form a chain. Each trio
/// adds one to `kickers`, since a card or a pair can be attached to it.
fn trios(counts: &mut [u8; 15], kickers: &mut u32) -> i32 {
    let mut cost = 0;
    let mut before = false;
    for rank in 0..=CHAIN_RANKS {
        let here = counts[rank] == 3;
        if here {
            counts[rank] = 0;
            *kickers += 1;
            cost += if before && rank < CHAIN_RANKS { LONGER } else { TRIO[rank] };
        }
        before = here;
    }
    cost
}

/// Takes chains of at least `shortest` ranks, with `each` cards of every rank, out of the hand,
/// from the lowest up. Returns their cost.
fn chains(counts: &mut [u8; 15], each: u8, shortest: usize) -> i32 {
    let mut cost = 0;
    let mut start = 0;
    while start + shortest <= CHAIN_RANKS {
        let length = counts[start..CHAIN_RANKS].iter().take_while(|&&count| count >= each).count();
        if length < shortest {
            start += length + 1;
            continue;
        }
        let (mut from, mut to) = (start, start + length);
        // A trio at an end of the chain is worth more as a trio, so it is left out if the chain is
        // long enough.
        while to - from > shortest && counts[from] >= each + 2 {
            from += 1;
        }
        while to - from > shortest && counts[to - 1] >= each + 2 {
            to -= 1;
        }
        counts[from..to].iter_mut().for_each(|count| *count -= each);
        // Higher and longer chains are cheaper, since fewer moves beat them.
        cost += TURN - 3 * to as i32 - 4 * (to - from - shortest) as i32;
        // The same ranks can contain another chain, so the search continues at the same rank.
        start = from;
    }
    cost
}

/// Returns the total cost of pairs and solos. The lowest of them are attached to trios, and cost
/// nothing.
fn singles(counts: [u8; 15], mut kickers: u32) -> i32 {
    let mut cost = 0;
    for (rank, &count) in counts.iter().enumerate() {
        let alone = match count {
            1 => SOLO[rank],
            2 => PAIR[rank],
            3 => TRIO[rank],
            _ => continue,
        };
        if kickers > 0 && count < 3 && alone > KEPT {
            kickers -= 1;
        } else {
            cost += alone;
        }
    }
    cost
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(cards: &str) -> i32 {
        cost(cards.parse().unwrap())
    }

    #[test]
    fn an_empty_hand_costs_nothing_and_a_move_about_a_turn() {
        assert_eq!(of(""), 0);
        for one in ["3", "44", "555", "5558", "55588", "34567", "334455", "JJJQQQ", "JJJQQQ34"] {
            assert!((40..=130).contains(&of(one)), "{one}: {}", of(one));
        }
    }

    #[test]
    fn moves_are_cheaper_than_their_parts() {
        assert!(of("34567") < of("3468T"));
        assert!(of("33344456") < of("333") + of("444") + of("5"));
        assert!(of("345678") < of("34567") + of("8"));
        assert!(of("3334") < of("333") + of("4"));
        assert!(of("BR") < of("B") + of("R"));
        assert!(of("7777") < of("777") + of("7"));
        // Neither the chain nor the trio alone gives the cost of this hand.
        assert!(of("34567777") < of("34567") + of("7") + of("7") + of("7"));
    }

    #[test]
    fn high_cards_are_cheap_and_kept() {
        assert!(
            "3456789TJQKA2BR".chars().map(|card| of(&card.to_string())).is_sorted_by(|low, high| low >= high)
        );
        assert_eq!(of("3332"), of("333") + of("2"));
    }
}
