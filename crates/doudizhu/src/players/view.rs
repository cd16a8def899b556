//! What a player can see: its own cards, and what lies open. The type keeps the other hands to itself.

use crate::game::{Bidding, Call, Contract, Deal, Position, Seat, Setup};
use crate::{Hand, Move, MoveBuffer, Rules};

/// What the seat that is to call can see.
#[derive(Debug, Clone, Copy)]
pub struct Calling<'a> {
    pub(super) setup: &'a Setup,
    pub(super) deal: &'a Deal,
    pub(super) bidding: &'a Bidding,
    pub(super) seat: Seat,
}

impl Calling<'_> {
    /// What was agreed before.
    pub const fn setup(&self) -> &Setup {
        self.setup
    }

    /// Whose view this is.
    pub const fn seat(&self) -> Seat {
        self.seat
    }

    /// The seat's own cards; the landlord's, once he is known, with the stock.
    pub fn hand(&self) -> Hand {
        let hand = self.deal.hands()[self.seat.index()];
        match self.bidding.contract() {
            Some(contract) if contract.landlord == self.seat => hand.add(self.deal.stock()).unwrap_or(hand),
            _ => hand,
        }
    }

    /// How far the auction is.
    pub const fn bidding(&self) -> &Bidding {
        self.bidding
    }

    /// Every call that can be made, `pass` first.
    pub fn calls(&self) -> impl Iterator<Item = Call> + use<> {
        self.bidding.calls()
    }
}

/// What the seat that is to play can see.
#[derive(Debug, Clone, Copy)]
pub struct Playing<'a> {
    pub(super) rules: Rules,
    pub(super) contract: &'a Contract,
    pub(super) stock: Hand,
    pub(super) position: &'a Position,
}

impl Playing<'_> {
    /// Which moves there are.
    pub const fn rules(&self) -> Rules {
        self.rules
    }

    /// What was agreed on.
    pub const fn contract(&self) -> &Contract {
        self.contract
    }

    /// Whose view this is.
    #[inline]
    pub const fn seat(&self) -> Seat {
        self.position.turn()
    }

    /// The seat's own cards.
    #[inline]
    pub const fn hand(&self) -> Hand {
        self.position.hand(self.position.turn())
    }

    /// The three cards that the landlord took, which everyone has seen.
    pub const fn stock(&self) -> Hand {
        self.stock
    }

    /// Who plays against the others.
    pub const fn landlord(&self) -> Seat {
        self.position.landlord()
    }

    /// Whether two seats are on one side.
    pub fn are_partners(&self, one: Seat, other: Seat) -> bool {
        (one == self.landlord()) == (other == self.landlord())
    }

    /// How many cards a seat has left.
    pub const fn cards_left(&self, seat: Seat) -> u32 {
        self.position.hand(seat).len()
    }

    /// The cards that neither lie on the table nor are the seat's own: what the other two hold together.
    pub fn unseen(&self) -> Hand {
        let [_, next, last] = self.seat().round();
        Hand::from_valid_bits(self.position.hand(next).bits() + self.position.hand(last).bits())
    }

    /// The landlord's hand, if it lies open.
    pub fn open_hand(&self) -> Option<Hand> {
        self.contract.open.then(|| self.position.hand(self.landlord()))
    }

    /// Bombs and rockets played so far.
    pub const fn bombs(&self) -> u8 {
        self.position.bombs()
    }

    /// The move to beat; a pass when the seat leads.
    #[inline]
    pub const fn on_table(&self) -> Move {
        self.position.on_table()
    }

    /// Who played it.
    pub const fn owner(&self) -> Seat {
        self.position.owner()
    }

    /// Whether the seat may pass.
    #[inline]
    pub const fn may_pass(&self) -> bool {
        !self.position.is_lead()
    }

    /// Every move that can be played, a pass first where there is one.
    #[inline]
    pub fn moves(&self, moves: &mut MoveBuffer) {
        self.position.moves(self.rules, moves);
    }
}
