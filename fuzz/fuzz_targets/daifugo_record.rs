//! Any bytes as a record that may be truncated: it is refused with a line, or its whole games are
//! read and written back.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| quadrille_fuzz::daifugo_record(bytes));
