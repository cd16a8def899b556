//! Melds: representation, generation from a hand, and legality on a trick.
//!
//! | item | contents |
//! |---|---|
//! | [`Meld`] | one meld packed into a word, and its text form |
//! | [`Hand`] | cards and jokers |
//! | [`Trick`] | the meld on the table, and the melds that may answer it |
//! | [`leads`], [`follows`] | all legal melds of a hand, as [`Melds`] |
//! | `plain` (feature `oracle`) | reference implementation that tries every meld |
//!
//! # The order of melds
//! Generated melds are in the following order. Better moves tend to come first, which helps a
//! search:
//!
//! 1. melds of more cards before melds of fewer (all answers to a meld have the same size);
//! 2. groups before sequences, and jokers alone after all others of their size;
//! 3. fewer jokers before more;
//! 4. groups of ranks with fewer cards held (without jokers) before those with more;
//! 5. lower ranks before higher ones in the current order (in the reversed order, the 2 first); the
//!    rank of a sequence is that of its lowest card, and sequences of equal ranks are sorted from
//!    clubs to spades (in the reversed order, from spades to clubs);
//! 6. groups by the suits shown, read as a number whose lowest bit is clubs; then melds by the
//!    places of their jokers: in a group by the suits of the jokers, read as a number in the same
//!    way; in a sequence by the lowest joker, then by the other joker.

pub(crate) mod every;
pub(crate) mod generate;
mod hand;
mod leading;
mod list;
mod meld;
mod placements;
#[cfg(feature = "oracle")]
pub mod plain;
mod text;
mod trick;

pub use crate::dominance::Order;
pub use generate::follows;
pub use hand::{Hand, HandError};
pub use leading::leads;
pub use list::Melds;
pub use meld::{Kind, Meld};
pub use text::MeldError;
pub use trick::{Refusal, Trick};
