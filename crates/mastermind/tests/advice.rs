//! The next guess, against plain play.

use std::ops::ControlFlow;

use quadrille_lanes::Level;
use quadrille_mastermind::{
    AdviseError, CandidatesError, Codeword, Evaluation, Game, Play, Repeats, Row, Snapshot, Stopped,
    Strategy, TooLarge, advise, ladder::plain,
};

fn go_on(_: Snapshot) -> ControlFlow<()> {
    ControlFlow::Continue(())
}

/// The turns of a game played by advice alone.
fn turns(game: Game, play: Play, secret: Codeword) -> usize {
    let mut rows: Vec<Row> = Vec::new();
    loop {
        let advice = advise(game, play, &rows, Level::best(), &go_on).unwrap();
        let consistent =
            |code: &Codeword| rows.iter().all(|row| plain::score(*code, row.guess) == row.feedback);
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
        rows.push(Row { guess: advice.guess, feedback: plain::score(secret, advice.guess) });
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
                let play = Play { strategy, first, possible_only };
                let total: usize = game.iter().map(|secret| turns(game, play, secret)).sum();
                let expected = quadrille_mastermind::evaluate(game, play, Level::best(), &go_on).unwrap();
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
        let advice = advise(game, Play::new(strategy), &[], Level::best(), &go_on).unwrap();
        assert_eq!(game.show(advice.guess).to_string(), first);
        let evaluation = Evaluation::open(game, Play::new(strategy), Level::best(), &go_on).unwrap();
        assert_eq!(evaluation.first_guess(), advice.guess);
        // The same parts, but for the one that is solved.
        assert_eq!(evaluation.parts(), &advice.partitions[1..]);
    }
}

#[test]
fn contradictions_and_sizes_are_named() {
    let game = Game::new(4, 6, Repeats::Allowed).unwrap();
    let rows = Row::parse_all(game, &["1122:0,0", "3344:0,0", "5566:0,0"]).unwrap();
    let error = advise(game, Play::new(Strategy::Knuth), &rows, Level::best(), &go_on).unwrap_err();
    let AdviseError::Contradiction { rows: 3, conflict: Some(conflict), .. } = &error else {
        panic!("{error:?}")
    };
    assert_eq!((&conflict.rows[..], conflict.reading.len(), conflict.pegs), (&[1, 2, 3][..], 1, 2));
    assert_eq!(
        error.to_string(),
        "no codeword of 4 pins, 6 colours agrees with all 3 rows: at least one feedback must be wrong"
    );

    let large = Game::new(16, 15, Repeats::Allowed).unwrap();
    let answer = |rows: &[&str], play| {
        advise(large, play, &Row::parse_all(large, rows).unwrap(), Level::best(), &go_on)
    };
    let knuth = Play::new(Strategy::Knuth);
    assert!(matches!(answer(&[], knuth), Err(AdviseError::TooLarge(TooLarge { .. }))));
    // Fifteen of sixteen right: 16 · 14 codewords remain. All guesses are too many, the possible ones are
    // not.
    let rows = ["1111111111111111:15,0"];
    assert!(matches!(answer(&rows, knuth), Err(AdviseError::TooLarge(TooLarge { .. }))));
    let advice = answer(&rows, Play { possible_only: true, ..knuth }).unwrap();
    assert_eq!((advice.remaining, advice.possible), (224, true));
    let far_too_many = answer(&["1111222233334444:2,3"], knuth);
    assert!(matches!(far_too_many, Err(AdviseError::Candidates(CandidatesError::TooMany { .. }))));
}

#[test]
fn the_caller_can_stop() {
    let game = Game::new(6, 6, Repeats::Allowed).unwrap();
    let rows = Row::parse_all(game, &["112233:1,1"]).unwrap();
    let stop = |_| ControlFlow::Break(());
    let answer = advise(game, Play::new(Strategy::Knuth), &rows, Level::best(), &stop);
    assert_eq!(answer, Err(AdviseError::Stopped(Stopped)));
}
