//! Any bytes as records of games: they are replayed and written back, or refused with a line.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| quadrille_fuzz::doudizhu_records(bytes));
