//! Hearts for four players, on the common interface of card games (`quadrille-table`).
//!
//! | module | contents |
//! |---|---|
//! | `cards` | [`Card`], and sets of them in one word: [`Cards`] |
//! | `rules` | the switches, legal cards, points: [`Rules`], [`Direction`] |
//! | `state` | the deal, the pass, the tricks: [`Hearts`], with its [`Outcome`] |
//! | `public` | public information: [`Public`] |
//! | `view` | the view of a seat: [`View`] |
//! | `text`, `encode` | actions as text and as ids; observations as cells [at fixed offsets](Hearts#impl-Encode-for-Hearts) |
//! | `questions` (feature `json`) | views as JSON objects |
//! | `records` (feature `records`) | game records, in the [common format](quadrille_table::records) |
//! | `sample` | random deals that are consistent with a view, [exactly uniform](Hearts#impl-Sample-for-Hearts) |
//! | `players` | [`HeartsPlayer`] by name |
//! | `policy` (feature `policy`) | networks that learned by self-play, and search |
//! | `present` | descriptions of decisions for people |
//!
//! # Example
//! A custom player against the built-in one:
//!
//! ```
//! use quadrille_hearts::{Card, Hearts, HeartsPlayer, Rules, View};
//! use quadrille_random::StreamKey;
//! use quadrille_table::{Game, PerSeatRng, Player, PlayerError, PlayerRng, View as _, play};
//!
//! /// Plays the lowest card that is legal.
//! struct Low;
//!
//! impl Player<Hearts> for Low {
//!     fn decide(&mut self, view: &View<'_>, _: &mut PlayerRng) -> Result<Card, PlayerError> {
//!         Ok(view.fallback())
//!     }
//! }
//!
//! let key = StreamKey::new(31459, 0);
//! let (mut low, rules) = (Low, [HeartsPlayer::Rule; 3]);
//! let [mut rule, mut second, mut third] = rules.map(HeartsPlayer::player);
//! let players: [&mut dyn Player<Hearts>; 4] = [&mut low, &mut rule, &mut second, &mut third];
//! let mut seats = PerSeatRng::new(players, [1, 2, 3, 4].map(|seat| key.substream(seat).rng()));
//! let (mut game, mut dealer) = (Hearts::new(&Rules::default()), key.rng());
//! let mut points = [0; 4];
//! for _ in 0..100 {
//!     let outcome = play(&mut game, &mut seats, &mut dealer, &mut ()).expect("no cards are thrown in");
//!     for (sum, points) in points.iter_mut().zip(outcome.points) {
//!         *sum += points;
//!     }
//! }
//! assert!(points[0] > 0, "{points:?}");
//! ```

#![doc(html_root_url = "https://docs.rs/quadrille-hearts")]

mod cards;
mod encode;
mod players;
#[cfg(feature = "policy")]
mod policy;
mod present;
mod public;
#[cfg(feature = "json")]
mod questions;
#[cfg(feature = "records")]
mod records;
mod rules;
mod sample;
mod state;
mod text;
mod view;

pub use cards::{Card, CardError, Cards};
pub use players::HeartsPlayer;
pub use public::Public;
pub use rules::{Direction, Rules};
pub use state::{DealError, Hearts, Outcome};
pub use view::View;

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
