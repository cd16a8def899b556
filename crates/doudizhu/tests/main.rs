//! Tests of the public interface, as one program: it is linked once, and all tests share its
//! threads.

mod encodings;
mod endgame;
mod endgame_kept;
#[cfg(feature = "policy")]
mod exact;
mod fuzzed;
#[cfg(all(feature = "arena", feature = "records"))]
mod games;
mod generation;
mod hands;
mod kept;
mod perft;
#[cfg(feature = "policy")]
mod policy;
#[cfg(feature = "policy")]
mod search;
#[cfg(feature = "serde")]
mod serial;
mod table;
mod tables;
mod vectors;
