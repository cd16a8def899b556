//! Compares reused and new endgame solvers with the exhaustive search.

use std::cell::RefCell;
use std::collections::HashMap;

use arbitrary::{Result, Unstructured};
use quadrille_doudizhu::endgame::{Endgame, PlainSolver, Solver, in_words};
use quadrille_doudizhu::game::Position;
use quadrille_doudizhu::{Hand, MoveBuffer, Rank, Rules};

thread_local! {
    /// One solver per set of rules, for all inputs.
    static KEPT: RefCell<HashMap<Rules, Solver>> = RefCell::default();
}

/// Decodes rules, hands and the move on the table, plays a game with moves from the input, and
/// compares the winner and the winning moves of each position.
///
/// # Panics
/// If a solver and the exhaustive search differ.
pub(crate) fn doudizhu_solvers(bytes: &[u8]) {
    // Decoding fails only for an empty range, and there is none.
    let _ = run(&mut Unstructured::new(bytes));
}

/// The largest number of cards of all hands together; the exhaustive search then takes some
/// milliseconds.
const MOST: u32 = 15;

fn run(u: &mut Unstructured<'_>) -> Result<()> {
    let rules = super::rules::rules(u)?;
    let Some(mut position) = position(u, rules)? else { return Ok(()) };
    let mut plain = PlainSolver::new(rules);
    let mut fresh = Solver::new(rules, 0);
    let mut moves = MoveBuffer::new();
    for _ in 0..4 {
        if position.winner().is_some() {
            break;
        }
        let expected = plain.winning_moves(&position);
        let what = || format!("{rules}: {}", in_words(&position));
        KEPT.with_borrow_mut(|solvers| {
            let kept = solvers.entry(rules).or_insert_with(|| Solver::new(rules, 16 << 20));
            for solver in [kept, &mut fresh] {
                let value = solver.value(&position, &()).expect("never stopped");
                assert_eq!(value.win, !expected.is_empty(), "{}", what());
                let verdict = solver.solve(&position, &()).expect("never stopped");
                assert!(
                    verdict.winning().eq(expected.iter().copied()),
                    "{}: {verdict:?}, not {expected:?}",
                    what()
                );
                let first = solver.winning_move(&position, &()).expect("never stopped");
                assert!(expected.is_empty() || expected.contains(&first), "{}: {first}", what());
            }
        });
        position.moves(rules, &mut moves);
        let chosen = u.choose_index(moves.len())?;
        position.play(moves[chosen]);
    }
    Ok(())
}

/// Decodes a position with two or three hands, often with a move on the table; `None` if a pack
/// does not have the cards.
fn position(u: &mut Unstructured<'_>, rules: Rules) -> Result<Option<Position>> {
    let seats = u.int_in_range(2..=3u8)?;
    let mut endgame = Endgame::new(Vec::new());
    (endgame.landlord, endgame.to_move) = (u.int_in_range(0..=seats - 1)?, u.int_in_range(0..=seats - 1)?);
    let mut left = MOST / u32::from(seats) * u32::from(seats);
    let most = left / u32::from(seats);
    let mut held = Hand::EMPTY;
    for _ in 0..seats {
        let hand = hand(u, held, most.min(left))?;
        left -= hand.len();
        held = held.add(hand).unwrap_or(held);
        endgame.hands.push(hand);
    }
    let on = u.int_in_range(0..=7u8)?;
    if on >= 4 {
        // The move on the table: one to four cards of a rank, or any lead from the cards that no
        // hand holds.
        let cards = if on == 7 {
            hand(u, held, 8)?
        } else {
            let rank = Rank::from_index(u.int_in_range(0..=14)?).expect("a rank");
            Hand::of(rank, u.int_in_range(1..=4)?).unwrap_or(Hand::EMPTY)
        };
        endgame.on = rules.classify(cards).filter(|mv| !mv.is_pass());
        if endgame.on.is_some() && seats == 3 && u.arbitrary()? {
            endgame.on_by = Some((endgame.to_move + 1) % seats);
        }
    }
    Ok(endgame.position().ok())
}

/// Decodes a hand of at most `most` cards, as ranks with counts; cards in `held` are excluded.
fn hand(u: &mut Unstructured<'_>, held: Hand, most: u32) -> Result<Hand> {
    let mut hand = Hand::EMPTY;
    for _ in 0..u.int_in_range(1..=6u8)? {
        let rank = Rank::from_index(u.int_in_range(0..=14)?).expect("a rank");
        let there = rank.in_pack().saturating_sub(held.count(rank) + hand.count(rank));
        let count = u.int_in_range(1..=4u8)?.min(there).min((most - hand.len()) as u8);
        hand = Hand::of(rank, count).and_then(|cards| hand.add(cards)).unwrap_or(hand);
    }
    Ok(hand)
}
