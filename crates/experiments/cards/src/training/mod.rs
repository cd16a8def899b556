//! Training by self-play: networks that learn a card game from the results of their own games.

mod plan;
mod progress;
mod report;
pub mod result;
mod settings;

use std::sync::Arc;

use quadrille_diagnostics::Diagnostic;
use quadrille_diagnostics::toml::TomlTable;
use quadrille_lanes::Level;
use quadrille_learn::Quantised;
use quadrille_learn::file::Set;
use quadrille_memory::Need;
use quadrille_players::{
    CheckedDecisions, ExactChecks, Learnable, Training, TrainingError, TrainingState, judges,
    measure_and_check,
};
use quadrille_progress::{Meter, Observer, PartObserver, Stopped};
use quadrille_random::StreamKey;
use quadrille_runner::directory::Output;
use quadrille_runner::job::{ForeignResult, Job, Measure, StoredResult};
use quadrille_runner::need::partials;
use quadrille_runner::{Conclusion, Experiment, OpenJob, Report, ShardContext, WorkError, open};

use self::plan::{Plan, Work};
use self::progress::{Point, Progress, weights};
use self::result::TrainingResult;
pub use self::settings::{LearningSettings, MOST, TrainingSettings};
use crate::{CardGame, GameOf, SetupOf};

/// A card game whose policies can be trained.
pub trait TrainGame: CardGame<Player: quadrille_table::BuiltIn<Game: Learnable>> {
    /// The name of the score that measurements count, such as `points` or `wins`.
    const SCORE: &'static str;
    /// A sentence that explains [`SCORE`](Self::SCORE), with a leading space; empty if the score
    /// needs no explanation.
    const MEANING: &'static str = "";
    /// The name of the [house player](Learnable::house).
    const HOUSE: &'static str;
    /// The name of a [`Figure`](result::Figure), and the value of this figure if a house player
    /// replaced the policy. The value follows from symmetry.
    const BASELINE: (&'static str, f64);
    /// The condition under which the value of [`BASELINE`](Self::BASELINE) is exact, such as `if no
    /// player shoots the moon`; `None` if the value is always exact.
    const CONDITION: Option<&'static str> = None;
}

/// Returns the job of a training's experiment file; called by `read` of a
/// [`Kind`](quadrille_runner::job::Kind). The rules are read from the table.
///
/// # Errors
/// The first error in the table, with its place.
pub fn read<K: TrainGame>(
    table: &TomlTable<'_>,
    games: u64,
    given: LearningSettings,
) -> Result<Arc<dyn Job>, Diagnostic>
where
    SetupOf<K>: Send + Sync,
{
    Ok(Arc::new(TrainingSettings::<K>::new(table, games, given)?))
}

impl<K: TrainGame> Job for TrainingSettings<K> {
    fn open(self: Arc<Self>, seed: u64, level: Level) -> Box<dyn OpenJob> {
        let training = Training { seed, ..self.training.clone() };
        let plan = Plan::new(&training, self.given.measurements, self.given.sittings);
        open(TrainingRun { settings: self, training, plan, level })
    }

    fn report(&self, found: &StoredResult<'_>) -> Result<Report, ForeignResult> {
        Ok(found.result::<TrainingResult>()?.report::<K>())
    }

    fn measures(&self, found: &StoredResult<'_>) -> Result<Vec<Measure>, ForeignResult> {
        let result = found.result::<TrainingResult>()?;
        let last = result.curve.last().map(|point| &point.figures[..]).unwrap_or_default();
        let measure = |figure: &result::Figure| {
            let name = format!("{} per game of the policy, {}", K::SCORE, figure.name);
            Measure::of(name, &result::Figure::mean, figure)
        };
        Ok(last.iter().map(measure).collect())
    }
}

/// A training with the seed of a run.
struct TrainingRun<K: TrainGame> {
    settings: Arc<TrainingSettings<K>>,
    training: Training<GameOf<K>>,
    plan: Plan,
    level: Level,
}

/// The number of the first random stream that measurements use.
const MEASURED: u64 = 1 << 63;

impl<K: TrainGame> TrainingRun<K> {
    /// Returns the size of a training state in bytes. For each weight, the state has three numbers:
    /// the weight and two moments.
    fn state_bytes() -> u64 {
        let shape = GameOf::<K>::shape();
        let parameters = shape.map_or(0, quadrille_learn::Shape::parameters) as u64;
        3 * 4 * (parameters + 16) * GameOf::<K>::ROLES.len() as u64
    }

    /// Returns the number of games that one sitting has in all lineups together.
    fn sitting_games(&self) -> u64 {
        let lineups = GameOf::<K>::lineups(&self.training.setup);
        let tables: usize = lineups.iter().map(|lineup| lineup.players.len()).sum();
        tables as u64 * u64::from(GameOf::<K>::SITTING)
    }

    /// Returns the state from which a shard starts. Only the first stage starts with random
    /// weights.
    fn state(&self, shard: u64, stage: Option<&TrainingState>) -> Result<TrainingState, WorkError> {
        match (stage, self.plan.work(shard)) {
            (Some(state), _) => Ok(state.clone()),
            (None, Work::Learn { stage: 0, .. }) => self.training.begin().map_err(WorkError::failed),
            _ => Err(WorkError::failed("the weights of the previous stage are missing")),
        }
    }
}

impl<K: TrainGame> Experiment for TrainingRun<K> {
    type Partial = Progress;
    /// The state before the stage; `None` before the first stage.
    type Stage = Option<TrainingState>;

