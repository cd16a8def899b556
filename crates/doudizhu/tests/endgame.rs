//! Compares the endgame solver with the reference solver, and with published and shared results.
//!
//! `ENDGAME_TIMES=10` solves ten times as many random positions; `.ci/extra endgames` sets it.
//! `endgame_kept.rs` tests many more small positions, with one solver per test.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Instant;

use quadrille_doudizhu::endgame::{Endgame, EndgameError, PlainSolver, SolveError, Solver, in_words};
use quadrille_doudizhu::game::{Position, Seat};
use quadrille_doudizhu::{Hand, Move, MoveBuffer, Rules};
use quadrille_progress::Progress;
use quadrille_random::{StreamKey, bounded, shuffle};
use serde_json::Value;

const TWO: &str = include_str!("endgame/endgames.jsonl");
const THREE: &str = include_str!("endgame/endgames3.jsonl");
const PUBLISHED: &str = include_str!("endgame/endgames_published.jsonl");
const HARD: &str = include_str!("endgame/endgames_hard.jsonl");

fn lines(text: &'static str) -> impl Iterator<Item = Value> {
    text.lines().map(|line| serde_json::from_str(line).unwrap())
}

fn hand(value: &Value) -> Hand {
    value.as_str().unwrap().parse().unwrap()
}

fn texts(value: &Value) -> Vec<String> {
    let mut texts: Vec<String> =
        value.as_array().unwrap().iter().map(|text| text.as_str().unwrap().to_owned()).collect();
    texts.sort_unstable();
    texts
}

/// Returns the winning moves as texts, in ASCII order.
fn winning(solver: &mut Solver, position: &Position) -> Vec<String> {
    let verdict = solver.solve(position, &()).unwrap();
    let mut winning: Vec<String> = verdict.winning().map(|mv| mv.to_string()).collect();
    winning.sort_unstable();
    assert_eq!(verdict.win, !winning.is_empty());
    winning
}

#[test]
fn two_hands_have_their_known_answers() {
    let mut solver = Solver::new(Rules::RLCARD, 64 << 20);
    for puzzle in lines(TWO).chain(lines(PUBLISHED)) {
        let mut endgame = Endgame::new(vec![hand(&puzzle["a"]), hand(&puzzle["b"])]);
        let prev = puzzle["prev"].as_str().unwrap();
        endgame.on = (!prev.is_empty()).then(|| Rules::RLCARD.parse_move(prev).unwrap());
        assert_eq!(puzzle["a_to_move"], true);
        let position = endgame.position().unwrap();
        assert_eq!(winning(&mut solver, &position), texts(&puzzle["winning_first"]), "{puzzle}");
        assert_eq!(solver.wins(&position, &()).unwrap(), puzzle["a_wins"].as_bool().unwrap());
    }
}

#[test]
fn three_hands_have_their_known_answers() {
    let mut solver = Solver::new(Rules::RLCARD, 64 << 20);
    for puzzle in lines(THREE) {
        let hands = ["landlord", "landlord_down", "landlord_up"].map(|seat| hand(&puzzle[seat]));
        let mut endgame = Endgame::new(hands.to_vec());
        endgame.to_move = puzzle["to_move"].as_u64().unwrap() as u8;
        assert_eq!(puzzle["prev"], "");
        let position = endgame.position().unwrap();
        assert_eq!(winning(&mut solver, &position), texts(&puzzle["winning_first"]), "{puzzle}");
        let landlord_wins = solver.wins(&position, &()).unwrap() == (endgame.to_move == 0);
        assert_eq!(landlord_wins, puzzle["landlord_wins"].as_bool().unwrap(), "{puzzle}");
    }
}

