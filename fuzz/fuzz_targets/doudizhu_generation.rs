//! Random hands under any rules: generated moves are those of the whole table.
#![no_main]

#[path = "../../crates/doudizhu/tests/fuzzed/compare.rs"]
mod compare;
#[path = "../../crates/doudizhu/tests/fuzzed/moves.rs"]
mod moves;
#[path = "../../crates/doudizhu/tests/fuzzed/rules.rs"]
mod rules;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| moves::doudizhu_generation(bytes));
