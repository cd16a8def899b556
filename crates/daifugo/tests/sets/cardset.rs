//! Sets of cards: the published sets in every column, and comparison of the bit operations with the
//! loops of `plain`.

use crate::sets::sample::{cases, hostile_sets, random_sets};
use proptest::prelude::*;
use quadrille_daifugo::dominance::{NoDominance, Opponents, Order};
use quadrille_daifugo::{Card, CardSet, CardSetError, Rank, Ranks, Suit, SuitSet, plain};
use serde_json::Value;

/// Returns the crate's value for a column of `cardset.jsonl`.
fn column(name: &str, cards: CardSet, case: &Value) -> Value {
    let hexadecimal = |bits: u64| Value::from(format!("{bits:#x}"));
    let nd = NoDominance::of_cards(cards, Order::Normal);
    let nd_rev = NoDominance::of_cards(cards, Order::Reversed);
    let opponents = Opponents::new(cards);
    if let Some(count) = name.strip_prefix("eq") {
        return hexadecimal(cards.exactly(count.parse().unwrap()).bits());
    }
    if let Some(count) = name.strip_prefix("ge") {
        return hexadecimal(cards.at_least(count.parse().unwrap()).bits());
    }
    if let Some(largest) = name.strip_prefix("nd_max") {
        return hexadecimal(opponents.holding_up_to(largest.parse().unwrap()).answers(Order::Normal).bits());
    }
    if let Some(n) = name.strip_prefix("seq").and_then(|rest| rest.strip_suffix("_starts")) {
        return hexadecimal(cards.sequence_starts(n.parse().unwrap()).bits());
    }
    match name {
        "id" => case["id"].clone(),
        "cards" => hexadecimal(cards.bits()),
        "n" => cards.len().into(),
        "qr" => hexadecimal(cards.counts().bits()),
        "pqr" => hexadecimal(cards.one_hot().bits()),
        "sc" => hexadecimal(cards.smeared().bits()),
        "nd" => hexadecimal(nd.bits()),
        "nd_rev" => hexadecimal(nd_rev.bits()),
        "nd_joker" => hexadecimal(opponents.with_jokers(1).answers(Order::Normal).bits()),
        "nd_rev_joker" => hexadecimal(opponents.with_jokers(1).answers(Order::Reversed).bits()),
        "odd" => hexadecimal(cards.odd().bits()),
        "lock_suits" => case["lock_suits"].clone(),
        "lock_ranks" => {
            let suits = SuitSet::from_low_bits(case["lock_suits"].as_u64().unwrap());
            hexadecimal(cards.ranks_with(suits).bits())
        }
        "groups" => cards.count_groups().into(),
        "seqs" => cards.count_sequences().into(),
        "melds_no_joker" => (cards.count_groups() + cards.count_sequences()).into(),
        "joker_groups_reduced" => joker_groups(cards, false).into(),
        "joker_groups_full" => joker_groups(cards, true).into(),
        "joker_seqs_reduced" => joker_sequences(cards, CardSet::joker_sequence_starts_reduced, true).into(),
        "joker_seqs_reduced_no_imaginary" => {
            joker_sequences(cards, CardSet::joker_sequence_starts_reduced, false).into()
        }
        "joker_seqs_full" => joker_sequences(cards, CardSet::joker_sequence_starts, true).into(),
        "melds_with_joker_reduced" => {
            let sequences = joker_sequences(cards, CardSet::joker_sequence_starts_reduced, true);
            (cards.count_groups() + cards.count_sequences() + joker_groups(cards, false) + sequences).into()
        }
        _ => panic!("unknown column {name}"),
    }
}

/// Counts the groups with a joker: every choice of the held cards of a rank with a suit for the
/// joker, five of a kind, and the lone joker.
///
/// `for_held_cards_too` counts jokers in the suit of a held card as well.
fn joker_groups(cards: CardSet, for_held_cards_too: bool) -> u32 {
    let choose = [[0; 4], [1, 0, 0, 0], [2, 1, 0, 0], [3, 3, 1, 0], [4, 6, 4, 1]];
    let of_a_rank = |held: u32| -> u32 {
        let suits = |chosen: u32| if for_held_cards_too { 4 - chosen } else { 4 - held };
        (1..=4).map(|chosen| choose[held as usize][chosen as usize - 1] * suits(chosen)).sum::<u32>()
            + u32::from(held == 4)
    };
    1 + (1..=4).map(|held| cards.exactly(held).len() * of_a_rank(held)).sum::<u32>()
}

