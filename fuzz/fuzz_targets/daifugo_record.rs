//! Any bytes as a record that may be cut off: refused with a line of it, or its whole games are
//! read and written back.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| quadrille_fuzz::daifugo_record(bytes));
