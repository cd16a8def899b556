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
//! use quadrille_daifugo::game::{Action, Decision, Table};
//! use quadrille_daifugo::players::{Entrant, Match, Player, PlayerError, PlayerKind, PlayerRng};
//! use quadrille_daifugo::rules::Rules;
//! use quadrille_random::StreamKey;
//!
//! /// Plays the first meld it can, and returns its lowest cards.
//! struct First;
//!
//! impl Player<Table> for First {
//!     fn decide(&mut self, view: &Decision<'_>, _: &mut PlayerRng) -> Result<Action, PlayerError> {
//!         match view {
//!             Decision::Play(view) => Ok(view.moves().next().unwrap_or(view.fallback()).into()),
//!             other => Ok(other.fallback()),
//!         }
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
//! # Ok::<(), quadrille_daifugo::players::PlayersError>(())
//! ```

mod greedy;
mod kind;
mod matches;
#[cfg(feature = "policy")]
mod policy;
pub(crate) mod random;
#[cfg(feature = "policy")]
mod searched;

#[cfg(feature = "oracle")]
pub use greedy::plain;
pub use kind::{Greedy, PlayerKind, Random};
pub use matches::Match;
pub use quadrille_table::{Faults, Player, PlayerError, PlayerRng, PlayersError, UnknownPlayer};

pub use crate::game::Start;
use crate::game::Table;

/// A name, and how to make the player of that name.
///
/// ```
/// use quadrille_daifugo::players::{Entrant, Greedy, PlayerKind};
///
/// let mine = Entrant::new("mine", || Box::new(Greedy));
/// assert_eq!([mine, PlayerKind::Random.into()].map(|entrant| entrant.name().to_owned()), ["mine", "random"]);
/// ```
pub type Entrant = quadrille_table::Entrant<Table>;

/// A player of whatever kind.
pub type BoxedPlayer = Box<dyn Player<Table>>;
