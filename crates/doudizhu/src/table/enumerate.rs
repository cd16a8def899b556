//! Every set of cards that has the outline of a move, read by the rules.

use crate::hand::Hand;
use crate::moves::Move;
use crate::rank::Rank;
use crate::rules::Rules;

/// Chains are of the first twelve ranks.
const CHAIN_RANKS: usize = 12;

/// All moves of the rules, in the order of moves, each once.
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

/// Calls `with` with every chain of one to twelve ranks, one to four cards a rank, and with how many single
/// cards and how many pairs may be attached at most: as many as a landlord's twenty cards have room for.
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

/// `cards` with `more` times `count` cards of a rank attached, in every way: of ranks from `from` on that are
/// not in use, as often as a pack allows.
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
