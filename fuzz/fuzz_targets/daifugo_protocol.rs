//! Any bytes between a contest's server and its clients: nothing panics, and every message has its length.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| quadrille_fuzz::daifugo_protocol(bytes));
