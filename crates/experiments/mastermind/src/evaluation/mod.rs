//! `mastermind.evaluate` plays every secret with one strategy, `mastermind.compare` with several
//! strategies.
//!
//! ```toml
//! kind = "mastermind.evaluate"
//! [mastermind]
//! pins = 4                  # 1 to 16
//! colors = 6                # 1 to 15
//! strategy = "knuth"        # knuth, expected-size, entropy, most-parts, first-consistent
//! first = "1122"            # optional: the first guess; chosen by the strategy by default
//! possible_only = false     # optional: guess only codewords that are still possible
//! no_repeats = false        # optional: no repeated colours (Bulls and Cows)
//! ```
//!
//! `mastermind.compare` has `strategies = ["knuth", "entropy"]` instead of `strategy`. It can have
//! `sizes = [[4, 6], [5, 8]]`, pairs of pins and colours, instead of `pins` and `colors`; then
//! `firsts = ["1122", "11234"]`, the first guess for each size, replaces `first`.

pub(crate) mod report;
pub mod result;
pub(crate) mod settings;
mod shards;

use std::sync::Arc;

use quadrille_lanes::Level;
use quadrille_runner::{OpenJob, Report, open};

use self::settings::{EvaluationKind, EvaluationSettings};
use self::shards::Evaluations;
use crate::keys;
use quadrille_runner::job::{ForeignResult, Job, Kind, Measure, StoredResult};

/// `mastermind.evaluate`: plays every secret with one strategy.
pub const EVALUATE: Kind = Kind {
    name: "mastermind.evaluate",
    table: "mastermind",
    about: "play every secret of a game with one strategy",
    revision: 1,
    keys: keys::EVALUATE,
    read: |table, header, _| Ok(Arc::new(EvaluationSettings::read(table, header, EvaluationKind::Evaluate)?)),
};

/// `mastermind.compare`: plays every secret with several strategies.
pub const COMPARE: Kind = Kind {
    name: "mastermind.compare",
    table: "mastermind",
    about: "play every secret of a game with several strategies",
    revision: 1,
    keys: keys::COMPARE,
    read: |table, header, _| Ok(Arc::new(EvaluationSettings::read(table, header, EvaluationKind::Compare)?)),
};

impl Job for EvaluationSettings {
    fn draws(&self) -> bool {
        false
    }

    fn open(self: Arc<Self>, _: u64, level: Level) -> Box<dyn OpenJob> {
        open(Evaluations::new(self, level))
    }

    fn report(&self, found: &StoredResult<'_>) -> Result<Report, ForeignResult> {
        match self.question {
            EvaluationKind::Evaluate => Ok(report::evaluated(&found.result()?, self)),
            EvaluationKind::Compare => Ok(report::compared(&found.result()?, self)),
        }
    }

    fn measures(&self, found: &StoredResult<'_>) -> Result<Vec<Measure>, ForeignResult> {
        let strategies = match self.question {
            EvaluationKind::Evaluate => {
                let score = found.result::<result::EvaluateResult>()?.score;
                let average = Measure::exact("turns on average", score.average);
                return Ok(vec![average, Measure::exact("turns at most", Some(score.max_turns as f64))]);
            }
            EvaluationKind::Compare => match found.result()? {
                result::MastermindCompareResult::Game(game) => game.strategies,
                result::MastermindCompareResult::Sizes(_) => Vec::new(),
            },
        };
        let average = |score: &result::StrategyScore| {
            Measure::exact(format!("average number of turns of {}", score.strategy), score.average)
        };
        Ok(strategies.iter().map(average).collect())
    }
}
