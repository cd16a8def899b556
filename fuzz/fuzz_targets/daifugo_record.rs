//! Any text as a record: refused with a line of it, or read and written back the same.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| quadrille_fuzz::daifugo_record(bytes));
