//! Random cards and rules: melds, legal plays, dominance and proofs equal those of the reference
//! implementations.
#![no_main]

#[path = "../../crates/daifugo/tests/fuzzed/engines.rs"]
mod engines;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| engines::daifugo_engines(bytes));
