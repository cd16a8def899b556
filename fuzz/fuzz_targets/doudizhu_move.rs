//! Any text as a move of Dou Dizhu and a move to be beaten: reading, generation and comparison are
//! consistent, or the text is refused.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| quadrille_fuzz::doudizhu_move(bytes));
