//! The rungs of Life as engines of a grid, under the tests that `quadrille-life` applies to its own
//! forms.

#![cfg(feature = "life")]

#[path = "../../../life/tests/forms/article.rs"]
mod article;
#[path = "../../../life/tests/forms/cells.rs"]
mod cells;
#[path = "../../../life/tests/fuzzed/engines.rs"]
mod decoded;
#[path = "../../../life/tests/forms/evolution.rs"]
mod evolution;
#[path = "../../../../fuzz/src/replay.rs"]
mod replay;

use quadrille_ladders::life::{RUNGS, engine};
use quadrille_life::{Engine, EngineSettings, Grid};

fn rung(number: usize) -> Engine {
    engine(&format!("rung:{number}")).expect("a rung")
}

fn engines() -> Vec<Engine> {
    (1..=RUNGS).map(rung).collect()
}

/// Returns the engines that are fast on large fields.
fn quick_engines() -> Vec<Engine> {
    (9..=12).map(rung).collect()
}

#[test]
fn rungs_follow_the_rule() {
    replay::replay("life_engines", 150, decoded::life_engines);
}

#[test]
fn rungs_refuse_rules_they_do_not_know() {
    for (number, text, known) in [
        (4, "B3/S238", false),
        (4, "B36/S23", true),
        (4, "B08/S", true),
        (5, "B36/S23", false),
        (6, "B/S", false),
        (7, "B3/S2", false),
        (7, "23/3", true),
        (8, "B0/S", true),
    ] {
        let grid = Grid::new(
            text.parse().unwrap(),
            "9x9".parse().unwrap(),
            EngineSettings::default().engine(rung(number)),
        );
        assert_eq!(grid.is_ok(), known, "rung {number}, {text}");
        if let Err(error) = grid {
            assert!(
                error.to_string().starts_with(&format!("rung:{number} does not support the rule ")),
                "{error}"
            );
        }
    }
}
