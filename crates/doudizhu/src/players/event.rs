//! Messages to players: the start of a game, and public events.

use crate::game::{Call, Contract, Seat, Setup};
use crate::{Hand, Move};

/// The start of a game from the perspective of a seat.
#[derive(Debug, Clone, Copy)]
#[non_exhaustive]
pub struct Start<'a> {
    /// The seat that receives this message.
    pub seat: Seat,
    /// The rules and options of the game.
    pub setup: &'a Setup,
    /// The seat's own 17 cards. In a game that begins with a position, its current cards.
    pub hand: Hand,
    /// The seat that calls first; in a game without auction, the seat that leads.
    pub first: Seat,
    /// A seed for this player and this game. It serves players with a random generator of their
    /// own, such as players in another process. Players that use the generator passed to them
    /// ignore the seed.
    pub seed: u64,
}

impl<'a> Start<'a> {
    /// Creates the message. Callers with a table type of their own need this function.
    pub const fn new(seat: Seat, setup: &'a Setup, hand: Hand, first: Seat, seed: u64) -> Self {
        Self { seat, setup, hand, first, seed }
    }
}

/// A public event of a game.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Event {
    /// A seat called.
    Called {
        /// The seat.
        seat: Seat,
        /// The call.
        call: Call,
    },
    /// No seat wants to be the landlord; the cards are dealt again.
    ThrownIn,
    /// The contract is settled; the landlord takes the stock and leads.
    Settled {
        /// The contract.
        contract: Contract,
        /// The three cards of the stock.
        stock: Hand,
        /// The landlord's twenty cards, if they are open.
        open_hand: Option<Hand>,
    },
    /// A seat played or passed.
    Played {
        /// The seat.
        seat: Seat,
        /// The move, which may be a pass.
        chosen: Move,
    },
}
