//! Outcomes and points.

use std::fmt::{self, Display};
use std::str::FromStr;

use super::auction::MOST_ROBBERIES;
use super::{Contract, Position, Seat};

/// The method of scoring.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "lowercase"))]
pub enum Scoring {
    /// The stake is the bid, doubled for each bomb and rocket, for each robbery, for a spring or an
    /// anti-spring, and for an open hand. Each peasant plays for this stake against the landlord.
    /// Between a peasant and the landlord, the stake is doubled once more for each of these two
    /// seats that doubled. If no seat doubled, the landlord wins or loses twice the stake.
    Classic,
    /// Average difference in points, as defined by `DouZero` (Zha et al., 2021): 1 for each peasant
    /// and 2 for the landlord, doubled only for each bomb and rocket.
    Adp,
    /// Wins: 1 for each seat of the winning side, 0 for the others.
    Wp,
}

impl Scoring {
    /// All methods of scoring.
    pub const ALL: [Self; 3] = [Self::Classic, Self::Adp, Self::Wp];

    /// Returns the name of the method in settings.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Classic => "classic",
            Self::Adp => "adp",
            Self::Wp => "wp",
        }
    }
}

impl FromStr for Scoring {
    type Err = UnknownScoring;

    /// # Errors
    /// If no method of scoring has this name.
    fn from_str(name: &str) -> Result<Self, UnknownScoring> {
        Self::ALL.into_iter().find(|scoring| scoring.name() == name).ok_or(UnknownScoring)
    }
}

/// The error of parsing an unknown scoring name.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("unknown scoring; expected `classic`, `adp` or `wp`")]
#[non_exhaustive]
pub struct UnknownScoring;

impl Display for Scoring {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// The bonus for a game in which the losing side hardly played.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
pub enum Spring {
    /// Neither a spring nor an anti-spring.
    None,
    /// The landlord won and no peasant played a card.
    Spring,
    /// The peasants won and the landlord played no card after the first move.
    AntiSpring,
}

impl Spring {
    /// Returns the name of the spring in records.
    pub const fn name(self) -> &'static str {
        match self {
            Self::None => "none",
            Self::Spring => "spring",
            Self::AntiSpring => "anti-spring",
        }
    }
}

/// The outcome of a game.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(try_from = "Unchecked"))]
pub struct Outcome {
    /// The seat that played its last card.
    pub winner: Seat,
    /// The contract of the game.
    pub contract: Contract,
    /// The number of bombs and rockets played by all seats.
    pub bombs: u8,
    /// The spring or anti-spring.
    pub spring: Spring,
}

impl Outcome {
    /// Returns the outcome of a game that was played under a contract; `None` if the game is not
    /// over.
    #[inline]
    pub fn of(position: &Position, contract: &Contract) -> Option<Self> {
        let winner = position.winner()?;
        Some(Self { winner, contract: *contract, bombs: position.bombs(), spring: position.spring() })
    }

    /// Returns whether the landlord won.
    pub fn landlord_won(&self) -> bool {
        self.winner == self.contract.landlord
    }

    /// Returns whether the side of a seat won.
    pub fn won(&self, seat: Seat) -> bool {
        self.landlord_won() == (seat == self.contract.landlord)
    }

