//! The next guess, compared with plain play.

use std::num::NonZeroU64;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use quadrille_mastermind::{
    AdviseError, Cancelled, CandidatesError, Codeword, Conflict, Evaluation, Feedback, Game, Goal, Level,
    Observer, Play, Progress, Repeats, Row, Stage, Strategy, advise, advise_optimally, advise_while,
    advise_within, candidates, grade, is_consistent, plain,
};
use quadrille_random::{StreamKey, bounded};

/// Returns the turns of a game played by advice alone.
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
        // The partition is the same, except for the solved part.
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
    // Without rows no codeword has to be listed.
    let first = answer(&[], knuth).unwrap();
    assert_eq!((first.remaining, first.exact), (15u64.pow(16), true));
    assert_eq!(first.partitions.iter().map(|part| part.count).sum::<u64>(), first.remaining);
    // Fifteen of sixteen right: 16 · 14 codewords remain. There are too many guesses to try all,
    // but the possible ones are tried first.
    let rows = ["1111111111111111:15,0"];
    let advice = answer(&rows, knuth).unwrap();
    assert_eq!((advice.remaining, advice.exact), (224, false));
    assert!(advice.examined.guesses > 10_000 && advice.examined.secrets == 224, "{:?}", advice.examined);
    assert_eq!(advice.examined.allowed, large.codewords());
    let advice = answer(&rows, knuth.only_possible(true)).unwrap();
    assert_eq!((advice.remaining, advice.possible, advice.exact), (224, true, true));
    let many = answer(&["1111222233334444:2,3"], knuth).unwrap();
    assert!(many.remaining > 1 << 50 && many.examined.counted, "{:?}", many.examined);
}

/// Compares the sums and the guess with a plain examination of every guess, for any limit of work.
fn check_limited(game: Game, play: Play, rows: &[Row], work: Option<u64>) -> Option<bool> {
    let remaining: Vec<Codeword> = game.iter().filter(|&code| is_consistent(code, rows)).collect();
    let found = advise_within(game, play, rows, work, Level::best(), &());
    let advice = match found {
        Err(AdviseError::Contradiction { .. }) => {
            assert!(remaining.is_empty());
            return None;
        }
        found => found.unwrap(),
    };
    assert_eq!(advice.remaining, remaining.len() as u64);
    assert_eq!(advice.possible, remaining.contains(&advice.guess));
    assert!(advice.possible || !play.possible_only);
    let mut parts = vec![0u64; game.feedbacks()];
    for &secret in &remaining {
        parts[plain::score(secret, advice.guess).index()] += 1;
    }
    for part in &advice.partitions {
        assert_eq!(part.count, parts[part.feedback.index()]);
    }
    assert_eq!(advice.partitions.iter().map(|part| part.count).sum::<u64>(), advice.remaining);
    let examined = advice.examined;
    let allowed = if play.possible_only || play.strategy == Strategy::FirstConsistent {
        advice.remaining
    } else {
        game.codewords()
    };
    assert!(examined.counted && !examined.estimated && !examined.stopped);
    assert_eq!((examined.allowed, examined.guesses <= allowed), (allowed, true));
    let whole = advise(game, play, rows, Level::best(), &()).unwrap();
    assert!(whole.exact && whole.examined.guesses == allowed, "a small game");
    if advice.exact {
        assert_eq!((advice.guess, examined.guesses), (whole.guess, allowed), "{game} {play:?} {work:?}");
    }
    assert_eq!(advise_within(game, play, rows, work, Level::best(), &()).unwrap(), advice);
    Some(advice.exact)
}

