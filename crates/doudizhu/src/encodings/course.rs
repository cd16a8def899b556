//! What has been played so far, as much of it as encodings need.

use std::fmt::{self, Display};

use super::EncodingError;
use crate::game::{Position, Seat};
use crate::{Hand, Move};

/// What a seat is in a game. Play goes from the landlord to [`Down`](Self::Down) to [`Up`](Self::Up), whatever
/// the numbers of the seats.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Role {
    /// Plays against the others, and leads first. `DouZero`'s `landlord`, `RLCard`'s player 0.
    Landlord,
    /// The peasant whose turn comes after the landlord's. `DouZero`'s `landlord_down`, `RLCard`'s player 1.
    Down,
    /// The peasant whose turn comes before the landlord's. `DouZero`'s `landlord_up`, `RLCard`'s player 2.
    Up,
}

impl Role {
    /// All of them, in the order of play.
    pub const ALL: [Self; 3] = [Self::Landlord, Self::Down, Self::Up];

    /// What a seat is, where another (or it) is the landlord.
    #[inline]
    pub const fn of(seat: Seat, landlord: Seat) -> Self {
        Self::ALL[(seat.index() + 3 - landlord.index()) % 3]
    }

    /// Its seat.
    #[inline]
    pub const fn seat(self, landlord: Seat) -> Seat {
        landlord.after(self as usize)
    }

    /// The other peasant; none for the landlord.
    #[inline]
    pub const fn mate(self) -> Option<Self> {
        match self {
            Self::Landlord => None,
            Self::Down => Some(Self::Up),
            Self::Up => Some(Self::Down),
        }
    }

    /// `DouZero`'s name for it.
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

/// The moves of a game so far, as much as encodings need: the last ones, what each role has played in all, and
/// each one's first move. 184 bytes, whatever the length of the game.
///
/// Every turn is a move, a pass if nothing else. So the number of a move, counted from 0, tells who made it:
/// its remainder by three is the [`Role`].
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
    /// The cards of the last sixteen moves; that of number n stands in place n mod 16.
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
    /// Nothing has been played.
    pub const fn new() -> Self {
        Self { ring: [Hand::EMPTY; 16], played: [Hand::EMPTY; 3], first: [Hand::EMPTY; 3], len: 0 }
    }

    /// A move more, a pass among them: that of [`next_role`](Self::next_role).
    #[inline]
    pub fn push(&mut self, played: Move) {
        let (cards, role) = (played.cards(), self.len as usize % 3);
        self.ring[self.len as usize % 16] = cards;
        // What is no game of one pack adds nothing.
        self.played[role] = self.played[role].add(cards).unwrap_or(self.played[role]);
        if self.len < 3 {
            self.first[role] = cards;
        }
        self.len = self.len.saturating_add(1);
    }

    /// How many moves there were, passes among them.
    #[inline]
    pub const fn len(&self) -> usize {
        self.len as usize
    }

    /// Whether the landlord has not led yet.
    pub const fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Whose turn it is.
    #[inline]
    pub const fn next_role(&self) -> Role {
        Role::ALL[self.len as usize % 3]
    }

    /// Everything that a role has played.
    #[inline]
    pub const fn played(&self, role: Role) -> Hand {
        self.played[role as usize]
    }

    /// A role's first move; no cards if there was none yet, or it was a pass.
    #[inline]
    pub const fn first(&self, role: Role) -> Hand {
        self.first[role as usize]
    }

    /// A role's latest move; no cards if there was none yet, or it was a pass.
    #[inline]
    pub const fn latest(&self, role: Role) -> Hand {
        // One to three moves ago.
        let ago = (self.len as usize + 2 - role as usize) % 3 + 1;
        self.ago(ago)
    }

    /// The cards of the move so many moves ago, 1 to 16, 1 being the last one; no cards where there was none.
    #[inline]
    pub(super) const fn ago(&self, ago: usize) -> Hand {
        let len = self.len as usize;
        if ago > len { Hand::EMPTY } else { self.ring[(len - ago) % 16] }
    }

    /// Whose turn it is in a position to which this course may have led, and by role how many cards are left.
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

/// What the two others hold together.
#[inline]
pub(super) fn others(position: &Position, seat: Seat) -> Hand {
    let [_, next, last] = seat.round();
    Hand::from_valid_bits(position.hand(next).bits() + position.hand(last).bits())
}