/// Solves for values only, within a limit on the number of nodes, which is deterministic.
#[test]
fn hard_deals_have_their_known_values_in_few_nodes() {
    let mut nodes = 0;
    for puzzle in lines(HARD) {
        let position = Endgame::new(vec![hand(&puzzle["a"]), hand(&puzzle["b"])]).position().unwrap();
        let last = AtomicU64::new(0);
        let count = |progress: &Progress| {
            last.store(progress.done, Ordering::Relaxed);
            ControlFlow::Continue(())
        };
        let wins = Solver::new(Rules::RLCARD, 256 << 20).wins(&position, &count).unwrap();
        assert_eq!(wins, puzzle["a_wins"].as_bool().unwrap(), "{puzzle}");
        nodes += last.into_inner();
    }
    assert!(
        nodes < 5_000_000,
        "{nodes} nodes for half of the deals, of which all together may take 20 million"
    );
}

/// Returns the number of random positions of a test: the default times `ENDGAME_TIMES`.
fn times(positions: u64) -> u64 {
    let times = std::env::var("ENDGAME_TIMES");
    positions * times.map_or(1, |times| times.parse::<u64>().expect("a number of times"))
}

/// Draws a small position: two hands or three, any seat to move, often in the middle of a trick.
/// Few ranks make chains and bombs likely.
fn position(rules: Rules, seed: u64, item: u64, most: u32) -> Position {
    let mut rng = StreamKey::new(seed, item).rng();
    let mut below = |bound: u32| bounded::within_u32(&mut rng, 0..=bound - 1).unwrap();
    let three = below(2) == 1;
    let lanes = [54, 32, 24, 16][below(4) as usize];
    let from = below(54 - lanes + 1) / 4 * 4;
    let landlord = if three { below(3) as u8 } else { 0 };
    let sizes: Vec<u32> =
        (0..if three { 3 } else { 2 }).map(|_| 1 + below(if three { most * 2 / 3 } else { most })).collect();
    let (turn, steps) = (below(sizes.len() as u32) as u8, below(4));
    let picks: Vec<u32> = (0..steps).map(|_| below(1 << 20)).collect();
    let mut left = (Hand::PACK_MASK >> (54 - lanes)) << from;
    let hands = sizes.iter().map(|&size| {
        let cards = shuffle::deal_mask(&mut rng, left, size.min(left.count_ones() / 2).max(1)).unwrap();
        left &= !cards;
        Hand::from_mask(cards)
    });
    let mut endgame = Endgame::new(hands.filter(|hand| !hand.is_empty()).collect());
    (endgame.landlord, endgame.to_move) = (landlord, turn);
    let mut position = endgame.position().unwrap();
    let mut moves = MoveBuffer::new();
    for pick in picks {
        position.moves(rules, &mut moves);
        let mut after = position;
        after.play(moves[pick as usize % moves.len()]);
        if after.winner().is_some() {
            break;
        }
        position = after;
    }
    position
}

fn compare(rules: Rules, seed: u64, positions: u64, most: u32, threads: usize) {
    // A small table discards entries; the remaining ones must still be correct.
    let mut small = Solver::new(rules, 0).with_threads(threads);
    for item in 0..times(positions) {
        let position = position(rules, seed, item, most);
        let expected = PlainSolver::new(rules).winning_moves(&position);
        let verdict = small.solve(&position, &()).unwrap();
        let found: Vec<_> = verdict.winning().collect();
        assert_eq!(found, expected, "{rules}: {} (item {item})", in_words(&position));
        // Clears the table periodically, so that both empty and filled tables are tested.
        if item % 7 == 0 {
            small.clear();
        }
    }
}

#[test]
fn random_positions_under_the_default_rules() {
    compare(Rules::RLCARD, 1, 1_500, 9, 1);
}

#[test]
fn random_positions_under_the_rules_of_douzero() {
    compare(Rules::DOUZERO, 2, 1_500, 9, 1);
}

#[test]
fn random_positions_under_the_rules_of_pagat() {
    compare(Rules::PAGAT, 3, 1_500, 9, 1);
}

#[test]
fn random_positions_under_the_rules_of_openspiel() {
    compare(Rules::OPENSPIEL, 4, 1_500, 9, 1);
}

