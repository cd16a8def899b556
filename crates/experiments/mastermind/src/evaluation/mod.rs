//! `mastermind.evaluate` plays every secret by one strategy, `mastermind.compare` by several.
//!
//! ```toml
//! kind = "mastermind.evaluate"
//! [mastermind]
//! pins = 4                  # 1 to 16
//! colors = 6                # 1 to 15
//! strategy = "knuth"        # knuth, expected-size, entropy, most-parts, first-consistent
//! first = "1122"            # optional: the first guess; by the strategy's own rule otherwise
//! possible_only = false     # optional: guess only codes that are still possible
//! no_repeats = false        # optional: no colour twice (Bulls and Cows)
//! ```
//!
//! `mastermind.compare` has `strategies = ["knuth", "entropy"]` instead of `strategy`, and may have
//! `sizes = [[4, 6], [5, 8]]`, each pins and colours, instead of `pins` and `colors`; then also
//! `firsts = ["1122", "11234"]`, the first guess on each size, instead of `first`.

pub(crate) mod report;
pub mod result;
pub(crate) mod settings;
mod shards;

use std::sync::Arc;

use quadrille_lanes::Level;
use quadrille_runner::{OpenJob, Report, open};

use self::settings::{Question, Settings};
use self::shards::Evaluations;
use crate::keys;
use quadrille_runner::job::{ForeignResult, Job, Kind, Measure, StoredResult};

/// `mastermind.evaluate`: every secret, one strategy.
pub const EVALUATE: Kind = Kind {
    name: "mastermind.evaluate",
    table: "mastermind",
    about: "play every secret of a game by one strategy",
    revision: 1,
    keys: keys::EVALUATE,
    read: |table, header, _| Ok(Arc::new(Settings::read(table, header, Question::Evaluate)?)),
};

/// `mastermind.compare`: every secret, several strategies side by side.
pub const COMPARE: Kind = Kind {
    name: "mastermind.compare",
    table: "mastermind",
    about: "play every secret of a game by several strategies",
    revision: 1,
    keys: keys::COMPARE,
    read: |table, header, _| Ok(Arc::new(Settings::read(table, header, Question::Compare)?)),
};

impl Job for Settings {
    fn draws(&self) -> bool {
        false
    }

    fn open(self: Arc<Self>, _: u64, level: Level) -> Box<dyn OpenJob> {
        open(Evaluations::new(self, level))
    }

    fn report(&self, found: &StoredResult<'_>) -> Result<Report, ForeignResult> {
        match self.question {
            Question::Evaluate => Ok(report::evaluated(&found.result()?, self)),
            Question::Compare => Ok(report::compared(&found.result()?, self)),
        }
    }

    fn measures(&self, found: &StoredResult<'_>) -> Result<Vec<Measure>, ForeignResult> {
        let strategies = match self.question {
            Question::Evaluate => {
                let score = found.result::<result::EvaluateResult>()?.score;
                let average = Measure::exact("turns on average", score.average);
                return Ok(vec![average, Measure::exact("turns at most", Some(score.max_turns as f64))]);
            }
            Question::Compare => match found.result()? {
                result::MastermindCompareResult::Game(game) => game.strategies,
                result::MastermindCompareResult::Sizes(_) => Vec::new(),
            },
        };
        let average = |score: &result::StrategyScore| {
            Measure::exact(format!("turns on average of {}", score.strategy), score.average)
        };
        Ok(strategies.iter().map(average).collect())
    }
}