    fn shards(&self) -> u64 {
        self.plan.shards()
    }

    fn work(&self, shard: u64) -> u64 {
        match self.plan.work(shard) {
            Work::Learn { .. } => self.training.slot_games.into(),
            Work::Measure { sittings, .. } => (sittings.end - sittings.start) * self.sitting_games(),
        }
    }

    fn work_unit(&self) -> &'static str {
        "games"
    }

    /// Returns the memory required. The run keeps three kinds of states: the state of the prefix,
    /// the state of the stage, and the states of finished slots that wait to be merged. Each worker
    /// has a copy of the stage's state, its own partial result, and the samples of one update.
    fn memory(&self, workers: usize) -> Need {
        let state = Self::state_bytes();
        let kept = state.saturating_mul(2 + u64::from(self.training.slots));
        let judge = GameOf::<K>::exact_judge(&self.training.setup).map_or(0, |judge| judge.memory());
        let worker = (state + GAME_BYTES * u64::from(self.training.update_games)).max(judge);
        let working = partials(state, workers).saturating_add(worker.saturating_mul(workers as u64));
        Need::kept(kept).and(Need::working(working))
    }

    fn stage_end(&self, shard: u64) -> u64 {
        self.plan.stage_end(shard)
    }

    fn stage(&self, prefix: Option<&Progress>) -> Option<TrainingState> {
        prefix.and_then(|prefix| prefix.learned.clone())
    }

    fn run_shard(
        &self,
        shard: u64,
        stage: &Option<TrainingState>,
        context: &ShardContext<'_>,
    ) -> Result<Progress, WorkError> {
        let state = self.state(shard, stage.as_ref())?;
        match self.plan.work(shard) {
            Work::Learn { stage, slot } => {
                let learned = self.training.run_slot(self.level, state, stage, slot, context);
                let learned = learned.map_err(|error| match error {
                    TrainingError::Cancelled => WorkError::Cancelled,
                    error => WorkError::failed(error),
                })?;
                let found = Progress { slots: vec![learned], ..Progress::default() };
                if shard > 0 {
                    return Ok(found);
                }
                // The first partial result becomes the prefix without a merge. If a stage has only
                // one slot, this result completes a stage. Therefore `add` processes it here.
                let mut first = Progress::default();
                first.add(found, self.training.slots as usize, GameOf::<K>::ROLES);
                Ok(first)
            }
            Work::Measure { point, games, sittings } => {
                let setup = &self.training.setup;
                let judges: Arc<[Quantised]> =
                    judges::<GameOf<K>>(self.level, &state).map_err(WorkError::failed)?.into();
                let mut measured = Point::new(point, games);
                let mut checks = ExactChecks::new(setup);
                let share = self.sitting_games();
                for (done, sitting) in sittings.enumerate() {
                    let part = PartObserver::new(context, done as u64 * share, share, None);
                    let key = StreamKey::new(self.training.seed, MEASURED + sitting);
                    let meter = Meter::new(&part);
                    let scores = measure_and_check::<GameOf<K>, _>(
                        self.level,
                        setup,
                        &judges,
                        key,
                        &meter,
                        checks.as_mut(),
                    );
                    measured.record(&GameOf::<K>::lineups(setup), &scores?);
                }
                let counts = |decisions: CheckedDecisions| [decisions.checked, decisions.wrong];
                measured.exact = checks.map(|checks| [checks.policy, checks.house].map(counts));
                Ok(Progress { curve: vec![measured], ..Progress::default() })
            }
        }
    }

    fn stores_prefix(&self) -> bool {
        true
    }

    fn merge(&self, prefix: &mut Progress, next: Progress) {
        prefix.add(next, self.training.slots as usize, GameOf::<K>::ROLES);
    }

    fn verify(&self, whole: &Progress) -> Result<(), String> {
        whole.check::<GameOf<K>>(&self.training.setup, &self.plan).map_err(str::to_owned)
    }

    fn conclude(&self, whole: &Progress, _: &dyn Observer) -> Result<Conclusion, Stopped> {
        let result = TrainingResult::of(&self.settings, &self.training, whole);
        let report = result.report::<K>();
        let conclusion = Conclusion::new(&result, report).counting("games", self.plan.games());
        let state = whole.learned.as_ref();
        // The conversion always succeeds: `verify` has checked that the weights exist, and every
        // slot has already converted its weights to integers.
        let judges = state.and_then(|state| judges::<GameOf<K>>(self.level, state).ok());
        let (Some(state), Some(judges)) = (state, judges) else { return Ok(conclusion) };
        let notes = result.notes::<GameOf<K>>(self.training.seed);
        let weights = Set { notes: notes.clone(), ..weights(GameOf::<K>::ROLES, state) };
        let names = GameOf::<K>::ROLES.iter().map(|&role| role.to_owned());
        let policy = Set { networks: names.zip(judges).collect(), notes };
        Ok(conclusion
            .with_file(Output::Weights, weights.to_bytes())
            .with_file(Output::Policy, policy.to_bytes()))
    }

    fn conclude_so_far(&self, prefix: &Progress, _: &dyn Observer) -> Option<Conclusion> {
        prefix.learned.as_ref()?;
        let result = TrainingResult::of(&self.settings, &self.training, prefix);
        let report = result.report::<K>();
        Some(Conclusion::new(&result, report))
    }
}

/// An upper bound of the memory for the samples of one game, with the buffers of an update, in
/// bytes.
const GAME_BYTES: u64 = 128 << 10;
