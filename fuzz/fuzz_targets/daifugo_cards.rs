//! Any text as sets of cards: they are read and written back, or refused with a reason. Two sets
//! form a position that is judged.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| quadrille_fuzz::daifugo_cards(bytes));
