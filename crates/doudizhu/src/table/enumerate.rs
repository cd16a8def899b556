//! Enumerates all card sets that may be moves, and classifies them under the rules.

use crate::hand::Hand;
use crate::moves::Move;
use crate::rank::Rank;
use crate::rules::Rules;

/// The number of ranks that chains can contain.
const CHAIN_RANKS: usize = 12;

/// Returns all moves of the rules in ascending order, each once.
pub(super) fn every_move(rules: Rules) -> Vec<Move> {
    let mut outlines = Vec::new();
    each_body(|body, solos, pairs| {
        let used: Vec<Rank> = body.iter().map(|(rank, _)| rank).collect();
        for solos in 0..=solos {
            attach(body, &used, 0, solos, 1, &mut outlines);
        }
        attach(body, &used, 0, pairs, 2, &mut outlines);
    });
    let rocket = Hand::from_lanes(&[0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1]);
    outlines.extend(rocket);
    let moves = outlines.into_iter().filter_map(|cards| rules.classify(cards));
    let mut moves: Vec<Move> = moves.chain([Move::PASS]).collect();
    moves.sort_unstable();
    moves.dedup();
    moves
}

/// Calls `with` for every body: one to twelve consecutive ranks with one to four cards each. The
/// other two arguments of `with` are the maximum number of single cards and the maximum number of
/// pairs that can be attached to the body. The body and the attached cards have at most the
/// landlord's twenty cards.
fn each_body(mut with: impl FnMut(Hand, usize, usize)) {
    for count in 1..=4 {
        for first in 0..Rank::COUNT {
            for length in 1..=CHAIN_RANKS {
                let last = first + length - 1;
                if length > 1 && last >= CHAIN_RANKS
                    || last >= Rank::COUNT
                    || length * usize::from(count) > 20
                {
                    break;
                }
                let mut lanes = [0; Rank::COUNT];
                lanes[first..=last].fill(count);
                let Ok(body) = Hand::from_lanes(&lanes) else { break };
                let (solos, pairs) = match (count, length) {
                    (3, 1..=4) => (length, length),
                    (3, 5) => (5, 0),
                    (4, 1) => (2, 2),
                    _ => (0, 0),
                };
                with(body, solos, pairs);
            }
        }
    }
}

/// Collects every combination of `cards` with `more` attached units. A unit is `count` cards of one
/// rank that is not in `used`. Ranks are taken in ascending order, beginning with `from`, and may
/// repeat as often as a pack allows.
fn attach(cards: Hand, used: &[Rank], from: u8, more: usize, count: u8, found: &mut Vec<Hand>) {
    if more == 0 {
        found.push(cards);
        return;
    }
    for rank in Rank::all().skip(from.into()).filter(|rank| !used.contains(rank)) {
        let Some(unit) = Hand::of(rank, count) else { continue };
        if let Some(cards) = cards.add(unit) {
            attach(cards, used, rank.index(), more - 1, count, found);
        }
    }
}
