//! Tests of reused solvers. One solver per game and goal solves many tasks and sets, with varying
//! turns and limits, and each result must equal that of a new solver.
//!
//! `KEPT_INPUTS=20000 cargo test --release -p quadrille-mastermind kept` runs more inputs.

use std::num::NonZeroU64;

use quadrille_lanes::Level;
use quadrille_random::{StreamKey, Xoshiro256PlusPlus, bounded};

use super::plain;
use super::search::Solver;
use super::space::{IMPOSSIBLE, Space, UNLIMITED, after_one};
use super::tree::Node;
use super::with_solver;
use crate::codeword::Codeword;
use crate::game::{Game, Repeats};

fn inputs(usual: u64) -> u64 {
    std::env::var("KEPT_INPUTS").ok().and_then(|text| text.parse().ok()).unwrap_or(usual)
}

/// Random choices of the test.
struct Draws(Xoshiro256PlusPlus);

impl Draws {
    /// Returns a number below `n`.
    fn below(&mut self, n: u64) -> u64 {
        NonZeroU64::new(n).map_or(0, |n| bounded::below_u64(&mut self.0, n))
    }

    /// Returns a number of remaining turns: small and restricting, or unlimited.
    fn turns(&mut self) -> u32 {
        if self.below(3) == 0 { UNLIMITED } else { 2 + self.below(5) as u32 }
    }
}

/// A query: the secrets of a task, or any set of secrets.
#[derive(Debug)]
enum Question {
    Task { first: u32, feedback: u8, secrets: Vec<u32>, turns: u32, limit: u64 },
    Set { secrets: Vec<u32>, turns: u32 },
}

/// The cost if it is below the limit, the tree (for a task) and the best guess (for a set).
type Answer = (Option<u64>, Option<Node>, Option<u32>);

impl Question {
    fn ask(&self, solver: &Solver<'_>) -> Answer {
        match self {
            Self::Task { first, feedback, secrets, turns, limit } => {
                let found = solver.task(*first, *feedback, secrets, *turns, *limit).unwrap();
                let (cost, node) = found.unzip();
                (cost, node, None)
            }
            Self::Set { secrets, turns } => {
                let found = solver.best_of(secrets, &solver.space.all, *turns).unwrap();
                let (guess, cost) = found.unzip();
                (cost, None, guess)
            }
        }
    }

    fn ask_anew(&self, space: &Space) -> Answer {
        with_solver(space, &(), |solver| Ok(self.ask(&solver.alone()))).unwrap()
    }
}

/// Partitions all secrets by a first guess. Returns each part with its feedback index; the secret
/// that equals the guess is in no part.
fn parts(space: &Space, first: u32) -> Vec<(u8, Vec<u32>)> {
    let mut parts: Vec<(u8, Vec<u32>)> = Vec::new();
    for secret in 0..space.codes.len() as u32 {
        let feedback = space.score(first, secret);
        if feedback == space.solved {
            continue;
        }
        match parts.iter_mut().find(|(of, _)| *of == feedback) {
            Some((_, secrets)) => secrets.push(secret),
            None => parts.push((feedback, vec![secret])),
        }
    }
    parts
}

fn question(draws: &mut Draws, space: &Space) -> Question {
    let codes = space.codes.len() as u64;
    let turns = draws.turns();
    if draws.below(4) == 0 {
        let most = 2 + draws.below(20);
        let mut secrets: Vec<u32> = (0..most).map(|_| draws.below(codes) as u32).collect();
        secrets.sort_unstable();
        secrets.dedup();
        return Question::Set { secrets, turns };
    }
    let first = draws.below(codes) as u32;
    let mut parts = parts(space, first);
    let (feedback, secrets) = parts.swap_remove(draws.below(parts.len() as u64) as usize);
    let task = |limit| Question::Task { first, feedback, secrets: secrets.clone(), turns, limit };
    // Most limits are close to the cost, so that the stored result is often a bound instead of a
    // cost.
    let limit = match task(IMPOSSIBLE).ask_anew(space).0 {
        Some(cost) if draws.below(4) > 0 => (cost + draws.below(4)).saturating_sub(draws.below(6)),
        _ => IMPOSSIBLE,
    };
    task(limit)
}

/// Returns the least cost of the whole game if the first guess is `first` and at most `turns` turns
/// are allowed. It is the sum of the costs of the tasks and the cost of the first turn. `None` if
/// the turns do not suffice.
fn whole(solver: &Solver<'_>, first: u32, turns: u32) -> Option<u64> {
    let space = solver.space;
    let tasks = parts(space, first).into_iter().map(|(feedback, secrets)| {
        let limit = IMPOSSIBLE;
        Question::Task { first, feedback, secrets, turns: after_one(turns), limit }.ask(solver).0
    });
    tasks.sum::<Option<u64>>().map(|cost| cost + space.codes.len() as u64 * space.turn)
}

#[test]
fn solvers_serve_many_questions() {
    let games = [
        (2, 6, Repeats::Allowed),
        (3, 4, Repeats::Allowed),
        (3, 5, Repeats::Forbidden),
        (4, 3, Repeats::Allowed),
        (4, 4, Repeats::Allowed),
        (5, 3, Repeats::Allowed),
        (3, 6, Repeats::Allowed),
    ];
    let mut draws = Draws(StreamKey::new(2026, 0).rng());
    let (mut limited, mut below, mut by_trial) = (0, 0, 0);
    let all = inputs(1400);
    for (number, (pins, colors, repeats)) in games.into_iter().cycle().take(4 * games.len()).enumerate() {
        let game = Game::new(pins, colors, repeats).unwrap();
        let (possible_only, count_last) = (number % 2 == 1, number / 2 % 2 == 1);
        let space = Space::new(game, Level::best(), possible_only, count_last);
        let kept = |solver: Solver<'_>| {
            let solver = solver.alone();
            for _ in 0..all / (4 * games.len() as u64) {
                let question = question(&mut draws, &space);
                let (found, expected) = (question.ask(&solver), question.ask_anew(&space));
                assert_eq!(
                    found, expected,
                    "{game}, possible_only {possible_only}, count_last {count_last}: {question:?}"
                );
                if let Question::Task { limit, .. } = question
                    && limit < IMPOSSIBLE
                {
                    limited += 1;
                    below += u64::from(found.0.is_some());
                }
            }
            if game.codewords() <= 128 {
                for _ in 0..3 {
                    let (first, turns) = (draws.below(game.codewords()) as u32, draws.turns());
                    let first_guesses = [Codeword::from_valid_bits(space.codes[first as usize])];
                    let costs = (space.turn, space.last);
                    let (expected, _) =
                        plain::least(game, &first_guesses, turns.min(200), costs, possible_only);
                    assert_eq!(whole(&solver, first, turns), expected, "{game}, {turns} turns");
                    by_trial += 1;
                }
            }
            Ok(())
        };
        with_solver(&space, &(), kept).unwrap();
    }
    assert!(
        5 * below > limited && below < limited && by_trial > 0,
        "{below} of {limited} limited tasks have a cost below the limit; {by_trial} games are compared with the oracle"
    );
}
