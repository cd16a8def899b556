//! Any text as a rule with bounds: it is refused, or written and read back unchanged.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| quadrille_fuzz::life_rule(bytes));
