//! Packed small integers: many counters in one machine word, many words in one vector.
//!
//! A hand of cards is a dozen numbers from 0 to 4; a row of cells is hundreds of zeros and ones. If
//! these numbers are separate integers, a program compares and adds them one by one. If they are
//! packed side by side into one word, as its *lanes*, one ordinary instruction compares or adds all
//! of them.
//!
//! # The idea
//!
//! To test whether a hand contains a move, every rank of the hand is compared with the move. One
//! subtraction performs all these comparisons. Each lane has four bits. A number up to 4 needs
//! three of them; the fourth is the *guard bit*, which is set in every lane of the hand before the
//! subtraction:
//!
//! ```text
//! rank                    …    6     5     4     3
//! hand                    …    4     0     2     1
//! move                    …    1     0     3     1
//!
//! hand, guard bits set    …  1100  1000  1010  1001
//! − move                  …  0001  0000  0011  0001
//! = difference            …  1011  1000  0111  1000
//!                            ^     ^     ^     ^
//! guard bit remains          yes   yes   no    yes     the hand lacks a 4
//! ```
//!
//! The guard bit remains in exactly the lanes where the hand has at least as many cards as the
//! move. In the other lanes the subtraction borrows from the guard bit, so no lane ever borrows
//! from its neighbour. [`Lanes64::ge_lanes`] performs this comparison. The hand contains the move
//! if all guard bits remain.
//!
//! ```
//! use quadrille_lanes::Nibbles64;
//!
//! let hand = Nibbles64::from_lanes(&[1, 2, 0, 4]);
//! assert!(!hand.all_ge(Nibbles64::from_lanes(&[1, 3, 0, 1])));
//! assert!(hand.all_ge(Nibbles64::from_lanes(&[1, 1, 0, 1])));
//! assert_eq!(hand.sub(Nibbles64::from_lanes(&[1, 1, 0, 1])).to_string(), "0000_0000_0000_3010");
//! ```
//!
//! **Why three bits per counter are not enough.** The numbers 0 to 4 fit three bits, and twenty-one
//! such lanes would fit 64 bits. But without a guard bit, 0 − 1 in one lane borrows from the lane
//! above, whose result is then wrong too, without any sign of the error.
//!
//! **Why a tree of additions is faster than a chain.** Adding sixteen lanes one after the other
//! takes fifteen additions, each of which depends on the previous one. Adding neighbouring lanes,
//! then neighbouring sums, and so on takes four steps. The additions within a step are independent,
//! so the processor (or a packed word, or a vector) performs them at the same time.
//! `quadrille ladder lanes` times both, as `horizontal-sum`.
//!
//! # Contents
//!
//! Every operation comes in three forms, which agree on every valid input and are tested against
//! each other:
//!
//! | form | item | use |
//! |---|---|---|
//! | a loop over the lanes | [`plain`] | the specification, and the oracle of the tests |
//! | one word | [`Lanes32`], [`Lanes64`] | single words; most operations are `const fn` |
//! | slices of words | [`slices`] | thousands of words in one call, through vectors |
//!
//! [`vector`] has the operations that [`slices`] is built from, for custom kernels. [`planes`]
//! counts in lanes of one bit. [`Level`] identifies the vector instructions to use; only its module
//! queries the CPU's features.

#![doc(html_root_url = "https://docs.rs/quadrille-lanes")]
#![allow(
    clippy::inline_always,
    reason = "kernels must be inlined into the function that is compiled for the level"
)]

mod level;
mod packed;
pub mod plain;
pub mod planes;
pub mod slices;
pub mod vector;
mod word;

pub use fearless_simd as simd;
pub use level::{Level, LevelError, VARIABLE};
pub use packed::{Nibbles, Packed, Word};
pub use word::{Bytes32, Bytes64, Lanes32, Lanes64, Nibbles32, Nibbles64};

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
