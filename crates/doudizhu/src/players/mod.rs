//! Players: who knows their own hand and what everyone can see, and says what to do.
//!
//! | player | how it plays |
//! |---|---|
//! | [`Random`] | any legal move, each as likely as the others |
//! | [`Rule`] | keeps its hand in few moves, holds high cards back, helps its partner |
//!
//! [`PlayerKind`] knows the built-in players by name. A player of one's own implements [`Player`], and plays
//! against them at a [`Table`], or in an arena (feature `arena`):
//!
//! ```
//! use quadrille_doudizhu::game::{Deal, Scoring, Seat, Setup};
//! use quadrille_doudizhu::players::{Player, PlayerError, PlayerKind, PlayerRng, Seats, Table, View};
//! use quadrille_doudizhu::{Move, Rules};
//! use quadrille_random::StreamKey;
//!
//! /// Gets rid of as many cards at once as it can.
//! struct Hasty;
//!
//! impl Player for Hasty {
//!     fn choose(&mut self, view: &View<'_>, _: &mut PlayerRng) -> Result<Move, PlayerError> {
//!         Ok(*view.moves().iter().max_by_key(|chosen| chosen.cards().len()).expect("there is always a move"))
//!     }
//! }
//!
//! let setup = Setup::new(Rules::RLCARD, Scoring::Adp);
//! let (mut hasty, mut random, mut other) = (Hasty, PlayerKind::Random.player(), PlayerKind::Random.player());
//! let rngs = [1, 2, 3].map(|stream| StreamKey::new(7, stream).rng());
//! let mut seats = Seats::<dyn Player>::new([&mut hasty, &mut *random, &mut *other], rngs);
//! let (mut table, mut dealer) = (Table::new(), StreamKey::new(7, 0).rng());
//! let games = (0..100).filter_map(|_| table.play(&mut seats, &setup, &Deal::random(&mut dealer), Seat::ALL[0]));
//! let wins = games.filter(|outcome| outcome.landlord_won()).count();
//! println!("{wins} of 100 games are won by haste");
//! # assert!((20..80).contains(&wins), "{wins}");
//! ```
//!
//! Every player can be asked about any position, without a game around it: [`View::of`] makes the view.

mod event;
mod kind;
mod random;
pub(crate) mod rule;
mod table;

pub use event::{Event, Start};
pub use kind::{PlayerKind, UnknownPlayer};
pub use quadrille_random::Xoshiro256PlusPlus as PlayerRng;
pub use random::Random;
pub use rule::Rule;
pub use table::{Seats, Table};

pub use crate::game::{CallView, Decision, View};

use crate::Move;
use crate::game::{Call, Outcome};

/// Someone who plays a seat.
///
/// Only [`choose`](Self::choose) has to be written; a player that never calls passes in every auction.
///
/// Whatever may reach the result of a game comes from the view and from the generator that is lent: the same
/// draws and the same view give the same decision. A player may keep memory between its calls, for speed or
/// of what it was told; it must not keep it from one game to the next in a way that changes what it decides,
/// for arenas play games in any order.
pub trait Player: Send {
    /// A new game begins: told before the first decision. Where cards are thrown in, it is told again, with
    /// the new ones.
    fn begin(&mut self, start: &Start<'_>) {
        let _ = start;
    }

    /// What to say before the first card: one of [`CallView::calls`].
    ///
    /// # Errors
    /// The player has no answer; the table makes it a pass.
    fn call(&mut self, view: &CallView<'_>, rng: &mut PlayerRng) -> Result<Call, PlayerError> {
        let _ = (view, rng);
        Ok(Call::Pass)
    }

    /// What to play: one of [`View::moves`].
    ///
    /// # Errors
    /// The player has no answer; the table plays the [fallback](View::fallback) instead: a pass, or the
    /// lowest legal move where the seat leads.
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
    /// remembers nothing says no, and its games are some nanoseconds a move faster.
    fn listens(&self) -> bool {
        true
    }
}

impl<P: Player + ?Sized> Player for Box<P> {
    fn begin(&mut self, start: &Start<'_>) {
        (**self).begin(start);
    }

    fn call(&mut self, view: &CallView<'_>, rng: &mut PlayerRng) -> Result<Call, PlayerError> {
        (**self).call(view, rng)
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

/// Why a player has no answer. Players in this process always have one; those in another one may not.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum PlayerError {
    /// It took longer than it was given.
    #[error("it did not answer in time")]
    Late,
    /// It cannot be asked any more: its process has ended, its connection is closed.
    #[error("it is gone: {}", quadrille_diagnostics::printable(.0))]
    Gone(String),
    /// It answered something that is no decision.
    #[error("its answer cannot be read: {}", quadrille_diagnostics::printable(.0))]
    Unreadable(String),
}

/// Decisions that a table made in a player's place, by what was wrong with the player's own: each became a
/// pass, or the lowest legal move where the seat led.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct Faults {
    /// Answers that did not come in time.
    pub late: u64,
    /// Times the player could not be asked.
    pub gone: u64,
    /// Answers that could not be read.
    pub unreadable: u64,
    /// Calls that could not be made, and moves that could not be played.
    pub illegal: u64,
}

impl Faults {
    /// All of them together.
    pub const fn total(&self) -> u64 {
        self.late.saturating_add(self.gone).saturating_add(self.unreadable).saturating_add(self.illegal)
    }

    /// Adds those of other games; a sum beyond 64 bits stays at the greatest number.
    pub const fn merge(&mut self, other: &Self) {
        self.late = self.late.saturating_add(other.late);
        self.gone = self.gone.saturating_add(other.gone);
        self.unreadable = self.unreadable.saturating_add(other.unreadable);
        self.illegal = self.illegal.saturating_add(other.illegal);
    }

    /// Counts a decision; `None` is one that was legible, but illegal.
    fn record(&mut self, error: Option<&PlayerError>) {
        let count = match error {
            Some(PlayerError::Late) => &mut self.late,
            Some(PlayerError::Gone(_)) => &mut self.gone,
            Some(PlayerError::Unreadable(_)) => &mut self.unreadable,
            None => &mut self.illegal,
        };
        *count = count.saturating_add(1);
    }
}