/// Counts the sequences with a joker, with or without those in which it is an imaginary rank.
fn joker_sequences(cards: CardSet, starts: fn(CardSet, u32, u32) -> CardSet, imaginary_ends: bool) -> u32 {
    let mut found = 0;
    for n in 3..=15 {
        for place in 0..n {
            let joker = |start: Card| start.rank().index() + place - u32::from(place == 0);
            found += starts(cards, n, place)
                .iter()
                .filter(|&start| {
                    let below = place == 0 && start.rank() == Rank::THREE;
                    imaginary_ends || !(below || joker(start) > Rank::TWO.index())
                })
                .count() as u32;
        }
    }
    found
}

#[test]
fn published_sets_match_in_every_column() {
    let cases: Vec<Value> = cases("cardset.jsonl");
    assert_eq!(cases.len(), 500);
    for case in cases {
        let cards = case["cards"].as_str().unwrap().parse().unwrap();
        for (name, expected) in case.as_object().unwrap() {
            assert_eq!(column(name, cards, &case), *expected, "{name} of {}", case["id"]);
        }
    }
}

#[test]
fn the_worked_example() {
    let hand: CardSet = "C3 H4 C5 H5 S5 D6 CJ HJ S2".parse().unwrap();
    assert_eq!(hand.bits(), 0x8000500002d41);
    assert_eq!(hand.counts().bits(), 0x1000200001311);
    assert_eq!(hand.one_hot().bits(), 0x1000200001411);
    assert_eq!(NoDominance::of_cards(hand, Order::Normal).bits(), 0x111133333377);
}

/// Compares every operation on one set with its loop.
fn check(cards: CardSet) {
    assert_eq!(cards.counts().bits(), plain::counts(cards));
    assert_eq!(cards.one_hot().bits(), plain::one_hot(cards));
    assert_eq!(cards.smeared().bits(), plain::smeared(cards));
    assert_eq!(cards.odd(), plain::odd(cards));
    assert_eq!(cards.counts().odd(), plain::odd(cards));
    assert_eq!(cards.counts().pairs(), plain::exactly(cards, 2));
    for count in 0..=6 {
        assert_eq!(cards.exactly(count), plain::exactly(cards, count), "{count} of {cards}");
        assert_eq!(cards.at_least(count), plain::at_least(cards, count), "{count} of {cards}");
        if count > 0 {
            assert_eq!(cards.one_hot().exactly(count), plain::exactly(cards, count), "{count} of {cards}");
            assert_eq!(cards.smeared().at_least(count), plain::at_least(cards, count), "{count} of {cards}");
            assert_eq!(cards.one_hot().at_least(count), plain::at_least(cards, count), "{count} of {cards}");
        }
    }
    for suits in (0..16).map(SuitSet::from_low_bits) {
        assert_eq!(cards.ranks_with(suits), plain::ranks_with(cards, suits), "{suits} of {cards}");
    }
    let groups: u32 = Rank::all().map(|rank| (1 << plain::count(cards, rank)) - 1).sum();
    assert_eq!(cards.count_groups(), groups);
    let sequences: u32 = (3..=13).map(|n| plain::sequence_starts(cards, n).len()).sum();
    assert_eq!(cards.count_sequences(), sequences);
}

/// Compares sequences of every size, without a joker and with one in every place.
fn check_sequences(cards: CardSet) {
    for n in 1..=16 {
        let starts = cards.sequence_starts(n);
        assert_eq!(starts, plain::sequence_starts(cards, n), "{n} of {cards}");
        assert_eq!(cards.sequence_cards(n), plain::sequence_cards(cards, n), "{n} of {cards}");
        assert!(starts.sequence_cards(n).is_subset(cards));
        for place in 0..=n {
            let found = cards.joker_sequence_starts(n, place);
            assert_eq!(
                found,
                plain::joker_sequence_starts(cards, n, place, false),
                "{n}, {place} of {cards}"
            );
            let found = cards.joker_sequence_starts_reduced(n, place);
            assert_eq!(found, plain::joker_sequence_starts(cards, n, place, true), "{n}, {place} of {cards}");
        }
    }
}

