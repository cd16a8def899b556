//! Tests of tables: conversion to bytes and back, and the shape of their cards.

use proptest::prelude::*;
use quadrille_daifugo::CardSet;
use quadrille_daifugo::melds::{Hand, Kind, Meld, Melds, Order, leads};
use quadrille_uecda_protocol::{CardTable, Profile, Shape, Version};

use super::any_table;

fn any_hand() -> impl Strategy<Value = Hand> {
    (any::<u64>(), any::<u64>(), 0..=1u32)
        .prop_map(|(a, b, jokers)| Hand::new(CardSet::from_low_bits(a & b), jokers))
}

/// Finds the meld of a table by exhaustion: the meld among all leads that has this table.
fn meld_by_trying(table: &CardTable) -> Option<Meld> {
    let cards: Vec<(usize, usize, i32)> = (0..5)
        .flat_map(|row| (0..CardTable::COLUMNS).map(move |column| (row, column)))
        .map(|(row, column)| (row, column, table.get(row, column)))
        .filter(|&(.., cell)| cell != 0)
        .collect();
    // A lone joker may lie in any row of a suit.
    if let [(row, _, 2)] = cards[..] {
        return (row < 4).then_some(Meld::JOKER);
    }
    let mut hand = table.hand();
    hand.jokers = hand.jokers.min(1);
    let mut melds = Melds::new();
    leads(hand, Order::Normal, &mut melds);
    let same = |meld: &&Meld| {
        let shown = CardTable::of_meld(**meld);
        (0..5)
            .all(|row| (0..CardTable::COLUMNS).all(|column| shown.get(row, column) == table.get(row, column)))
    };
    melds.iter().filter(|meld| meld.kind() != Kind::Jokers).find(same).copied()
}

proptest! {
    #[test]
    fn a_hand_is_read_back(hand in any_hand()) {
        prop_assert_eq!(CardTable::of_hand(hand).hand(), hand);
    }

    #[test]
    fn every_meld_of_a_hand_is_read_back(hand in any_hand()) {
        let mut melds = Melds::new();
        leads(hand, Order::Normal, &mut melds);
        for &meld in &melds[..] {
            prop_assert_eq!(CardTable::of_meld(meld).read().shape, Shape::Meld(meld));
        }
    }

    #[test]
    fn the_shape_of_a_table_is_that_found_by_exhaustion(table in any_table()) {
        let reading = table.read();
        prop_assert_eq!(reading.meld(), meld_by_trying(&table));
        let cells = || (0..5).flat_map(|row| (0..CardTable::COLUMNS).map(move |column| table.get(row, column)));
        prop_assert_eq!(reading.cards as usize, cells().filter(|cell| [1, 2].contains(cell)).count());
        prop_assert_eq!(reading.shape == Shape::Pass, reading.cards == 0);
    }

    #[test]
    fn two_versions_carry_every_number(table in any_table()) {
        for version in [Version::V20060, Version::V20070] {
            let mut bytes = Vec::new();
            version.write_table(&table, &mut bytes);
            prop_assert_eq!(bytes.len(), version.table_len());
            let read = version.read_table(&bytes);
            for (sent, got) in table.cells().zip(read.cells()) {
                let kept = if version == Version::V20060 { sent } else { sent.max(0) };
                prop_assert_eq!(kept, got);
            }
        }
    }

    /// The short form encodes the cards, one joker and the state of a game; its length does not
    /// depend on the other cells.
    #[test]
    fn the_short_version_has_a_constant_length(table in any_table()) {
        let mut bytes = Vec::new();
        Version::V20140.write_table(&table, &mut bytes);
        prop_assert_eq!(bytes.len(), 33);
        prop_assert!(bytes.iter().all(|&byte| byte.is_ascii_digit() || (b'A'..=b'F').contains(&byte)));
    }

    #[test]
    fn the_short_version_carries_hands_and_states(
        hand in any_hand(),
        (give, mover, flags) in (-2..=2i32, 0..=6i32, prop::array::uniform6(0..=1i32)),
        row in prop::array::uniform15(0..=13i32),
    ) {
        let mut table = CardTable::of_hand(hand);
        table.set(5, 0, flags[0]);
        table.set(5, 1, give);
        table.set(5, 2, flags[1]);
        table.set(5, 3, mover);
        for (at, &flag) in flags[2..].iter().enumerate() {
            table.set(5, 4 + at, flag);
        }
        for (column, &cell) in row.iter().enumerate() {
            table.set(6, column, cell);
        }
        let mut bytes = Vec::new();
        Version::V20140.write_table(&table, &mut bytes);
        prop_assert_eq!(Version::V20140.read_table(&bytes), table);
    }

    /// Any bytes are read as a table, including too few bytes and letters that are not digits.
    #[test]
    fn any_bytes_are_read(bytes in prop::collection::vec(any::<u8>(), 0..500)) {
        for version in Version::ALL {
            let _ = version.read_table(&bytes).read();
        }
        let _ = Profile::read(&Version::V20070.read_table(&bytes));
    }

    #[test]
    fn names_are_cut_to_nine_bytes(name in "[A-Za-z0-9_.-]{0,14}") {
        let profile = Profile::new(Version::V20070, &name);
        prop_assert_eq!(&profile.name, &name[..name.len().min(9)]);
        prop_assert_eq!(Profile::read(&profile.table()), Ok(profile));
    }

    /// Any client's name can be shown, and is one word.
    #[test]
    fn names_can_be_shown(cells in prop::collection::vec(any::<i32>(), 15)) {
        let mut table = CardTable::EMPTY;
        table.set(0, 0, 20070);
        for (column, &cell) in cells.iter().enumerate() {
            table.set(1, column, cell);
        }
        let name = Profile::read(&table).unwrap().name;
        prop_assert!(name.split_whitespace().count() <= 1);
        prop_assert!(!name.chars().any(char::is_control), "{name:?}");
    }
}

#[test]
fn an_unknown_version_is_an_error_with_its_number() {
    let mut table = CardTable::EMPTY;
    table.set(0, 0, 20080);
    assert_eq!(Profile::read(&table), Err(20080));
}
