//! Players. A player makes all decisions of a seat. It knows the hand of the seat and the public
//! information.
//!
//! | player | strategy |
//! |---|---|
//! | [`Random`] | a uniformly random legal move |
//! | [`Rule`] | keeps its hand in few moves, saves high cards, helps its partner |
//!
//! [`PlayerKind`] lists the built-in players by name. Custom players implement [`Player`]; [`play`]
//! seats any players at a [`Table`], and arenas (feature `arena`) compare them. The crate
//! `quadrille-table` defines these items, including [`Player`], for all card games:
//!
//! ```
//! use quadrille_doudizhu::Rules;
//! use quadrille_doudizhu::game::{Action, Call, Decision, Scoring, Setup, Table};
//! use quadrille_doudizhu::players::{PerSeatRng, Player, PlayerError, PlayerRng, Random, play};
//! use quadrille_random::StreamKey;
//!
//! /// Plays as many cards at once as possible.
//! struct Hasty;
//!
//! impl Player<Table> for Hasty {
//!     fn decide(&mut self, view: &Decision<'_>, _: &mut PlayerRng) -> Result<Action, PlayerError> {
//!         Ok(match view {
//!             Decision::Call(_) => Action::Call(Call::Pass),
//!             Decision::Play(view) => {
//!                 let most = view.moves().iter().max_by_key(|chosen| chosen.cards().len());
//!                 Action::Play(*most.expect("there is always a move"))
//!             }
//!         })
//!     }
//! }
//!
//! let (mut hasty, mut random, mut other) = (Hasty, Random, Random);
//! let players: [&mut dyn Player<Table>; 3] = [&mut hasty, &mut random, &mut other];
//! let mut seats = PerSeatRng::new(players, [1, 2, 3].map(|stream| StreamKey::new(7, stream).rng()));
//! let mut table = Table::new(&Setup::new(Rules::RLCARD, Scoring::Adp));
//! let mut dealer = StreamKey::new(7, 0).rng();
//! let games = (0..100).filter_map(|_| play(&mut table, &mut seats, &mut dealer, &mut ()));
//! let wins = games.filter(|outcome| outcome.landlord_won()).count();
//! println!("the hasty landlord wins {wins} of 100 games");
//! # assert!((20..80).contains(&wins), "{wins}");
//! ```
//!
//! A player can also decide in a single position without a game: [`View::of`] creates the view.

mod event;
mod kind;
#[cfg(feature = "policy")]
mod policy;
pub(crate) mod rule;

pub use event::{Event, Start};
pub use kind::PlayerKind;
pub use quadrille_table::{
    BuiltIn, Faults, Observer, PerSeatRng, Player, PlayerError, PlayerRng, Random, SeatFaults, Seats,
    UnknownPlayer, play, play_cancellable, play_on,
};
pub use rule::Rule;

pub use crate::game::{Action, CallView, Decision, Table, View};

/// A participant of an arena: a name, and a factory that creates one player per thread and seat.
///
/// ```
/// use quadrille_doudizhu::players::{Entrant, PlayerKind, Rule};
///
/// let mine = Entrant::new("mine", || Box::new(Rule));
/// assert_eq!([mine, PlayerKind::Random.into()].map(|entrant| entrant.name().to_owned()), ["mine", "random"]);
/// ```
pub type Entrant = quadrille_table::Entrant<Table>;
