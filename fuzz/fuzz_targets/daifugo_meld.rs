//! Any text as a meld: it is read and written back unchanged, or refused with a reason.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| quadrille_fuzz::daifugo_meld(bytes));
