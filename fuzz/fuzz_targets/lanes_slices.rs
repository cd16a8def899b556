//! Random words: operations on slices have the results of plain loops.
#![no_main]

#[path = "../../crates/lanes/tests/fuzzed/slices.rs"]
mod slices;
#[path = "../../crates/lanes/tests/fuzzed/valid.rs"]
mod valid;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| slices::lanes_slices(bytes));