/// Compares updated counts with recounts after a card is added, and after one card is replaced by
/// another, possibly of the same rank.
fn check_exchanges(cards: CardSet) {
    for taken in !cards {
        let with = cards | CardSet::only(taken);
        assert_eq!(cards.counts().with_card(taken.rank()), with.counts(), "{taken} to {cards}");
        assert_eq!(cards.one_hot().with_card(taken.rank()), with.one_hot(), "{taken} to {cards}");
        for given in cards {
            let after = with - CardSet::only(given);
            let (counts, located) = (cards.counts(), cards.one_hot());
            let counts = counts.without_group(given.rank(), 1).with_card(taken.rank());
            let located = located.without_group(given.rank(), 1).with_card(taken.rank());
            assert_eq!(
                (counts, located),
                (after.counts(), after.one_hot()),
                "{taken} for {given} of {cards}"
            );
        }
    }
}

/// Compares updated counts with recounts after melds are removed.
fn check_updates(cards: CardSet) {
    for rank in Rank::all() {
        let mut rest = cards;
        for (played, card) in (cards & CardSet::of_rank(rank)).iter().enumerate() {
            rest.remove(card);
            let played = played as u32 + 1;
            assert_eq!(
                cards.counts().without_group(rank, played),
                rest.counts(),
                "{played} {rank} of {cards}"
            );
            assert_eq!(
                cards.one_hot().without_group(rank, played),
                rest.one_hot(),
                "{played} {rank} of {cards}"
            );
        }
    }
    for n in 3..=13 {
        for start in cards.sequence_starts(n) {
            let meld = CardSet::only(start).sequence_cards(n);
            let ranks = meld.at_least(1);
            assert_eq!(cards.counts().without_sequence(ranks), (cards - meld).counts(), "{meld} of {cards}");
            assert_eq!(
                cards.one_hot().without_sequence(ranks),
                (cards - meld).one_hot(),
                "{meld} of {cards}"
            );
        }
    }
}

#[test]
fn hostile_and_random_sets() {
    for cards in hostile_sets().into_iter().chain(random_sets(1, 20_000)) {
        check(cards);
    }
    for cards in hostile_sets().into_iter().chain(random_sets(2, 500)) {
        check_sequences(cards);
        check_updates(cards);
        check_exchanges(cards);
    }
}

/// Compares the set operations with membership, card by card.
#[test]
fn set_operations_match_membership() {
    let sets: Vec<CardSet> = random_sets(3, 200).chain(hostile_sets()).collect();
    for pair in sets.windows(2) {
        let (a, b) = (pair[0], pair[1]);
        for card in CardSet::ALL {
            let (in_a, in_b) = (a.contains(card), b.contains(card));
            assert_eq!((a | b).contains(card), in_a || in_b);
            assert_eq!((a & b).contains(card), in_a && in_b);
            assert_eq!((a ^ b).contains(card), in_a != in_b);
            assert_eq!((a - b).contains(card), in_a && !in_b);
            assert_eq!((!a).contains(card), !in_a);
        }
        assert_eq!(a.is_superset(b), b.iter().all(|card| a.contains(card)));
        assert_eq!(b.is_subset(a), a.is_superset(b));
        assert!((a | b).is_superset(a) && (a & b).is_subset(a));
        assert_eq!(a.intersects(b), a.iter().any(|card| b.contains(card)));
        assert_eq!(a.len() as usize, a.iter().count());
        assert_eq!(a.has_two(), a.len() >= 2);
        assert_eq!(a.lowest(), a.iter().next());
        assert_eq!(a.highest(), a.iter().next_back());
        assert_eq!(CardSet::from(a.lowest()), a.only_lowest());
        assert_eq!(a.only_lowest() | a.without_lowest(), a);
        assert!(a.iter().is_sorted() && a.iter().rev().is_sorted_by(|x, y| x > y));
        assert_eq!(a.iter().collect::<CardSet>(), a);
        let mut grown = CardSet::EMPTY;
        grown.extend(a);
        assert!(a.iter().all(|card| !grown.insert(card)) && grown == a);
        assert!(a.iter().all(|card| grown.remove(card)) && grown.is_empty());
    }
    assert_eq!((CardSet::EMPTY.lowest(), CardSet::EMPTY.highest()), (None, None));
    assert_eq!((CardSet::ALL.len(), CardSet::ALL.highest()), (52, "S2".parse().ok()));
}

