//! Encodings, compared with reference implementations and with the results of `RLCard` and
//! `DouZero`.

mod plain;
mod vectors;

use std::fmt::Write as _;

use quadrille_doudizhu::encodings::RlcardActions;
use quadrille_doudizhu::{ActionTable, Move, Rules};
use sha2::{Digest, Sha256};

fn sha256(bytes: &[u8]) -> String {
    Sha256::digest(bytes).iter().fold(String::new(), |mut hex, byte| {
        let _ = write!(hex, "{byte:02x}");
        hex
    })
}

/// Compares the hash of the actions with that of `RLCard`'s `action_space.txt`, with the cards in
/// the order of ranks.
#[test]
fn actions_are_those_of_rlcard() {
    let actions = RlcardActions::get();
    let texts: Vec<String> = actions.as_slice().iter().map(ToString::to_string).collect();
    assert_eq!(texts.len(), RlcardActions::COUNT);
    assert_eq!(sha256(texts.join(" ").as_bytes()), ACTION_SPACE);
}

const ACTION_SPACE: &str = "2e27feb6d5c67041bad98711158996e634593e6af00ddf88e5d4be415f01ca94";

#[test]
fn ids_are_found_both_ways() {
    let actions = RlcardActions::get();
    for (id, &action) in (0..).zip(actions.as_slice()) {
        assert_eq!(actions.action(id), Some(action));
        assert_eq!(actions.id(action), Some(id), "{action}");
    }
    assert_eq!(actions.action(RlcardActions::COUNT as u16), None);
    assert_eq!(actions.id(Move::PASS), Some(RlcardActions::PASS));
}

/// A move of other rules has an id exactly if its cards are an action.
#[test]
fn moves_of_other_rules_have_ids_by_their_cards() {
    let (actions, own) = (RlcardActions::get(), ActionTable::rlcard());
    let cards: std::collections::HashSet<_> = own.iter().map(|(_, mv)| mv.cards()).collect();
    let shuttle = Rules::RLCARD.with_space_shuttle();
    for rules in Rules::PRESETS.into_iter().chain([shuttle]) {
        let mut without = 0;
        for (_, mv) in ActionTable::new(rules).iter() {
            let id = actions.id(mv);
            assert_eq!(id.is_some(), mv.is_pass() || cards.contains(&mv.cards()), "{mv:?}");
            assert!(
                id.is_none_or(|id| actions.action(id).is_some_and(|action| action.cards() == mv.cards()))
            );
            without += usize::from(id.is_none());
        }
        assert_eq!(RlcardActions::cover(rules), without == 0 && rules != Rules::DOUZERO, "{rules}");
    }
}
