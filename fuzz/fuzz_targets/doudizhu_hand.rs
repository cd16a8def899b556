//! Any text as a hand of Dou Dizhu: written and read back the same, or refused at one of its characters.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| quadrille_fuzz::doudizhu_hand(bytes));
