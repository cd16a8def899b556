//! Random hands under any rules: the generated moves equal those of the table of all moves.
#![no_main]

#[path = "../../crates/doudizhu/tests/fuzzed/compare.rs"]
mod compare;
#[path = "../../crates/doudizhu/tests/fuzzed/moves.rs"]
mod moves;
#[path = "../../crates/doudizhu/tests/fuzzed/rules.rs"]
mod rules;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| moves::doudizhu_generation(bytes));
