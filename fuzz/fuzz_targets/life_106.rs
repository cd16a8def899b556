//! Any bytes as a pattern in Life 1.06: refused with a place, or read and written the same again.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| quadrille_fuzz::life_106(bytes));
