//! Any text as the code of an object: refused, or printed and read back the same.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| quadrille_fuzz::life_apgcode(bytes));
