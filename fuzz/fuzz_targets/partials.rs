//! Any bytes as a file of partials: merged, or refused with a reason and nothing written.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| quadrille_fuzz::partials(bytes));
