//! Random draws: bulk draws, and draws from any position, equal single draws.
#![no_main]

#[path = "../../crates/random/tests/fuzzed/calls.rs"]
mod calls;
#[path = "../../crates/random/tests/fuzzed/streams.rs"]
mod streams;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| streams::random_streams(bytes));
