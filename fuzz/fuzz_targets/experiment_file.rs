//! Any bytes as an experiment file: it is read, or refused with a position.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| quadrille_fuzz::experiment_file(bytes));