#[test]
fn random_positions_with_switches() {
    for (seed, name) in
        (5..).zip(["rlcard,space-shuttle", "rlcard,no-trio-pair", "douzero,space-shuttle,no-four-two"])
    {
        compare(name.parse().unwrap(), seed, 500, 9, 1);
    }
}

#[test]
fn a_few_larger_ones() {
    for (seed, rules) in (8..).zip(Rules::PRESETS) {
        compare(rules, seed, 40, 12, 1);
    }
}

/// Positions that refute unsound techniques, solved by the reference too.
#[test]
fn counterexamples() {
    for (hands, turn, on) in [
        ("345566TB/34599T", 0, Some("777")),
        ("345566TB/34599T", 0, None),
        ("5689KAA/5679TA/5689JQK", 2, None),
        ("5689KAA/5679TA/5689JQK", 2, Some("3")),
    ] {
        let mut endgame = Endgame::new(hands.split('/').map(|hand| hand.parse().unwrap()).collect());
        endgame.to_move = turn;
        endgame.on = on.map(|on| Rules::RLCARD.parse_move(on).unwrap());
        let position = endgame.position().unwrap();
        let expected = PlainSolver::new(Rules::RLCARD).winning_moves(&position);
        let found = Solver::new(Rules::RLCARD, 1 << 24).solve(&position, &()).unwrap();
        assert_eq!(found.winning().collect::<Vec<_>>(), expected, "{hands}");
    }
}

/// A bomb that only the rocket beats differs from a pair that every bomb beats, even if there is no
/// higher bomb and no higher pair.
#[test]
fn a_bomb_that_only_the_rocket_beats() {
    for others in [["49999AA", "499997777"], ["499997777", "49999AA"]] {
        for third in ["", "/35", "/8"] {
            let mut solver = Solver::new(Rules::RLCARD, 1 << 24);
            for other in others {
                let hands = format!("36666BR/{other}{third}");
                let mut endgame = Endgame::new(hands.split('/').map(|hand| hand.parse().unwrap()).collect());
                for landlord in 0..endgame.hands.len() as u8 {
                    (endgame.to_move, endgame.landlord) = (1, landlord);
                    let position = endgame.position().unwrap();
                    let expected = PlainSolver::new(Rules::RLCARD).winning_moves(&position);
                    let found = solver.solve(&position, &()).unwrap();
                    assert_eq!(found.winning().collect::<Vec<_>>(), expected, "{hands}, landlord {landlord}");
                }
            }
        }
    }
}

/// Three hands and one table that discards nothing, so that results of one position are used for
/// others.
#[test]
fn random_positions_of_three_share_one_table() {
    for (seed, name) in
        (20..).zip(["rlcard", "pagat", "openspiel", "douzero", "rlcard,space-shuttle,no-four-two"])
    {
        let rules: Rules = name.parse().unwrap();
        let mut solver = Solver::new(rules, 64 << 20);
        for item in 0..times(750) {
            let position = position(rules, seed, item, 10);
            if Seat::ALL.iter().any(|&seat| position.hand(seat).is_empty()) {
                continue;
            }
            let expected = PlainSolver::new(rules).winning_moves(&position);
            let found = solver.solve(&position, &()).unwrap();
            assert_eq!(
                found.winning().collect::<Vec<_>>(),
                expected,
                "{name}: {} (item {item})",
                in_words(&position)
            );
        }
    }
}

/// Two hands and one table that discards nothing. Runs cut at the wrong place would fail here.
#[test]
fn random_positions_of_two_share_one_table() {
    for (seed, rules) in (30..).zip(Rules::PRESETS) {
        let mut solver = Solver::new(rules, 64 << 20);
        for item in 0..times(1_500) {
            let position = position(rules, seed, item, 9);
            if Seat::ALL.iter().all(|&seat| !position.hand(seat).is_empty()) {
                continue;
            }
            let expected = PlainSolver::new(rules).winning_moves(&position);
            let found = solver.solve(&position, &()).unwrap();
            assert_eq!(
                found.winning().collect::<Vec<_>>(),
                expected,
                "{rules}: {} (item {item})",
                in_words(&position)
            );
        }
    }
}

