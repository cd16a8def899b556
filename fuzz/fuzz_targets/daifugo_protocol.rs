//! Any bytes between a server of the contest and its clients: no call panics, and every message has
//! the length of its kind.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| quadrille_fuzz::daifugo_protocol(bytes));
