//! Any bytes as a strategy of Mastermind: walked, or refused with a reason.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| quadrille_fuzz::mastermind_lines(bytes));
