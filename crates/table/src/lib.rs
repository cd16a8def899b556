//! A common interface for card games, and all parts of a card game program that do not depend on
//! the rules of the game.
//!
//! | items | contents |
//! |---|---|
//! | [`Game`], [`View`] | the interface that a game implements: deal, decisions, legal actions, events, outcome |
//! | [`Encode`] | actions as ids, and observations as sparse cells |
//! | [`Text`], [`card_letters`] | conversion of actions to text and from text; reading of playing cards |
//! | `Questions` (feature `json`) | views as JSON objects |
//! | [`Present`] | descriptions of decisions for people |
//! | [`Sample`], [`deal_within`] | random deals that are consistent with a view; deals of three hands, each from the cards that it may hold |
//! | [`Player`] | players, which receive views and return decisions |
//! | [`PlayerError`], [`Faults`] | failures of players, and counts of these failures |
//! | [`Entrant`], [`BuiltIn`], [`built_in_players`] | named constructors of players; the built-in players of a game; a macro that declares them |
//! | [`Seats`] | assignment of players to seats, and the random generators of players |
//! | `Contest`, `league` (feature `arena`) | contests, in which every player plays in every seat with the same cards; leagues with ratings |
//! | [`records`] | writing, reading, replay and checks of game records; a format for any game (feature `records`) |
//! | [`tables`] | batches of games for learners |
//! | [`Autoreset`], [`by_name`] | the modes for finished games of a batch; a macro for enumerations whose values have names |
//! | [`debug_by_text`], [`serde_by_text`], [`word_set`] | macros for cards, sets and other small values |
//! | [`play`], [`play_on`] | the loop that plays a game, from the deal or from any position |
//!
//! The loop is generic: it is compiled for each game and each type of [`Seats`]. Calls are
//! dispatched dynamically only if the type of players is a trait object.
//!
//! # Example
//! A minimal game with two seats. Each seat draws a number and may then swap both numbers. The seat
//! with the higher number wins.
//!
//! ```
//! use quadrille_random::{StreamKey, rand_core::Rng};
//! use quadrille_table::{Decision, Game, PerSeatRng, Player, PlayerError, PlayerRng, Random, View, play};
//!
//! #[derive(Debug, Default)]
//! struct Higher { numbers: [u8; 2], decided: usize }
//!
//! #[derive(Debug, Clone, Copy)]
//! struct Own { seat: usize, number: u8 }
//!
//! impl View for Own {
//!     type Action = bool;
//!     fn seat(&self) -> usize { self.seat }
//!     fn decision(&self) -> Decision { Decision::Play }
//!     fn choices(&self) -> usize { 2 }
//!     fn choice(&self, index: usize) -> Option<bool> { [false, true].get(index).copied() }
//!     fn permits(&self, _: &bool) -> bool { true }
//!     fn fallback(&self) -> bool { false }
//! }
//!
//! impl Game for Higher {
//!     type Setup = ();
//!     type Action = bool;
//!     type View<'a> = Own;
//!     type Start<'a> = usize;
//!     type Event = (usize, bool);
//!     type Outcome = Option<usize>;
//!
//!     fn new((): &()) -> Self { Self { decided: 2, ..Self::default() } }
//!     fn setup(&self) -> &() { &() }
//!     fn seats((): &()) -> usize { 2 }
//!     fn deal<R: Rng + ?Sized>(&mut self, rng: &mut R) {
//!         *self = Self { numbers: [rng.next_u32() as u8, rng.next_u32() as u8], decided: 0 };
//!     }
//!     fn start(&self, seat: usize, _seed: u64) -> usize { seat }
//!     fn view(&mut self) -> Option<Own> {
//!         let number = *self.numbers.get(self.decided)?;
//!         Some(Own { seat: self.decided, number })
//!     }
//!     fn apply(&mut self, swap: bool, mut tell: impl FnMut(&(usize, bool))) {
//!         let seat = self.decided;
//!         self.decided += 1;
//!         if swap { self.numbers.swap(0, 1) }
//!         tell(&(seat, swap));
//!     }
//!     fn close<R: Rng + ?Sized>(&mut self, _: &mut R) -> Option<Option<usize>> {
//!         let [first, second] = self.numbers;
//!         Some((first != second).then_some(usize::from(second > first)))
//!     }
//!     fn points((): &(), winner: &Option<usize>, seat: usize) -> i64 { i64::from(*winner == Some(seat)) }
//! }
//!
//! /// Keeps a number of 128 or more.
//! struct Careful;
//!
//! impl Player<Higher> for Careful {
//!     fn decide(&mut self, view: &Own, _: &mut PlayerRng) -> Result<bool, PlayerError> {
//!         Ok(view.number < 128)
//!     }
//! }
//!
//! let key = StreamKey::new(31459, 0);
//! let (mut careful, mut random) = (Careful, Random);
//! let players: [&mut dyn Player<Higher>; 2] = [&mut random, &mut careful];
//! let mut seats = PerSeatRng::new(players, [1, 2].map(|seat| key.substream(seat).rng()));
//! let (mut game, mut dealer) = (Higher::new(&()), key.rng());
//! let wins = (0..1000).filter(|_| play(&mut game, &mut seats, &mut dealer, &mut ()) == Some(Some(1)));
//! assert!(wins.count() > 550);
//! ```

#![doc(html_root_url = "https://docs.rs/quadrille-table")]

mod autoreset;
mod built_in;
mod cells;
#[cfg(feature = "arena")]
mod contest;
mod driver;
mod encode;
mod entrant;
mod faults;
mod game;
#[cfg(feature = "arena")]
pub mod league;
mod names;
mod player;
#[cfg(feature = "arena")]
mod points;
mod present;
#[cfg(feature = "json")]
mod questions;
mod random;
pub mod records;
mod sample;
mod seats;
pub mod tables;
mod text;
mod values;

pub use autoreset::Autoreset;
pub use built_in::{BuiltIn, EntrantError, MakePlayer, POLICY, SEARCH, UnknownPlayer};
pub use cells::{Cell, LengthError};
#[cfg(feature = "arena")]
pub use contest::{Contest, ContestError, Counter, GameIndex, GameResult, MOST_GAMES, Seated};
pub use driver::{Observer, play, play_cancellable, play_on, play_to_outcome};
pub use encode::Encode;
pub use entrant::{Entrant, PlayersError, seated};
pub use faults::{Faults, PlayerError, SeatFaults};
pub use game::{Decision, ExactJudge, Game, Streams, View};
pub use names::UnknownName;
pub use player::{Player, PlayerRng, Weighed};
#[cfg(feature = "arena")]
pub use points::PointsEstimate;
pub use present::{Present, Scene, SeatScene, Shown};
#[cfg(feature = "json")]
pub use questions::{Questions, question};
pub use random::{Random, draw};
pub use sample::{Sample, SampleError, deal_within};
pub use seats::{PerSeatRng, Seats, SharedRng};
pub use text::{Text, TextError, card_face, card_letters, suit_of};

/// The maximum number of seats of a table.
pub const MOST_SEATS: usize = 6;

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
