//! The transposition table of exact searches.
//!
//! An exact search stores what it has proved about each position, and looks it up when another
//! sequence of moves leads to the same position. The result must not depend on the table, so every
//! entry contains the complete key of its position, not only a hash of it.
//!
//! | item | purpose |
//! |---|---|
//! | [`Bounds`] | proved bounds of a position, in at most 56 bits; two proofs are merged |
//! | [`Table`] | keys and bounds in buckets of one cache line; threads share it without locks |
//! | [`Cache`] | a table of bounded size: a full bucket loses the entry with the least work |
//! | [`Memo`] | a table that keeps all entries while memory suffices |
//! | [`SharedMemo`] | a memo of 16 parts that several threads fill, and that grows while they do |
//!
//! ```
//! use quadrille_exact_search::{Bounds, Memo};
//!
//! /// A lower bound on the cost of a position.
//! #[derive(Clone, Copy, Debug, PartialEq)]
//! struct AtLeast(u32);
//!
//! impl Bounds for AtLeast {
//!     const BITS: u32 = 32;
//!     fn from_bits(bits: u64) -> Self {
//!         Self(bits as u32)
//!     }
//!     fn bits(self) -> u64 {
//!         self.0.into()
//!     }
//!     fn and(self, other: Self) -> Self {
//!         Self(self.0.max(other.0))
//!     }
//! }
//!
//! let mut memo = Memo::<AtLeast, 2>::new(1 << 20);
//! // The lowest 32 bits of a key are left for the bounds.
//! let position = [7 << 32, 0x0123_4567_89ab_cdef];
//! assert_eq!(memo.get(position), AtLeast(0));
//! memo.insert(position, AtLeast(5), 1);
//! memo.insert(position, AtLeast(3), 1);
//! assert_eq!(memo.get(position), AtLeast(5));
//! ```
//!
//! # Out of scope
//! * *Cancellation and counts of work* are in `quadrille-progress`: the endgames of Dou Dizhu and
//!   optimal Mastermind count through its `Meter`, which notifies the observer at intervals and
//!   stops all threads after a cancellation. Neither search has a limit of nodes.
//! * *The form of bounds* belongs to the engines: two thresholds of four bits in the endgames, a
//!   cost of 55 bits with a flag for exactness in Mastermind. The table needs only their packed
//!   form and their conjunction.
//! * *Snapshots* are made by optimal Mastermind alone: they list the results of large sets of
//!   secrets. A cancelled search of an endgame resumes from the table that its solver keeps.

#![doc(html_root_url = "https://docs.rs/quadrille-exact-search")]

mod bounds;
mod shared;
mod table;

pub use bounds::Bounds;
pub use shared::SharedMemo;
pub use table::{Cache, Memo, Table, hash};

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
