//! Any text as a condition: it is refused, or the compiled condition has the value of its syntax
//! tree.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| quadrille_fuzz::combat_condition(bytes));
