//! Dominance: the published groups, and comparison of all forms of no-dominance with the loops of
//! `plain`.

use crate::sets::sample::{cases, hostile_sets, order, random_sets};
use quadrille_daifugo::dominance::{self, NoDominance, Opponents, Order};
use quadrille_daifugo::{CardSet, OneHotCounts, Rank, plain};
use quadrille_lanes::Level;
use serde::Deserialize;

const ORDERS: [Order; 2] = [Order::Normal, Order::Reversed];

#[derive(Deserialize)]
struct Group {
    id: u32,
    rank: u8,
    count: u32,
    order: u8,
    opp: CardSet,
    sizes: Vec<u32>,
    hands: Vec<CardSet>,
    nd: String,
    article_dominate: bool,
    nd_masked_dominate: bool,
    certain: bool,
    actual: bool,
}

#[test]
fn published_groups_match_in_every_definition() {
    let cases: Vec<Group> = cases("dominance.jsonl");
    assert_eq!(cases.len(), 300);
    for case in cases {
        let (rank, order) = (Rank::new(case.rank).unwrap(), order(case.order));
        let answered = NoDominance::of_cards(case.opp, order);
        assert_eq!(format!("{:#x}", answered.bits()), case.nd, "{}", case.id);
        assert_eq!(answered.dominates(rank, case.count), case.article_dominate, "{}", case.id);
        let largest = case.sizes.iter().copied().max().unwrap_or(0);
        let sized = Opponents::new(case.opp).holding_up_to(largest).answers(order);
        assert_eq!(sized.dominates(rank, case.count), case.nd_masked_dominate, "{}", case.id);
        assert_eq!(sized.dominates(rank, case.count), case.certain, "{}", case.id);
        let known = NoDominance::of_hands(case.hands.into_iter().map(|hand| (hand, 0)), order);
        assert_eq!(known.dominates(rank, case.count), case.actual, "{}", case.id);
    }
}

#[test]
fn hostile_and_random_sets_with_jokers_and_sizes() {
    for cards in hostile_sets().into_iter().chain(random_sets(1, 2000)) {
        for order in ORDERS {
            for jokers in 0..=3 {
                let opponents = Opponents::new(cards).with_jokers(jokers);
                for largest in [0, 1, 2, 3, 4, 5, 60] {
                    let expected = plain::no_dominance(cards, jokers, largest, order);
                    let found = opponents.holding_up_to(largest).answers(order);
                    assert_eq!(found.bits(), expected, "{cards}, {jokers}, {largest}, {order:?}");
                    for rank in Rank::all() {
                        for count in 0..=5 {
                            let known = (1..=4).contains(&count);
                            let bit = (expected >> (4 * rank.index()) >> (count.max(1) - 1)) & 1;
                            assert_eq!(found.dominates(rank, count), known && bit == 0);
                        }
                    }
                }
            }
        }
    }
}

#[test]
fn a_slice_of_any_length_at_every_level() {
    for length in [0, 1, 7, 8, 9, 63, 64, 65, 500] {
        let sets: Vec<OneHotCounts> = hostile_sets()
            .into_iter()
            .cycle()
            .zip(random_sets(2, length))
            .map(|(a, b)| (a ^ b).one_hot())
            .collect();
        for order in ORDERS {
            let expected: Vec<_> = sets.iter().map(|&set| NoDominance::new(set, order)).collect();
            for level in Level::available() {
                let mut answered = vec![NoDominance::of_cards(CardSet::ALL, order); length];
                dominance::no_dominance(level, &sets, order, &mut answered);
                assert_eq!(answered, expected, "{length} at {level}");
            }
        }
    }
}

/// With a limit on hand sizes, the word is exactly the union of the answers over all splits.
#[test]
fn the_word_for_hand_sizes_is_the_union_over_all_splits() {
    let mut compared = 0;
    for (cards, number) in random_sets(3, 3000).zip(0u32..) {
        // Up to seven cards in two hands: all splits in which the first hand has `largest` cards
        // and the second more.
        let opponents: CardSet = cards.iter().take(7).collect();
        let held: Vec<_> = opponents.iter().collect();
        let largest = 1 + number % 3;
        let splits: Vec<[CardSet; 2]> = (0u32..1 << held.len())
            .map(|mask| {
                let first: CardSet = held
                    .iter()
                    .enumerate()
                    .filter(|(at, _)| mask >> at & 1 == 1)
                    .map(|(_, &card)| card)
                    .collect();
                [first, opponents - first]
            })
            .filter(|hands| hands[0].len() == largest && hands[1].len() > largest)
            .collect();
        if splits.is_empty() {
            continue;
        }
        compared += 1;
        // The larger hand has passed; only the smaller is still in the round.
        for order in ORDERS {
            let sized = Opponents::new(opponents).holding_up_to(largest).answers(order);
            let reached = splits.iter().fold(NoDominance::NONE, |any, hands| {
                any.union(NoDominance::of_hands([(hands[0], 0)], order))
            });
            assert_eq!(sized, reached, "{opponents}, {largest}, {order:?}");
        }
    }
    assert!(compared > 2000, "{compared}");
}
