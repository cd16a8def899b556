//! Any text as the lines of a game of Mastermind: each line is read, or refused with a printable
//! sentence.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| quadrille_fuzz::mastermind_lines(bytes));
