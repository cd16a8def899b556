//! Any bytes as a file of weights: it is read and written back, or refused with the name of the
//! tensor.
#![no_main]

#[path = "../../crates/learn/tests/fuzzed/weights.rs"]
mod weights;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| weights::learn_weights(bytes));
