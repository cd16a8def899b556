//! The engines compared with the plain rule, on decoded bytes.

#[path = "../../../../fuzz/src/replay.rs"]
mod replay;

mod engines;

use quadrille_life::Engine;
use quadrille_life::oracle::PLAIN;

/// Returns the engines for bounded fields under test.
fn engines() -> Vec<Engine> {
    vec![Engine::Form(&PLAIN)]
}

#[test]
fn engines_follow_the_rule() {
    replay::replay("life_engines", 150, engines::life_engines);
}
