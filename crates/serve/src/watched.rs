//! Estimates of a run in progress: a wrapper of a job that repeatedly draws conclusions from the
//! shards merged so far.
//!
//! ```text
//! run_shard ──▶ partial ──▶ absorb ──▶ the wrapped job merges it
//!                             │
//!                             └──▶ if `EVERY` has passed: conclude_so_far ──▶ measures ──▶ page
//! ```
//!
//! All other calls are forwarded to the wrapped job. An estimate only reads the merged shards, so a
//! watched run gives the same bytes as an unwatched run. An estimate that takes longer than
//! `AT_MOST` is cancelled, so that estimates of large results take at most about a fifth of the
//! run's time.

use std::ops::{ControlFlow, Range};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use quadrille::job::{ForeignResult, Job, Measure, StoredResult};
use quadrille::lanes::Level;
use quadrille::memory::Need;
use quadrille::progress::{Observer, Progress};
use quadrille::report::{Block, Metric, Report, ReportTable};
use quadrille::runner::{AbsorbError, Absorbed, ConcludeError, Conclusion, OpenJob, ShardContext, WorkError};
use serde::Serialize;

/// Minimum time between two estimates of a run.
const EVERY: Duration = Duration::from_millis(700);
/// Maximum duration of the computation of an estimate.
const AT_MOST: Duration = Duration::from_millis(150);
/// Maximum number of figures in an estimate.
const FIGURES: usize = 12;
/// Maximum number of rows in the table of an estimate.
const ROWS: usize = 60;

/// A conclusion from the shards merged so far, as a page shows it.
#[derive(Debug, Clone, Default, Serialize)]
pub(crate) struct Estimate {
    /// Number of shards from which the conclusion is drawn.
    shards: u64,
    lead: String,
    metrics: Vec<Metric>,
    figures: Vec<Figure>,
    /// The first table of the report.
    table: Option<ReportTable>,
}

/// A number of the result, with its 95 % confidence interval.
#[derive(Debug, Clone, Serialize)]
struct Figure {
    name: String,
    value: f64,
    interval: Option<[f64; 2]>,
}

impl Estimate {
    fn new(conclusion: Conclusion, figures: Vec<Measure>, shards: u64) -> Self {
        let Report { lead, metrics, sections, .. } = conclusion.report;
        let table = sections.into_iter().flat_map(|section| section.blocks).find_map(|block| match block {
            Block::Table(mut table) => {
                table.rows.truncate(ROWS);
                Some(table)
            }
            _ => None,
        });
        let figure =
            |Measure { name, value, interval }: Measure| Some(Figure { name, value: value?, interval });
        let figures = figures.into_iter().filter_map(figure).take(FIGURES).collect();
        Self { shards, lead, metrics, figures, table }
    }
}

/// A callback that receives the estimates of a run.
pub(crate) type Publish = Arc<dyn Fn(Estimate) + Send + Sync>;

/// A job that publishes estimates of its runs.
pub(crate) struct WatchedJob {
    job: Arc<dyn Job>,
    publish: Publish,
}

impl WatchedJob {
    pub(crate) fn watching(job: Arc<dyn Job>, publish: Publish) -> Arc<dyn Job> {
        Arc::new(Self { job, publish })
    }
}

impl Job for WatchedJob {
    fn open(self: Arc<Self>, seed: u64, level: Level) -> Box<dyn OpenJob> {
        let open = Arc::clone(&self.job).open(seed, level);
        Box::new(WatchedOpenJob { open, watched: self, seed, published: Mutex::new(Instant::now()) })
    }

    fn report(&self, found: &StoredResult<'_>) -> Result<Report, ForeignResult> {
        self.job.report(found)
    }

    fn measures(&self, found: &StoredResult<'_>) -> Result<Vec<Measure>, ForeignResult> {
        self.job.measures(found)
    }

    fn draws(&self) -> bool {
        self.job.draws()
    }

    fn seed(&self) -> Option<u64> {
        self.job.seed()
    }
}

/// An opened job that publishes estimates when partial results of shards are absorbed.
struct WatchedOpenJob {
    open: Box<dyn OpenJob>,
    watched: Arc<WatchedJob>,
    seed: u64,
    published: Mutex<Instant>,
}

impl WatchedOpenJob {
    fn publish(&self) {
        let mut published = self.published.lock().unwrap_or_else(PoisonError::into_inner);
        if published.elapsed() < EVERY {
            return;
        }
        let until = Instant::now() + AT_MOST;
        let patience = |_: &Progress| {
            if Instant::now() < until { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        };
        if let Some(conclusion) = self.open.conclude_so_far(&patience) {
            let (result, details) = (&conclusion.result, &conclusion.details);
            let found = StoredResult { seed: self.seed, result, details };
            let figures = self.watched.job.measures(&found).unwrap_or_default();
            (self.watched.publish)(Estimate::new(conclusion, figures, self.open.prefix()));
        }
        // The time until the next estimate is measured from the end of this computation, even if
        // the computation was cancelled.
        *published = Instant::now();
    }
}

impl OpenJob for WatchedOpenJob {
    fn prepare(&mut self, workers: usize, observer: &dyn Observer) -> Result<(), WorkError> {
        self.open.prepare(workers, observer)
    }

    fn shards(&self) -> u64 {
        self.open.shards()
    }

    fn work(&self, shard: u64) -> u64 {
        self.open.work(shard)
    }

    fn work_unit(&self) -> &'static str {
        self.open.work_unit()
    }

    fn is_brief(&self) -> bool {
        self.open.is_brief()
    }

    fn memory(&self, workers: usize) -> Need {
        self.open.memory(workers)
    }

    fn run_shard(&self, shard: u64, stage: &[u8], context: &ShardContext<'_>) -> Result<Vec<u8>, WorkError> {
        self.open.run_shard(shard, stage, context)
    }

    fn absorb(&self, shard: u64, partial: &[u8]) -> Result<Absorbed, AbsorbError> {
        let absorbed = self.open.absorb(shard, partial)?;
        if absorbed == Absorbed::New {
            self.publish();
        }
        Ok(absorbed)
    }

    fn merged_to_store(&self) -> Option<(Range<u64>, Vec<u8>)> {
        self.open.merged_to_store()
    }

    fn restore(&self, shards: Range<u64>, merged: &[u8]) -> Result<(), AbsorbError> {
        self.open.restore(shards, merged)
    }

    fn has(&self, shard: u64) -> bool {
        self.open.has(shard)
    }

    fn prefix(&self) -> u64 {
        self.open.prefix()
    }

    fn absorbed(&self) -> u64 {
        self.open.absorbed()
    }

    fn is_complete(&self) -> bool {
        self.open.is_complete()
    }

    fn may_begin(&self) -> u64 {
        self.open.may_begin()
    }

    fn stage(&self) -> Arc<[u8]> {
        self.open.stage()
    }

    fn conclude(&self, observer: &dyn Observer) -> Result<Conclusion, ConcludeError> {
        self.open.conclude(observer)
    }

    fn conclude_so_far(&self, observer: &dyn Observer) -> Option<Conclusion> {
        self.open.conclude_so_far(observer)
    }
}
