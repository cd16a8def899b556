//! Encodings for machine learning: action ids, observations, features of moves.
//!
//! The numbering is specific to this crate, since the field has no standard encoding. It does not
//! change between versions.
//!
//! | item | contents |
//! |---|---|
//! | [`Actions`] | conversion between actions (pass, gifts, melds) and their ids |
//! | [`fill_observation`] | 887 cells: the knowledge of a seat in play |
//! | [`fill_exchange_observation`] | 887 cells: the knowledge of a seat that is to return cards |
//! | [`fill_move`] | 216 cells: a move and the rest of the hand |
//! | [`Encode`](quadrille_table::Encode) for [`Table`](crate::game::Table) | the same cells by index, for learners of any card game |
//! | `plain` (feature `oracle`) | the same cells in plain code: the specification of the fast forms |
//!
//! All cells are 0 or 1, of any type that implements [`Cell`], and are written in place into slices
//! of the caller without allocation. A linear policy scores each legal move by its 216 cells (and
//! products with cells of the observation); the input of a network is the observation and the cells
//! of a move.
//!
//! # Cards
//! A set of cards takes 54 cells. The cell of a card has the index 4 · rank + suit; the ranks are
//! in order from the 3 to the 2, and the suits in the order clubs, diamonds, hearts, spades. The
//! last two cells are for jokers: one joker sets the first, two jokers set both.
//!
//! # Seats
//! A game has 3 to 6 seats; there are always cells for six. Place 0 is the observing seat; place k
//! is the k-th seat after it in ascending order. The cells of absent seats are 0.
//!
//! # Offsets of an observation
//! | cells | contents | encoding |
//! |---|---|---|
//! | 0–53 | own hand | cards |
//! | 54–107 | union of the other hands | cards |
//! | 108–161 | cards in no hand | cards |
//! | 162–215 | natural cards and jokers of the meld on the table | cards |
//! | 216–218 | kind of that meld: group, sequence, jokers | one-hot; 0 on an empty table |
//! | 219–233 | size of that meld, 1 to 15 | one-hot |
//! | 234–248 | lowest rank of that meld: the imaginary rank below the 3, the 3 to the 2, the imaginary rank above | one-hot; 0 for jokers alone |
//! | 249–252 | suits that the meld shows | one cell each |
//! | 253, 254 | suit lock; rank lock | |
//! | 255–260 | seat that played that meld | one-hot by place |
//! | 261–312 | for each rank, whether the hand has exactly 1, 2, 3, 4 cards | 13 × 4 |
//! | 313–516 | the seats, 34 cells each: in the game (1), has passed (1), hand size (20, the first n set), class after the previous game (6, one-hot, the richest first; 0 if none), final class in this game (6, one-hot; 0 if open) | 6 × 34 |
//! | 517–840 | cards played by each seat | 6 × 54, cards |
//! | 841–844 | revolution; 11-back; reversed order of ranks; reversed direction of play | |
//! | 845–863 | consecutive passes, the first n set | 19 |
//! | 864, 865 | one card is to be returned; two cards are to be returned | |
//! | 866–879 | active rules, in the order of [`Rule::ALL`](crate::rules::Rule::ALL) | 14 |
//! | 880–883 | number of players, 3 to 6 | one-hot |
//! | 884–886 | jokers in the deck, 0 to 2 | one-hot |
//!
//! # Offsets of a move
//! | cells | contents | encoding |
//! |---|---|---|
//! | 0–53 | natural cards and jokers of the move | cards |
//! | 54 | pass | |
//! | 55–57 | kind of its meld: group, sequence, jokers | one-hot; 0 for a pass and a gift |
//! | 58–72 | size of its meld, 1 to 15 | one-hot |
//! | 73–87 | lowest rank of its meld: the imaginary rank below the 3, the 3 to the 2, the imaginary rank above | one-hot; 0 for jokers alone |
//! | 88–102 | weakest rank of its meld, counted from the imaginary rank at the weak end of the current order | one-hot; 0 for jokers alone |
//! | 103–106 | suits that its meld shows | one cell each |
//! | 107 | the move clears the table: an 8 under the eight-cut, the 3 of spades on a joker | |
//! | 108 | the move causes a revolution | |
//! | 109 | the rest of the hand is empty | |
//! | 110–163 | the rest of the hand | cards |
//! | 164–215 | for each rank, whether the rest has exactly 1, 2, 3, 4 cards | 13 × 4 |
//!
//! ```
//! use quadrille_daifugo::encodings::{Actions, MOVE, OBSERVATION, Played, fill_move, fill_observation};
//! use quadrille_daifugo::game::{Game, Move};
//! use quadrille_daifugo::melds::{Hand, Melds};
//! use quadrille_daifugo::rules::Rules;
//!
//! let hands = ["C3 D3", "H4 S4", "C5 D5"].map(|cards| Hand::new(cards.parse().unwrap(), 0));
//! let game = Game::new(Rules::UECDA.of(3, 0)?, &hands, 0, None)?;
//! let mut melds = Melds::new();
//! game.melds(&mut melds);
//! let (mut observation, mut features) = ([0i8; OBSERVATION], [0f32; MOVE]);
//! fill_observation(game.state(), 0, game.hand(0), &Played::new(), &mut observation)?;
//! fill_move(game.state(), game.hand(0), melds[0].into(), &mut features)?;
//! assert_eq!((melds[0].to_string(), features[109]), ("C3 D3".to_owned(), 1.0));
//! let id = Actions::get().id(Move::Play(melds[0])).unwrap();
//! assert_eq!(Actions::get().action(id).unwrap().to_string(), "C3 D3");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod actions;
mod cells;
mod game;
mod moves;
mod observation;
#[cfg(feature = "oracle")]
pub mod plain;
mod played;

pub use crate::game::Action;
pub use actions::Actions;
pub use moves::{fill_gift, fill_move};
pub use observation::{fill_exchange_observation, fill_observation};
pub use played::Played;
pub use quadrille_table::{Cell, LengthError};

use crate::game::GameError;

/// Number of cells of a set of cards.
pub const CARDS: usize = 54;
/// Number of cells of an observation.
pub const OBSERVATION: usize = 887;
/// Number of cells of a move.
pub const MOVE: usize = 216;

/// Error of writing cells. If it is returned, no cell has been written.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum EncodingError {
    /// The destination slice has the wrong length.
    #[error(transparent)]
    Length(#[from] LengthError),
    /// The seat does not exist, or cannot have this hand.
    #[error(transparent)]
    Game(#[from] GameError),
    /// The hand lacks cards of the move or gift.
    #[error("the hand {hand} does not contain {taken}")]
    NotHeld {
        /// The hand.
        hand: crate::melds::Hand,
        /// The cards of the move or gift.
        taken: crate::melds::Hand,
    },
}
