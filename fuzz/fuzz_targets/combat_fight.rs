//! Random profiles, fought by the engine as by the plain rules.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| quadrille_fuzz::combat_fight(bytes));
