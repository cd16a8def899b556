//! Any text as a size and rows of Mastermind: they are read and written back, or refused with a
//! reason.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| quadrille_fuzz::mastermind_rows(bytes));
