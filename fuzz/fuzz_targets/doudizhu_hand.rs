//! Any text as a hand of Dou Dizhu: it is written and read back unchanged, or refused at one of its
//! characters.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| quadrille_fuzz::doudizhu_hand(bytes));
