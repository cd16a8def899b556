//! The fast evaluation compared with plain play, on every small game, at every level, on any number
//! of threads.

use std::ops::ControlFlow;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use quadrille_mastermind::{
    Cancelled, CodewordError, EvaluateError, Evaluation, EvaluationTally, Game, Level, Play, Progress,
    Repeats, Slice, Strategy, TooLarge, evaluate, evaluate_plainly,
};
use rayon::prelude::*;

fn every_play(game: Game) -> impl Iterator<Item = Play> {
    let last = game.iter().last();
    Strategy::ALL.into_iter().flat_map(move |strategy| {
        [false, true].into_iter().flat_map(move |possible_only| {
            [None, last]
                .into_iter()
                .map(move |first| Play::new(strategy).with_first(first).only_possible(possible_only))
        })
    })
}

fn check(pins: u32, colors: u32, repeats: Repeats) {
    let game = Game::new(pins, colors, repeats).unwrap();
    for play in every_play(game) {
        let expected = evaluate_plainly(game, play);
        for level in Level::available() {
            assert_eq!(evaluate(game, play, level, &()), Ok(expected.clone()), "{game} {play:?} {level}");
        }
    }
}

#[test]
fn plain_play_with_repeats() {
    for (pins, colors) in [
        (1, 1),
        (1, 2),
        (1, 3),
        (1, 15),
        (2, 1),
        (2, 2),
        (2, 4),
        (2, 7),
        (3, 2),
        (3, 3),
        (3, 4),
        (4, 3),
        (5, 2),
        (8, 2),
    ] {
        check(pins, colors, Repeats::Allowed);
    }
}

#[test]
fn plain_play_without_repeats() {
    for (pins, colors) in [(1, 1), (1, 4), (2, 2), (2, 5), (3, 3), (3, 5), (4, 4), (3, 6)] {
        check(pins, colors, Repeats::Forbidden);
    }
}

#[test]
fn threads_and_levels_change_nothing() {
    for (game, strategy) in [
        (Game::new(4, 6, Repeats::Allowed).unwrap(), Strategy::Entropy),
        (Game::new(6, 4, Repeats::Allowed).unwrap(), Strategy::FirstConsistent),
        (Game::new(5, 5, Repeats::Allowed).unwrap(), Strategy::Knuth),
        (Game::new(4, 7, Repeats::Forbidden).unwrap(), Strategy::MostParts),
        (Game::new(8, 2, Repeats::Allowed).unwrap(), Strategy::ExpectedSize),
    ] {
        let mut expected: Option<EvaluationTally> = None;
        for threads in [1, 2, 3, 7] {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
            for level in Level::available() {
                let play = Play::new(strategy);
                let tally = pool.install(|| evaluate(game, play, level, &())).unwrap();
                let first = expected.get_or_insert_with(|| tally.clone());
                assert_eq!(&tally, first, "{game} {strategy} {threads} threads {level}");
            }
        }
    }
}

#[test]
fn parts_add_up_in_any_order() {
    let game = Game::new(4, 5, Repeats::Allowed).unwrap();
    let play = Play::new(Strategy::MostParts);
    let whole = evaluate(game, play, Level::best(), &()).unwrap();
    let evaluation = Evaluation::open(game, play, Level::best(), &()).unwrap();
    let parts: Vec<EvaluationTally> =
        (0..evaluation.parts().len()).map(|part| evaluation.play_part(part, &()).unwrap()).collect();
    for (part, tally) in evaluation.parts().iter().zip(&parts) {
        assert_eq!(tally.secrets(), part.count);
        assert_eq!(tally.histogram[0], 0);
    }
    let mut backwards = EvaluationTally::default();
    for part in parts.iter().rev() {
        backwards.merge(part);
    }
    backwards.merge(&evaluation.opening());
    assert_eq!(backwards, whole);
}

#[test]
fn slices_add_up_to_their_part() {
    for (game, strategy) in [
        (Game::new(4, 5, Repeats::Allowed).unwrap(), Strategy::Knuth),
        (Game::new(3, 9, Repeats::Allowed).unwrap(), Strategy::Entropy),
        (Game::new(4, 6, Repeats::Forbidden).unwrap(), Strategy::FirstConsistent),
        (Game::new(7, 2, Repeats::Allowed).unwrap(), Strategy::MostParts),
    ] {
        let evaluation = Evaluation::open(game, Play::new(strategy), Level::best(), &()).unwrap();
        for part in 0..evaluation.parts().len() {
            let expected = evaluation.play_part(part, &()).unwrap();
            for of in [1, 2, 3, 50] {
                let mut sliced = EvaluationTally::default();
                // The last slice comes first: the first slice to be played determines the second
                // guess.
                for number in (0..of).rev() {
                    sliced.merge(&evaluation.play_slice(part, Slice { number, of }, &()).unwrap());
                }
                assert_eq!(sliced, expected, "{game} {strategy} part {part} in {of} slices");
            }
            // All slices are played at once, on threads.
            let together = Mutex::new(EvaluationTally::default());
            (0..5usize).into_par_iter().for_each(|number| {
                let tally = evaluation.play_slice(part, Slice { number, of: 5 }, &()).unwrap();
                together.lock().unwrap().merge(&tally);
            });
            assert_eq!(together.into_inner().unwrap(), expected);
        }
    }
}

#[test]
fn the_caller_is_told_and_can_stop() {
    let game = Game::new(5, 7, Repeats::Allowed).unwrap();
    let play = Play::new(Strategy::Knuth);
    let calls = AtomicU64::new(0);
    let stop_at = |wanted: u64| {
        calls.store(0, Relaxed);
        let report = |progress: &Progress| {
            assert_eq!(progress.total, Some(game.codewords()));
            assert!(progress.done <= game.codewords());
            if calls.fetch_add(1, Relaxed) + 1 >= wanted {
                ControlFlow::Break(())
            } else {
                ControlFlow::Continue(())
            }
        };
        evaluate(game, play, Level::best(), &report)
    };
    for wanted in [1, 2, 3, 10, 100] {
        assert_eq!(stop_at(wanted), Err(EvaluateError::Cancelled(Cancelled)), "at call {wanted}");
        // Other threads may have been about to call.
        assert!(calls.load(Relaxed) <= wanted + rayon::current_num_threads() as u64);
    }
    let tally = stop_at(u64::MAX).unwrap();
    // At least one call per 2^20 scores, except for the last task.
    assert!(calls.load(Relaxed) >= 200, "{} scores, {} calls", tally.scores, calls.load(Relaxed));
}

#[test]
fn what_cannot_be_evaluated_says_so() {
    let large = Game::new(16, 15, Repeats::Allowed).unwrap();
    let error = evaluate(large, Play::new(Strategy::Knuth), Level::best(), &()).unwrap_err();
    assert!(matches!(error, EvaluateError::TooLarge(TooLarge { codewords: 6568408355712890625, .. })));
    let message = error.to_string();
    assert!(message.starts_with("16 pins, 15 colours has 6568408355712890625 codewords"), "{message}");
    assert!(message.ends_with("GiB of memory; the limit is 2 GiB"), "{message}");

    let four = Game::new(4, 6, Repeats::Allowed).unwrap();
    let wide = Game::new(4, 9, Repeats::Allowed).unwrap();
    let play = Play::new(Strategy::Knuth).with_first(Some(wide.parse("1129").unwrap()));
    let problem = CodewordError::BeyondGame { pin: 4, found: '9', symbols: "123456".into() };
    assert_eq!(evaluate(four, play, Level::best(), &()), Err(EvaluateError::First(problem)));
}
