//! Any text as a condition: refused, or compiled to what walking its tree gives.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| quadrille_fuzz::combat_fight(bytes));
