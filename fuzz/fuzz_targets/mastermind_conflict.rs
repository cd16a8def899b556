//! Contradictory rows of small games: the conflict equals the result of an exhaustive search.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| quadrille_fuzz::mastermind_conflict(bytes));
