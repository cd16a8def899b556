//! The built-in patterns match their names: each is run, and compared with its published fate.

use quadrille::examples::{self, EXAMPLES};
use quadrille::life::formats::read;
use quadrille::life::{Census, EngineSettings, Growth, GrowthKind, Outcome, Pseudo, Rule};

/// Fate of a pattern.
#[derive(Clone, Copy)]
enum Is {
    /// A single object from the start: its apgcode, period, and displacement per period.
    Object(&'static str, u64, (i64, i64)),
    /// Stabilizes: the first stable generation, and its population.
    Settles(u64, u64),
    /// Grows forever: the period in generations, and the number of cells gained per period.
    Grows(u64, u64),
}
use Is::{Grows, Object, Settles};

const PATTERNS: &[(&str, u128, Is)] = &[
    ("block", 4, Object("xs4_33", 1, (0, 0))),
    ("beehive", 6, Object("xs6_696", 1, (0, 0))),
    ("eater-1", 7, Object("xs7_178c", 1, (0, 0))),
    ("blinker", 3, Object("xp2_7", 2, (0, 0))),
    ("toad", 6, Object("xp2_7e", 2, (0, 0))),
    ("beacon", 8, Object("xp2_318c", 2, (0, 0))),
    ("clock", 6, Object("xp2_2a54", 2, (0, 0))),
    ("pulsar", 48, Object("xp3_co9nas0san9oczgoldlo0oldlogz1047210127401", 3, (0, 0))),
    ("galaxy", 48, Object("xp8_4b23021eaz57840c4d2", 8, (0, 0))),
    ("pentadecathlon", 12, Object("xp15_4r4z4r4", 15, (0, 0))),
    ("queen-bee-shuttle", 20, Object("xp30_w33z8kqrqk8zzzw33", 30, (0, 0))),
    ("glider", 5, Object("xq4_153", 4, (1, 1))),
    ("lwss", 9, Object("xq4_6frc", 4, (-2, 0))),
    ("mwss", 11, Object("xq4_27dee6", 4, (-2, 0))),
    ("hwss", 13, Object("xq4_27deee6", 4, (-2, 0))),
    ("loafer", 20, Object("xq7_3nw17862z6952", 7, (-1, 0))),
    ("copperhead", 28, Object("xq10_o5995ozes88sezw33", 10, (0, -1))),
    // A glider has five cells.
    ("gosper-gun", 36, Grows(30, 5)),
    ("simkin-gun", 36, Grows(120, 5)),
    ("r-pentomino", 5, Settles(1103, 116)),
    ("acorn", 7, Settles(5206, 633)),
    ("diehard", 7, Settles(130, 0)),
    ("rabbits", 9, Settles(17331, 1744)),
    ("switch-engine", 8, Settles(3911, 842)),
    // Eight blocks per 288 generations, half of them in each half of the period.
    ("ten-cells", 10, Grows(144, 16)),
    ("five-by-five", 13, Grows(144, 16)),
    ("one-line", 28, Grows(144, 32)),
];

#[test]
fn every_pattern_matches_its_name() {
    let patterns = EXAMPLES.iter().filter(|example| example.kind() == "pattern");
    let names: Vec<&str> = patterns.map(|example| example.name).collect();
    assert_eq!(names, PATTERNS.iter().map(|&(name, ..)| name).collect::<Vec<_>>());
    for (name, population, is) in PATTERNS {
        let (_, pattern) = read(&examples::find(name).unwrap().source()).unwrap();
        assert_eq!(
            (pattern.population(), pattern.rule.map(|rule| rule.to_string())),
            (*population, Some(Rule::CONWAY.to_string())),
            "{name}"
        );
        let settings = EngineSettings::default();
        let found = Census::of(&pattern, Rule::CONWAY, Pseudo::Split, settings, 20_000, &());
        let (fate, census) = found.unwrap();
        match (*is, fate.outcome) {
            (Object(code, period, moves), Outcome::Settled(settled)) => {
                assert_eq!((settled.generation, settled.period), (0, Some(period)), "{name}");
                assert_eq!(settled.displacement, Some(moves), "{name}");
                let census = census.unwrap();
                let codes: Vec<_> = census.iter().map(|(code, count)| (code.as_str(), count)).collect();
                assert_eq!(codes, [(code, 1)], "{name}");
            }
            (Settles(generation, population), Outcome::Settled(settled)) => {
                assert_eq!((settled.generation, settled.population), (generation, population), "{name}");
            }
            (Grows(every, by), Outcome::Grows(Growth { kind, period, cells, .. })) => {
                assert_eq!((kind, period, cells), (GrowthKind::Linear, every, by), "{name}");
            }
            (_, outcome) => panic!("{name}: unexpected outcome {outcome:?}"),
        }
    }
}
