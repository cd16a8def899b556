//! Solvers that are kept for many unrelated positions, beside the plain solver.
//!
//! A table entry that claims too much about other positions does no harm in a fresh solver, which seldom meets
//! those others. So each test here sends all of its positions through one solver with a table that forgets
//! nothing. `KEPT_POSITIONS=1000000` sets the number of positions of each test; `.ci/extra endgames` uses it.

use quadrille_doudizhu::endgame::{Endgame, PlainSolver, Solver, in_words};
use quadrille_doudizhu::game::Position;
use quadrille_doudizhu::{Hand, MoveBuffer, Rank, Rules};
use quadrille_random::{StreamKey, Xoshiro256PlusPlus, bounded, shuffle};

/// The positions of a test: `short`, or the number in the environment.
fn positions(short: u64) -> u64 {
    std::env::var("KEPT_POSITIONS").map_or(short, |number| number.parse().expect("a number of positions"))
}

fn below(rng: &mut Xoshiro256PlusPlus, bound: u32) -> u32 {
    bounded::within_u32(rng, 0..=bound - 1).expect("not empty")
}

/// How the cards of a position are drawn.
#[derive(Clone, Copy, Debug)]
enum Generator {
    /// Singles, pairs and a few trios over all ranks: the order within gaps matters here.
    Spread,
    /// A part of the pack with few ranks: chains, trios and bombs are frequent.
    Dense,
}

impl Generator {
    fn hands(self, rng: &mut Xoshiro256PlusPlus, sizes: &[u32]) -> Vec<Hand> {
        match self {
            Self::Spread => spread(rng, sizes),
            Self::Dense => dense(rng, sizes),
        }
    }
}

fn spread(rng: &mut Xoshiro256PlusPlus, sizes: &[u32]) -> Vec<Hand> {
    // Cards left in the pack.
    let mut left: Vec<u32> = Rank::all().map(|rank| u32::from(rank.in_pack())).collect();
    let mut hand = |size: u32| {
        let (mut bits, mut cards) = (0, 0);
        while cards < size {
            let rank = below(rng, 15) as usize;
            let count = [1, 2, 1, 2, 1, 2, 2, 3][below(rng, 8) as usize].min(size - cards);
            if bits & 0xf << (4 * rank) == 0 && count <= left[rank] {
                bits |= u64::from(count) << (4 * rank);
                left[rank] -= count;
                cards += count;
            }
        }
        Hand::try_from(bits).expect("counts within the pack")
    };
    sizes.iter().map(|&size| hand(size)).collect()
}

fn dense(rng: &mut Xoshiro256PlusPlus, sizes: &[u32]) -> Vec<Hand> {
    let lanes = [54, 32, 24, 20][below(rng, 4) as usize];
    let from = below(rng, 54 - lanes + 1) / 4 * 4;
    let mut left = (Hand::PACK_MASK >> (54 - lanes)) << from;
    let deal = |&size: &u32| {
        let cards = shuffle::deal_mask(rng, left, size).expect("enough cards");
        left &= !cards;
        Hand::from_mask(cards)
    };
    sizes.iter().map(deal).collect()
}

/// A random position where somebody leads: three hands, sometimes two, which share the table.
fn lead(generator: Generator, rng: &mut Xoshiro256PlusPlus) -> Position {
    let seats = if below(rng, 8) == 0 { 2 } else { 3 };
    let sizes: Vec<u32> = (0..seats).map(|_| 2 + below(rng, 4)).collect();
    let mut endgame = Endgame::new(generator.hands(rng, &sizes));
    (endgame.landlord, endgame.to_move) = (below(rng, seats) as u8, below(rng, seats) as u8);
    endgame.position().expect("within the pack")
}

/// Plays random games, and solves each of their positions with one solver: `positions` in all.
///
/// The plain solver is kept for the games of one deal, whose positions it has met already.
fn compare(rules: Rules, generator: Generator, seed: u64, positions: u64) {
    const GAMES: u32 = 4;
    let mut kept = Solver::new(rules, 64 << 20);
    let mut moves = MoveBuffer::new();
    let mut wrong = Vec::new();
    let (mut solved, mut item) = (0, 0);
    while solved < positions {
        let mut rng = StreamKey::new(seed, item).rng();
        let start = lead(generator, &mut rng);
        let mut plain = PlainSolver::new(rules);
        for _ in 0..GAMES {
            let mut position = start;
            while position.winner().is_none() {
                let expected = plain.winning_moves(&position);
                let verdict = kept.solve(&position, &()).expect("never stopped");
                solved += 1;
                if !verdict.winning().eq(expected.iter().copied()) {
                    wrong.push(format!("{} (deal {item})", in_words(&position)));
                }
                position.moves(rules, &mut moves);
                position.play(moves[below(&mut rng, moves.len() as u32) as usize]);
            }
        }
        item += 1;
    }
    assert!(
        wrong.is_empty(),
        "{rules}, {generator:?}: {} of {solved} positions wrong, the first: {}",
        wrong.len(),
        wrong[0]
    );
}

#[test]
fn spread_hands_under_the_default_rules() {
    compare(Rules::RLCARD, Generator::Spread, 50, positions(100_000));
}

#[test]
fn spread_hands_under_the_other_presets() {
    for (seed, rules) in (51..).zip([Rules::PAGAT, Rules::OPENSPIEL, Rules::DOUZERO]) {
        compare(rules, Generator::Spread, seed, positions(20_000));
    }
}

#[test]
fn dense_hands_under_all_presets() {
    for (seed, rules) in (55..).zip(Rules::PRESETS) {
        compare(rules, Generator::Dense, seed, positions(20_000));
    }
}

/// The two positions of the first report: the answer to the second was `4`, found for the first.
#[test]
fn the_pair_of_another_gap_is_not_the_pair_of_this_one() {
    let mut kept = Solver::new(Rules::RLCARD, 64 << 20);
    let mut winning = Vec::new();
    for (hands, to_move, landlord) in [("JB/TTKA/QQA", 1, 0), ("JQQQ/66Q/477K", 2, 2)] {
        let mut endgame = Endgame::new(hands.split('/').map(|hand| hand.parse().expect("a hand")).collect());
        (endgame.to_move, endgame.landlord) = (to_move, landlord);
        let position = endgame.position().expect("a position");
        winning =
            kept.solve(&position, &()).expect("never stopped").winning().map(|mv| mv.to_string()).collect();
    }
    winning.sort_unstable();
    assert_eq!(winning, ["4", "77"]);
}
