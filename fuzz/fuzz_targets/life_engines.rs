//! Random rules, topologies and patterns, run by every engine as by the plain rule.
#![no_main]

#[path = "../../crates/life/tests/fuzzed/engines.rs"]
mod engines;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| engines::life_engines(bytes));
