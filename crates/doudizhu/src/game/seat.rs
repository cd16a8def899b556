//! The three seats.

use std::fmt::{self, Display};

/// A seat at the table. Play goes from seat 0 to 1 to 2 to 0.
///
/// ```
/// use quadrille_doudizhu::game::Seat;
///
/// let seat = Seat::new(2).unwrap();
/// assert_eq!(seat.next(), Seat::ALL[0]);
/// assert_eq!(Seat::new(3), None);
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(try_from = "u8", into = "u8"))]
pub struct Seat(u8);

impl Seat {
    /// All seats, in the order of play.
    pub const ALL: [Self; 3] = [Self(0), Self(1), Self(2)];

    /// Returns seat 0, 1 or 2; `None` for any other number.
    pub const fn new(number: u8) -> Option<Self> {
        if number < 3 { Some(Self(number)) } else { None }
    }

    /// Returns the index of the seat, 0 to 2.
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// Returns the next seat in the order of play.
    #[must_use]
    pub const fn next(self) -> Self {
        Self(if self.0 == 2 { 0 } else { self.0 + 1 })
    }

    /// Returns the seat that is to move `turns` turns after this seat.
    #[must_use]
    pub const fn after(self, turns: usize) -> Self {
        Self((self.0 + (turns % 3) as u8) % 3)
    }

    /// Returns this seat and the two others, in the order of play.
    pub fn round(self) -> [Self; 3] {
        [self, self.next(), self.next().next()]
    }
}

impl TryFrom<u8> for Seat {
    type Error = &'static str;

    fn try_from(number: u8) -> Result<Self, Self::Error> {
        Self::new(number).ok_or("a seat must be 0, 1 or 2")
    }
}

impl From<Seat> for u8 {
    fn from(seat: Seat) -> Self {
        seat.0
    }
}

impl Display for Seat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "seat {}", self.0)
    }
}
