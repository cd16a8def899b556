//! All integration tests as one program, which is linked once and shares its threads.

mod advice;
mod fuzzed;
mod kept;
mod oracle;
mod published;
mod scoring;
mod search;
mod serde;
mod totals;
