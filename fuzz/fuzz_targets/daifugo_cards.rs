//! Any text as sets of cards: read and written back, or refused with a reason; two sets are a position that
//! is judged.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| quadrille_fuzz::daifugo_cards(bytes));
