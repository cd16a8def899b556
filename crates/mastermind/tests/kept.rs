//! Reused evaluations and decompositions: after any previous calls, cancelled or not, the results
//! equal those of new ones.
//!
//! `KEPT_INPUTS=20000 cargo test --release -p quadrille-mastermind kept` runs more inputs.

use std::collections::HashMap;
use std::num::NonZeroU64;
use std::ops::ControlFlow;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use quadrille_mastermind::{
    Cut, Evaluation, EvaluationTally, Game, Goal, Level, Limit, Observer, Play, Progress, Repeats, Slice,
    Snapshot, Strategy,
};
use quadrille_random::{StreamKey, Xoshiro256PlusPlus, bounded};

fn inputs(usual: u64) -> u64 {
    std::env::var("KEPT_INPUTS").ok().and_then(|text| text.parse().ok()).unwrap_or(usual)
}

/// Random choices of a test.
struct Draws(Xoshiro256PlusPlus);

impl Draws {
    fn new(test: u64) -> Self {
        Self(StreamKey::new(2026, test).rng())
    }

    /// Returns a number below `n`.
    fn below(&mut self, n: u64) -> u64 {
        NonZeroU64::new(n).map_or(0, |n| bounded::below_u64(&mut self.0, n))
    }

    fn pick<T: Copy>(&mut self, all: &[T]) -> T {
        all[self.below(all.len() as u64) as usize]
    }
}

/// An observer that cancels after n notifications.
struct StopAt(AtomicU64);

impl Observer for StopAt {
    fn observe(&self, _: &Progress) -> ControlFlow<()> {
        match self.0.fetch_update(Relaxed, Relaxed, |left| left.checked_sub(1)) {
            Ok(_) => ControlFlow::Continue(()),
            Err(_) => ControlFlow::Break(()),
        }
    }
}

/// Evaluates parts and slices in any order, repeatedly, with one evaluation for each way to play.
/// The evaluations of one game share their guesses.
#[test]
fn kept_evaluations_serve_many_parts() {
    let mut draws = Draws::new(1);
    let games = [
        (3, 6, Repeats::Allowed),
        (4, 4, Repeats::Allowed),
        (3, 7, Repeats::Forbidden),
        (4, 5, Repeats::Allowed),
        (5, 4, Repeats::Allowed),
        (4, 6, Repeats::Forbidden),
        (4, 6, Repeats::Allowed),
    ];
    let all = inputs(350);
    let (mut stopped, mut slices) = (0, 0);
    for (pins, colors, repeats) in games {
        let game = Game::new(pins, colors, repeats).unwrap();
        let codes: Vec<_> = game.iter().collect();
        let mut kept: Vec<(Play, Evaluation)> = Vec::new();
        for strategy in Strategy::ALL {
            let first = (draws.below(2) == 0).then(|| draws.pick(&codes));
            let play = Play::new(strategy).with_first(first).only_possible(draws.below(3) == 0);
            let evaluation = match kept.first() {
                Some((_, other)) => other.open_beside(play, &()).unwrap(),
                None => Evaluation::open(game, play, Level::best(), &()).unwrap(),
            };
            kept.push((play, evaluation));
        }
        for _ in 0..all / games.len() as u64 {
            let at = draws.below(kept.len() as u64) as usize;
            let (play, evaluation) = &kept[at];
            let fresh = Evaluation::open(game, *play, Level::best(), &()).unwrap();
            assert_eq!(evaluation.parts(), fresh.parts());
            let part = draws.below(evaluation.parts().len() as u64) as usize;
            let of = 1 + draws.below(4) as usize;
            let slice = Slice { number: draws.below(of as u64) as usize, of };
            let whole = draws.below(3) == 0;
            slices += u64::from(!whole);
            let ask = |evaluation: &Evaluation, observer: &dyn Observer| {
                if whole {
                    evaluation.play_part(part, observer)
                } else {
                    evaluation.play_slice(part, slice, observer)
                }
            };
            let expected: EvaluationTally = ask(&fresh, &()).unwrap();
            if draws.below(3) == 0 {
                match ask(evaluation, &StopAt(draws.below(4).into())) {
                    Ok(found) => assert_eq!(found, expected),
                    Err(_) => stopped += 1,
                }
            }
            let what = format!("{game}, {play:?}, part {part}, {slice:?}, whole: {whole}");
            assert_eq!(ask(evaluation, &()).unwrap(), expected, "{what}");
        }
        let (play, evaluation) = draws.pick(&kept.iter().collect::<Vec<_>>());
        let fresh = Evaluation::open(game, *play, Level::best(), &()).unwrap();
        assert_eq!(evaluation.play_parts(&()).unwrap(), fresh.play_parts(&()).unwrap());
    }
    assert!(stopped > 0 && slices > 0, "{stopped} {slices}");
}

/// One decomposition per game and goal: tasks in any order, with any limit, from snapshots of
/// earlier attempts.
#[test]
fn kept_cuts_serve_many_tasks() {
    let mut draws = Draws::new(2);
    let sizes = [(3, 4), (2, 7), (4, 4), (3, 6), (5, 3), (4, 5)];
    let all = inputs(280);
    let (mut stopped, mut limited, mut resumed) = (0, 0, 0);
    for (pins, colors) in sizes {
        let game = Game::new(pins, colors, Repeats::Allowed).unwrap();
        let goal = Goal::new().only_possible(draws.below(3) == 0);
        let goals = [
            goal,
            goal.with_few_last(true),
            goal.with_least_depth(true),
            goal.with_max_turns(Some(4 + draws.below(2) as u32)).with_few_last(true),
        ];
        for goal in goals {
            let cut = || Cut::new(game, &goal, Level::best(), &()).unwrap();
            let kept = cut();
            let fresh = cut();
            assert_eq!(kept.tasks(), fresh.tasks());
            let mut snapshots: HashMap<usize, Snapshot> = HashMap::new();
            for _ in 0..all / (4 * sizes.len() as u64) {
                if kept.tasks().is_empty() {
                    break;
                }
                let number = draws.below(kept.tasks().len() as u64) as usize;
                let unlimited = Limit(u64::MAX >> 14);
                let limit = match fresh.solve(number, unlimited, &()).unwrap() {
                    Some((cost, _)) if draws.below(4) > 0 => {
                        Limit((cost + draws.below(4)).saturating_sub(draws.below(5)))
                    }
                    _ => unlimited,
                };
                let expected = fresh.solve(number, limit, &()).unwrap();
                limited += u64::from(expected.is_none());
                let snapshot = snapshots.get(&number).cloned().unwrap_or_default();
                resumed += u64::from(snapshot.sets() > 0);
                let last = Mutex::new(None);
                let keep = |make: &dyn Fn() -> Snapshot| *last.lock().unwrap() = Some(make());
                let questions = if draws.below(3) == 0 { draws.below(12) } else { u64::MAX };
                let found = kept.solve_from(number, limit, &snapshot, &keep, &StopAt(questions.into()));
                let what = format!("{game}, {goal:?}, task {number}, {limit:?}, {questions}");
                match found {
                    Ok(found) => assert_eq!(found, expected, "{what}"),
                    Err(_) => stopped += 1,
                }
                if let Some(snapshot) = last.into_inner().unwrap() {
                    snapshots.insert(number, snapshot);
                }
            }
        }
    }
    assert!(limited > 0 && resumed > 0, "{stopped} {limited} {resumed}");
}