/// Random games, rows (complete and partial feedback, repeated guesses) and limits: exact advice
/// equals the best of all guesses, and more work is never worse.
#[test]
fn limited_advice_is_exact_where_it_says_so() {
    let mut random = StreamKey::new(2026, 43).rng();
    let mut below = |n: u64| bounded::below_u64(&mut random, NonZeroU64::new(n).unwrap());
    let (mut exact, mut limited) = (0, 0);
    for _ in 0..300 {
        let repeats = if below(4) == 0 { Repeats::Forbidden } else { Repeats::Allowed };
        let Ok(game) = Game::new(1 + below(5) as u32, 1 + below(7) as u32, repeats) else { continue };
        let mut code = || game.codeword_at(below(game.codewords())).unwrap();
        let (secret, mut rows) = (code(), Vec::new());
        for guess in [code(), code(), code()] {
            rows.push(Row { guess, feedback: plain::score(secret, guess).into() });
        }
        rows.truncate(1 + below(3) as usize);
        if below(3) == 0 {
            let again = rows[0];
            rows.push(again);
        }
        for row in &mut rows {
            match below(6) {
                0 => row.feedback.black = None,
                1 => row.feedback.white = None,
                _ => {}
            }
        }
        let strategy = Strategy::ALL[below(5) as usize];
        let play = Play::new(strategy).only_possible(below(2) == 0);
        // Generates limits on the work: far too little, enough for many rounds, and no limit, which
        // examines everything.
        for work in [0, 1 << below(16), 1 << 22] {
            match check_limited(game, play, &rows, Some(work)) {
                Some(true) => exact += 1,
                Some(false) => limited += 1,
                None => {}
            }
        }
        assert_eq!(check_limited(game, play, &rows, None), Some(true));
    }
    assert!(exact > 200 && limited > 100, "{exact} {limited}");
}

/// Every strategy on eight pins and twelve colours with no row, one, two and four, and some on
/// larger games: partitions sum to the total, and one thread and three give the same result.
#[test]
fn large_games_have_advice_within_the_limit_of_work() {
    let rows = ["11223344:2,2", "12345678:1,3", "9abc1234:1,2", "56129abc:2,1"];
    let pool = rayon::ThreadPoolBuilder::new().num_threads(3).build().unwrap();
    // `ADVICE_LONG=1` runs all of them, with more work.
    let long = std::env::var_os("ADVICE_LONG").is_some();
    let work = Some(if long { 1 << 26 } else { 1 << 23 });
    let some = if long { &Strategy::ALL[..] } else { &[Strategy::Knuth, Strategy::FirstConsistent] };
    let wide = ["123456789abcdef1:2,9", "fedcba9876543211:3,8"];
    let cases = [
        (8, 12, &rows[..], &[1, 2][..], some),
        (8, 12, &rows, &[0, 4], &Strategy::ALL[..]),
        (16, 15, &[], &[0], &Strategy::ALL),
        (9, 12, &["112233445:3", "6789abc12:?,4"], &[2], some),
        (10, 10, &["1122334455:2,3", "6677889911:1,?"], &[1, 2], some),
        (16, 15, &wide, &[2], some),
    ];
    for (pins, colors, rows, counts, strategies) in cases.into_iter().take(if long { 6 } else { 4 }) {
        let game = Game::new(pins, colors, Repeats::Allowed).unwrap();
        for &count in counts {
            let rows = Row::parse_all(game, &rows[..usize::min(count, rows.len())]).unwrap();
            for &strategy in strategies {
                let ask = || {
                    let play = Play::new(strategy);
                    advise_within(game, play, &rows, work, Level::best(), &()).unwrap()
                };
                let advice = ask();
                if strategy == Strategy::Knuth && pins == 8 {
                    assert_eq!(pool.install(ask), advice, "{game} {strategy}");
                }
                assert_eq!(advice.partitions.iter().map(|part| part.count).sum::<u64>(), advice.remaining);
                assert_eq!(advice.possible, is_consistent(advice.guess, &rows), "{game} {strategy}");
                let always_exact =
                    count == 0 || strategy == Strategy::FirstConsistent && advice.examined.counted;
                assert!(advice.exact || !always_exact, "{game} {strategy} {:?}", advice.examined);
                if !advice.exact && advice.examined.counted {
                    assert!(advice.examined.guesses > 0 && !advice.examined.stopped);
                }
            }
        }
    }
}

/// Returns the size of the largest partition of these codewords by a guess.
fn largest_part(game: Game, guess: Codeword, secrets: &[Codeword]) -> usize {
    let mut parts = vec![0; game.feedbacks()];
    for &secret in secrets {
        parts[plain::score(secret, guess).index()] += 1;
    }
    parts.into_iter().max().unwrap()
}

