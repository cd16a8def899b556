//! Any bytes as a file of partials: it is merged, or refused with a reason, and then nothing is
//! written.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| quadrille_fuzz::partials(bytes));
