//! Any bytes as a pattern in Life 1.06: it is refused with a position, or read and written back
//! unchanged.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| quadrille_fuzz::life_106(bytes));
