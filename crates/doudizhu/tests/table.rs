//! The action tables: number of moves per category, ids, and uniqueness of cards.

use std::collections::HashSet;

use quadrille_doudizhu::{ActionTable, Kind, Move, Rules};
use sha2::{Digest as _, Sha256};

/// Returns the number of moves of each category, in the order of `Kind::ALL`.
fn counts(table: &ActionTable) -> [usize; 16] {
    Kind::ALL.map(|kind| table.of_kind(kind).len())
}

#[test]
fn the_default_table_has_the_published_counts() {
    let table = ActionTable::rlcard();
    let expected = [1, 15, 13, 13, 182, 156, 36, 52, 45, 21_822, 2_939, 1_326, 858, 0, 13, 1];
    assert_eq!(counts(table), expected);
    assert_eq!(table.len(), 27_472);
    let of_length = |kind, length| table.of_kind(kind).iter().filter(|mv| mv.length() == length).count();
    assert_eq!([2, 3, 4, 5].map(|n| of_length(Kind::AirplaneSolos, n)), [968, 3_282, 7_184, 10_388]);
    assert_eq!([2, 3, 4].map(|n| of_length(Kind::AirplanePairs, n)), [605, 1_200, 1_134]);
    let groups: HashSet<_> = table.iter().map(|(_, mv)| (mv.kind(), mv.length(), mv.rank())).collect();
    assert_eq!(groups.len(), 309);
}

#[test]
fn the_other_presets_have_the_published_sizes() {
    let sizes = [Rules::DOUZERO, Rules::PAGAT, Rules::OPENSPIEL].map(|rules| ActionTable::new(rules).len());
    assert_eq!(sizes, [29_985, 12_655, 25_662]);
}

#[test]
fn douzero_cannot_read_3838_of_its_moves() {
    // No airplane beats a move that `DouZero`'s classifier rejects, independently of the compared
    // rank.
    let table = ActionTable::new(Rules::DOUZERO);
    let airplanes = table.of_kind(Kind::AirplaneSolos);
    let highest = [4, 5].map(|length| {
        let of_length = airplanes.iter().filter(|mv| mv.length() == length);
        of_length.max_by_key(|mv| mv.rank()).unwrap()
    });
    let refused = airplanes.iter().filter(|&&mv| {
        let ranks_of = |count| mv.cards().iter().filter(|&(_, held)| held == count).count();
        // The cards are four or more trios, and in addition a trio or a four.
        let refused = mv.length() >= 4 && (ranks_of(3) > usize::from(mv.length()) || ranks_of(4) > 0);
        assert!(!refused || highest.iter().all(|highest| !highest.beats(mv)), "{mv:?}");
        refused
    });
    assert_eq!(refused.count(), 3_838);
}

#[test]
fn no_cards_are_two_moves() {
    for rules in Rules::PRESETS {
        let table = ActionTable::new(rules);
        let cards: HashSet<_> = table.iter().map(|(_, mv)| mv.cards()).collect();
        assert_eq!(cards.len(), table.len(), "{rules}");
        for (id, mv) in table.iter() {
            assert_eq!(table.id(mv), Some(id));
            assert_eq!(table.get(id), Some(mv));
            assert_eq!(if mv.is_pass() { Some(Move::PASS) } else { rules.classify(mv.cards()) }, Some(mv));
            assert!(!mv.beats(mv));
        }
    }
}

/// Ids are stable, because other programs store them.
#[test]
fn ids_are_stable() {
    let mut hasher = Sha256::new();
    for (id, action) in ActionTable::rlcard().iter() {
        hasher.update(format!("{id} {action}\n"));
    }
    let found = u128::from_be_bytes(*hasher.finalize().first_chunk().expect("32 bytes"));
    assert_eq!(format!("{found:032x}"), "2d7bb7c0c69cc6584824a43c3d72d295");
}

/// A move of other rules has an id exactly if these rules have the same move, with the same
/// interpretation.
#[test]
fn moves_of_other_rules_have_no_id() {
    let tables = Rules::PRESETS.map(ActionTable::new);
    let mut read_otherwise = 0;
    for table in &tables {
        let own: HashSet<Move> = table.iter().map(|(_, mv)| mv).collect();
        let cards: HashSet<_> = own.iter().map(|mv| mv.cards()).collect();
        for (_, mv) in tables.iter().flat_map(ActionTable::iter) {
            assert_eq!(table.id(mv).is_some(), own.contains(&mv), "{mv:?}");
            read_otherwise += u32::from(cards.contains(&mv.cards()) && !own.contains(&mv));
        }
        assert_eq!(table.get(table.len() as u32), None);
    }
    // `DouZero` compares some airplanes by an attached trio: there the same cards are another move.
    assert!(read_otherwise > 1000, "{read_otherwise}");
}
