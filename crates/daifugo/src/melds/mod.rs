//! Melds: what is played together, which of them a hand has, and which answer what lies on the table.
//!
//! | module | what is in it |
//! |---|---|
//! | [`Meld`] | one meld in one word, and its text |
//! | [`Hand`] | cards and jokers |
//! | [`Trick`] | what lies on the table, and what may answer it |
//! | [`leads`], [`follows`] | all melds of a hand, in [`Melds`] |
//! | `plain` (feature `oracle`) | the same by trying every meld there is |
//!
//! # The order of melds
//! What is generated comes in this order, for a search meets the better moves first:
//!
//! 1. melds that shed more cards before those that shed fewer (all answers to one meld are of one size);
//! 2. groups before sequences, and jokers alone after all others of their size;
//! 3. fewer jokers before more;
//! 4. groups of ranks of which fewer cards are held (jokers apart) before those of which more are;
//! 5. lower ranks before higher ones in the current order (in the reversed order: the 2 first); sequences by
//!    their lowest card, and those that begin with the same rank from clubs to spades (in the reversed order:
//!    from spades to clubs);
//! 6. groups by the suits they show, read as the number whose lowest bit is clubs; then melds by where their
//!    jokers stand, read as the same kind of number for a group, and for a sequence by the lowest joker, then
//!    by the other.

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
