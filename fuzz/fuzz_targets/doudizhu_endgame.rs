//! Any bytes as a puzzle or a strategy: it is read, checked and written back, or refused.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| quadrille_fuzz::doudizhu_endgame(bytes));
