//! The next guess, against plain play.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use quadrille_mastermind::{
    AdviseError, Cancelled, CandidatesError, Codeword, Conflict, Evaluation, Feedback, Game, Goal, Level,
    Observer, Play, Progress, Repeats, Row, Strategy, TooLarge, advise, advise_optimally, candidates, grade,
    is_consistent, plain,
};

/// The turns of a game played by advice alone.
fn turns(game: Game, play: Play, secret: Codeword) -> usize {
    let mut rows: Vec<Row> = Vec::new();
    loop {
        let advice = advise(game, play, &rows, Level::best(), &()).unwrap();
        let consistent =
            |code: &Codeword| rows.iter().all(|row| row.feedback.agrees(plain::score(*code, row.guess)));
        let remaining: Vec<Codeword> = game.iter().filter(consistent).collect();
        assert_eq!(advice.remaining, remaining.len() as u64);
        assert_eq!(advice.possible, remaining.contains(&advice.guess));
        assert!(advice.possible || !play.possible_only);
        for part in &advice.partitions {
            let same = |code: &&Codeword| plain::score(**code, advice.guess) == part.feedback;
            assert_eq!(part.count, remaining.iter().filter(same).count() as u64);
        }
        assert!(advice.partitions.iter().all(|part| part.count > 0));
        assert!(advice.partitions.is_sorted_by(|a, b| {
            (a.feedback.black, a.feedback.white) > (b.feedback.black, b.feedback.white)
        }));
        assert_eq!(advice.partitions.iter().map(|part| part.count).sum::<u64>(), advice.remaining);
        rows.push(Row { guess: advice.guess, feedback: plain::score(secret, advice.guess).into() });
        if advice.guess == secret {
            return rows.len();
        }
    }
}

#[test]
fn following_advice_is_what_is_evaluated() {
    for (game, first) in [
        (Game::new(3, 4, Repeats::Allowed).unwrap(), None),
        (Game::new(3, 4, Repeats::Allowed).unwrap(), Some("123")),
        (Game::new(3, 5, Repeats::Forbidden).unwrap(), None),
    ] {
        for strategy in Strategy::ALL {
            for possible_only in [false, true] {
                let first = first.map(|text| game.parse(text).unwrap());
                let play = Play::new(strategy).with_first(first).only_possible(possible_only);
                let total: usize = game.iter().map(|secret| turns(game, play, secret)).sum();
                let expected = quadrille_mastermind::evaluate(game, play, Level::best(), &()).unwrap();
                assert_eq!(total as u64, expected.total_turns(), "{game} {play:?}");
            }
        }
    }
}

#[test]
fn own_first_guesses() {
    let game = Game::new(4, 6, Repeats::Allowed).unwrap();
    for (strategy, first) in [
        (Strategy::Knuth, "1122"),
        (Strategy::ExpectedSize, "1123"),
        (Strategy::Entropy, "1234"),
        (Strategy::MostParts, "1123"),
        (Strategy::FirstConsistent, "1111"),
    ] {
        let advice = advise(game, Play::new(strategy), &[], Level::best(), &()).unwrap();
        assert_eq!(game.show(advice.guess).to_string(), first);
        let evaluation = Evaluation::open(game, Play::new(strategy), Level::best(), &()).unwrap();
        assert_eq!(evaluation.first_guess(), advice.guess);
        // The same parts, but for the one that is solved.
        assert_eq!(evaluation.parts(), &advice.partitions[1..]);
    }
}