/// If the observer cancels at any call after a possible codeword is known, the result is the best
/// guess so far. With more work the largest partition is smaller, and after some guesses it is
/// smaller than that of the first codeword.
#[test]
fn advice_that_is_stopped_is_the_best_so_far() {
    let asked = AtomicU64::new(0);
    for (pins, colors, texts) in [
        // The guesses are examined in rounds, and in one search for the strategy's own guess.
        (8, 12, &["11223344:2,2", "12345678:1,3", "9abc1234:1,2"][..]),
        (6, 9, &["112233:1,2", "445566:1,1"]),
    ] {
        let game = Game::new(pins, colors, Repeats::Allowed).unwrap();
        let rows = Row::parse_all(game, texts).unwrap();
        let all = candidates(game, &rows, 1 << 20, &()).unwrap().first;
        let play = Play::new(Strategy::Knuth);
        let (mut none, mut compared, mut least) = (0, 0, usize::MAX);
        for wanted in [1, 2, 3, 10, 30, 100, 300, 600, 1000] {
            match advise_within(game, play, &rows, None, Level::best(), &stopping_at(wanted, &asked)) {
                Ok(advice) if advice.examined.stopped => {
                    assert!(!advice.exact);
                    if advice.examined.guesses > 0 {
                        compared += 1;
                        least = largest_part(game, advice.guess, &all);
                    }
                }
                Ok(advice) => assert!(advice.exact),
                Err(error) => {
                    assert_eq!(error, AdviseError::Cancelled(Cancelled));
                    none += 1;
                }
            }
        }
        assert!(none > 0 && compared > 1, "{game}: {none} {compared}");
        assert!(least < largest_part(game, all[0], &all), "{game}");
    }
}

/// Without any time there is still a result: without rows, with too many codewords to count, and
/// with rows that an ordered search cannot satisfy in time. An incomplete set is not reported as
/// complete.
#[test]
fn there_is_advice_when_time_is_over_at_once() {
    let game = Game::new(16, 15, Repeats::Allowed).unwrap();
    let wide = ["123456789abcdef1:2,9", "fedcba9876543211:3,8", "a1b2c3d4e5f67891:3,8"];
    for rows in 0..=3 {
        let rows = Row::parse_all(game, &wide[..rows]).unwrap();
        let play = Play::new(Strategy::Knuth);
        let advice = advise_while(game, play, &rows, None, &|_| false, Level::best(), &()).unwrap();
        assert!(advice.examined.stopped && !advice.exact);
        assert_eq!(advice.possible, is_consistent(advice.guess, &rows));
        assert!(rows.is_empty() || advice.examined.estimated && !advice.examined.counted);
        assert!(advice.examined.guesses < 1 << 16, "{:?}", advice.examined);
        // With time for comparisons only, a quickly found set is compared.
        if rows.len() > 1 {
            let go_on = |stage| stage == Stage::Comparing;
            let work = Some(1 << 22);
            let advice = advise_while(game, play, &rows, work, &go_on, Level::best(), &()).unwrap();
            assert!(advice.examined.guesses > 100 && !advice.exact && advice.examined.estimated);
        }
    }
}

/// Cancels at call number `wanted`.
fn stopping_at(wanted: u64, asked: &AtomicU64) -> impl Observer {
    asked.store(0, Relaxed);
    move |_: &Progress| {
        let stop = asked.fetch_add(1, Relaxed) + 1 >= wanted;
        if stop { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }
}

/// The observer cancels in every phase of a long call: listing codewords, computing
/// representatives, ranking guesses.
#[test]
fn the_caller_can_stop_anywhere() {
    let asked = AtomicU64::new(0);
    let game = Game::new(8, 6, Repeats::Allowed).unwrap();
    let rows = Row::parse_all(game, &["11223344:2,1"]).unwrap();
    for strategy in [Strategy::Knuth, Strategy::Entropy] {
        for possible_only in [false, true] {
            let play = Play::new(strategy).only_possible(possible_only);
            for wanted in [1, 2, 3, 5, 10, 20, 40, 80] {
                match advise(game, play, &rows, Level::best(), &stopping_at(wanted, &asked)) {
                    // The result is the best guess so far.
                    Ok(advice) => {
                        assert!(advice.examined.stopped && wanted > 1, "{play:?}, question {wanted}");
                    }
                    Err(error) => assert_eq!(error, AdviseError::Cancelled(Cancelled), "{play:?}, {wanted}"),
                }
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

/// A hundred million codewords, with a single call of the observer.
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

/// Returns the least total turns of these secrets, by trying everything.
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

/// The best guess is the one with which grades compare others.
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
