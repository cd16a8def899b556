//! Random fields: a shard is some of them, one after the other.

use std::ops::ControlFlow;
use std::sync::Arc;

use quadrille_experiment::{Conclusion, Experiment, ShardContext, WorkError};
use quadrille_lanes::Level;
use quadrille_life::{Grid, Settings as GridSettings, fill};
use quadrille_progress::{Observer, Progress};
use quadrille_random::StreamKey;

use super::partial::{Density, Populations};
use super::report::report;
use super::result::LifeResult;
use super::settings::Settings;
use crate::adapters::cut::{Cut, length};
use crate::machine::available_memory;

/// The fields of all densities, as an experiment. Field number k, those of the first density first, is drawn from stream (seed, k).
pub(super) struct Fields {
    settings: Arc<Settings>,
    seed: u64,
    grid: GridSettings,
    cut: Cut,
}

impl Fields {
    pub(super) fn new(settings: Arc<Settings>, seed: u64, level: Level) -> Self {
        let fields = settings.fields * settings.densities.len() as u64;
        let cut = Cut::new(0..fields, settings.shards.unwrap_or(fields));
        Self { settings, seed, grid: GridSettings::default().level(level), cut }
    }

    /// An empty field.
    fn grid(&self) -> Result<Grid, quadrille_life::GridError> {
        Grid::new(self.settings.rule, self.settings.bounds, self.grid)
    }

    /// The populations of field number `field`, count by count; `report` hears of generations.
    fn follow(
        &self,
        grid: &mut Grid,
        field: u64,
        report: &(dyn Fn(u64) -> ControlFlow<()> + Sync),
    ) -> Result<Vec<u64>, WorkError> {
        let (_, density) = self.settings.densities[(field / self.settings.fields) as usize];
        let filling = |_: &Progress| report(0);
        fill::xoshiro(grid, StreamKey::new(self.seed, field), density, &filling)?;
        let mut now = 0;
        self.settings
            .counted()
            .map(|generation| {
                let steps = generation - now;
                grid.run(steps, &|progress: &Progress| report(now + progress.done))?;
                now = generation;
                Ok(grid.population())
            })
            .collect()
    }
}

impl Experiment for Fields {
    type Partial = Populations;
    type Stage = ();

    fn prepare(&mut self, workers: usize, _: &dyn Observer) -> Result<(), WorkError> {
        // Each worker has a field of its own.
        self.grid.memory = available_memory() / workers.max(1) as u64;
        // A machine too small for one field is told so before the work.
        self.grid().map(drop).map_err(WorkError::failed)
    }

    fn shards(&self) -> u64 {
        self.cut.blocks()
    }

    fn work(&self, shard: u64) -> u64 {
        length(&self.cut.block(shard)) * self.settings.generations
    }

    fn work_unit(&self) -> &'static str {
        "generations"
    }

    fn run_shard(&self, shard: u64, (): &(), context: &ShardContext<'_>) -> Result<Populations, WorkError> {
        let mut densities = vec![Density::default(); self.settings.densities.len()];
        let mut grid = self.grid().map_err(WorkError::failed)?;
        let mut done = 0;
        for field in self.cut.block(shard) {
            let populations = self.follow(&mut grid, field, &|generation| {
                context.observe(&Progress::done(done + generation))
            })?;
            done += self.settings.generations;
            densities[(field / self.settings.fields) as usize].add(&populations);
        }
        Ok(Populations(densities))
    }

    fn stage(&self, _: Option<&Populations>) {}

    fn merge(&self, prefix: &mut Populations, next: Populations) {
        for (density, next) in prefix.0.iter_mut().zip(next.0) {
            density.merge(next);
        }
    }

    fn verify(&self, whole: &Populations) -> Result<(), String> {
        let counts = self.settings.counted().count();
        let complete = |density: &Density| {
            density.fields == self.settings.fields
                && density.last.len() as u64 == density.fields
                && density.sums.len() == counts
                && density.squares.len() == counts
        };
        if whole.0.len() == self.settings.densities.len() && whole.0.iter().all(complete) {
            Ok(())
        } else {
            Err("they do not hold every field".to_owned())
        }
    }

    fn conclude(&self, whole: &Populations) -> Conclusion {
        let result = LifeResult::of(&self.settings, whole);
        let generations = u128::from(result.lived()) * u128::from(result.all_fields());
        Conclusion::new(&result, report(&result)).counting("cells", result.cells() * generations)
    }
}
