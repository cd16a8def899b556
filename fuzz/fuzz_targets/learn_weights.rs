//! Any bytes as a file of weights: read and written back, or refused with the tensor.
#![no_main]

#[path = "../../crates/learn/tests/fuzzed/weights.rs"]
mod weights;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| weights::learn_weights(bytes));
