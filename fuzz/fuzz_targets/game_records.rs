//! Any bytes as games on record in the format of any game: replayed and written back, or refused with a line.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| quadrille_fuzz::game_records(bytes));
