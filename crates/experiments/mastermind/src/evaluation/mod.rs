//! `mastermind.evaluate` plays every secret with one strategy, `mastermind.compare` with several
//! strategies. Their keys are the fields of [`EvaluateSettings`] and [`MastermindCompareSettings`].

pub(crate) mod job;
pub(crate) mod report;
pub mod result;
mod shards;

use std::sync::Arc;

use quadrille_lanes::Level;
use quadrille_runner::{OpenJob, Report, open};

use self::job::{EvaluationJob, EvaluationKind};
use self::result::{EvaluateResult, MastermindCompareResult, StrategyScore};
use self::shards::Evaluations;
use crate::settings::{EvaluateSettings, MastermindCompareSettings};
use quadrille_runner::job::{Described as _, ForeignResult, Job, Kind, Measure, StoredResult};
use quadrille_runner::settings::{Keys as _, Settings};

/// `mastermind.evaluate`: plays every secret with one strategy.
pub const EVALUATE: Kind = Kind {
    name: "mastermind.evaluate",
    table: "mastermind",
    about: "play every secret of a game with one strategy",
    revision: 1,
    keys: EvaluateSettings::KEYS,
    result: EvaluateResult::SHAPE,
    read: |table, header, _| Ok(Arc::new(EvaluationJob::one(table, header)?)),
};

impl Settings for EvaluateSettings {
    const KIND: Kind = EVALUATE;
}

/// `mastermind.compare`: plays every secret with several strategies.
pub const COMPARE: Kind = Kind {
    name: "mastermind.compare",
    table: "mastermind",
    about: "play every secret of a game with several strategies",
    revision: 1,
    keys: MastermindCompareSettings::KEYS,
    result: MastermindCompareResult::SHAPE,
    read: |table, header, _| Ok(Arc::new(EvaluationJob::several(table, header)?)),
};

impl Settings for MastermindCompareSettings {
    const KIND: Kind = COMPARE;
}

impl Job for EvaluationJob {
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
                let score = found.result::<EvaluateResult>()?.score;
                let average = Measure::of("turns on average", &StrategyScore::average, &score);
                return Ok(vec![average, Measure::of("turns at most", &StrategyScore::max_turns, &score)]);
            }
            EvaluationKind::Compare => match found.result()? {
                MastermindCompareResult::Game(game) => game.strategies,
                MastermindCompareResult::Sizes(_) => Vec::new(),
            },
        };
        let average = |score: &StrategyScore| {
            let name = format!("average number of turns of {}", score.strategy);
            Measure::of(name, &StrategyScore::average, score)
        };
        Ok(strategies.iter().map(average).collect())
    }
}
