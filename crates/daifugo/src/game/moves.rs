//! What a player can do, and what the others see of it.

use std::fmt;
use std::str::FromStr;

use crate::game::state::Ending;
use crate::melds::{Hand, Meld, MeldError};
use crate::rules::Rules;

/// What the seat to move does.
///
/// Rules that make a player choose twice, such as giving cards away after a 7, would ask the same seat again
/// and be answered by a variant of their own; therefore more variants may come.
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
    /// Nothing: the player is out until the table clears.
    Pass,
    /// A meld.
    Play(Meld),
}

impl Move {
    /// The meld; `None` of a pass.
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

/// No meld is a pass.
impl From<Option<Meld>> for Move {
    #[inline]
    fn from(meld: Option<Meld>) -> Self {
        meld.map_or(Self::Pass, Self::Play)
    }
}

/// `pass`, or the meld's cards.
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

    /// Reads `pass`, in either case, or a meld.
    ///
    /// # Errors
    /// What is neither.
    fn from_str(text: &str) -> Result<Self, MeldError> {
        if text.trim().eq_ignore_ascii_case("pass") { Ok(Self::Pass) } else { text.parse().map(Self::Play) }
    }
}

#[cfg(feature = "serde")]
quadrille_table::serde_by_text!(Move);

/// What a seat can be asked to do: a move, or cards to return before the first lead.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Action {
    /// In play.
    Move(Move),
    /// In the exchange: one card, or two.
    Give(Hand),
}

impl From<Move> for Action {
    #[inline]
    fn from(chosen: Move) -> Self {
        Self::Move(chosen)
    }
}

/// The cards of a gift, or the move's text.
impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Move(chosen) => chosen.fmt(f),
            Self::Give(cards) => cards.fmt(f),
        }
    }
}

/// Something that everyone at the table saw. Seats are numbered in the direction of play, from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(tag = "event", rename_all = "snake_case"))]
#[non_exhaustive]
pub enum Event {
    /// Cards went from one seat to another before the first lead; which ones only these two know.
    Given {
        /// Who gave.
        from: u8,
        /// Who got.
        to: u8,
        /// How many cards.
        number: u8,
    },
    /// A seat played.
    Played {
        /// The seat that did it, from 0.
        seat: u8,
        /// What was played.
        meld: Meld,
    },
    /// A seat passed, or what it submitted was refused.
    Passed {
        /// The seat that did it, from 0.
        seat: u8,
    },
}

/// A game that is over.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(try_from = "Listed", into = "Listed"))]
pub struct Outcome {
    // In place and not on the heap: every game of an arena makes one. Places beyond the players are 0, so
    // that equal outcomes are equal.
    seats: [u8; Rules::MOST_PLAYERS],
    players: u8,
    ending: Ending,
}

impl Outcome {
    /// The outcome of a game in which the seats came out in this order, the richest first.
    ///
    /// # Panics
    /// If there are more seats than any rules have.
    pub fn new(result: &[u8], ending: Ending) -> Self {
        let mut seats = [0; Rules::MOST_PLAYERS];
        seats[..result.len()].copy_from_slice(result);
        Self { seats, players: result.len() as u8, ending }
    }

    /// The seats from the richest to the poorest.
    pub fn seats(&self) -> &[u8] {
        &self.seats[..usize::from(self.players)]
    }

    /// The class of a seat, 0 the richest; `None` for a seat that is not there.
    pub fn class(&self, seat: usize) -> Option<usize> {
        self.seats().iter().position(|&other| usize::from(other) == seat)
    }

    /// The points of a seat: as many as there are players for the richest, one less for each class below, 0
    /// for a seat that is not there.
    pub fn points(&self, seat: usize) -> u32 {
        self.class(seat).map_or(0, |class| u32::from(self.players) - class as u32)
    }

    /// How it ended.
    pub const fn ending(&self) -> Ending {
        self.ending
    }
}

/// An outcome as it is serialised.
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
        // What is read may come from anywhere. A seat that is missing or there twice would make classes and
        // points contradict each other later, far from the cause.
        let players = listed.seats.len();
        if !(3..=Rules::MOST_PLAYERS).contains(&players) {
            return Err(Self::Error::Classes { found: listed.seats });
        }
        crate::game::state::each_class_once(&listed.seats, players)?;
        Ok(Self::new(&listed.seats, listed.ending))
    }
}
