//! Random profiles: the engine and the plain simulator give the same fights.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| quadrille_fuzz::combat_fight(bytes));
