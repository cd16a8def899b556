//! Compares solvers reused for many unrelated positions with the reference solver.
//!
//! A table entry with too strong a bound does no harm in a new solver, which seldom meets the other
//! positions that it covers. So each test here solves all of its positions with one solver whose
//! table discards nothing. `KEPT_POSITIONS=1000000` sets the number of positions of each test;
//! `.ci/extra endgames` uses it.

use quadrille_doudizhu::endgame::{Endgame, PlainSolver, Solver, in_words};
use quadrille_doudizhu::game::Position;
use quadrille_doudizhu::{Hand, MoveBuffer, Rank, Rules};
use quadrille_random::{StreamKey, Xoshiro256PlusPlus, bounded, shuffle};

/// Returns the number of positions of a test: `short`, or the number in the environment.
fn positions(short: u64) -> u64 {
    std::env::var("KEPT_POSITIONS").map_or(short, |number| number.parse().expect("a number of positions"))
}

fn below(rng: &mut Xoshiro256PlusPlus, bound: u32) -> u32 {
    bounded::within_u32(rng, 0..=bound - 1).expect("not empty")
}

/// The distribution of the cards of a position.
#[derive(Clone, Copy, Debug)]
enum Generator {
    /// Singles, pairs and a few trios of all ranks: the order within gaps matters here.
    Spread,
    /// A part of the pack with few ranks: chains, trios and bombs are frequent.
    Dense,
    /// Whole bombs and a few single cards.
    Bombs,
}

impl Generator {
    fn hands(self, rng: &mut Xoshiro256PlusPlus, sizes: &[u32]) -> Vec<Hand> {
        match self {
            Self::Spread => spread(rng, sizes),
            Self::Dense => dense(rng, sizes),
            Self::Bombs => bombs(rng, sizes),
        }
    }
}

fn spread(rng: &mut Xoshiro256PlusPlus, sizes: &[u32]) -> Vec<Hand> {
    // The remaining cards of each rank in the pack.
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

/// Each hand has a bomb with probability 2/3, and single cards; hands may exceed `sizes` by a bomb.
fn bombs(rng: &mut Xoshiro256PlusPlus, sizes: &[u32]) -> Vec<Hand> {
    let mut left = 0x000f_ffff_ffff_ffff_u64;
    let mut whole = || {
        let rank = loop {
            let rank = below(rng, 13) as usize;
            if left >> (4 * rank) & 0xf == 0xf {
                break rank;
            }
        };
        left &= !(0xf << (4 * rank));
        if below(rng, 3) > 0 { 4 << (4 * rank) } else { 0 }
    };
    let fours: Vec<u64> = sizes.iter().map(|_| whole()).collect();
    let mut hand = |(&size, four): (&u32, u64)| {
        let (mut bits, mut cards) = (four, 0);
        while cards < size.div_ceil(2) {
            let lane = 4 * below(rng, 13);
            let lacks = |bits: &u64| bits & 0xf << lane == 0;
            if fours.iter().all(lacks) && lacks(&bits) {
                bits |= 1 << lane;
                cards += 1;
            }
        }
        Hand::try_from(bits).expect("counts within the pack")
    };
    sizes.iter().zip(fours.clone()).map(&mut hand).collect()
}

/// Draws a position of three hands, sometimes two, which use the same table. Spread hands lead;
/// half of the other positions have one to four of a kind on the table.
fn position(rules: Rules, generator: Generator, rng: &mut Xoshiro256PlusPlus) -> Position {
    let seats = if below(rng, 8) == 0 { 2 } else { 3 };
    let sizes: Vec<u32> = (0..seats).map(|_| 2 + below(rng, 4)).collect();
    let mut endgame = Endgame::new(generator.hands(rng, &sizes));
    (endgame.landlord, endgame.to_move) = (below(rng, seats) as u8, below(rng, seats) as u8);
    let leads = endgame.position().expect("within the pack");
    if !matches!(generator, Generator::Spread) && below(rng, 2) == 0 {
        let rank = Rank::all().nth(below(rng, 13) as usize).expect("thirteen ranks");
        let cards = rank.to_string().repeat(1 + below(rng, 4) as usize);
        endgame.on = rules.parse_move(&cards).ok();
        endgame.on_by = Some(((u32::from(endgame.to_move) + 1 + below(rng, seats - 1)) % seats) as u8);
    }
    // The pack may lack the cards on the table.
    endgame.position().unwrap_or(leads)
}

/// Plays random games, and solves each of their positions with one solver: at least `positions` in
/// all.
///
/// The reference solver is reused for the games of one deal, in which positions recur.
fn compare(rules: Rules, generator: Generator, seed: u64, positions: u64) {
    const GAMES: u32 = 4;
    let mut kept = Solver::new(rules, 64 << 20);
    let mut moves = MoveBuffer::new();
    let mut wrong = Vec::new();
    let (mut solved, mut item) = (0, 0);
    while solved < positions {
        let mut rng = StreamKey::new(seed, item).rng();
        let start = position(rules, generator, &mut rng);
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

#[test]
fn hands_with_bombs_under_all_presets() {
    for (seed, rules) in (59..).zip(Rules::PRESETS) {
        compare(rules, Generator::Bombs, seed, positions(20_000));
    }
}

/// Solves positions one after the other with one solver, and returns the winning moves of the last
/// one.
fn last_of(positions: &[(&str, u8, u8, Option<&str>)]) -> Vec<String> {
    let mut kept = Solver::new(Rules::RLCARD, 64 << 20);
    let mut winning = Vec::new();
    for &(hands, to_move, landlord, on) in positions {
        let mut endgame = Endgame::new(hands.split('/').map(|hand| hand.parse().expect("a hand")).collect());
        (endgame.to_move, endgame.landlord) = (to_move, landlord);
        endgame.on = on.map(|on| Rules::RLCARD.parse_move(on).expect("a move"));
        let position = endgame.position().expect("a position");
        let verdict = kept.solve(&position, &()).expect("never stopped");
        winning = verdict.winning().map(|mv| mv.to_string()).collect();
    }
    winning.sort_unstable();
    winning
}

/// One pair that the partner beats from a higher gap, and one that the partner beats only within a
/// gap.
#[test]
fn a_pair_of_another_gap() {
    assert_eq!(last_of(&[("JB/TTKA/QQA", 1, 0, None), ("JQQQ/66Q/477K", 2, 2, None)]), ["4", "77"]);
}

/// A card that every bomb beats, and the partner's bomb, which the mover's does not beat.
#[test]
fn a_bomb_of_the_partner() {
    let hands = "K/34444/68";
    assert_eq!(last_of(&[(hands, 0, 0, Some("A")), (hands, 0, 0, Some("5555"))]), ["pass"]);
}
