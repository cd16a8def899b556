//! What a player is told without being asked.

use crate::game::{Call, Contract, Seat, Setup};
use crate::{Hand, Move};

/// How a game begins for a seat.
#[derive(Debug, Clone, Copy)]
#[non_exhaustive]
pub struct Start<'a> {
    /// Whose beginning this is.
    pub seat: Seat,
    /// What was agreed before the cards were dealt.
    pub setup: &'a Setup,
    /// The seat's own 17 cards; in a game that begins with its play, what it holds then.
    pub hand: Hand,
    /// Who speaks first; where there is no auction, who leads.
    pub first: Seat,
    /// A number of this player and game alone, for players with a generator of their own, such as those in
    /// another process. Those who draw from the generator that they are lent have no use for it.
    pub seed: u64,
}

impl<'a> Start<'a> {
    /// The beginning of a game, for tables that are not this crate's.
    pub const fn new(seat: Seat, setup: &'a Setup, hand: Hand, first: Seat, seed: u64) -> Self {
        Self { seat, setup, hand, first, seed }
    }
}

/// Something that happened where everyone can see it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Event {
    /// A seat called.
    Called {
        /// The seat that did it.
        seat: Seat,
        /// What it said or played.
        call: Call,
    },
    /// Nobody wants to be the landlord; the cards are dealt anew.
    ThrownIn,
    /// Everything is agreed on; the landlord takes the stock, and leads.
    Settled {
        /// What was agreed on.
        contract: Contract,
        /// The three cards of the stock.
        stock: Hand,
        /// The landlord's twenty cards, if they lie open.
        open_hand: Option<Hand>,
    },
    /// A seat played, or passed.
    Played {
        /// The seat that did it.
        seat: Seat,
        /// What it said or played.
        chosen: Move,
    },
}
