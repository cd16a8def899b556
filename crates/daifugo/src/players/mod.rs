//! Players: who decides what is played and what is given back.
//!
//! | player | how it plays |
//! |---|---|
//! | [`Random`] | anything that is legal, each with the same probability |
//! | [`Greedy`] | simple rules: answers with the lowest, leads what sheds most low cards, keeps its best for when they win |
//!
//! [`PlayerKind`] knows them by name. A player of one's own implements [`Player`]; with a name and a way to make it, it is an
//! [`Entrant`] of a [`Match`] or of an [arena](crate::arena), beside the built-in ones.
//!
//! ```
//! use quadrille_daifugo::game::{Move, View};
//! use quadrille_daifugo::players::{Entrant, Match, Player, PlayerError, PlayerKind};
//! use quadrille_daifugo::rules::Rules;
//! use quadrille_random::{StreamKey, Xoshiro256PlusPlus};
//!
//! /// Plays the first meld it can.
//! struct First;
//!
//! impl Player for First {
//!     fn choose(&mut self, view: &View<'_>, _: &mut Xoshiro256PlusPlus) -> Result<Move, PlayerError> {
//!         Ok(view.moves().next().unwrap_or(Move::Pass))
//!     }
//! }
//!
//! let first = Entrant::new("first", || Box::new(First));
//! let others = [PlayerKind::Random; 4].map(Entrant::from);
//! let mut table = Match::new(Rules::UECDA, others.into_iter().chain([first]))?;
//! let (mut deals, mut moves) = (StreamKey::new(1, 0).rng(), StreamKey::new(1, 1).rng());
//! for _ in 0..100 {
//!     table.play(&mut deals, &mut moves, &mut ());
//! }
//! assert!(table.series().points()[4] > 300);
//! # Ok::<(), quadrille_daifugo::players::MatchError>(())
//! ```

mod entrant;
mod error;
mod greedy;
mod kind;
mod matches;
mod random;

use quadrille_random::Xoshiro256PlusPlus;

pub use entrant::{Entrant, Seated};
pub use error::{PlayerError, UnknownPlayer};
pub use greedy::plain;
pub use kind::{Greedy, PlayerKind, Random};
pub(crate) use matches::Sitting;
pub use matches::{Match, MatchError};

use crate::game::{Event, ExchangeView, Move, Outcome, View};
use crate::melds::Hand;
use crate::rules::Rules;

/// Someone who plays a seat.
///
/// A player keeps what it likes between calls; the seat that it has may change from game to game. A player that fails, or wants
/// what may not be done, does not end a match: a pass is taken for its decision, or the lowest single card where it leads.
pub trait Player: Send {
    /// A game begins: the cards are dealt, and nobody has given any.
    ///
    /// # Errors
    /// If the player cannot go on; it is asked all the same.
    fn begin(&mut self, _start: &Start) -> Result<(), PlayerError> {
        Ok(())
    }

    /// Which cards to return to the poor: [`number`](ExchangeView::number) of the [hand](ExchangeView::hand). The lowest ones,
    /// unless the player says otherwise.
    ///
    /// # Errors
    /// If there is no answer; the lowest ones are given then.
    fn give(&mut self, view: &ExchangeView<'_>, _rng: &mut Xoshiro256PlusPlus) -> Result<Hand, PlayerError> {
        Ok(view.fallback())
    }

    /// What to do: one of [`View::moves`].
    ///
    /// All chance comes from `rng`, from which all seats of a match draw in turn: a player that draws from nothing else plays the
    /// same games again from the same seed.
    ///
    /// # Errors
    /// If there is no answer; the [fallback](View::fallback) is played then.
    fn choose(&mut self, view: &View<'_>, rng: &mut Xoshiro256PlusPlus) -> Result<Move, PlayerError>;

    /// Everyone saw this, the player's own moves included.
    fn observe(&mut self, _event: &Event) {}

    /// The game is over.
    fn end(&mut self, _outcome: &Outcome) {}
}

/// What a player knows when a game begins.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct Start {
    /// The rules.
    pub rules: Rules,
    /// The own seat.
    pub seat: usize,
    /// The own hand as it was dealt; cards may be given and returned before the first lead.
    pub hand: Hand,
    /// How many games of the series are over.
    pub game: u32,
    /// By seat, each player's class in the game before, 0 the richest; `None` in the first game of a series.
    pub classes: Option<Vec<u8>>,
    /// A number drawn for this game and seat, for players that cannot draw from the generator they are handed, such as those of
    /// another process.
    pub seed: u64,
}
