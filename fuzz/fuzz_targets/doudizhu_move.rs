//! Any text as a move of Dou Dizhu, and as one to be beaten: read, generated and compared alike, or refused.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| quadrille_fuzz::doudizhu_move(bytes));
