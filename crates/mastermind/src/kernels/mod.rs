//! Kernels: scoring and ranking many codewords at once.
//!
//! There are two data layouts. [`CodeSet`](crate::CodeSet) stores codewords as arrays of packed
//! words, one codeword per 64-bit element of a vector; [`BitPlanes`](crate::BitPlanes) stores them
//! as bit planes, one codeword per bit. A logic operation on planes processes 128 to 512 codewords
//! in one instruction, and moves no data between elements. Most frequent operations therefore use
//! planes. The kernels are:
//!
//! | kernel | in vectors | one by one | used by |
//! |---|---|---|---|
//! | [`packed`] | — | pairs of codewords, in one word each | splitting by feedback, conflicts, small sets |
//! | [`sets`] | secrets, in elements | guesses | lists of feedback |
//! | [`sliced`] | secrets, in planes | guesses | first guesses, few guesses on many secrets |
//! | [`guesses`] | guesses, in planes | secrets | most searches for the next guess |
//! | [`pairs`] | guesses, in planes | pairs of secrets | most searches for the next guess with few secrets |
//!
//! The kernels have these components: `gates` adds planes, `scores` converts sums to scores,
//! `products` counts scores with fewer gates than `scores`, `distinguish` searches for guesses that
//! distinguish all secrets, `sums` adds squares and logarithms within planes, and `scan` searches
//! for the best guess.
//!
//! The kernels on planes are compiled for every vector level and for 4, 5, 6, 8 and 16 pins, or for
//! 8 and 16 pins only at [superseded](quadrille_lanes::Level::is_superseded) levels. `sets` is
//! compiled for every vector level and for 1 to 4 guesses, `packed` once. Code is selected once per
//! call, outside of all loops. All levels give the same results; their common oracle is
//! `plain::score`.

#![allow(
    clippy::inline_always,
    reason = "kernel components must be inlined into code compiled for the vector level"
)]

pub(crate) mod distinguish;
pub(crate) mod gates;
pub mod guesses;
pub mod packed;
pub mod pairs;
pub(crate) mod products;
pub(crate) mod scan;
pub(crate) mod scores;
pub mod sets;
pub mod sliced;
pub(crate) mod sums;
