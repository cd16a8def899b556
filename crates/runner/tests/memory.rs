//! Runs with short memory: refused before they begin, or stopped and later resumed.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use quadrille_memory::{Need, Shortage};
use quadrille_runner::progress::{Observer, Stopped};
use quadrille_runner::{
    Conclusion, Ending, Experiment, Identity, Report, RunDirectory, RunError, ShardContext, WorkError, open,
    run,
};

/// An experiment that adds the numbers of its shards.
#[derive(Clone, Default)]
struct Count {
    /// The need that it states.
    need: u64,
    /// Whether shard 5 fails to allocate.
    short_shard: Arc<AtomicBool>,
    /// Whether merging shard 5 fails to allocate.
    short_merge: Arc<AtomicBool>,
    /// Whether the conclusion fails to allocate.
    short_end: Arc<AtomicBool>,
}

fn refuse(short: &AtomicBool) -> Result<(), Shortage> {
    if short.load(Ordering::Relaxed) { Err(Shortage::of(1 << 60)) } else { Ok(()) }
}

impl Experiment for Count {
    type Partial = Vec<u64>;
    type Stage = ();

    fn stage(&self, _: Option<&Vec<u64>>) {}

    fn shards(&self) -> u64 {
        8
    }

    fn memory(&self, workers: usize) -> Need {
        Need::working(self.need.saturating_mul(workers as u64))
    }

    fn run_shard(&self, shard: u64, (): &(), _: &ShardContext<'_>) -> Result<Vec<u64>, WorkError> {
        if shard == 5 {
            refuse(&self.short_shard)?;
        }
        Ok(vec![shard])
    }

    fn reserve(&self, _: &mut Vec<u64>, next: &Vec<u64>) -> Result<(), Shortage> {
        if next[0] == 5 { refuse(&self.short_merge) } else { Ok(()) }
    }

    fn merge(&self, prefix: &mut Vec<u64>, next: Vec<u64>) {
        prefix.extend(next);
    }

    fn conclude(&self, whole: &Vec<u64>, _: &dyn Observer) -> Result<Conclusion, Stopped> {
        refuse(&self.short_end)?;
        let sum = serde_json::json!({ "sum": whole.iter().sum::<u64>() });
        Ok(Conclusion::new(&sum, Report::default()))
    }
}

fn identity() -> Identity {
    Identity::new("test", "", &[], 7, 1)
}

#[test]
fn a_need_beyond_the_machine_is_refused_before_a_shard() {
    let count = Count { need: 1 << 60, ..Count::default() };
    let error = run(open(count), &identity(), None, 2, &()).unwrap_err();
    if quadrille_memory::available().is_some() {
        assert!(matches!(error, RunError::Memory(_)), "{error}");
        assert!(
            error.to_string().contains("of memory are required; ") && error.to_string().contains("available"),
            "{error}"
        );
    }
}

/// Each shortage stops the run like a cancellation; finished shards are kept, and the run can be
/// resumed.
#[test]
fn a_shortage_on_the_way_stops_a_run_that_can_be_resumed() {
    type Part = fn(&Count) -> &Arc<AtomicBool>;
    // A shard is stored before it is merged: shard 5 may be the last of eight that are taken.
    let parts: [(Part, u64); 3] =
        [(|count| &count.short_shard, 7), (|count| &count.short_merge, 8), (|count| &count.short_end, 8)];
    for (part, most) in parts {
        let folder = tempfile::tempdir().unwrap();
        let directory = RunDirectory::new(folder.path());
        let count = Count::default();
        part(&count).store(true, Ordering::Relaxed);
        let mut store = directory.open().unwrap();
        store.begin(&identity(), 0, "{}").unwrap();
        match run(open(count.clone()), &identity(), Some(&mut store), 2, &()).unwrap() {
            Ending::Stopped { finished, shortage: Some(shortage), .. } => {
                assert!(finished <= most && shortage.needed == Some(1 << 60), "{finished}");
            }
            other => panic!("{other:?}"),
        }
        drop(store);
        part(&count).store(false, Ordering::Relaxed);
        let mut store = directory.open().unwrap();
        store.begin(&identity(), 1, "{}").unwrap();
        match run(open(count), &identity(), Some(&mut store), 2, &()).unwrap() {
            Ending::Complete { conclusion, shards: 8 } => assert_eq!(conclusion.result["sum"], 28),
            other => panic!("{other:?}"),
        }
    }
}
