//! Any bytes as records in the format for any game: the games are replayed and written back, or
//! refused with a line.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| quadrille_fuzz::game_records(bytes));
