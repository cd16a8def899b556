//! The flat observation of `RLCard` (Zha et al., 2019), as computed by release 1.2.0 in
//! `envs/doudizhu.py`.
//!
//! # Offsets
//! | cells | landlord, 790 | format |
//! |---|---|---|
//! | 0–53 | hand | row of cards |
//! | 54–107 | the cards of the other two seats together | row of cards |
//! | 108–161 | the move to beat; zeros when leading | row of cards |
//! | 162–647 | the last nine moves, oldest first; zeros for passes and before the first move | 9 rows of cards |
//! | 648–701 | all cards played by player 2 (up) | row of cards |
//! | 702–755 | all cards played by player 1 (down) | row of cards |
//! | 756–772 | number of cards of player 2 | one-hot of 17 |
//! | 773–789 | number of cards of player 1 | one-hot of 17 |
//!
//! | cells | peasant, 901 | format |
//! |---|---|---|
//! | 0–647 | as above | 12 rows of cards |
//! | 648–701 | all cards played by the landlord | row of cards |
//! | 702–755 | all cards played by the mate | row of cards |
//! | 756–809 | the landlord's last action; zeros for a pass | row of cards |
//! | 810–863 | the mate's last action; zeros for a pass or before the mate's first action | row of cards |
//! | 864–883 | number of cards of the landlord | one-hot of 20 |
//! | 884–900 | number of cards of the mate | one-hot of 17 |
//!
//! The mate is the other peasant.
//!
//! # Meaning of "last action"
//! To find a player's last action, the released package iterates backwards over all moves without
//! stopping at the first match, so that it finds the player's *first* action. The current source in
//! the repository of `RLCard` stops at the first match. [`LastActions`] selects one of the two
//! behaviours.

use super::cells::{Cells, Row};
use super::course::others;
use super::{Cell, Course, EncodingError, Role};
use crate::game::Position;
use crate::{Hand, Move};

/// The number of cells of the landlord's observation.
pub const LANDLORD: usize = 790;
/// The number of cells of a peasant's observation.
pub const PEASANT: usize = 901;

/// The number of last moves in an observation.
const LAST_MOVES: usize = 9;

/// Which action of a player is encoded as the last action.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum LastActions {
    /// The latest action, as in the current source in the repository of `RLCard`.
    #[default]
    Latest,
    /// The first action, as in the released package 1.2.0. It is for comparisons with this package,
    /// and for models that were trained with it.
    Released,
}

/// Returns the number of cells of a role's observation: 790 or 901.
pub const fn observation_len(role: Role) -> usize {
    match role {
        Role::Landlord => LANDLORD,
        Role::Down | Role::Up => PEASANT,
    }
}

/// Writes the observation of the seat to move: 790 cells for the landlord, 901 for a peasant.
///
/// After the game, this is the observation of the seat after the winner, as in `RLCard`.
///
/// `course` contains the moves that led to the position, including passes.
///
/// # Errors
/// [`EncodingError`] for a slice of the wrong length, a move history of another position, or a hand
/// with more cards than a game deals; then nothing is written.
pub fn fill_observation<C: Cell>(
    position: &Position,
    course: &Course,
    last_actions: LastActions,
    observation: &mut [C],
) -> Result<(), EncodingError> {
    fill_observation_of(course.next_role(), position, course, last_actions, observation)
}

/// Writes the observation of any role, even if another role is to move. It has 790 or 901 cells, as
/// [`observation_len`] returns.
///
/// At the end of a game, `RLCard` returns one observation for each player. Before the landlord's
/// first move, `RLCard` fails to compute a peasant's observation. This function sets the cells of
/// the last actions to 0 in this case.
///
/// # Errors
/// The errors of [`fill_observation`].
pub fn fill_observation_of<C: Cell>(
    role: Role,
    position: &Position,
    course: &Course,
    last_actions: LastActions,
    observation: &mut [C],
) -> Result<(), EncodingError> {
    let (_, left) = course.check(position)?;
    let mut row = Row::new("an observation", observation_len(role), observation)?;
    let seat = role.seat(position.landlord());
    let (hand, others) = (position.hand(seat), others(position, seat));
    let seen = Seen { hand, others, on_table: position.on_table(), left };
    write(&mut row, role, &seen, course, last_actions);
    Ok(())
}

/// The data of an observation that do not come from the move history.
pub(super) struct Seen {
    /// The seat's own cards.
    pub(super) hand: Hand,
    /// The cards of the other two seats together.
    pub(super) others: Hand,
    /// The move to beat.
    pub(super) on_table: Move,
    /// The number of cards left, by role.
    pub(super) left: [u32; 3],
}

#[inline(always)]
pub(super) fn write(
    row: &mut impl Cells,
    role: Role,
    seen: &Seen,
    course: &Course,
    last_actions: LastActions,
) {
    let left = seen.left;
    row.cards(seen.hand);
    row.cards(seen.others);
    row.cards(seen.on_table.cards());
    for ago in (1..=LAST_MOVES).rev() {
        row.cards(course.ago(ago));
    }
    match role.mate() {
        None => {
            row.cards(course.played(Role::Up));
            row.cards(course.played(Role::Down));
            row.cards_left::<17>(left[Role::Up as usize]);
            row.cards_left::<17>(left[Role::Down as usize]);
        }
        Some(mate) => {
            row.cards(course.played(Role::Landlord));
            row.cards(course.played(mate));
            for player in [Role::Landlord, mate] {
                row.cards(match last_actions {
                    LastActions::Latest => course.latest(player),
                    LastActions::Released => course.first(player),
                });
            }
            row.cards_left::<20>(left[Role::Landlord as usize]);
            row.cards_left::<17>(left[mate as usize]);
        }
    }
}
