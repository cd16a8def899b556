//! The flat observation of `RLCard` (Zha et al., 2019), as release 1.2.0 computes it in `envs/doudizhu.py`.
//!
//! # Offsets
//! | cells | landlord, 790 | |
//! |---|---|---|
//! | 0–53 | hand | row of cards |
//! | 54–107 | what the others hold together | row of cards |
//! | 108–161 | the move to beat; nothing when leading | row of cards |
//! | 162–647 | the last nine moves, the oldest first; zeros for passes and for moves there were not yet | 9 rows |
//! | 648–701 | what player 2 (up) has played in all | row of cards |
//! | 702–755 | what player 1 (down) has played in all | row of cards |
//! | 756–772 | cards that player 2 has left | one-hot of 17 |
//! | 773–789 | cards that player 1 has left | one-hot of 17 |
//!
//! | cells | a peasant, 901 | |
//! |---|---|---|
//! | 0–647 | as above | 12 rows of cards |
//! | 648–701 | what the landlord has played in all | row of cards |
//! | 702–755 | what the mate has played in all | row of cards |
//! | 756–809 | the landlord's last action; nothing for a pass | row of cards |
//! | 810–863 | the mate's last action; nothing for a pass or where there was none | row of cards |
//! | 864–883 | cards that the landlord has left | one-hot of 20 |
//! | 884–900 | cards that the mate has left | one-hot of 17 |
//!
//! # What "last action" means
//! The released package walks backwards through all moves to find a player's last action and does not stop
//! when it has found one, so what it writes is the player's *first* action. The head of its repository stops.
//! [`LastActions`] says which of the two is meant.

use super::cells::{Cells, Row};
use super::course::others;
use super::{Cell, Course, EncodingError, Role};
use crate::game::Position;
use crate::{Hand, Move};

/// Cells of the landlord's observation.
pub const LANDLORD: usize = 790;
/// Cells of a peasant's observation.
pub const PEASANT: usize = 901;

/// Moves that an observation tells of.
const LAST_MOVES: usize = 9;

/// Which action of a player is called the last one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum LastActions {
    /// The latest, as the head of `RLCard`'s repository has it.
    #[default]
    Latest,
    /// The first, as the released package 1.2.0 has it: for those who compare with it, or use its models.
    Released,
}

/// Cells of a role's observation: 790 or 901.
pub const fn observation_len(role: Role) -> usize {
    match role {
        Role::Landlord => LANDLORD,
        Role::Down | Role::Up => PEASANT,
    }
}

/// Writes the observation of the seat to move: 790 cells for the landlord, 901 for a peasant. When the game is
/// over it is that of the seat after the winner, as in `RLCard`.
///
/// `course` are the moves that led to the position, passes among them.
///
/// # Errors
/// [`EncodingError`]: a slice of another length, a course that is another position's, or a hand of more cards
/// than a game deals. Nothing is written then.
pub fn fill_observation<C: Cell>(
    position: &Position,
    course: &Course,
    last_actions: LastActions,
    observation: &mut [C],
) -> Result<(), EncodingError> {
    fill_observation_of(course.next_role(), position, course, last_actions, observation)
}

/// Writes the observation of any role, whether it is to move or not: 790 or 901 cells, as
/// [`observation_len`] says. (`RLCard` gives each player its own when a game is over. Where a peasant looks
/// before the landlord's first move, `RLCard` fails; the cells of the last actions are 0 here.)
///
/// # Errors
/// As [`fill_observation`].
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

/// What an observation has besides the course of the game.
pub(super) struct Seen {
    /// The seat's own cards.
    pub(super) hand: Hand,
    /// What the others hold together.
    pub(super) others: Hand,
    /// The move to beat.
    pub(super) on_table: Move,
    /// By role, how many cards are left.
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
