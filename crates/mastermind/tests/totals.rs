//! The classical totals over all secrets, compared with the literature.

use quadrille_mastermind::{Evaluation, EvaluationTally, Game, Level, Play, Repeats, Strategy};

struct Expected {
    strategy: Strategy,
    /// The given first guess.
    forced: Option<&'static str>,
    /// The expected first guess.
    first: &'static str,
    total: u64,
    histogram: &'static [u64],
}

const fn own(strategy: Strategy, first: &'static str, total: u64, histogram: &'static [u64]) -> Expected {
    Expected { strategy, forced: None, first, total, histogram }
}

const fn forced(strategy: Strategy, first: &'static str, total: u64, histogram: &'static [u64]) -> Expected {
    Expected { strategy, forced: Some(first), first, total, histogram }
}

fn check(game: Game, table: &[Expected]) {
    for expected in table {
        let first = expected.forced.map(|text| game.parse(text).unwrap());
        let play = Play::new(expected.strategy).with_first(first);
        let evaluation = Evaluation::open(game, play, Level::best(), &()).unwrap();
        let mut tally: EvaluationTally = evaluation.opening();
        for part in 0..evaluation.parts().len() {
            tally.merge(&evaluation.play_part(part, &()).unwrap());
        }
        let name = format!("{game}: {}", expected.strategy);
        assert_eq!(game.show(evaluation.first_guess()).to_string(), expected.first, "{name}");
        assert_eq!(tally.secrets(), game.codewords(), "{name}");
        assert_eq!(tally.total_turns(), expected.total, "{name}");
        if !expected.histogram.is_empty() {
            assert_eq!(tally.histogram, expected.histogram, "{name}");
        }
    }
}

fn mastermind(pins: u32, colors: u32) -> Game {
    Game::new(pins, colors, Repeats::Allowed).unwrap()
}

#[test]
fn four_pins_six_colors() {
    check(
        mastermind(4, 6),
        &[
            own(Strategy::Knuth, "1122", 5801, &[1, 6, 62, 533, 694]),
            own(Strategy::ExpectedSize, "1123", 5696, &[1, 10, 54, 645, 583, 3]),
            own(Strategy::Entropy, "1234", 5722, &[1, 4, 71, 612, 596, 12]),
            forced(Strategy::Entropy, "1123", 5680, &[1, 10, 56, 658, 567, 4]),
            own(Strategy::MostParts, "1123", 5668, &[1, 12, 72, 635, 569, 7]),
        ],
    );
}

#[test]
fn four_pins_seven_colors() {
    check(
        mastermind(4, 7),
        &[
            own(Strategy::Knuth, "1234", 11613, &[]),
            own(Strategy::ExpectedSize, "1234", 11409, &[]),
            own(Strategy::Entropy, "1234", 11378, &[]),
            forced(Strategy::Entropy, "1123", 11373, &[]),
            own(Strategy::MostParts, "1123", 11388, &[]),
        ],
    );
}

#[test]
fn bulls_and_cows() {
    check(
        Game::new(4, 10, Repeats::Forbidden).unwrap(),
        &[
            own(Strategy::Knuth, "1234", 27139, &[]),
            own(Strategy::ExpectedSize, "1234", 26551, &[]),
            own(Strategy::Entropy, "1234", 26424, &[]),
            own(Strategy::MostParts, "1234", 26751, &[]),
        ],
    );
}

#[test]
fn five_pins_eight_colors() {
    check(
        mastermind(5, 8),
        &[
            forced(Strategy::Knuth, "11223", 183775, &[]),
            forced(Strategy::ExpectedSize, "11223", 180200, &[]),
            forced(Strategy::Entropy, "11223", 179704, &[]),
            forced(Strategy::MostParts, "11223", 181834, &[]),
        ],
    );
}
