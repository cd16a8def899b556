//! The history of moves, limited to the data from which encodings are computed.

use std::fmt::{self, Display};

use super::EncodingError;
use crate::game::{Position, Seat};
use crate::{Hand, Move};

/// The role of a seat in a game. Play goes from the landlord to [`Down`](Self::Down) to
/// [`Up`](Self::Up), independently of seat numbers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Role {
    /// The player who plays alone against the peasants, and leads first: `DouZero`'s `landlord`,
    /// `RLCard`'s player 0.
    Landlord,
    /// The peasant who plays after the landlord: `DouZero`'s `landlord_down`, `RLCard`'s player 1.
    Down,
    /// The peasant who plays before the landlord: `DouZero`'s `landlord_up`, `RLCard`'s player 2.
    Up,
}

impl Role {
    /// All roles, in the order of play.
    pub const ALL: [Self; 3] = [Self::Landlord, Self::Down, Self::Up];

    /// Returns the role of a seat, given the landlord's seat.
    #[inline]
    pub const fn of(seat: Seat, landlord: Seat) -> Self {
        Self::ALL[(seat.index() + 3 - landlord.index()) % 3]
    }

    /// Returns the seat of this role, given the landlord's seat.
    #[inline]
    pub const fn seat(self, landlord: Seat) -> Seat {
        landlord.after(self as usize)
    }

    /// Returns the role of the other peasant; `None` for the landlord.
    #[inline]
    pub const fn mate(self) -> Option<Self> {
        match self {
            Self::Landlord => None,
            Self::Down => Some(Self::Up),
            Self::Up => Some(Self::Down),
        }
    }

    /// Returns the name of the role in `DouZero`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Landlord => "landlord",
            Self::Down => "landlord_down",
            Self::Up => "landlord_up",
        }
    }
}

impl Display for Role {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// A summary of the moves of a game for encodings: the most recent moves and, for each role, the
/// first move and all cards played. It takes 184 bytes, independently of the length of the game.
///
/// In every turn a seat makes a move, possibly a pass. The index of a move, counted from 0, modulo
/// 3 is therefore the index in [`Role::ALL`] of the role that made the move.
///
/// ```
/// use quadrille_doudizhu::encodings::{Course, Role};
/// use quadrille_doudizhu::{Move, Rules};
///
/// let mut course = Course::new();
/// for text in ["33", "pass", "55", "77"] {
///     course.push(Rules::RLCARD.parse_move(text)?);
/// }
/// assert_eq!((course.len(), course.next_role()), (4, Role::Down));
/// assert_eq!(course.played(Role::Landlord), "3377".parse()?);
/// assert_eq!(course.latest(Role::Landlord), "77".parse()?);
/// assert_eq!(course.first(Role::Landlord), "33".parse()?);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Course {
    /// The cards of the last sixteen moves. Move n is at index n mod 16.
    ring: [Hand; 16],
    played: [Hand; 3],
    first: [Hand; 3],
    len: u32,
}

impl Default for Course {
    fn default() -> Self {
        Self::new()
    }
}

impl Course {
    /// Returns the history of a game before the first move.
    pub const fn new() -> Self {
        Self { ring: [Hand::EMPTY; 16], played: [Hand::EMPTY; 3], first: [Hand::EMPTY; 3], len: 0 }
    }

    /// Appends a move, possibly a pass, of the role that [`next_role`](Self::next_role) returns.
    #[inline]
    pub fn push(&mut self, played: Move) {
        let (cards, role) = (played.cards(), self.len as usize % 3);
        self.ring[self.len as usize % 16] = cards;
        // If the cards played by the role would exceed one pack, the cards of this move are not
        // added.
        self.played[role] = self.played[role].add(cards).unwrap_or(self.played[role]);
        if self.len < 3 {
            self.first[role] = cards;
        }
        self.len = self.len.saturating_add(1);
    }

    /// Returns the number of moves, including passes.
    #[inline]
    pub const fn len(&self) -> usize {
        self.len as usize
    }

    /// Returns whether no move was made yet.
    pub const fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Returns the role that is to move.
    #[inline]
    pub const fn next_role(&self) -> Role {
        Role::ALL[self.len as usize % 3]
    }

    /// Returns all cards that a role has played.
    #[inline]
    pub const fn played(&self, role: Role) -> Hand {
        self.played[role as usize]
    }

    /// Returns the cards of a role's first move; empty if it was a pass or was not made yet.
    #[inline]
    pub const fn first(&self, role: Role) -> Hand {
        self.first[role as usize]
    }

    /// Returns the cards of a role's latest move; empty if it was a pass or no move was made yet.
    #[inline]
    pub const fn latest(&self, role: Role) -> Hand {
        // The latest turn of the role was one to three moves ago.
        let ago = (self.len as usize + 2 - role as usize) % 3 + 1;
        self.ago(ago)
    }

    /// Returns the cards of the move that was made `ago` moves ago, 1..=16, where 1 is the last
    /// move; empty if there was no such move.
    #[inline]
    pub(super) const fn ago(&self, ago: usize) -> Hand {
        let len = self.len as usize;
        if ago > len { Hand::EMPTY } else { self.ring[(len - ago) % 16] }
    }

    /// Checks whether the history can lead to a position. Returns the role that is to move, and the
    /// number of cards left for each role.
    #[inline]
    pub(super) fn check(&self, position: &Position) -> Result<(Role, [u32; 3]), EncodingError> {
        let (expected, found) = (self.next_role(), Role::of(position.turn(), position.landlord()));
        if expected != found {
            return Err(EncodingError::Course { moves: self.len(), expected, found });
        }
        let left = Role::ALL.map(|role| position.hand(role.seat(position.landlord())).len());
        for (role, cards) in Role::ALL.into_iter().zip(left) {
            let most = if role == Role::Landlord { 20 } else { 17 };
            if cards > most {
                return Err(EncodingError::Cards { role, cards, most });
            }
        }
        Ok((found, left))
    }
}

impl Extend<Move> for Course {
    fn extend<I: IntoIterator<Item = Move>>(&mut self, moves: I) {
        moves.into_iter().for_each(|played| self.push(played));
    }
}

impl FromIterator<Move> for Course {
    fn from_iter<I: IntoIterator<Item = Move>>(moves: I) -> Self {
        let mut course = Self::new();
        course.extend(moves);
        course
    }
}

/// Returns the cards of the two seats other than `seat`, as one set.
#[inline]
pub(super) fn others(position: &Position, seat: Seat) -> Hand {
    let [_, next, last] = seat.round();
    Hand::from_valid_bits(position.hand(next).bits() + position.hand(last).bits())
}
