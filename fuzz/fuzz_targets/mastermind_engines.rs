//! Random games: scores, candidates, play and optimal strategies equal those of plain loops.
#![no_main]

#[path = "../../crates/mastermind/tests/fuzzed/engines.rs"]
mod engines;
#[path = "../../crates/mastermind/tests/fuzzed/scores.rs"]
mod scores;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| engines::mastermind_engines(bytes));
