//! Complete games: deal, auction, play and scoring.
//!
//! | module or type | responsibility |
//! |---|---|
//! | [`deal`] | the distribution of the cards |
//! | [`auction`] | the choice of the landlord and the stake |
//! | [`position`] | the state of play: small, `Copy`, fast |
//! | [`scoring`] | the points of a game |
//! | [`Table`], [`Action`] | a series of games, as seen by players |
//! | [`history`] | a single game with all calls and moves, driven by the caller |
//! | [`View`], [`CallView`] | the information visible to the seat that is to play or to call |
//! | [`perft`](fn@perft) | the number of continuations of a position |
//!
//! [`Rules`] defines the legal moves. All other rules follow the common descriptions of the game,
//! which agree on the play and differ in the auction: bids of 1 to 3 in turn as on pagat.com;
//! calling and robbing, doubling and the open hand as on large Chinese servers.

mod action;
pub mod auction;
pub mod deal;
pub mod history;
mod perft;
pub mod position;
mod present;
#[cfg(feature = "json")]
mod questions;
mod sample;
pub mod scoring;
mod seat;
mod table;
mod text;
mod view;

pub use action::Action;
pub use auction::{Auction, Bidding, Call, CallError, Contract, Stage};
pub use deal::{Deal, DealError};
pub use history::{Game, GameError, Phase, PlayError};
pub use perft::perft;
pub use position::{IllegalMove, Position, PositionError, PositionKey, PositionParts, Public};
pub use scoring::{Outcome, Scoring, Spring};
pub use seat::Seat;
pub use table::Table;
pub use view::{CallView, Decision, View};

use crate::Rules;

/// The setup of a game, agreed before the cards are dealt.
///
/// ```
/// use quadrille_doudizhu::Rules;
/// use quadrille_doudizhu::game::{Auction, Scoring, Setup};
///
/// let setup = Setup::new(Rules::PAGAT, Scoring::Classic).with_auction(Auction::CallRob).with_doubling();
/// assert!(setup.doubling && !setup.open_hand);
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(deny_unknown_fields))]
#[non_exhaustive]
pub struct Setup {
    /// The rules of moves.
    pub rules: Rules,
    /// The type of auction.
    pub auction: Auction,
    /// Whether the landlord may open their hand.
    pub open_hand: bool,
    /// Whether each seat may double.
    pub doubling: bool,
    /// The method of scoring.
    pub scoring: Scoring,
}

impl Default for Setup {
    /// Returns the default rules without an auction, scored by [`Scoring::Adp`].
    fn default() -> Self {
        Self::new(Rules::RLCARD, Scoring::Adp)
    }
}

impl Setup {
    /// Returns the usual setup for a method of scoring. [`Scoring::Classic`] has bids; the others
    /// have no auction, and seat 0 is the landlord. Open hands and doubling are not allowed.
    pub const fn new(rules: Rules, scoring: Scoring) -> Self {
        let auction = match scoring {
            Scoring::Classic => Auction::Bids,
            Scoring::Adp | Scoring::Wp => Auction::None,
        };
        Self { rules, auction, open_hand: false, doubling: false, scoring }
    }

    /// Returns the setup with another type of auction.
    #[must_use]
    pub const fn with_auction(mut self, auction: Auction) -> Self {
        self.auction = auction;
        self
    }

    /// Returns the setup with the option of an open hand for the landlord.
    #[must_use]
    pub const fn with_open_hand(mut self) -> Self {
        self.open_hand = true;
        self
    }

    /// Returns the setup with the option of doubling for each seat.
    #[must_use]
    pub const fn with_doubling(mut self) -> Self {
        self.doubling = true;
        self
    }

    /// Returns whether there are calls before cards are played.
    pub const fn has_calls(&self) -> bool {
        !matches!(self.auction, Auction::None) || self.open_hand || self.doubling
    }

    /// Returns the initial state of the auction, in which `first` calls first.
    pub const fn bidding(&self, first: Seat) -> Bidding {
        Bidding::new(self.auction, self.open_hand, self.doubling, first)
    }
}
