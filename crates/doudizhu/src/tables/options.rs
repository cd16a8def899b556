//! How tables are set up.

use quadrille_table::by_name;
pub use quadrille_table::{Autoreset, UnknownName};

use crate::game::{Outcome, Scoring, Seat, Setup};

/// How tables are set up: the games, what they are worth, and what comes after them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Options {
    /// Rules, auction, open hands, doubling. Without an auction seat 0 is the landlord. (The scoring is not
    /// used: [`reward`](Self::reward) says what a game is worth.)
    pub setup: Setup,
    /// What a game is worth.
    pub reward: Reward,
    /// What comes after a game.
    pub autoreset: Autoreset,
}

impl Default for Options {
    /// The default rules without an auction, [`Reward::Adp`], [`Autoreset::NextStep`].
    fn default() -> Self {
        Self { setup: Setup::default(), reward: Reward::Adp, autoreset: Autoreset::NextStep }
    }
}

/// What a game is worth to each seat, when it is over.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Reward {
    /// 1 for each on the side that won, −1 for the others.
    Wp,
    /// 2 for the landlord and 1 for each peasant, won or lost, doubled by every bomb and rocket:
    /// [`Scoring::Adp`].
    Adp,
    /// What `DouZero`'s environment calls `adp`: 1 won or lost, doubled by every bomb and rocket, for the
    /// landlord and for each peasant alike.
    Douzero,
    /// What `DouZero`'s environment calls `logadp`: 1 won or lost, and 1 more for every bomb and rocket.
    DouzeroLog,
    /// `RLCard`'s payoffs: 1 for each on the side that won, 0 for the others.
    Rlcard,
    /// Bid, bombs, robberies, springs, open hand and doubling all count: [`Scoring::Classic`].
    Classic,
}

impl Reward {
    /// All of them.
    pub const ALL: [Self; 6] =
        [Self::Wp, Self::Adp, Self::Douzero, Self::DouzeroLog, Self::Rlcard, Self::Classic];

    /// What settings call it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Wp => "wp",
            Self::Adp => "adp",
            Self::Douzero => "douzero",
            Self::DouzeroLog => "douzero-log",
            Self::Rlcard => "rlcard",
            Self::Classic => "classic",
        }
    }

    /// What a game that ended so is worth to each seat. All are whole numbers below 2²⁴, which `f32` holds
    /// exactly.
    ///
    /// ```
    /// use quadrille_doudizhu::game::{Contract, Outcome, Seat, Spring};
    /// use quadrille_doudizhu::tables::Reward;
    ///
    /// let [landlord, peasant, _] = Seat::ALL;
    /// let mut outcome = Outcome { winner: peasant, contract: Contract::plain(landlord), bombs: 2, spring: Spring::None };
    /// assert_eq!(Reward::Wp.of(&outcome), [-1.0, 1.0, 1.0]);
    /// assert_eq!(Reward::Adp.of(&outcome), [-8.0, 4.0, 4.0]);
    /// assert_eq!(Reward::Douzero.of(&outcome), [-4.0, 4.0, 4.0]);
    /// assert_eq!(Reward::DouzeroLog.of(&outcome), [-3.0, 3.0, 3.0]);
    /// assert_eq!(Reward::Rlcard.of(&outcome), [0.0, 1.0, 1.0]);
    /// ```
    pub fn of(self, outcome: &Outcome) -> [f32; 3] {
        let signed = |worth: f32| Seat::ALL.map(|seat| if outcome.won(seat) { worth } else { -worth });
        let points = |scoring| outcome.points(scoring).map(|points| points as f32);
        // Never more than fourteen; an outcome made up by hand must not overflow.
        let bombs = outcome.bombs.min(14);
        match self {
            Self::Wp => signed(1.0),
            Self::Adp => points(Scoring::Adp),
            Self::Douzero => signed(f32::from(1u16 << bombs)),
            Self::DouzeroLog => signed(f32::from(bombs) + 1.0),
            Self::Rlcard => points(Scoring::Wp),
            Self::Classic => points(Scoring::Classic),
        }
    }
}

by_name!(Reward, "reward");