#[test]
fn zones_contain_the_cards_of_their_ranks_and_suits() {
    for low in Rank::all() {
        for high in Rank::all() {
            let zone: CardSet =
                CardSet::ALL.iter().filter(|card| (low..=high).contains(&card.rank())).collect();
            assert_eq!(CardSet::between(low, high), zone);
        }
        assert_eq!(CardSet::of_rank(low), CardSet::between(low, low));
        assert_eq!(CardSet::above(low), !CardSet::between(Rank::THREE, low));
        assert_eq!(CardSet::below(low), !CardSet::between(low, Rank::TWO));
        assert_eq!(Ranks::only(low).cards(), CardSet::of_rank(low));
        for suits in (0..16).map(SuitSet::from_low_bits) {
            assert_eq!(CardSet::of(low, suits).suits(low), suits);
            assert_eq!(CardSet::of(low, suits), suits.iter().map(|suit| Card::new(low, suit)).collect());
        }
    }
    for suit in Suit::ALL {
        let of_suit: CardSet = CardSet::ALL.iter().filter(|card| card.suit() == suit).collect();
        assert_eq!(CardSet::of_suit(suit), of_suit);
    }
}

#[test]
fn sets_of_ranks() {
    let odd: Ranks = Rank::all().filter(|rank| rank.index() % 2 == 1).collect();
    assert_eq!(odd.to_string(), "468TQA");
    assert_eq!((!odd).to_string(), "3579JK2");
    assert_eq!((odd | !odd, odd & !odd), (Ranks::ALL, Ranks::EMPTY));
    assert_eq!((odd.len(), odd.iter().count()), (6, 6));
}

#[test]
fn invalid_texts_are_rejected() {
    for (text, message) in [
        ("C3 X4", "word 2: `X` is not a suit; expected one of C D H S"),
        ("C3 C1", "word 2: `1` is not a rank; expected 3 to 9, 10 or T, J, Q, K, A or 2"),
        ("C3 JK", "word 2: `JK`: a joker is not one of the 52 cards; jokers are counted separately"),
        ("C3 D4 c3", "word 3: duplicate card C3"),
        (
            "C3D3",
            "word 1: `C3D3` is not a card; expected a suit (C D H S) and a rank (3 to 9, 10 or T, J, Q, K, A or 2), such as `D3`",
        ),
        (
            "C",
            "word 1: `C` is not a card; expected a suit (C D H S) and a rank (3 to 9, 10 or T, J, Q, K, A or 2), such as `D3`",
        ),
        ("0x", "`0x` is not a hexadecimal number of up to 13 digits"),
        ("0x+1", "`0x+1` is not a hexadecimal number of up to 13 digits"),
        ("0x1ffffffffffffffff", "`0x1ffffffffffffffff` is not a hexadecimal number of up to 13 digits"),
        (
            "0x10000000000000",
            "0x10000000000000 has bits beyond the 52 cards; expected at most 0xfffffffffffff",
        ),
    ] {
        assert_eq!(text.parse::<CardSet>().unwrap_err().to_string(), message);
    }
    assert_eq!("0x10000000000000".parse::<CardSet>(), Err(CardSetError::Beyond { bits: 1 << 52 }));
    assert_eq!(" \t".parse(), Ok(CardSet::EMPTY));
    assert_eq!("\u{a0}s2  H3\n".parse::<CardSet>().unwrap().to_string(), "H3 S2");
}

proptest! {
    #[test]
    fn arbitrary_text_is_parsed_or_rejected(text in any::<String>()) {
        if let Ok(set) = text.parse::<CardSet>() {
            prop_assert_eq!(set.to_string().parse(), Ok(set));
        }
    }

    #[test]
    fn text_round_trips(bits in any::<u64>()) {
        let set = CardSet::from_low_bits(bits);
        prop_assert_eq!(set.to_string().parse(), Ok(set));
        prop_assert_eq!(format!("{set:#x}").parse(), Ok(set));
        let json = serde_json::to_string(&set).unwrap();
        prop_assert_eq!(&json, &format!("\"{set:#x}\""));
        prop_assert_eq!(serde_json::from_str::<CardSet>(&json).unwrap(), set);
        prop_assert_eq!(CardSet::from_bits(bits).is_some(), bits < 1 << 52);
        for card in set {
            prop_assert_eq!(serde_json::from_value::<Card>(serde_json::to_value(card).unwrap()).unwrap(), card);
        }
    }
}
