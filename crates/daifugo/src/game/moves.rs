//! Moves, public events and outcomes.

use std::fmt;
use std::str::FromStr;

use crate::game::state::Ending;
use crate::melds::{Hand, Meld, MeldError};
use crate::rules::Rules;

/// A move in play.
///
/// The enum is non-exhaustive, so that a rule with another choice, such as giving cards away after
/// a 7, can add a variant.
///
/// ```
/// use quadrille_daifugo::game::Move;
///
/// assert_eq!("pass".parse(), Ok(Move::Pass));
/// let pair: Move = "C3 D3".parse()?;
/// assert_eq!(pair, Move::Play("C3 D3".parse()?));
/// # Ok::<(), quadrille_daifugo::melds::MeldError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Move {
    /// A pass: the seat cannot play again until the table is cleared.
    Pass,
    /// A meld that the seat plays.
    Play(Meld),
}

impl Move {
    /// Returns the meld; `None` for a pass.
    #[inline]
    pub const fn meld(self) -> Option<Meld> {
        match self {
            Self::Pass => None,
            Self::Play(meld) => Some(meld),
        }
    }
}

impl From<Meld> for Move {
    #[inline]
    fn from(meld: Meld) -> Self {
        Self::Play(meld)
    }
}

/// Converts `None` to a pass.
impl From<Option<Meld>> for Move {
    #[inline]
    fn from(meld: Option<Meld>) -> Self {
        meld.map_or(Self::Pass, Self::Play)
    }
}

/// Writes `pass` or the cards of the meld.
impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Pass => f.pad("pass"),
            Self::Play(meld) => meld.fmt(f),
        }
    }
}

impl FromStr for Move {
    type Err = MeldError;

    /// Parses `pass`, in upper or lower case, or a meld.
    ///
    /// # Errors
    /// Fails on any other text.
    fn from_str(text: &str) -> Result<Self, MeldError> {
        if text.trim().eq_ignore_ascii_case("pass") { Ok(Self::Pass) } else { text.parse().map(Self::Play) }
    }
}

#[cfg(feature = "serde")]
quadrille_table::serde_by_text!(Move);

/// A decision of a seat: a move in play, or the cards to return in the exchange.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Action {
    /// A move in play.
    Move(Move),
    /// One or two cards to return in the exchange.
    Give(Hand),
}

impl From<Move> for Action {
    #[inline]
    fn from(chosen: Move) -> Self {
        Self::Move(chosen)
    }
}

/// Writes the text of the move, or the cards to return.
impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Move(chosen) => chosen.fmt(f),
            Self::Give(cards) => cards.fmt(f),
        }
    }
}

/// A public event. Seats are numbered in the direction of play, from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(tag = "event", rename_all = "snake_case"))]
#[non_exhaustive]
pub enum Event {
    /// One seat gave cards to another before the first lead. Only these two seats know the cards.
    Given {
        /// The giving seat.
        from: u8,
        /// The receiving seat.
        to: u8,
        /// The number of cards.
        number: u8,
    },
    /// A seat played a meld.
    Played {
        /// The seat, from 0.
        seat: u8,
        /// The meld played.
        meld: Meld,
    },
    /// A seat passed, or its move was rejected.
    Passed {
        /// The seat, from 0.
        seat: u8,
    },
}

/// The result of a finished game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(try_from = "Listed", into = "Listed"))]
pub struct Outcome {
    // An array instead of a `Vec` avoids an allocation for the outcome of every game. Entries
    // beyond the number of players are 0, so that the derived equality works.
    seats: [u8; Rules::MOST_PLAYERS],
    players: u8,
    ending: Ending,
}

impl Outcome {
    /// Creates the outcome from the seats in the order of their classes, richest first.
    ///
    /// # Panics
    /// Panics if there are more than [`Rules::MOST_PLAYERS`] seats.
    pub fn new(result: &[u8], ending: Ending) -> Self {
        let mut seats = [0; Rules::MOST_PLAYERS];
        seats[..result.len()].copy_from_slice(result);
        Self { seats, players: result.len() as u8, ending }
    }

    /// Returns the seats from the richest to the poorest.
    pub fn seats(&self) -> &[u8] {
        &self.seats[..usize::from(self.players)]
    }

    /// Returns the class of a seat, 0 for the richest; `None` for an unknown seat.
    pub fn class(&self, seat: usize) -> Option<usize> {
        self.seats().iter().position(|&other| usize::from(other) == seat)
    }

    /// Returns the points of a seat: the number of players minus the class; 0 for an unknown seat.
    pub fn points(&self, seat: usize) -> u32 {
        self.class(seat).map_or(0, |class| u32::from(self.players) - class as u32)
    }

    /// Returns how the game ended.
    pub const fn ending(&self) -> Ending {
        self.ending
    }
}

/// Serialised form of an outcome.
#[cfg(feature = "serde")]
#[derive(serde::Serialize, serde::Deserialize)]
#[serde(deny_unknown_fields)]
struct Listed {
    seats: Vec<u8>,
    ending: Ending,
}

#[cfg(feature = "serde")]
impl From<Outcome> for Listed {
    fn from(outcome: Outcome) -> Self {
        Self { seats: outcome.seats().to_vec(), ending: outcome.ending }
    }
}

#[cfg(feature = "serde")]
impl TryFrom<Listed> for Outcome {
    type Error = crate::game::GameError;

    fn try_from(listed: Listed) -> Result<Self, Self::Error> {
        // Untrusted input: a missing or duplicate seat would cause inconsistent classes and points
        // later.
        let players = listed.seats.len();
        if !(3..=Rules::MOST_PLAYERS).contains(&players) {
            return Err(Self::Error::Classes { found: listed.seats });
        }
        crate::game::state::each_class_once(&listed.seats, players)?;
        Ok(Self::new(&listed.seats, listed.ending))
    }
}