#[test]
fn contradictions_and_sizes_are_named() {
    let game = Game::new(4, 6, Repeats::Allowed).unwrap();
    let rows = Row::parse_all(game, &["1122:0,0", "3344:0,0", "5566:0,0"]).unwrap();
    let error = advise(game, Play::new(Strategy::Knuth), &rows, Level::best(), &()).unwrap_err();
    let AdviseError::Contradiction { rows: 3, conflict: Some(conflict), .. } = &error else {
        panic!("{error:?}")
    };
    assert_eq!((&conflict.rows[..], conflict.reading.len(), conflict.pegs), (&[1, 2, 3][..], 1, 2));
    assert_eq!(
        error.to_string(),
        "no codeword of 4 pins, 6 colours agrees with all 3 rows: at least one feedback must be wrong"
    );

    let large = Game::new(16, 15, Repeats::Allowed).unwrap();
    let answer =
        |rows: &[&str], play| advise(large, play, &Row::parse_all(large, rows).unwrap(), Level::best(), &());
    let knuth = Play::new(Strategy::Knuth);
    assert!(matches!(answer(&[], knuth), Err(AdviseError::TooLarge(TooLarge { .. }))));
    // Fifteen of sixteen right: 16 · 14 codewords remain. All guesses are too many to be tried, the possible
    // ones are not: the best of these is the answer, and it says so.
    let rows = ["1111111111111111:15,0"];
    let advice = answer(&rows, knuth).unwrap();
    assert_eq!((advice.remaining, advice.possible, advice.exact), (224, true, false));
    let advice = answer(&rows, knuth.only_possible(true)).unwrap();
    assert_eq!((advice.remaining, advice.possible, advice.exact), (224, true, true));
    let far_too_many = answer(&["1111222233334444:2,3"], knuth);
    assert!(matches!(far_too_many, Err(AdviseError::Candidates(CandidatesError::TooMany { .. }))));
}

