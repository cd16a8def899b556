//! Comparison of the generator with the plain enumeration: the same melds in the same order.

use std::sync::LazyLock;

use proptest::prelude::*;
use quadrille_daifugo::CardSet;
use quadrille_daifugo::internals::{Located, leads_by};
use quadrille_daifugo::melds::{Hand, Meld, Melds, Order, Trick, follows, leads, plain};

use super::sample::hands;
use crate::sets::sample::{hostile_sets, random_sets};

static EVERY: LazyLock<Vec<Meld>> = LazyLock::new(|| plain::every_meld(2));

fn orders() -> impl Strategy<Value = Order> {
    prop_oneof![Just(Order::Normal), Just(Order::Reversed)]
}

fn melds() -> impl Strategy<Value = Meld> {
    (any::<prop::sample::Index>(), 0..4u8).prop_map(|(index, small)| {
        // Most melds are large. Three times of four, choose a small one, which hands can answer.
        let pool: Vec<Meld> = EVERY
            .iter()
            .copied()
            .filter(|meld| small == 0 || meld.size() <= 4 - u32::from(small) / 2)
            .collect();
        *index.get(&pool)
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn leads_are_complete_and_in_the_documented_order(hand in hands(), order in orders()) {
        let mut found = Melds::new();
        leads(hand, order, &mut found);
        prop_assert_eq!(found.to_vec(), plain::leads(&EVERY, hand, order));
    }

    #[test]
    fn follows_are_complete_and_in_the_documented_order(
        hand in hands(), below in melds(), order in orders(), suit_lock in any::<bool>(), rank_lock in any::<bool>(),
    ) {
        let trick = Trick { meld: below, suit_lock, rank_lock };
        let mut found = Melds::new();
        follows(hand, trick, order, &mut found);
        prop_assert_eq!(found.to_vec(), plain::follows(&EVERY, hand, trick, order));
    }

    /// Tricks are drawn from the leads of the same hand, which has more answers to them.
    #[test]
    fn follows_to_melds_of_the_same_hand(hand in hands(), index in any::<prop::sample::Index>(), order in orders(), lock in 0..4u8) {
        let mut own = Melds::new();
        leads(hand, order, &mut own);
        prop_assume!(!own.is_empty());
        let trick = Trick { meld: *index.get(&own), suit_lock: lock & 1 == 1, rank_lock: lock & 2 == 2 };
        let mut found = Melds::new();
        follows(hand, trick, order, &mut found);
        prop_assert_eq!(found.to_vec(), plain::follows(&EVERY, hand, trick, order));
    }
}

/// Both generators fill one list each, reused for all hands: sets of every density and subsets of
/// them, boundary cases, and sets of two suits and of few ranks, which have the most sequences and
/// groups.
#[test]
fn leads_equal_those_of_the_previous_generator_in_reused_lists() {
    let (mut found, mut expected) = (Melds::new(), Melds::new());
    let mut compare = |cards| {
        for (jokers, order) in (0..=3).flat_map(|jokers| [(jokers, Order::Normal), (jokers, Order::Reversed)])
        {
            let hand = Hand::new(cards, jokers);
            leads(hand, order, &mut found);
            leads_by::<Located>(hand, order, &mut expected);
            assert_eq!(found, expected, "{hand} {order:?}");
        }
    };
    hostile_sets().into_iter().for_each(&mut compare);
    for (at, (cards, mask)) in random_sets(21, 12_000).zip(random_sets(22, 12_000)).enumerate() {
        compare(cards);
        compare(cards & mask);
        let suits = CardSet::from_low_bits(0x3333_3333_3333_3333 << (at % 3));
        compare(cards & suits);
        compare((cards | mask) & suits);
        compare(cards & CardSet::from_low_bits(0xff_ffff << (4 * (at % 8))));
    }
}

#[test]
fn every_meld_is_listed_once() {
    let mut sorted: Vec<String> = EVERY.iter().map(ToString::to_string).collect();
    let all = sorted.len();
    sorted.sort_unstable();
    sorted.dedup();
    // The sequence of all thirteen ranks with one joker beyond either end has the same words in
    // another order, so the texts differ.
    assert_eq!(sorted.len(), all);
}

#[test]
fn the_whole_deck_with_two_jokers_has_every_meld() {
    let hand = Hand::new(quadrille_daifugo::CardSet::ALL, 2);
    let mut found = Melds::new();
    leads(hand, Order::Normal, &mut found);
    assert_eq!(found.len(), EVERY.len());
}

#[test]
fn only_the_three_of_spades_answers_a_lone_joker() {
    let hand = Hand::new("S3 H3 S2".parse().unwrap(), 1);
    let mut found = Melds::new();
    for order in [Order::Normal, Order::Reversed] {
        follows(hand, Trick::new(Meld::JOKER), order, &mut found);
        assert_eq!(format!("{found:?}"), "[Meld(S3)]");
        follows(hand, Trick::new("JK JK".parse().unwrap()), order, &mut found);
        assert!(found.is_empty());
    }
}
