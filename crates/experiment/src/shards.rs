//! What an experiment is: a pure function of a shard's number, and an exact merge.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use quadrille_random::StreamKey;
use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::Conclusion;

/// A long job, cut into shards.
///
/// The laws that the [runner](crate::run) relies on:
///
/// * [`run_shard`](Self::run_shard) depends on the shard's number and its random stream alone;
/// * [`merge`](Self::merge) is exact and associative: whole numbers, or floating sums that are only ever added in
///   shard order (the runner never merges in any other order);
/// * [`is_enough`](Self::is_enough) sees only complete prefixes of the shards, 0 to k, merged in order;
/// * where there are stages, a shard depends on the prefix that its stage was entered with too.
///
/// Then the result is the same for any number of threads, interrupted or not.
pub trait Experiment: Send + Sync {
    /// What one shard finds; stored in the checkpoint file as `postcard` bytes.
    type Partial: Serialize + DeserializeOwned + Send;

    /// Does what must be done before the shards are known: an opening move, a table. Pure, like a shard; done again by
    /// every session. The other methods are called only afterwards.
    ///
    /// # Errors
    /// The watch said stop, or it cannot be done.
    fn prepare(&mut self, _watch: &Watch<'_>) -> Result<(), Unready> {
        Ok(())
    }

    /// How many shards there are, at least 1; a stop rule may end the run before the last.
    fn shards(&self) -> u64;

    /// How much work a shard is, in [units](Self::work_unit); for the progress bar alone.
    fn work(&self, _shard: u64) -> u64 {
        1
    }

    /// What the progress bar counts: `secrets`, `games`, `fights`.
    fn work_unit(&self) -> &'static str {
        "shards"
    }

    /// The end of the stage that `shard` belongs to: the number of the first shard of the next stage, or that of all
    /// shards. All shards are one stage unless this says otherwise.
    ///
    /// No shard of a stage is begun before all shards of those before are merged and the stage is entered.
    fn stage_end(&self, _shard: u64) -> u64 {
        self.shards()
    }

    /// Takes note of what the shards of its stage need to know of all shards before them.
    ///
    /// Called once for each stage but the first, in order, by every session anew: also for stages whose shards are all in the
    /// store. Not called once a prefix [is enough](Self::is_enough).
    fn enter_stage(&self, _prefix: &Self::Partial) {}

    /// Does one shard's work, looking up at the `watch` at least every tenth of a second.
    ///
    /// # Errors
    /// [`Stopped`] when the watch said so; nothing of the shard is kept.
    fn run_shard(&self, shard: Shard, watch: &Watch<'_>) -> Result<Self::Partial, Stopped>;

    /// Adds the next shard's partial to those before it.
    fn merge(&self, prefix: &mut Self::Partial, next: Self::Partial);

    /// Whether a complete prefix already answers the question.
    fn is_enough(&self, _prefix: &Self::Partial) -> bool {
        false
    }

    /// Whether all shards together can be what they claim to be: the partials come from a file, after all.
    ///
    /// # Errors
    /// What does not add up.
    fn verify(&self, _whole: &Self::Partial) -> Result<(), String> {
        Ok(())
    }

    /// What the finished experiment has to say.
    fn conclude(&self, whole: &Self::Partial) -> Conclusion;
}

/// One shard of a run: its number, and the key of its own random stream (seed of the run, number of the shard).
#[derive(Debug, Clone, Copy)]
pub struct Shard {
    /// The shard's number, counted from 0.
    pub number: u64,
    /// The key from which the shard draws; substreams of it are the shard's to use.
    pub stream: StreamKey,
}

/// The work was stopped before its end.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("stopped before the end")]
pub struct Stopped;

/// The experiment is not ready to be run.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Unready {
    /// The watch said stop.
    Stopped,
    /// It cannot be made ready, for this reason.
    Impossible(String),
}

impl From<Stopped> for Unready {
    fn from(_: Stopped) -> Self {
        Self::Stopped
    }
}

/// A shard's line to the outside: it says how far it is, and hears whether to go on.
#[derive(Debug)]
pub struct Watch<'a> {
    stops: [&'a AtomicBool; 2],
    /// Work done in all shards together.
    done: &'a AtomicU64,
    /// Work this shard has told of so far.
    told: AtomicU64,
}

impl<'a> Watch<'a> {
    /// A watch that asks to stop when either flag is set and adds progress to `done`.
    pub fn new(stops: [&'a AtomicBool; 2], done: &'a AtomicU64) -> Self {
        Self { stops, done, told: AtomicU64::new(0) }
    }

    /// Tells that `done` units of this shard are done by now, and hears whether to go on.
    ///
    /// May be called from several threads, in any order: the largest figure counts.
    pub fn report(&self, done: u64) -> ControlFlow<()> {
        let before = self.told.fetch_max(done, Ordering::Relaxed);
        self.done.fetch_add(done.saturating_sub(before), Ordering::Relaxed);
        if self.stops.iter().any(|stop| stop.load(Ordering::Relaxed)) {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        }
    }

    /// Hears whether to go on.
    ///
    /// # Errors
    /// [`Stopped`], for `?` in the middle of the work.
    pub fn go_on(&self) -> Result<(), Stopped> {
        match self.report(0) {
            ControlFlow::Continue(()) => Ok(()),
            ControlFlow::Break(()) => Err(Stopped),
        }
    }
}
