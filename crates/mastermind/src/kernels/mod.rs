//! The kernels that the engine stands on: scoring and ranking many codewords at once.
//!
//! Two shapes of data go into them. [`CodeSet`](crate::CodeSet) keeps codewords as arrays of packed words, a
//! codeword a lane; [`BitPlanes`](crate::BitPlanes) keeps them as planes of bits, a codeword a bit. Logic on
//! planes scores 128 to 512 codewords with one instruction, and nothing has to be moved between lanes, so
//! everything that is done often is done on planes:
//!
//! | kernel | many | one after the other | used by |
//! |---|---|---|---|
//! | [`packed`] | — | pairs of codewords, in one word each | splitting by feedback, conflicts, small sets |
//! | [`sets`] | secrets, in lanes | guesses | lists of feedback |
//! | [`sliced`] | secrets, in planes | guesses | opening guesses, few guesses on many secrets |
//! | [`guesses`] | guesses, in planes | secrets | most searches for the next guess |
//! | [`pairs`] | guesses, in planes | pairs of secrets | the same for a handful of secrets |
//!
//! The pieces they are made of: `gates` adds planes up, `scores` turns the sums into scores, `products`
//! counts scores with fewer gates, `distinguish` looks for guesses that tell all secrets apart, `sums` adds
//! squares and logarithms up without leaving the planes, and `scan` looks through guesses for the best one.
//!
//! Kernels are compiled once for every vector level and for 4, 5, 6, 8 and 16 pins, and chosen once a call,
//! outside of all loops. All levels give the same answers; the oracle of all is
//! `plain::score`.

#![allow(
    clippy::inline_always,
    reason = "a kernel's pieces must become part of the code that is compiled for the level"
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
