//! Generators, seeding and independent streams.
//!
//! Every draw in Quadrille comes from a *stream*, which is identified by a [`StreamKey`]: the
//! experiment's 64-bit seed, the number of the stream (a shard or an iteration) and the number of
//! the substream (a source of randomness within the stream). The numbers depend on the key only,
//! and not on threads, order or machine.
//!
//! ```
//! use quadrille_random::StreamKey;
//! use quadrille_random::rand_core::Rng;
//!
//! let shard = StreamKey::new(31459, 7);
//! let mut deals = shard.substream(0).rng();
//! let mut moves = shard.substream(1).rng();
//! assert_ne!(deals.next_u64(), moves.next_u64());
//!
//! // The same key gives the same numbers.
//! let mut again = StreamKey { seed: 31459, stream: 7, substream: 1 }.rng();
//! let mut moves = shard.substream(1).rng();
//! assert_eq!(moves.next_u64(), again.next_u64());
//! assert!((0.0..1.0).contains(&again.next_f64()));
//! ```
//!
//! | module | contents |
//! |---|---|
//! | [`splitmix64`] | the mixing function and the generator that turns a 64-bit seed into a state |
//! | [`generators`] | the generators: those of this project, and those of other programs |
//! | [`catalogue`] | the generators by name |
//! | [`stream`] | keys of streams, and the rule that creates a generator from a key |
//! | [`double`] | 64 random bits as a number in [0, 1) |
//! | [`bulk`] | bulk draws: slices of numbers and masks of rolls |
//! | [`roll`] | random events of a given probability |
//! | [`battery`] | statistical tests of raw values and of neighbouring streams |
//! | [`bounded`] | integers below a bound, without bias |
//! | [`shuffle`] | shuffles and deals |
//!
//! The generators implement the traits of [`rand_core`], so the distributions of the `rand` crates
//! support them. They are for simulation: a few outputs determine all later outputs, so the
//! generators must not be used for secrets.

#![doc(html_root_url = "https://docs.rs/quadrille-random")]
#![allow(
    clippy::inline_always,
    reason = "kernels must be inlined into the function that is compiled for the vector level"
)]

pub mod battery;
pub mod bounded;
pub mod bulk;
pub mod catalogue;
pub mod double;
pub mod generators;
pub mod roll;
pub mod shuffle;
pub mod splitmix64;
pub mod stream;

pub use bulk::Bulk;
pub use double::{f64_52, f64_53};
pub use generators::{Xoshiro256PlusPlus, Xoshiro256PlusPlusX8};
pub use quadrille_lanes::Level;
pub use quadrille_progress as progress;
pub use rand_core;
pub use roll::{Chance, ChanceError};
pub use splitmix64::SplitMix64;
pub use stream::{DETERMINISTIC_SEED, StreamKey};

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
