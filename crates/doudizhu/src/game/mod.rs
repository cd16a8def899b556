//! Whole games: the deal, the auction, play, and what it was worth.
//!
//! | module | its one concern |
//! |---|---|
//! | [`deal`] | who gets which cards |
//! | [`auction`] | who becomes landlord, and for what stake |
//! | [`position`] | the state while cards are played: small, `Copy`, fast |
//! | [`scoring`] | what a game was worth |
//! | [`Table`], [`Action`] | games one after the other, as players play them |
//! | [`history`] | a whole game with everything that was called and played; it waits for its players |
//! | [`View`], [`CallView`] | what the seat can see that is to play, or to call |
//! | [`perft`](fn@perft) | in how many ways a position can be played on |
//!
//! The rules of moves are [`Rules`]; the rest of the rules follows the common descriptions of the game, which
//! agree on play and differ on the auction: bids of 1 to 3 in turn as on pagat.com, calling and robbing,
//! doubling and the open hand as large Chinese servers have them.

mod action;
pub mod auction;
pub mod deal;
pub mod history;
mod perft;
pub mod position;
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

/// What is agreed before the cards are dealt.
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
    /// Which moves there are.
    pub rules: Rules,
    /// How the landlord is found.
    pub auction: Auction,
    /// Whether the landlord may lay his hand open.
    pub open_hand: bool,
    /// Whether each seat may double.
    pub doubling: bool,
    /// How points are counted.
    pub scoring: Scoring,
}

impl Default for Setup {
    /// The default rules without an auction, scored by [`Scoring::Adp`].
    fn default() -> Self {
        Self::new(Rules::RLCARD, Scoring::Adp)
    }
}

impl Setup {
    /// The usual table for a way of scoring: bids for [`Scoring::Classic`]; for the others no auction, seat 0
    /// being the landlord. No open hands, no doubling.
    pub const fn new(rules: Rules, scoring: Scoring) -> Self {
        let auction = match scoring {
            Scoring::Classic => Auction::Bids,
            Scoring::Adp | Scoring::Wp => Auction::None,
        };
        Self { rules, auction, open_hand: false, doubling: false, scoring }
    }

    /// The same with another way to find the landlord.
    #[must_use]
    pub const fn with_auction(mut self, auction: Auction) -> Self {
        self.auction = auction;
        self
    }

    /// The same, but the landlord may lay his hand open.
    #[must_use]
    pub const fn with_open_hand(mut self) -> Self {
        self.open_hand = true;
        self
    }

    /// The same, but each seat may double.
    #[must_use]
    pub const fn with_doubling(mut self) -> Self {
        self.doubling = true;
        self
    }

    /// Whether anything is called before cards are played.
    pub const fn has_calls(&self) -> bool {
        !matches!(self.auction, Auction::None) || self.open_hand || self.doubling
    }

    /// The auction of such a game before the first call, which is `first`'s.
    pub const fn bidding(&self, first: Seat) -> Bidding {
        Bidding::new(self.auction, self.open_hand, self.doubling, first)
    }
}
