//! Options of tables.

use quadrille_table::by_name;
pub use quadrille_table::{Autoreset, UnknownName};

use crate::game::{Outcome, Scoring, Seat, Setup};

/// The options of tables: the setup of games, the rewards, and the reset after each game.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Options {
    /// The rules, the auction, open hands and doubling. Without an auction, seat 0 is the landlord.
    /// The scoring of the setup is ignored; [`reward`](Self::reward) is used instead.
    pub setup: Setup,
    /// The reward at the end of a game.
    pub reward: Reward,
    /// The behaviour of a table after the end of a game.
    pub autoreset: Autoreset,
}

impl Default for Options {
    /// Returns the default rules without an auction, [`Reward::Adp`] and [`Autoreset::NextStep`].
    fn default() -> Self {
        Self { setup: Setup::default(), reward: Reward::Adp, autoreset: Autoreset::NextStep }
    }
}

/// The reward of each seat at the end of a game.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Reward {
    /// 1 for each seat of the winning side, −1 for the others.
    Wp,
    /// ±2 for the landlord and ±1 for each peasant, doubled for each bomb and rocket, as in
    /// [`Scoring::Adp`].
    Adp,
    /// The objective `adp` of `DouZero`'s environment: ±1 for the landlord and for each peasant,
    /// doubled for each bomb and rocket.
    Douzero,
    /// The objective `logadp` of `DouZero`'s environment: ±(1 + the number of bombs and rockets).
    DouzeroLog,
    /// `RLCard`'s payoffs: 1 for each seat of the winning side, 0 for the others.
    Rlcard,
    /// The points of [`Scoring::Classic`], which include the bid, bombs, robberies, springs, an
    /// open hand and doubling.
    Classic,
}

impl Reward {
    /// All rewards.
    pub const ALL: [Self; 6] =
        [Self::Wp, Self::Adp, Self::Douzero, Self::DouzeroLog, Self::Rlcard, Self::Classic];

    /// Returns the name of the reward in settings.
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

    /// Returns the reward of each seat for an outcome. All rewards are integers with a magnitude
    /// below 2²⁴, which `f32` represents exactly.
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
        // A real game has at most 14 bombs. The limit prevents overflow for invalid outcomes.
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
