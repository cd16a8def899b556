//! The kinds' results as types: what `result.json` holds under `result`, and what a report is drawn from.
//!
//! Each serialises to exactly the bytes that a run writes, and deserialises from them; a key that does not
//! belong is an error, for it is the result of something else.
//!
//! | kind | its result |
//! |---|---|
//! | `mastermind.evaluate` | [`EvaluateResult`] |
//! | `mastermind.compare` | [`MastermindCompareResult`] |
//! | `random.battery` | [`BatteryResult`] |
//! | `combat.dps` | [`DpsResult`] |
//! | `combat.weights` | [`WeightsResult`] |
//! | `combat.compare` | [`CompareResult`] |
//! | `life.grid` | [`LifeResult`] |
//! | `life.soups` | [`SoupsResult`] |
//! | `life.methuselah` | [`MethuselahResult`] |
//! | `doudizhu.arena` | [`DoudizhuResult`] |
//! | `doudizhu.endgames` | [`EndgamesResult`] |
//! | `daifugo.arena` | [`DaifugoResult`] |
//! | `daifugo.league` | [`LeagueResult`] |

#[cfg(feature = "combat")]
pub use crate::adapters::combat::compare::result::CompareResult;
#[cfg(feature = "combat")]
pub use crate::adapters::combat::dps::result::{DpsDetails, DpsResult};
#[cfg(feature = "combat")]
pub use crate::adapters::combat::weights::result::WeightsResult;
#[cfg(feature = "daifugo")]
pub use crate::adapters::daifugo::league::result::{LeagueHeld, LeagueResult, LeagueScore, PairScore};
#[cfg(feature = "daifugo")]
pub use crate::adapters::daifugo::result::DaifugoResult;
#[cfg(feature = "doudizhu")]
pub use crate::adapters::doudizhu::endgames::result::{
    EndgamesDetails, EndgamesResult, GradedPuzzle, HardDeal,
};
#[cfg(feature = "doudizhu")]
pub use crate::adapters::doudizhu::result::DoudizhuResult;
#[cfg(feature = "life")]
pub use crate::adapters::life::methuselah::result::{
    GrowingPattern, Methuselah, MethuselahResult, OpenPattern,
};
#[cfg(feature = "life")]
pub use crate::adapters::life::result::LifeResult;
#[cfg(feature = "life")]
pub use crate::adapters::life::soups::result::SoupsResult;
#[cfg(feature = "mastermind")]
pub use crate::adapters::mastermind::optimal::result::OptimalResult;
#[cfg(feature = "mastermind")]
pub use crate::adapters::mastermind::result::{EvaluateResult, MastermindCompareResult};
pub use crate::adapters::random::result::BatteryResult;