    /// Returns the points of each seat. Their sum is 0, except under [`Scoring::Wp`].
    ///
    /// ```
    /// use quadrille_doudizhu::game::{Contract, Outcome, Scoring, Seat, Spring};
    ///
    /// let [landlord, second, _] = Seat::ALL;
    /// let contract = Contract { bid: 3, ..Contract::plain(landlord) };
    /// let outcome = Outcome { winner: second, contract, bombs: 1, spring: Spring::AntiSpring };
    /// assert_eq!(outcome.points(Scoring::Classic), [-24, 12, 12]);
    /// assert_eq!(outcome.points(Scoring::Adp), [-4, 2, 2]);
    /// assert_eq!(outcome.points(Scoring::Wp), [0, 1, 1]);
    /// ```
    pub fn points(&self, scoring: Scoring) -> [i64; 3] {
        let Contract { landlord, bid, robberies, open, doubled } = self.contract;
        // Bombs and robberies never exceed these limits in real games. The limits prevent overflow
        // for invalid outcomes.
        let bombs = 1i64 << self.bombs.min(super::position::MOST_BOMBS);
        let factor = |seat: Seat| if doubled[seat.index()] { 2 } else { 1 };
        let stake = match scoring {
            Scoring::Wp => return Seat::ALL.map(|seat| i64::from(self.won(seat))),
            Scoring::Adp => bombs,
            Scoring::Classic => {
                let spring = u8::from(self.spring != Spring::None);
                (i64::from(bid) * bombs) << (robberies.min(MOST_ROBBERIES) + u8::from(open) + spring)
            }
        };
        let sign = if self.landlord_won() { -1 } else { 1 };
        let mut points = [0; 3];
        for peasant in [landlord.next(), landlord.next().next()] {
            let both = if scoring == Scoring::Classic { factor(landlord) * factor(peasant) } else { 1 };
            points[peasant.index()] = sign * stake * both;
            points[landlord.index()] -= sign * stake * both;
        }
        points
    }
}

/// A deserialised outcome before validation.
#[cfg(feature = "serde")]
#[derive(serde::Deserialize)]
#[serde(deny_unknown_fields)]
struct Unchecked {
    winner: Seat,
    contract: Contract,
    bombs: u8,
    spring: Spring,
}

#[cfg(feature = "serde")]
impl TryFrom<Unchecked> for Outcome {
    type Error = &'static str;

    fn try_from(read: Unchecked) -> Result<Self, Self::Error> {
        let Unchecked { winner, contract, bombs, spring } = read;
        let outcome = Self { winner, contract, bombs, spring };
        if bombs > super::position::MOST_BOMBS {
            return Err("the number of bombs and rockets must be at most 14");
        }
        match spring {
            Spring::Spring if !outcome.landlord_won() => Err("a spring needs the landlord to win"),
            Spring::AntiSpring if outcome.landlord_won() => Err("an anti-spring needs the peasants to win"),
            _ => Ok(outcome),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const LANDLORD: Seat = Seat::ALL[1];

    fn classic(winner: usize, change: impl FnOnce(&mut Outcome)) -> [i64; 3] {
        let mut outcome = Outcome {
            winner: Seat::ALL[winner],
            contract: Contract::plain(LANDLORD),
            bombs: 0,
            spring: Spring::None,
        };
        change(&mut outcome);
        for scoring in [Scoring::Classic, Scoring::Adp] {
            assert_eq!(outcome.points(scoring).iter().sum::<i64>(), 0);
        }
        outcome.points(Scoring::Classic)
    }

    #[test]
    fn everything_that_doubles_does() {
        assert_eq!(classic(1, |_| ()), [-1, 2, -1]);
        assert_eq!(classic(0, |_| ()), [1, -2, 1]);
        assert_eq!(classic(2, |outcome| outcome.contract.bid = 3), [3, -6, 3]);
        assert_eq!(classic(1, |outcome| outcome.bombs = 3), [-8, 16, -8]);
        assert_eq!(classic(1, |outcome| outcome.spring = Spring::Spring), [-2, 4, -2]);
        assert_eq!(classic(2, |outcome| outcome.contract.robberies = 2), [4, -8, 4]);
        assert_eq!(classic(2, |outcome| outcome.contract.open = true), [2, -4, 2]);
        assert_eq!(classic(2, |outcome| outcome.contract.doubled = [true, false, false]), [2, -3, 1]);
        assert_eq!(classic(1, |outcome| outcome.contract.doubled = [true, true, false]), [-4, 6, -2]);
    }
}
