//! Random draws in bulk and from any place are those of single draws.
#![no_main]

#[path = "../../crates/random/tests/fuzzed/calls.rs"]
mod calls;
#[path = "../../crates/random/tests/fuzzed/streams.rs"]
mod streams;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| streams::random_streams(bytes));
