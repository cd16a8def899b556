//! Any bytes as an experiment file: read, or refused with a place.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| quadrille_fuzz::experiment_file(bytes));
