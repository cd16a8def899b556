//! The result of each kind of experiment except the trainings, as a type. In `result.json`, a
//! result is the value of the key `result`. Reports are created from results.
//!
//! Each type is serialised as exactly the bytes that a run writes, and can be deserialised from
//! them. An unknown key is an error, because it shows that the result is of another kind.
//!
//! | kind | its result |
//! |---|---|
//! | `mastermind.evaluate` | [`EvaluateResult`] |
//! | `mastermind.compare` | [`MastermindCompareResult`] |
//! | `mastermind.optimal` | [`OptimalResult`] |
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
//! | `daifugo.league`, `hearts.league` | [`LeagueResult`] |
//! | `hearts.arena` | [`ArenaResult`] |

#[cfg(any(feature = "daifugo", feature = "hearts"))]
pub use quadrille_experiments_cards::arena::result::{ArenaResult, ArenaScore};
#[cfg(any(feature = "daifugo", feature = "hearts"))]
pub use quadrille_experiments_cards::league::result::{LeagueHeld, LeagueResult, LeagueScore, PairScore};
#[cfg(feature = "combat")]
pub use quadrille_experiments_combat::compare::result::CompareResult;
#[cfg(feature = "combat")]
pub use quadrille_experiments_combat::dps::result::{DpsDetails, DpsResult};
#[cfg(feature = "combat")]
pub use quadrille_experiments_combat::weights::result::WeightsResult;
#[cfg(feature = "daifugo")]
pub use quadrille_experiments_daifugo::arena::result::DaifugoResult;
#[cfg(feature = "doudizhu")]
pub use quadrille_experiments_doudizhu::arena::result::DoudizhuResult;
#[cfg(feature = "doudizhu")]
pub use quadrille_experiments_doudizhu::endgames::result::{
    EndgamesDetails, EndgamesResult, GradedPuzzle, HardDeal,
};
#[cfg(feature = "life")]
pub use quadrille_experiments_life::grid::result::LifeResult;
#[cfg(feature = "life")]
pub use quadrille_experiments_life::methuselah::result::{
    GrowingPattern, Methuselah, MethuselahResult, OpenPattern,
};
#[cfg(feature = "life")]
pub use quadrille_experiments_life::soups::result::SoupsResult;
#[cfg(feature = "mastermind")]
pub use quadrille_experiments_mastermind::evaluation::result::{EvaluateResult, MastermindCompareResult};
#[cfg(feature = "mastermind")]
pub use quadrille_experiments_mastermind::optimal::result::OptimalResult;
pub use quadrille_experiments_random::battery::result::BatteryResult;
