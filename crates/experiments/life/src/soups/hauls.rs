//! The experiment `life.soups`: each shard is a range of consecutive soups.

use std::sync::Arc;

use quadrille_lanes::Level;
use quadrille_life::{
    Ash, Census, EngineSettings as LifeSettings, FateError, Outcome, Pattern, SoupSearch, Symmetry,
    TilesError,
};
use quadrille_memory::{Need, Shortage};
use quadrille_progress::{Observer, Progress, Stopped};
use quadrille_random::StreamKey;
use quadrille_runner::{Conclusion, Experiment, ShardContext, WorkError};

use super::job::{SoupsJob, Source};
use super::partial::Haul;
use super::report::report;
use super::result::SoupsResult;
use crate::answers::hashed_soup;
use quadrille_runner::blocks::{IterationBlocks, length};
use quadrille_runner::need::partials;

/// The default number of soups per shard: about a second of computation.
const BLOCK: u64 = 2000;

/// The memory limit in bytes for the cells of a soup. A soup that exceeds the limit counts as
/// unresolved, so the limit must be the same on all machines.
pub(crate) const MEMORY: u64 = 32 << 20;

/// All soups of an experiment. Soup number k is drawn from the stream (seed, k). If the experiment
/// sets a root, the key `seed_string`, the cells of soup k are instead the SHA-256 of a text: the
/// root with the number k appended.
pub(crate) struct Hauls {
    settings: Arc<SoupsJob>,
    seed: u64,
    life: LifeSettings,
    cut: IterationBlocks,
}

impl Hauls {
    pub(crate) fn new(settings: Arc<SoupsJob>, seed: u64, level: Level) -> Self {
        let soups = settings.soups;
        let cut = IterationBlocks::new(0..soups, settings.shards.unwrap_or(soups.div_ceil(BLOCK)));
        Self { settings, seed, life: LifeSettings::default().level(level).memory(MEMORY), cut }
    }
}

impl Experiment for Hauls {
    type Partial = Haul;
    type Stage = ();

    fn shards(&self) -> u64 {
        self.cut.blocks()
    }

    /// Returns the memory required. Each worker needs a [`SoupSearch`], which holds the cells of a
    /// soup, and the lists of a partial result. The lists of the whole result are needed once.
    /// Soups that grow, and censuses with many objects, require more.
    fn memory(&self, workers: usize) -> Need {
        let search = SoupSearch::bytes(Symmetry::MOST_SIDE, Symmetry::MOST_SIDE);
        let searches = search.saturating_mul(workers as u64);
        Need::kept(Haul::LISTS).and(Need::working(searches + partials(Haul::LISTS, workers)))
    }

    fn work(&self, shard: u64) -> u64 {
        length(&self.cut.block(shard))
    }

    fn work_unit(&self) -> &'static str {
        "soups"
    }

    fn run_shard(&self, shard: u64, (): &(), context: &ShardContext<'_>) -> Result<Haul, WorkError> {
        let SoupsJob { rule, symmetry, generations, source, .. } = &*self.settings;
        let mut search = SoupSearch::new(*rule, self.life, *generations).map_err(failed)?;
        let mut haul = Haul::default();
        for soup in self.cut.block(shard) {
            let pattern = match source {
                Source::Random(_, density) => symmetry.soup(StreamKey::new(self.seed, soup), *density),
                Source::Hashed(root) => hashed_soup(*symmetry, &format!("{root}{soup}")),
            };
            let done = Progress::done(haul.soups);
            let ash = ash(&mut search, &pattern, &|_: &Progress| context.observe(&done))?;
            haul.add(soup, &ash);
        }
        Ok(haul)
    }

    fn stage(&self, _: Option<&Haul>) {}

    fn merge(&self, prefix: &mut Haul, next: Haul) {
        prefix.merge(next);
    }

    fn verify(&self, whole: &Haul) -> Result<(), String> {
        let soups = self.settings.soups;
        if whole.soups == soups && whole.settled + whole.grow + whole.open == soups {
            Ok(())
        } else {
            Err(format!(
                "found {} soups in the shards, perhaps some without an outcome; expected {soups}, each with an outcome",
                whole.soups
            ))
        }
    }

    fn conclude(&self, whole: &Haul, _: &dyn Observer) -> Result<Conclusion, Stopped> {
        let result = SoupsResult::of(&self.settings, whole);
        let generations = whole.lifespans.sums.sum;
        Ok(Conclusion::new(&result, report(&result, self.seed, self.settings.generations))
            .counting("soups", result.soups)
            .counting("generations", generations))
    }

    fn conclude_so_far(&self, prefix: &Haul, observer: &dyn Observer) -> Option<Conclusion> {
        self.conclude(prefix, observer).ok()
    }
}

/// Runs a pattern until it is settled; a pattern that exceeds the memory limit is unresolved.
fn ash(search: &mut SoupSearch, pattern: &Pattern, observer: &dyn Observer) -> Result<Ash, WorkError> {
    match search.run(pattern, observer) {
        Err(FateError::Tiles(TilesError::Memory(error))) if !error.is_of_system() => {
            Ok(Ash { outcome: Outcome::Open, census: Census::default() })
        }
        ash => ash.map_err(failed),
    }
}

pub(crate) fn failed(error: FateError) -> WorkError {
    match error {
        FateError::Cancelled(cancelled) => cancelled.into(),
        FateError::OutOfMemory(shortage) => shortage.into(),
        FateError::Tiles(TilesError::Memory(error)) if error.is_of_system() => {
            Shortage::of(u64::try_from(error.bytes).unwrap_or(u64::MAX)).into()
        }
        other => WorkError::failed(other),
    }
}