/// Few ranks, most of them bombs, and the rocket; one table for all positions.
#[test]
fn random_positions_of_bombs() {
    for (seed, rules) in (12..).zip(Rules::PRESETS) {
        let mut solver = Solver::new(rules, 1 << 22);
        for item in 0..times(400) {
            let mut rng = StreamKey::new(seed, item).rng();
            let three = item % 2 == 1;
            // Three bombs and the rocket, each entirely in one hand, and a few other cards.
            let mut hands = [const { String::new() }; 3];
            let seats = if three { 3 } else { 2 };
            let mut give = |cards: &str, chance: u32| {
                let to = bounded::within_u32(&mut rng, 0..=seats * chance - 1).unwrap();
                if let Some(hand) = hands[..seats as usize].get_mut(to as usize) {
                    hand.push_str(cards);
                }
            };
            for bomb in ["5555", "8888", "JJJJ", "BR"] {
                give(bomb, 2);
            }
            for few in ["3", "4", "66", "7", "9", "T", "Q", "AA"] {
                give(few, if three { 2 } else { 1 });
            }
            let hands = &hands[..seats as usize];
            if hands.iter().any(|hand| hand.is_empty() || hand.len() > 11) {
                continue;
            }
            let mut endgame = Endgame::new(hands.iter().map(|hand| hand.parse().unwrap()).collect());
            endgame.landlord = (item / 2 % u64::from(seats)) as u8;
            endgame.to_move = (item / 6 % u64::from(seats)) as u8;
            let position = endgame.position().unwrap();
            let expected = PlainSolver::new(rules).winning_moves(&position);
            let found = solver.solve(&position, &()).unwrap();
            assert_eq!(
                found.winning().collect::<Vec<_>>(),
                expected,
                "{rules}: {} (item {item})",
                in_words(&position)
            );
        }
    }
}

/// Deals that are large enough for several threads, with tables that discard entries and tables
/// that do not.
#[test]
fn several_threads_give_the_same_results() {
    for (seed, sizes) in [(99, vec![13, 13]), (100, vec![10, 10, 10])] {
        for item in 0..times(4) {
            let mut rng = StreamKey::new(seed, item).rng();
            let mut left = Hand::PACK_MASK;
            let hands = sizes.iter().map(|&size| {
                let cards = shuffle::deal_mask(&mut rng, left, size).unwrap();
                left &= !cards;
                Hand::from_mask(cards)
            });
            let mut endgame = Endgame::new(hands.collect());
            endgame.to_move = (item % sizes.len() as u64) as u8;
            let position = endgame.position().unwrap();
            let mut solvers = [(1, 64 << 20), (2, 64 << 20), (3, 16 << 20)]
                .map(|(threads, memory)| Solver::new(Rules::RLCARD, memory).with_threads(threads));
            let [one, others @ ..] =
                solvers.each_mut().map(|solver| solver.solve(&position, &()).unwrap().moves);
            let won = one.iter().any(|found| found.1);
            for other in others {
                assert_eq!(one, other, "{}", in_words(&position));
            }
            for solver in &mut solvers {
                solver.clear();
                assert_eq!(solver.value(&position, &()).unwrap().win, won, "{}", in_words(&position));
            }
        }
    }
}

#[test]
fn the_same_number_of_nodes_every_time() {
    let position = Endgame::new(vec!["37889TJJJKA2B".parse().unwrap(), "4667889TQKK2R".parse().unwrap()]);
    let position = position.position().unwrap();
    let mut solver = Solver::new(Rules::RLCARD, 1 << 24);
    let first = solver.solve(&position, &()).unwrap();
    solver.clear();
    assert_eq!(solver.solve(&position, &()).unwrap(), first);
    assert!(first.nodes_to_value < first.nodes);
}

