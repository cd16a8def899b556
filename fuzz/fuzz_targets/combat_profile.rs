//! Any bytes as a profile of a fight: read, or refused with places that are in the file.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| quadrille_fuzz::combat_profile(bytes));
