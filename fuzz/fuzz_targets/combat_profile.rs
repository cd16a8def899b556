//! Any bytes as a profile of a fight: it is read, or refused with positions inside the file.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| quadrille_fuzz::combat_profile(bytes));
