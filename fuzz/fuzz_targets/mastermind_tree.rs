//! Any bytes as a strategy of Mastermind: it is read and played against every secret, or refused
//! with a reason.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| quadrille_fuzz::mastermind_tree(bytes));
