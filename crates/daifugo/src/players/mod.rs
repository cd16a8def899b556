//! Players: who decides what is played and what is given back.
//!
//! | player | how it plays |
//! |---|---|
//! | [`Random`] | anything that is legal, each with the same probability |
//! | [`Greedy`] | simple rules: answers with the lowest, leads what sheds most low cards, keeps its best for when they win |
//!
//! [`PlayerKind`] knows them by name. A player of one's own implements [`Player`]; with a name and a way to
//! make it, it is an [`Entrant`] of a [`Match`] or of an [arena](crate::arena), beside the built-in ones.
//!
//! ```
//! use quadrille_daifugo::game::{Move, View};
//! use quadrille_daifugo::players::{Entrant, Match, Player, PlayerError, PlayerKind, PlayerRng};
//! use quadrille_daifugo::rules::Rules;
//! use quadrille_random::StreamKey;
//!
//! /// Plays the first meld it can.
//! struct First;
//!
//! impl Player for First {
//!     fn choose(&mut self, view: &View<'_>, _: &mut PlayerRng) -> Result<Move, PlayerError> {
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
pub(crate) mod random;

pub use crate::fault::{Faults, PlayerError};
pub use entrant::Entrant;
pub use error::UnknownPlayer;
#[cfg(feature = "oracle")]
pub use greedy::plain;
pub use kind::{Greedy, PlayerKind, Random};
#[cfg(feature = "arena")]
pub(crate) use matches::Sitting;
pub use matches::{Match, MatchError};
pub use quadrille_random::Xoshiro256PlusPlus as PlayerRng;

use crate::game::{Event, ExchangeView, Move, Outcome, View};
use crate::melds::Hand;
use crate::rules::Rules;

/// Someone who plays a seat.
///
/// Only [`choose`](Self::choose) has to be written; a player that says nothing of the exchange gives its
/// lowest cards.
///
/// Whatever may reach the result of a game comes from the view and from the generator that is lent, from
/// which all seats of a match draw in turn: the same draws and the same view give the same decision. A player
/// may keep memory between its calls, for speed or of what it was told; it must not keep it from one match to
/// the next in a way that changes what it decides, for contests play matches in any order.
///
/// A player that fails, or wants what may not be done, does not end a match: something else is done in its
/// place, and counted ([`Faults`]).
pub trait Player: Send {
    /// A new game begins: the cards are dealt, and nobody has given any.
    fn begin(&mut self, start: &Start<'_>) {
        let _ = start;
    }

    /// Which cards to return to the poor: [`number`](ExchangeView::number) of the [hand](ExchangeView::hand).
    ///
    /// # Errors
    /// The player has no answer; the lowest cards are given.
    fn give(&mut self, view: &ExchangeView<'_>, rng: &mut PlayerRng) -> Result<Hand, PlayerError> {
        let _ = rng;
        Ok(view.fallback())
    }

    /// What to play: one of [`View::moves`].
    ///
    /// # Errors
    /// The player has no answer; it becomes a pass, or the lowest single card where the seat leads:
    /// [`View::fallback`].
    fn choose(&mut self, view: &View<'_>, rng: &mut PlayerRng) -> Result<Move, PlayerError>;

    /// Something happened that everyone at the table can see, what the player did itself included.
    fn observe(&mut self, event: &Event) {
        let _ = event;
    }

    /// The game is over.
    fn end(&mut self, outcome: &Outcome) {
        let _ = outcome;
    }

    /// Whether the player wants to be told of beginnings, events and ends; asked once a game. A player that
    /// remembers nothing says no, and its games are some nanoseconds a move faster. Before each decision of
    /// one that listens a contest also asks whether to go on: whoever takes its time listens.
    fn listens(&self) -> bool {
        true
    }
}

impl<P: Player + ?Sized> Player for Box<P> {
    fn begin(&mut self, start: &Start<'_>) {
        (**self).begin(start);
    }

    fn give(&mut self, view: &ExchangeView<'_>, rng: &mut PlayerRng) -> Result<Hand, PlayerError> {
        (**self).give(view, rng)
    }

    fn choose(&mut self, view: &View<'_>, rng: &mut PlayerRng) -> Result<Move, PlayerError> {
        (**self).choose(view, rng)
    }

    fn observe(&mut self, event: &Event) {
        (**self).observe(event);
    }

    fn end(&mut self, outcome: &Outcome) {
        (**self).end(outcome);
    }

    fn listens(&self) -> bool {
        (**self).listens()
    }
}

/// How a game begins for a seat.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct Start<'a> {
    /// Whose beginning this is.
    pub seat: usize,
    /// What the game is played by: rules, players and jokers.
    pub rules: Rules,
    /// The own hand as it was dealt; cards may be given and returned before the first lead.
    pub hand: Hand,
    /// How many games of the series are over.
    pub game: u32,
    /// By seat, each player's class in the game before, 0 the richest; `None` in the first game of a series.
    pub classes: Option<&'a [u8]>,
    /// A number of this player and game alone, for players with a generator of their own, such as those in
    /// another process. Those who draw from the generator that they are lent have no use for it.
    pub seed: u64,
}

impl<'a> Start<'a> {
    /// The first game of a series, for tables that are not this crate's; `game` and `classes` are set
    /// afterwards.
    pub const fn new(seat: usize, rules: Rules, hand: Hand, seed: u64) -> Start<'a> {
        Self { seat, rules, hand, game: 0, classes: None, seed }
    }
}
