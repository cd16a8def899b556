//! Games as learners read them: numbers of actions, observations, features of moves. They are ours, for there
//! are none of the field's, and stay what they are: within a version of this crate, and from each to the next.
//!
//! | what | cells |
//! |---|---|
//! | [`Actions`] | numbers of passes, gifts and melds, both ways |
//! | [`fill_observation`] | 887: what a seat knows in play |
//! | [`fill_exchange_observation`] | 887: the same when it is to return cards |
//! | [`fill_move`] | 216: what a move is, and what it leaves |
//! | [`Encode`](quadrille_table::Encode) for [`Table`](crate::game::Table) | the same cells named one by one, for learners of any card game |
//! | `plain` (feature `oracle`) | the same written as one reads it: the specification of the fast forms |
//!
//! All cells are 0 or 1, of any type that is a [`Cell`], written in place into slices of the caller's; nothing
//! is allocated. A linear policy scores each legal move by its 216 cells (and products with cells of the
//! observation); a network takes both.
//!
//! # Cards
//! A set of cards is 54 cells: card 4 · rank + suit, ranks from the 3 to the 2, suits clubs, diamonds, hearts,
//! spades; then two cells for jokers, the first for one, both for two.
//!
//! # Seats
//! A game has 3 to 6 seats; there are always cells for six. Place 0 is the own seat, place k the one k seats on
//! in the direction of ascending numbers; places that the table has not are all 0.
//!
//! # Offsets of an observation
//! | cells | what | how |
//! |---|---|---|
//! | 0–53 | the own hand | cards |
//! | 54–107 | what the others hold together | cards |
//! | 108–161 | what is in nobody's hand | cards |
//! | 162–215 | what the meld on the table took from its hand | cards |
//! | 216–218 | its kind: group, sequence, jokers | one-hot; 0 where the seat leads |
//! | 219–233 | its size, 1 to 15 | one-hot |
//! | 234–248 | its lowest rank: the place below the 3, the 3 to the 2, the place above | one-hot; 0 for jokers alone |
//! | 249–252 | the suits it shows | a cell each |
//! | 253, 254 | the suits are locked; the ranks are | |
//! | 255–260 | whose it is | one-hot of seats |
//! | 261–312 | of each rank, whether exactly 1, 2, 3, 4 cards of it are in the hand | 13 × 4 |
//! | 313–516 | the seats, 34 cells each: in the game (1), has passed (1), cards left (20, the first n set), class in the game before (6, one-hot, the richest first; 0 if none), class settled in this one (6, one-hot) | 6 × 34 |
//! | 517–840 | what each seat has played | 6 × 54, cards |
//! | 841–844 | revolution; 11-back; the order is reversed; play goes backwards | |
//! | 845–863 | passes in a row, the first n set | 19 |
//! | 864, 865 | one card is to be returned; two are | |
//! | 866–879 | which rules are on, in the order of [`Rule::ALL`](crate::rules::Rule::ALL) | 14 |
//! | 880–883 | players, 3 to 6 | one-hot |
//! | 884–886 | jokers in the deck, 0 to 2 | one-hot |
//!
//! # Offsets of a move
//! | cells | what | how |
//! |---|---|---|
//! | 0–53 | what it takes from the hand | cards |
//! | 54 | it is a pass | |
//! | 55–57 | its kind: group, sequence, jokers | one-hot; 0 for a pass and a gift |
//! | 58–72 | its size, 1 to 15 | one-hot |
//! | 73–87 | its lowest rank: the place below the 3, the 3 to the 2, the place above | one-hot; 0 for jokers alone |
//! | 88–102 | the same counted from the weakest place in the current order, by its weakest card | one-hot |
//! | 103–106 | the suits it shows | a cell each |
//! | 107 | it clears the table: an 8 under 8-cut, the 3 of spades on a joker | |
//! | 108 | it makes a revolution | |
//! | 109 | nothing is left after it | |
//! | 110–163 | what is left of the hand | cards |
//! | 164–215 | of each rank, whether exactly 1, 2, 3, 4 cards of it are left | 13 × 4 |
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

/// Cells of a set of cards.
pub const CARDS: usize = 54;
/// Cells of an observation.
pub const OBSERVATION: usize = 887;
/// Cells of a move.
pub const MOVE: usize = 216;

/// Why nothing was written.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum EncodingError {
    /// The slice to write to is of another length.
    #[error(transparent)]
    Length(#[from] LengthError),
    /// A seat that is not there, or that cannot have this hand.
    #[error(transparent)]
    Game(#[from] GameError),
    /// The hand has not what the move takes.
    #[error("{hand} has not what is taken from it: {taken}")]
    NotHeld {
        /// The hand.
        hand: crate::melds::Hand,
        /// What should be in it.
        taken: crate::melds::Hand,
    },
}
