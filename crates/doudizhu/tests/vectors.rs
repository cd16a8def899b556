//! Compares legal moves with those of two other programs, by count and hash.

use quadrille_doudizhu::{Hand, MoveBuffer, Rules};
use serde_json::Value;
use sha2::{Digest, Sha256};

fn fnv1a64(text: &str) -> u64 {
    text.bytes()
        .fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3))
}

/// Returns the number of cases that differ from a column; 0 if the rules are the same.
fn differing(column: &str, rules: Rules) -> usize {
    let mut moves = MoveBuffer::new();
    let (mut cases, mut differing) = (0, 0);
    for line in include_str!("data/legal_moves.jsonl").lines() {
        let case: Value = serde_json::from_str(line).unwrap();
        let hand: Hand = case["hand"].as_str().unwrap().parse().unwrap();
        match case["prev"].as_str().unwrap() {
            "" => rules.leads(hand, &mut moves),
            on => rules.follows(hand, rules.parse_move(on).unwrap(), &mut moves),
        }
        let mut texts: Vec<String> = moves.iter().map(ToString::to_string).collect();
        texts.sort_unstable();
        let text = texts.join("\n");
        let sha256 = Sha256::digest(&text).iter().fold(String::new(), |hex, byte| format!("{hex}{byte:02x}"));
        let expected = &case[column];
        let same = expected["n"] == texts.len()
            && expected["fnv1a64"] == format!("{:016x}", fnv1a64(&text))
            && expected["sha256"] == sha256;
        cases += 1;
        differing += usize::from(!same);
    }
    assert_eq!(cases, 1000);
    differing
}

#[test]
fn rlcard_in_every_case() {
    assert_eq!(differing("rlcard", Rules::RLCARD), 0);
}

#[test]
fn douzero_in_every_case() {
    assert_eq!(differing("douzero", Rules::DOUZERO), 0);
}

#[test]
fn the_two_differ_in_32_cases() {
    assert_eq!(differing("douzero", Rules::RLCARD), 32);
}
