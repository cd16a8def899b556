//! Encodings for learners: `RLCard`'s action ids and observations, `DouZero`'s features.
//!
//! | module or type | contents |
//! |---|---|
//! | [`RlcardActions`] | `RLCard`'s ids of the 27,472 moves, lookup in both directions, and masks of actions |
//! | [`Role`], [`Course`] | the roles (landlord and peasants) and the move history |
//! | [`douzero`] | `x` and `z` for all legal moves of a position |
//! | [`rlcard`] | the flat observation of 790 or 901 numbers |
//! | `plain` (feature `oracle`) | a simple implementation of the same encodings, which serves as their specification |
//!
//! All functions write into slices of the caller (usually arrays of a numerical library) and do not
//! allocate. The cells are 0 and 1, of any type that is a [`Cell`]: `RLCard` and `DouZero` store
//! `i8`, and their networks take `f32`.
//!
//! # A row of cards
//! All encodings share one format for cards, 54 cells wide. Each of the thirteen ranks from the 3
//! to the 2 has four adjacent cells; n cards of the rank set the first n of them (a thermometer
//! code: three sevens are `1 1 1 0`). The last two cells are the black joker and the red joker.
//!
//! ```text
//! cell   0  1  2  3    4  5  6  7   …   48 49 50 51   52  53
//!        ───────────  ───────────       ───────────   ──  ──
//! rank        3            4        …        2         B   R
//! 33345R 1  1  1  0    1  0  0  0   …    0  0  0  0    0   1
//! ```
//!
//! A number of cards is encoded as a one-hot row with as many cells as the maximum hand size: cell
//! n − 1 is 1 for n cards. `RLCard` and `DouZero` index a Python array by n − 1, so that an empty
//! hand (at the end of a game) sets the *last* cell; this crate does the same.
//!
//! # Example
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

/// The number of cells of a row of cards.
pub const CARDS: usize = 54;

/// The error of writing an encoding. Nothing was written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum EncodingError {
    /// The slice has the wrong length.
    #[error(transparent)]
    Length(#[from] LengthError),
    /// The move history does not lead to the position.
    #[error("after {moves} move{} it is the turn of {expected}; in the position it is the turn of {found}", if *moves == 1 { "" } else { "s" })]
    Course {
        /// The number of moves in the history.
        moves: usize,
        /// The role to move according to the history.
        expected: Role,
        /// The role to move in the position.
        found: Role,
    },
    /// A hand has more cards than any deal, so the encodings have no cell for its size.
    #[error("{role} has {cards} cards; the encodings have cells for at most {most}")]
    Cards {
        /// The role of the hand's owner.
        role: Role,
        /// The number of cards of the hand.
        cards: u32,
        /// The maximum number of cards.
        most: u32,
    },
}
