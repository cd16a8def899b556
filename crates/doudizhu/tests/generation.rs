//! Compares the move generator with the reference, which filters the action table, and with its own
//! counts.

use crate::fuzzed::compare;

use proptest::prelude::*;
use quadrille_doudizhu::{ActionTable, Hand, Kind, Move, MoveBuffer, Rank, Rules};
use quadrille_random::StreamKey;

use compare::check;

/// The rules under test: presets, and two sets with switches.
fn all_rules() -> Vec<Rules> {
    let turned = Rules::RLCARD.with_space_shuttle().without_trio_pair();
    let strict = Rules::PAGAT.without_four_two().with_space_shuttle();
    [Rules::PRESETS.as_slice(), &[turned, strict]].concat()
}

/// Draws `size` cards from a shuffled pack.
fn deal(rng: &mut impl FnMut() -> u64, size: usize) -> Hand {
    let mut pack: Vec<Rank> =
        Hand::PACK.iter().flat_map(|(rank, count)| std::iter::repeat_n(rank, count.into())).collect();
    let mut hand = Hand::EMPTY;
    for _ in 0..size {
        let card = pack.swap_remove((rng() % pack.len() as u64) as usize);
        hand = hand.add(Hand::of(card, 1).unwrap()).unwrap();
    }
    hand
}

/// Checks hands of all sizes, from the whole pack and from a few ranks, each with moves to be
/// beaten.
fn check_random_hands(rules: Rules, hands: usize, seed: u64) {
    let table = ActionTable::new(rules);
    let mut stream = StreamKey::new(seed, 0).rng();
    let mut rng = || stream.next_u64();
    for at in 0..hands {
        let size = if at % 2 == 0 { 17 } else { (rng() % 21) as usize };
        let hand = if at % 4 < 2 { deal(&mut rng, size) } else { rich(&mut rng) };
        let ons: Vec<Move> = (0..4).filter_map(|_| table.get((rng() % table.len() as u64) as u32)).collect();
        check(rules, &table, hand, &ons);
    }
}

/// Draws up to 20 cards of neighbouring ranks, with many of each.
fn rich(rng: &mut impl FnMut() -> u64) -> Hand {
    let mut hand = Hand::EMPTY;
    let first = rng() % 10;
    for _ in 0..40 {
        let rank = Rank::from_index(((first + rng() % 7) % 15) as u8).unwrap();
        let count = (rng() % 4 + 1) as u8;
        if let Some(more) =
            Hand::of(rank, count).and_then(|cards| hand.add(cards)).filter(|more| more.len() <= 20)
        {
            hand = more;
        }
    }
    hand
}

/// A thousand hands for each set of rules, or the number in the variable:
/// `DOUDIZHU_HANDS=1000000 cargo test --release …`.
#[test]
fn random_hands_under_all_rules() {
    let hands = std::env::var("DOUDIZHU_HANDS").ok().and_then(|hands| hands.parse().ok()).unwrap_or(1_000);
    for rules in all_rules() {
        check_random_hands(rules, hands, 1);
    }
}

#[test]
fn hands_at_the_edge() {
    for rules in all_rules() {
        let table = ActionTable::new(rules);
        for text in [
            "",
            "3",
            "R",
            "BR",
            "3333",
            "2222BR",
            "AAA222BR",
            "333444555666777888",
            "333344445555666677778888",
            "TTTJJJQQQKKKAAA2222",
            "3456789TJQKA2BR",
        ] {
            let hand: Hand = text.parse().unwrap();
            let ons: Vec<Move> = table.iter().step_by(97).map(|(_, mv)| mv).collect();
            check(rules, &table, hand, &ons);
        }
        // The whole pack has every move except the pass.
        let mut moves = MoveBuffer::new();
        rules.leads(Hand::PACK, &mut moves);
        assert_eq!(moves.len() + 1, table.len());
        check(rules, &table, Hand::PACK, &table.iter().step_by(997).map(|(_, mv)| mv).collect::<Vec<_>>());
    }
}

/// Answers to every chain equal the table's, including the moves that they then beat: under
/// `DouZero`'s rules a chain of four trios is also an airplane.
#[test]
fn every_chain_is_followed() {
    for rules in all_rules() {
        let table = ActionTable::new(rules);
        let chains = [Kind::SoloChain, Kind::PairChain, Kind::TrioChain, Kind::SpaceShuttle];
        let ons: Vec<Move> =
            table.iter().map(|(_, mv)| mv).filter(|mv| chains.contains(&mv.kind())).collect();
        for text in
            ["444555666777", "3334445556667777888999TTT2R", "6789TJQKA2", "3344556677899TTJJQQKKA22BR"]
        {
            check(rules, &table, text.parse().unwrap(), &ons);
        }
    }
}

proptest! {
    #[test]
    fn any_hand_under_the_default_rules(lanes in prop::array::uniform15(0u8..=4), on in 0u32..27_472) {
        let mut lanes = lanes;
        lanes[13] = lanes[13].min(1);
        lanes[14] = lanes[14].min(1);
        let table = ActionTable::rlcard();
        let hand = Hand::from_lanes(&lanes).unwrap();
        check(Rules::RLCARD, table, hand, &[table.get(on).unwrap()]);
    }
}
