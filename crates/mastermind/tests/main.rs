//! The tests of the public interface, as one program: it is linked once, and all tests share its threads.

mod advice;
mod fuzzed;
mod kept;
mod oracle;
mod published;
mod scoring;
mod search;
mod serde;
mod totals;
