//! Random rules, topologies and patterns: every engine gives the generations of the plain rule.
#![no_main]

#[path = "../../crates/life/tests/fuzzed/engines.rs"]
mod engines;

use quadrille_ladders::life::{RUNGS, engine};
use quadrille_life::Engine;

/// The forms of bounded fields that are tested: all rungs.
fn engines() -> Vec<Engine> {
    (1..=RUNGS).map(|number| engine(&format!("rung:{number}")).expect("a rung")).collect()
}

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| engines::life_engines(bytes));
