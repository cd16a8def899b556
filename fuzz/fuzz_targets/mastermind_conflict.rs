//! Rows of small games that contradict one another: the conflict is what looking at everything finds.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| quadrille_fuzz::mastermind_conflict(bytes));
