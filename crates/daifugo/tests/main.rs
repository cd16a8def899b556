//! Tests of the public interface, in one binary: it is linked once, and all tests share its
//! threads.

mod encodings;
mod fuzzed;
mod games;
mod kept;
mod melds;
mod perft;
#[cfg(feature = "policy")]
mod policy;
mod sampled;
#[cfg(feature = "policy")]
mod search;
mod sets;
mod tables;
