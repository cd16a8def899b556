//! The experiment `life.grid`: each shard is a range of consecutive random fields.

use std::sync::Arc;

use quadrille_lanes::Level;
use quadrille_life::{EngineSettings, Grid, GridError, Snapshot, fill};
use quadrille_memory::{Need, probe};
use quadrille_progress::{Observer, Progress, Stopped};
use quadrille_random::StreamKey;
use quadrille_runner::{Conclusion, Experiment, ShardContext, WorkError};
use serde::{Deserialize, Serialize};

use super::job::GridJob;
use super::partial::{Density, Populations};
use super::report::report;
use super::result::LifeResult;
use quadrille_runner::blocks::{IterationBlocks, length};
use quadrille_runner::machine::available_memory;

/// The fields of all densities. Field number k, counted from the first field of the first density,
/// is drawn from the stream (seed, k).
pub(crate) struct Fields {
    settings: Arc<GridJob>,
    seed: u64,
    grid: EngineSettings,
    cut: IterationBlocks,
}

impl Fields {
    pub(crate) fn new(settings: Arc<GridJob>, seed: u64, level: Level) -> Self {
        let fields = settings.fields * settings.densities.len() as u64;
        let cut = IterationBlocks::new(0..fields, settings.shards.unwrap_or(fields));
        Self { settings, seed, grid: EngineSettings::default().level(level), cut }
    }

    /// Creates an empty field.
    fn grid(&self) -> Result<Grid, quadrille_life::GridError> {
        Grid::new(self.settings.rule, self.settings.bounds, self.grid)
    }

    /// Returns the number of cells of a field.
    fn cells(&self) -> u64 {
        self.settings.bounds.width().saturating_mul(self.settings.bounds.height())
    }

    /// Runs a field from its current generation to the last generation, and adds the population
    /// counts of the field to `state`.
    fn follow(
        &self,
        state: &mut Unfinished,
        grid: &mut Grid,
        field: u64,
        context: &ShardContext<'_>,
    ) -> Result<(), WorkError> {
        let before = state.fields() * self.settings.generations;
        // On a large field, two population counts may be far apart in time. So snapshots are also
        // taken between them.
        let stride = (KEPT_AFTER / self.cells().max(1)).max(1);
        for generation in self.settings.counted().skip(state.populations.len()) {
            while state.lived < generation {
                let steps = stride.min(generation - state.lived);
                grid.run(steps, &|progress: &Progress| {
                    context.observe(&Progress::done(before + state.lived + progress.done))
                })?;
                state.lived += steps;
                // Writing a snapshot needs four copies of the cells: as words, as bytes, as bytes
                // with a header and a checksum, and in the database page.
                if self.cells() <= LARGEST_KEPT && probe(self.cells() / 2).is_ok() {
                    context.keep_snapshot(|| (&*state, grid.snapshot()));
                }
            }
            state.populations.push(grid.population());
        }
        let populations = std::mem::take(&mut state.populations);
        state.densities[(field / self.settings.fields) as usize].add(&populations);
        state.lived = 0;
        Ok(())
    }

    /// Returns whether a snapshot belongs to this shard. A snapshot is read from a file, so it can
    /// be that of another shard.
    fn fits(&self, shard: u64, state: &Unfinished, grid: &Snapshot) -> bool {
        let counted = self.settings.counted().take(state.populations.len()).last().unwrap_or(0);
        state.densities.len() == self.settings.densities.len()
            && state.fields() < length(&self.cut.block(shard))
            && (counted..=self.settings.generations).contains(&state.lived)
            && (grid.rule(), grid.bounds()) == (self.settings.rule, self.settings.bounds)
    }
}

/// An unfinished shard; together with the current field it forms a snapshot.
#[derive(Serialize, Deserialize)]
struct Unfinished {
    /// The sums of the finished fields.
    densities: Vec<Density>,
    /// The generation of the current field.
    lived: u64,
    /// The populations of the current field, one for each generation counted so far.
    populations: Vec<u64>,
}

impl Unfinished {
    /// Returns the number of finished fields.
    fn fields(&self) -> u64 {
        self.densities.iter().map(|density| density.fields).sum()
    }
}

/// The number of bytes per counted generation in the sums: two sums of 128 bits.
const COUNT_BYTES: u64 = 32;
/// The approximate size of the result, its JSON and its report together, as a multiple of the size
/// of the sums.
const CONCLUSION_FACTOR: u64 = 12;

/// The maximum number of cell updates of a field between two points at which a snapshot can be
/// saved: about a second of computation.
const KEPT_AFTER: u64 = 1 << 35;
/// The maximum number of cells of a field in a snapshot: 32 MiB at one bit per cell. A snapshot is
/// saved at most every two seconds. For a larger field, saving the snapshots would take more time
/// than a resumed run gains from them.
const LARGEST_KEPT: u64 = 1 << 28;

impl Experiment for Fields {
    type Partial = Populations;
    type Stage = ();

    fn prepare(&mut self, workers: usize, _: &dyn Observer) -> Result<(), WorkError> {
        // Each active worker holds one field. There are at most as many active workers as shards.
        self.grid.memory = available_memory() / (workers as u64).clamp(1, self.cut.blocks().max(1));
        // Report an error before the work begins if a single field does not fit into memory.
        self.grid().map(drop).map_err(WorkError::failed)
    }

    fn memory(&self, workers: usize) -> Need {
        let workers = (workers as u64).clamp(1, self.cut.blocks().max(1));
        let field = match Grid::bytes(self.settings.rule, self.settings.bounds, self.grid) {
            Ok(bytes) => bytes,
            Err(GridError::Memory(error)) => u64::try_from(error.bytes).unwrap_or(u64::MAX),
            Err(_) => 0,
        };
        let counts = self.settings.counted().count() as u64;
        let one = (counts * COUNT_BYTES).saturating_add(8 * self.settings.fields);
        let partial = one.saturating_mul(self.settings.densities.len() as u64);
        let shards = field.saturating_add(partial).saturating_mul(workers);
        Need::kept(partial)
            .and(Need::working(shards))
            .then(Need::working(partial.saturating_mul(CONCLUSION_FACTOR)))
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
        let earlier = context.snapshot().filter(|(state, grid)| self.fits(shard, state, grid));
        let mut begun = earlier.is_some();
        let (mut state, mut grid) = if let Some((state, kept)) = earlier {
            (state, Grid::from_snapshot(&kept, self.grid).map_err(WorkError::failed)?)
        } else {
            let densities = vec![Density::default(); self.settings.densities.len()];
            let state = Unfinished { densities, lived: 0, populations: Vec::new() };
            (state, self.grid().map_err(WorkError::failed)?)
        };
        for field in self.cut.block(shard).skip(state.fields() as usize) {
            if !std::mem::take(&mut begun) {
                let (_, density) = self.settings.densities[(field / self.settings.fields) as usize];
                let done = Progress::done(state.fields() * self.settings.generations);
                let filling = |_: &Progress| context.observe(&done);
                fill::xoshiro(&mut grid, StreamKey::new(self.seed, field), density, &filling)?;
            }
            self.follow(&mut state, &mut grid, field, context)?;
        }
        Ok(Populations(state.densities))
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
            Err("some fields are missing from the counts".to_owned())
        }
    }

    fn conclude(&self, whole: &Populations, _: &dyn Observer) -> Result<Conclusion, Stopped> {
        let result = LifeResult::of(&self.settings, whole);
        let generations = u128::from(result.lived()) * u128::from(result.all_fields());
        Ok(Conclusion::new(&result, report(&result, self.seed))
            .counting("cells", result.cells() * generations))
    }
}
