//! The features of `DouZero` (Zha et al., 2021, arXiv:2106.06135, tables 4 and 5), as its release 1.1.0 computes
//! them in `env/env.py`.
//!
//! A network is asked about one move at a time: it reads `x`, which holds what is known and the move in
//! question, and `z`, which holds the last fifteen moves. So a position has as many rows `x` as it has legal
//! moves, all alike but for the last 54 cells, and one `z`.
//!
//! # Offsets of `x`
//! | cells | landlord | |
//! |---|---|---|
//! | 0–53 | hand | row of cards |
//! | 54–107 | what the others hold together | row of cards |
//! | 108–161 | the move to beat; nothing when leading | row of cards |
//! | 162–215 | what `landlord_up` has played in all | row of cards |
//! | 216–269 | what `landlord_down` has played in all | row of cards |
//! | 270–286 | cards that `landlord_up` has left | one-hot of 17 |
//! | 287–303 | cards that `landlord_down` has left | one-hot of 17 |
//! | 304–318 | bombs and rockets played, from 0 | one-hot of 15 |
//! | 319–372 | the move in question | row of cards |
//!
//! | cells | a peasant | |
//! |---|---|---|
//! | 0–53 | hand | row of cards |
//! | 54–107 | what the others hold together | row of cards |
//! | 108–161 | what the landlord has played in all | row of cards |
//! | 162–215 | what the mate has played in all | row of cards |
//! | 216–269 | the move to beat; nothing when leading | row of cards |
//! | 270–323 | the landlord's latest move; nothing for a pass | row of cards |
//! | 324–377 | the mate's latest move; nothing for a pass or where there was none | row of cards |
//! | 378–397 | cards that the landlord has left | one-hot of 20 |
//! | 398–414 | cards that the mate has left | one-hot of 17 |
//! | 415–429 | bombs and rockets played, from 0 | one-hot of 15 |
//! | 430–483 | the move in question | row of cards |
//!
//! `x_no_action` is the same without the last 54 cells.
//!
//! # `z`
//! Five rows of 162 cells: fifteen rows of cards, the oldest move first, three moves a row. Where fewer moves
//! were made, rows of zeros stand in front; a pass is a row of zeros too.

use super::cells::{Cells as _, Row, write_cards};
use super::course::others;
use super::{CARDS, Cell, Course, EncodingError, LengthError, Role};
use crate::Move;
use crate::game::Position;

/// Cells of the landlord's `x`.
pub const LANDLORD_X: usize = 373;
/// Cells of a peasant's `x`.
pub const PEASANT_X: usize = 484;
/// Cells of `z`: 5 × 162.
pub const Z: usize = 810;
/// The shape of `z`.
pub const Z_SHAPE: [usize; 2] = [5, 162];

/// Moves that `z` tells of.
const Z_MOVES: usize = 15;

/// Cells of a role's `x`: 373 or 484.
pub const fn x_len(role: Role) -> usize {
    match role {
        Role::Landlord => LANDLORD_X,
        Role::Down | Role::Up => PEASANT_X,
    }
}

/// Cells of a role's `x_no_action`: 319 or 430.
pub const fn x_no_action_len(role: Role) -> usize {
    x_len(role) - CARDS
}

/// Writes `x_no_action` of the seat to move: 319 cells for the landlord, 430 for a peasant.
///
/// `course` are the moves that led to the position, passes among them.
///
/// # Errors
/// [`EncodingError`]: a slice of another length, a course that is another position's, or a hand of more cards
/// than a game deals. Nothing is written then.
pub fn fill_x_no_action<C: Cell>(
    position: &Position,
    course: &Course,
    x: &mut [C],
) -> Result<(), EncodingError> {
    let (role, left) = course.check(position)?;
    write_x_no_action(position, course, role, left, Row::new("x_no_action", x_no_action_len(role), x)?);
    Ok(())
}

/// Writes a row `x` of the seat to move for each of `moves`, one behind the other, in their order: as many
/// rows of 373 or 484 cells as there are moves. (No moves are no rows.)
///
/// # Errors
/// As [`fill_x_no_action`]; nothing is written then.
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

/// The rows of `moves`: one is written, and the others are copies of it with another move behind.
///
/// What is known is the same for all moves, and to count it out costs more than to copy it. The width is a constant, so
/// that a copy is a few vector moves and no call; hence a role's width comes in as a parameter of the type.
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
/// [`EncodingError::Length`]; nothing is written then.
pub fn fill_z<C: Cell>(course: &Course, z: &mut [C]) -> Result<(), EncodingError> {
    let mut row = Row::new("z", Z, z)?;
    // The oldest first; what was before the first move is as empty as a pass.
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

/// Field after field in the order of the [table](self#offsets-of-x): a row keeps its own place, so that no offset is
/// written down twice. A landlord sees both others alike; a peasant sees the landlord and the mate, and their latest moves.
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
