//! Random endgames: reused and new solvers give the answers of the plain search.
#![no_main]

#[path = "../../crates/doudizhu/tests/fuzzed/endgames.rs"]
mod endgames;
#[path = "../../crates/doudizhu/tests/fuzzed/rules.rs"]
mod rules;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| endgames::doudizhu_solvers(bytes));
