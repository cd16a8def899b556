//! The published table of results: Knuth and Most Parts with given first guesses.

use quadrille_mastermind::{Game, Level, Play, Repeats, Strategy, evaluate};

#[test]
fn every_cell() {
    let mut met = 0;
    for line in include_str!("data/published.csv").lines().skip(1) {
        let cells: Vec<&str> = line.split(',').collect();
        let [pins, colors, strategy, average, max, _seconds, first, _scores, total] = cells[..] else {
            panic!("nine cells: {line}")
        };
        let strategy = match strategy {
            "Knuth" => Strategy::Knuth,
            "Most Parts" => Strategy::MostParts,
            other => panic!("a strategy that is not expected: {other}"),
        };
        let game = Game::new(pins.parse().unwrap(), colors.parse().unwrap(), Repeats::Allowed).unwrap();
        let play = Play::new(strategy).with_first(Some(game.parse(first).unwrap()));
        let tally = evaluate(game, play, Level::best(), &()).unwrap();
        assert_eq!(tally.total_turns(), total.parse::<u64>().unwrap(), "{line}");
        assert_eq!(tally.max_turns(), max.parse::<usize>().unwrap(), "{line}");
        // The published averages are rounded, one of them wrongly.
        let average: f64 = average.parse().unwrap();
        assert!((tally.average().unwrap() - average).abs() < 1e-4, "{line}");
        met += 1;
    }
    assert_eq!(met, 60, "the number of table cells that were compared");
}