/// Lines end with a win of the winning side, and strategies win against every reply.
#[test]
fn lines_and_strategies_win() {
    for item in 0..300 {
        let rules = Rules::PRESETS[item as usize % 4];
        let position = position(rules, 42, item, 8);
        let mut solver = Solver::new(rules, 1 << 24);
        let mover_wins = solver.wins(&position, &()).unwrap();
        let side = |seat: Seat| (seat == position.landlord()) == (position.turn() == position.landlord());
        let mut at = position;
        for (seat, mv) in solver.line(&position, &()).unwrap() {
            // A seat without cards is not in the line.
            while at.hand(at.turn()).is_empty() {
                at.play(Move::PASS);
            }
            assert_eq!(seat, at.turn());
            at.play(at.read(rules, mv.cards()).unwrap());
        }
        assert_eq!(at.winner().map(side), Some(mover_wins));
        let mut strategy = solver.strategy(&position, &()).unwrap();
        assert_eq!(strategy.mover_wins, mover_wins);
        let checked = strategy.check(&()).unwrap();
        assert_eq!(checked.positions, strategy.moves.len() as u64);
        // Without one of its moves, the strategy is incomplete.
        if let Some(first) = strategy.moves.keys().next().cloned() {
            strategy.moves.remove(&first);
            assert!(strategy.check(&()).is_err());
        }
    }
}

#[test]
fn a_cancelled_search_returns_partial_results() {
    let hands = ["3344469TJJQQKKKKAA22", "334557778899T22BR"].map(|hand| hand.parse().unwrap());
    let position = Endgame::new(hands.to_vec()).position().unwrap();
    let asked = AtomicU64::new(0);
    let begun = Instant::now();
    let observer = |_: &Progress| {
        let stop = asked.fetch_add(1, Ordering::Relaxed) == 100;
        if stop { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    };
    let stopped = Solver::new(Rules::RLCARD, 64 << 20).solve(&position, &observer).unwrap_err();
    let SolveError::Stopped(so_far) = stopped else { panic!("{stopped}") };
    assert!(so_far.nodes > 50_000 && !so_far.moves.is_empty(), "{so_far:?}");
    assert!(so_far.moves.iter().any(|found| found.1.is_none()));
    assert!(begun.elapsed().as_secs() < 60);
}

#[test]
fn invalid_endgames_are_rejected() {
    let endgame = |hands: &str| Endgame::new(hands.split('/').map(|hand| hand.parse().unwrap()).collect());
    let reason = |endgame: Endgame| endgame.position().unwrap_err().to_string();
    assert_eq!(
        reason(endgame("777/77")),
        "the hands together have 5 cards of rank `7`; expected at most 4, as in a pack"
    );
    assert_eq!(reason(endgame("3/")), "seat 1 has no cards; expected at least one in each hand");
    assert_eq!(reason(endgame("3")), "the number of hands is 1; expected two or three");
    let twenty = "33334444555566667777/88889999TTTTJJJJQQQQ/KKKKAAAA2222BR";
    assert_eq!(reason(endgame(twenty)), "seat 1 has 20 cards; expected at most 17");
    let mut other = endgame("34/56");
    other.to_move = 2;
    assert_eq!(reason(other.clone()), "the seat to move is seat 2; expected 0 to 1");
    (other.to_move, other.on_by) = (0, Some(1));
    assert!(matches!(other.position(), Err(EndgameError::NothingOnTable { seat: 1 })));
    other.on = Some(Rules::RLCARD.parse_move("5555").unwrap());
    assert_eq!(
        reason(other.clone()),
        "the hands and the table together have 5 cards of rank `5`; expected at most 4, as in a pack"
    );
    other.on_by = Some(0);
    assert!(matches!(other.position(), Err(EndgameError::OwnMove { seat: 0 })));
}
