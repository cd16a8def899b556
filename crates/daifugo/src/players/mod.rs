//! Players, which choose the moves and the cards to return in the exchange.
//!
//! | player | how it plays |
//! |---|---|
//! | [`Random`] | uniformly random legal actions |
//! | [`Greedy`] | simple rules: answers with the lowest meld, sheds low cards, keeps strong cards until they win the trick |
//!
//! [`PlayerKind`] maps names to built-in players. A custom player implements [`Player`]; an
//! [`Entrant`] combines it with a name and takes part in a [`Match`] or an [arena](crate::arena).
//!
//! ```
//! use quadrille_daifugo::game::{Action, Decision, Table};
//! use quadrille_daifugo::players::{Entrant, Match, Player, PlayerError, PlayerKind, PlayerRng};
//! use quadrille_daifugo::rules::Rules;
//! use quadrille_random::StreamKey;
//!
//! /// Plays the first legal meld; in the exchange, returns the lowest cards of the hand.
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

/// A name and a constructor for the player of that name.
///
/// ```
/// use quadrille_daifugo::players::{Entrant, Greedy, PlayerKind};
///
/// let mine = Entrant::new("mine", || Box::new(Greedy));
/// assert_eq!([mine, PlayerKind::Random.into()].map(|entrant| entrant.name().to_owned()), ["mine", "random"]);
/// ```
pub type Entrant = quadrille_table::Entrant<Table>;

/// A boxed player of any type.
pub type BoxedPlayer = Box<dyn Player<Table>>;
