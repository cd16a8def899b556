//! Packed small integers: many counters in one machine word, many words in one vector.
//!
//! A hand of cards is a dozen numbers from 0 to 4; a row of cells is hundreds of zeros and ones. Held
//! as integers of their own they are compared and added one by one. Held side by side in one word, as
//! its *lanes*, they are compared and added all at once by an ordinary instruction.
//!
//! # The trick
//!
//! Does this hand contain that move? Compare every rank, with one subtraction. Each lane has four
//! bits, of which a number up to 4 needs three; the fourth is the *guard bit*. Lend it to every lane
//! of the hand:
//!
//! ```text
//! rank                    …    6     5     4     3
//! hand                    …    4     0     2     1
//! move                    …    1     0     3     1
//!
//! hand, guard bits lent   …  1100  1000  1010  1001
//! − move                  …  0001  0000  0011  0001
//! = what is left          …  1011  1000  0111  1000
//!                            ^     ^     ^     ^
//! guard bit still there      yes   yes   no    yes     the hand lacks a 4
//! ```
//!
//! Where a lane has enough, its guard bit is left over; where it has not, the loan is spent, and no lane
//! ever has to borrow from its neighbour. That is [`Lanes64::ge_lanes`]; the move is contained if all
//! guard bits are left.
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
//! **Why three bits a counter are not enough.** The numbers 0 to 4 fit three bits, and twenty-one such
//! lanes would fit 64 bits. But then no bit is left to lend: 0 − 1 in one lane takes its one from the
//! lane above, and the answer for that lane is wrong too, and there is nowhere to see it.
//!
//! **Why a tree of additions beats a chain.** Adding sixteen lanes one after the other takes fifteen
//! additions of which each waits for the one before. Adding neighbours, then pairs, then fours takes
//! four steps; what one step adds is independent of the rest, so the processor (or a packed word, or a
//! vector) does it at the same time. `quadrille ladder lanes` times both, as
//! `horizontal-sum`.
//!
//! # What is here
//!
//! Every operation comes in three forms, which agree on every valid input and are tested against each other:
//!
//! | form | where | for |
//! |---|---|---|
//! | a loop over the lanes | [`plain`] | reading, and as the definition of right |
//! | one word | [`Lanes32`], [`Lanes64`] | a decision here and there; most are `const fn` |
//! | slices of words | [`slices`] | thousands of words in one call, through vectors |
//!
//! [`vector`] has the pieces that [`slices`] is made of, for kernels of your own, [`planes`] counts in
//! lanes of one bit, and [`Level`] is the vector instructions to use: the one place that asks what the
//! CPU can do.

#![doc(html_root_url = "https://docs.rs/quadrille-lanes")]
#![allow(
    clippy::inline_always,
    reason = "a kernel's pieces must become part of the code that is compiled for the level"
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
