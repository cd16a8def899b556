//! Any bytes as a pattern in Life 1.05: it is refused with a position, or read and written in Life
//! 1.06.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| quadrille_fuzz::life_105(bytes));
