//! Games as learners read them: the action numbers of `RLCard`, the features of `DouZero`, the observations of
//! `RLCard`.
//!
//! | module | what is in it |
//! |---|---|
//! | [`RlcardActions`] | `RLCard`'s numbers of the 27,472 moves, both ways, and masks over them |
//! | [`Role`], [`Course`] | who is meant by "the landlord's mate", and what has been played so far |
//! | [`douzero`] | `x` and `z`, for every legal move of a position |
//! | [`rlcard`] | the flat observation of 790 or 901 numbers |
//! | `plain` (feature `oracle`) | the same written as one reads it: the specification of the fast forms |
//!
//! Everything is written in place, into slices of the caller's (an array of a numerical library, as a rule),
//! and allocates nothing. The cells are 0 and 1, of any type that is a [`Cell`]: `i8` is what both programs
//! keep, `f32` what their networks are fed.
//!
//! # A row of cards
//! All encodings stand on one way to write cards, 54 cells wide. Each of the thirteen ranks from the 3 to the
//! 2 has four neighbouring cells, of which as many are 1 as there are cards, from the first on (a thermometer:
//! three sevens are `1 1 1 0`); the two last cells are the black joker and the red one.
//!
//! ```text
//! cell   0  1  2  3    4  5  6  7   …   48 49 50 51   52  53
//!        ───────────  ───────────       ───────────   ──  ──
//! rank        3            4        …        2         B   R
//! 33345R 1  1  1  0    1  0  0  0   …    0  0  0  0    0   1
//! ```
//!
//! A number of cards is a one-hot of as many cells as the hand can have cards: n cards set cell n − 1. The two
//! programs index an array by n − 1 in Python, so a hand without cards (at the end of a game) sets the *last*
//! cell; so does this.
//!
//! # An example
//! ```
//! use quadrille_doudizhu::encodings::{Course, RlcardActions, douzero, rlcard};
//! use quadrille_doudizhu::game::{Deal, Position, Seat};
//! use quadrille_doudizhu::{MoveBuffer, Rules};
//! use quadrille_random::StreamKey;
//!
//! let deal = Deal::random(&mut StreamKey::new(31459, 0).rng());
//! let (mut position, mut course) = (Position::new(&deal, Seat::ALL[0]), Course::new());
//! let mut moves = MoveBuffer::new();
//! position.moves(Rules::RLCARD, &mut moves);
//!
//! let mut x = vec![0i8; moves.len() * douzero::LANDLORD_X];
//! let mut z = vec![0f32; douzero::Z];
//! douzero::fill_x(&position, &course, &moves, &mut x)?;
//! douzero::fill_z(&course, &mut z)?;
//!
//! // The landlord plays; the next seat's observation is wider.
//! let ids = RlcardActions::get();
//! let lowest_solo = ids.action(ids.id(moves[0]).expect("all moves of these rules have ids")).unwrap();
//! position.play(lowest_solo);
//! course.push(lowest_solo);
//! let mut observation = [0i8; rlcard::PEASANT];
//! rlcard::fill_observation(&position, &course, rlcard::LastActions::Latest, &mut observation)?;
//! # Ok::<(), quadrille_doudizhu::encodings::EncodingError>(())
//! ```

mod actions;
mod cells;
mod course;
pub mod douzero;
mod game;
#[cfg(feature = "oracle")]
pub mod plain;
pub mod rlcard;

pub use actions::RlcardActions;
pub(crate) use cells::write_cards;
pub use course::{Course, Role};
pub use quadrille_table::{Cell, LengthError};

/// Cells of a row of cards.
pub const CARDS: usize = 54;

/// Why nothing was written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum EncodingError {
    /// The slice to write to is of another length.
    #[error(transparent)]
    Length(#[from] LengthError),
    /// The moves made are not those that led to the position.
    #[error("after {moves} move{} it is the turn of {expected}; in the position it is that of {found}", if *moves == 1 { "" } else { "s" })]
    Course {
        /// How many moves the course has.
        moves: usize,
        /// Whose turn it is after them.
        expected: Role,
        /// Whose turn it is in the position.
        found: Role,
    },
    /// A hand that no game of a whole pack deals: the encodings have no cell for it.
    #[error("{role} has {cards} cards; there are cells for at most {most}")]
    Cards {
        /// Whose hand.
        role: Role,
        /// How many cards it has.
        cards: u32,
        /// For how many there are cells.
        most: u32,
    },
}