/// Stops at the question of that number.
fn stopping_at(wanted: u64, asked: &AtomicU64) -> impl Observer {
    asked.store(0, Relaxed);
    move |_: &Progress| {
        let stop = asked.fetch_add(1, Relaxed) + 1 >= wanted;
        if stop { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }
}

/// In every stretch of a long call: listing codewords, looking for representatives, ranking guesses.
#[test]
fn the_caller_can_stop_anywhere() {
    let asked = AtomicU64::new(0);
    let game = Game::new(8, 6, Repeats::Allowed).unwrap();
    let rows = Row::parse_all(game, &["11223344:2,1"]).unwrap();
    for strategy in [Strategy::Knuth, Strategy::Entropy] {
        for possible_only in [false, true] {
            let play = Play::new(strategy).only_possible(possible_only);
            for wanted in [1, 2, 3, 5, 10, 20, 40, 80] {
                let answer = advise(game, play, &rows, Level::best(), &stopping_at(wanted, &asked));
                assert_eq!(answer, Err(AdviseError::Cancelled(Cancelled)), "{play:?}, question {wanted}");
            }
        }
    }
    let cancelled = candidates(game, &rows, 10, &stopping_at(3, &asked));
    assert_eq!(cancelled, Err(CandidatesError::Cancelled(Cancelled)));
    let rows = Row::parse_all(game, &["11112222:0,0", "33334444:0,0", "55556666:0,0"]).unwrap();
    assert_eq!(Conflict::among(game, &rows, &stopping_at(3, &asked)), Err(Cancelled));
    let answer = advise(game, Play::new(Strategy::Knuth), &rows, Level::best(), &stopping_at(4, &asked));
    assert_eq!(answer, Err(AdviseError::Cancelled(Cancelled)), "while the contradiction is looked into");
}

/// A hundred million codewords, and one question whether to go on.
#[test]
fn first_guesses_are_found_without_a_search() {
    let game = Game::new(8, 10, Repeats::Allowed).unwrap();
    let asked = AtomicU64::new(0);
    let advice =
        advise(game, Play::new(Strategy::Entropy), &[], Level::best(), &stopping_at(2, &asked)).unwrap();
    assert_eq!(advice.remaining, 100_000_000);
    assert_eq!(advice.partitions.iter().map(|part| part.count).sum::<u64>(), 100_000_000);
    assert!(advice.possible);
}

/// The fewest turns that these secrets take together, by trying everything.
fn least(guesses: &[Codeword], secrets: &[Codeword], possible_only: bool, turns: u32) -> Option<u64> {
    if turns == 0 {
        return None;
    }
    if secrets.len() == 1 {
        return Some(1);
    }
    let tried = if possible_only { secrets } else { guesses };
    let after = |&guess: &Codeword| {
        let mut parts: Vec<(Feedback, Vec<Codeword>)> = Vec::new();
        for &secret in secrets.iter().filter(|&&secret| secret != guess) {
            let feedback = plain::score(secret, guess);
            match parts.iter_mut().find(|part| part.0 == feedback) {
                Some(part) => part.1.push(secret),
                None => parts.push((feedback, vec![secret])),
            }
        }
        if parts.iter().any(|part| part.1.len() == secrets.len()) {
            return None;
        }
        let rest = parts.iter().map(|part| least(guesses, &part.1, possible_only, turns - 1));
        rest.sum::<Option<u64>>().map(|rest| secrets.len() as u64 + rest)
    };
    tried.iter().filter_map(after).min()
}

#[test]
fn optimal_advice_is_the_least_by_trial() {
    for (pins, colors, repeats) in [
        (2, 4, Repeats::Allowed),
        (3, 3, Repeats::Allowed),
        (3, 4, Repeats::Forbidden),
        (1, 6, Repeats::Allowed),
    ] {
        let game = Game::new(pins, colors, repeats).unwrap();
        let all: Vec<Codeword> = game.iter().collect();
        for (number, &guess) in all.iter().enumerate().step_by(3) {
            let secret = all[(number * 7 + 2) % all.len()];
            let rows = [Row { guess, feedback: plain::score(secret, guess).into() }];
            let left: Vec<Codeword> = all
                .iter()
                .copied()
                .filter(|&code| rows[0].feedback.agrees(plain::score(code, guess)))
                .collect();
            if left.len() > 9 {
                continue;
            }
            for possible_only in [false, true] {
                for limit in [None, Some(1), Some(2), Some(3), Some(9)] {
                    let goal = Goal::new().only_possible(possible_only).with_max_turns(limit);
                    let found = advise_optimally(game, &goal, &rows, Level::best(), &());
                    let expected = least(&all, &left, possible_only, limit.unwrap_or(9));
                    match (found, expected) {
                        (Ok(Some(best)), Some(turns)) => {
                            assert_eq!((best.turns, best.advice.remaining), (turns, left.len() as u64));
                            assert!(!possible_only || best.advice.possible);
                        }
                        (Err(AdviseError::TooFewTurns { remaining, .. }), None) => {
                            assert_eq!(remaining, left.len() as u64);
                        }
                        (found, expected) => panic!("{game} {rows:?} {goal:?}: {found:?}, {expected:?}"),
                    }
                }
            }
        }
    }
}

/// The best guess is the one that grades hold others against.
#[test]
fn optimal_advice_loses_nothing_by_its_grade() {
    for (game, texts) in [
        (Game::new(4, 6, Repeats::Allowed).unwrap(), &["1122:1,0", "1344:0,1"][..]),
        (Game::new(4, 6, Repeats::Allowed).unwrap(), &[]),
        (Game::new(4, 7, Repeats::Forbidden).unwrap(), &["1234:1,1"]),
    ] {
        let mut rows = Row::parse_all(game, texts).unwrap();
        let best = advise_optimally(game, &Goal::new(), &rows, Level::best(), &()).unwrap().unwrap();
        let guess = best.advice.guess;
        let secret = game.iter().find(|&code| is_consistent(code, &rows)).unwrap();
        rows.push(Row { guess, feedback: plain::score(secret, guess).into() });
        let graded = grade(game, Play::new(Strategy::Entropy), &rows, Level::best(), &()).unwrap();
        let row = &graded.rows[texts.len()];
        assert!(row.exact && row.turns_lost.abs() < 1e-12, "{game} {texts:?}");
        assert_eq!(row.best, guess);
    }
}

#[test]
fn optimal_advice_says_where_it_would_take_too_long() {
    let goal = Goal::new();
    let classical = Game::new(4, 6, Repeats::Allowed).unwrap();
    let best = advise_optimally(classical, &goal, &[], Level::best(), &()).unwrap().unwrap();
    assert_eq!((best.turns, best.advice.remaining), (5625, 1296));
    for (pins, colors) in [(5, 8), (16, 15)] {
        let game = Game::new(pins, colors, Repeats::Allowed).unwrap();
        assert_eq!(advise_optimally(game, &goal, &[], Level::best(), &()), Ok(None));
    }
    let rows = Row::parse_all(classical, &["1111:4,0", "1112:4,0"]).unwrap();
    let error = advise_optimally(classical, &goal, &rows, Level::best(), &()).unwrap_err();
    assert!(matches!(error, AdviseError::Contradiction { rows: 2, .. }));
}
