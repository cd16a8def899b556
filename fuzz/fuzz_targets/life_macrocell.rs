//! Any bytes as a macrocell: refused with a place, or read and written the same again.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| quadrille_fuzz::life_macrocell(bytes));
