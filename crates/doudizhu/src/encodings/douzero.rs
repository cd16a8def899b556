//! The features of `DouZero` (Zha et al., 2021, arXiv:2106.06135, tables 4 and 5), as computed by
//! release 1.1.0 in `env/env.py`.
//!
//! A network evaluates one move at a time. Its inputs are `x`, which contains the visible state and
//! the move, and `z`, which contains the last fifteen moves. A position has one `z`, and one row of
//! `x` for each legal move; the rows differ only in the last 54 cells.
//!
//! # Offsets of `x`
//! | cells | landlord | format |
//! |---|---|---|
//! | 0–53 | hand | row of cards |
//! | 54–107 | the cards of the other two seats together | row of cards |
//! | 108–161 | the move to beat; zeros when leading | row of cards |
//! | 162–215 | all cards played by `landlord_up` | row of cards |
//! | 216–269 | all cards played by `landlord_down` | row of cards |
//! | 270–286 | number of cards of `landlord_up` | one-hot of 17 |
//! | 287–303 | number of cards of `landlord_down` | one-hot of 17 |
//! | 304–318 | bombs and rockets played, from 0 | one-hot of 15 |
//! | 319–372 | the move to evaluate | row of cards |
//!
//! | cells | peasant | format |
//! |---|---|---|
//! | 0–53 | hand | row of cards |
//! | 54–107 | the cards of the other two seats together | row of cards |
//! | 108–161 | all cards played by the landlord | row of cards |
//! | 162–215 | all cards played by the mate | row of cards |
//! | 216–269 | the move to beat; zeros when leading | row of cards |
//! | 270–323 | the landlord's latest move; zeros for a pass | row of cards |
//! | 324–377 | the mate's latest move; zeros for a pass or before the first move | row of cards |
//! | 378–397 | number of cards of the landlord | one-hot of 20 |
//! | 398–414 | number of cards of the mate | one-hot of 17 |
//! | 415–429 | bombs and rockets played, from 0 | one-hot of 15 |
//! | 430–483 | the move to evaluate | row of cards |
//!
//! The mate is the other peasant. `x_no_action` is `x` without the last 54 cells.
//!
//! # `z`
//! `z` consists of five rows of 162 cells. They contain fifteen rows of cards, one for each of the
//! last fifteen moves, the oldest move first. If fewer moves were made, rows of zeros come first. A
//! pass is a row of zeros.

use super::cells::{Cells as _, Row, write_cards};
use super::course::others;
use super::{CARDS, Cell, Course, EncodingError, LengthError, Role};
use crate::Move;
use crate::game::Position;

/// The number of cells of the landlord's `x`.
pub const LANDLORD_X: usize = 373;
/// The number of cells of a peasant's `x`.
pub const PEASANT_X: usize = 484;
/// The number of cells of `z`: 5 × 162.
pub const Z: usize = 810;
/// The shape of `z`.
pub const Z_SHAPE: [usize; 2] = [5, 162];

/// The number of moves in `z`.
const Z_MOVES: usize = 15;

/// Returns the number of cells of a role's `x`: 373 or 484.
pub const fn x_len(role: Role) -> usize {
    match role {
        Role::Landlord => LANDLORD_X,
        Role::Down | Role::Up => PEASANT_X,
    }
}

/// Returns the number of cells of a role's `x_no_action`: 319 or 430.
pub const fn x_no_action_len(role: Role) -> usize {
    x_len(role) - CARDS
}

/// Writes `x_no_action` of the seat to move: 319 cells for the landlord, 430 for a peasant.
///
/// `course` contains the moves that led to the position, including passes.
///
/// # Errors
/// [`EncodingError`] for a slice of the wrong length, a move history of another position, or a hand
/// with more cards than a game deals; then nothing is written.
pub fn fill_x_no_action<C: Cell>(
    position: &Position,
    course: &Course,
    x: &mut [C],
) -> Result<(), EncodingError> {
    let (role, left) = course.check(position)?;
    write_x_no_action(position, course, role, left, Row::new("x_no_action", x_no_action_len(role), x)?);
    Ok(())
}

/// Writes one row of `x` for each of `moves`, for the seat to move, in the order of `moves`. A row
/// has 373 or 484 cells. If there are no moves, the slice must be empty.
///
/// # Errors
/// The errors of [`fill_x_no_action`]; then nothing is written.
pub fn fill_x<C: Cell>(
    position: &Position,
    course: &Course,
    moves: &[Move],
    x: &mut [C],
) -> Result<(), EncodingError> {
    let (role, left) = course.check(position)?;
    LengthError::check("x", moves.len() * x_len(role), x.len())?;
    match role {
        Role::Landlord => rows::<C, LANDLORD_X>(position, course, role, left, moves, x),
        Role::Down | Role::Up => rows::<C, PEASANT_X>(position, course, role, left, moves, x),
    }
    Ok(())
}

/// Writes one row for each of `moves`: copies of the same row, each with its own move at the end.
///
/// The state is the same for all moves, and copying it is faster than encoding it again. The width
/// is a const parameter, since a constant width lets the compiler turn a copy into a few vector
/// instructions instead of a call.
#[inline(always)]
fn rows<C: Cell, const WIDTH: usize>(
    position: &Position,
    course: &Course,
    role: Role,
    left: [u32; 3],
    moves: &[Move],
    x: &mut [C],
) {
    let mut known = [C::ZERO; WIDTH];
    if let Ok(row) = Row::new("x", WIDTH, &mut known) {
        write_x_no_action(position, course, role, left, row);
    }
    for (row, legal) in x.as_chunks_mut::<WIDTH>().0.iter_mut().zip(moves) {
        *row = known;
        if let Some(action) = row.last_chunk_mut() {
            write_cards(action, legal.cards());
        }
    }
}

/// Writes `z`, 810 cells.
///
/// # Errors
/// [`EncodingError::Length`] if the slice has another length; then nothing is written.
pub fn fill_z<C: Cell>(course: &Course, z: &mut [C]) -> Result<(), EncodingError> {
    let mut row = Row::new("z", Z, z)?;
    // The oldest move comes first. Moves before the start of the game are zeros, as passes are.
    for ago in (1..=Z_MOVES).rev() {
        let cards = course.ago(ago);
        if cards.is_empty() {
            row.no_cards();
        } else {
            row.cards(cards);
        }
    }
    Ok(())
}

/// Writes the fields in the order of the [table](self#offsets-of-x). `Row` keeps the index of the
/// next cell, so the offsets are not repeated here. The landlord's row has the same fields for both
/// peasants. A peasant's row has fields for the landlord and for the mate, including their latest
/// moves.
#[inline(always)]
fn write_x_no_action<C: Cell>(
    position: &Position,
    course: &Course,
    role: Role,
    left: [u32; 3],
    mut row: Row<'_, C>,
) {
    let on_table = position.on_table().cards();
    row.cards(position.hand(position.turn()));
    row.cards(others(position, position.turn()));
    match role.mate() {
        None => {
            row.cards(on_table);
            row.cards(course.played(Role::Up));
            row.cards(course.played(Role::Down));
            row.cards_left::<17>(left[Role::Up as usize]);
            row.cards_left::<17>(left[Role::Down as usize]);
        }
        Some(mate) => {
            row.cards(course.played(Role::Landlord));
            row.cards(course.played(mate));
            row.cards(on_table);
            row.cards(course.latest(Role::Landlord));
            row.cards(course.latest(mate));
            row.cards_left::<20>(left[Role::Landlord as usize]);
            row.cards_left::<17>(left[mate as usize]);
        }
    }
    row.one_hot::<15>(position.bombs().into());
}
