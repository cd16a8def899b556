//! The runner compared with the oracle: one shard after the other, merged in order.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use proptest::prelude::*;
use quadrille_memory::Need;
use quadrille_runner::executor::{CallingThread, ShardExecutor as _, TaskOutcome};
use quadrille_runner::progress::{Observer, Progress, Stopped};
use quadrille_runner::threads::Pool;
use quadrille_runner::{
    Conclusion, Ending, Experiment, Identity, Report, ShardContext, Store, Task, WorkError, Worker, open,
    run, run_in,
};
use serde::{Deserialize, Serialize};

/// Sums of floating-point numbers, whose bytes depend on the order of merging.
#[derive(Clone)]
struct Sums {
    seed: u64,
    shards: u64,
    /// The stop rule: sufficient once the sum of a prefix exceeds this.
    enough: f64,
    /// The duration of each shard in microseconds, for various orders of completion.
    delays: Vec<u64>,
    /// Number of shards after which `stop` is set.
    stop_after: u64,
    stop: Arc<AtomicBool>,
    ran: Arc<AtomicU64>,
    /// The prefixes seen by the stop rule.
    shown: Arc<Mutex<Vec<u64>>>,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
struct Sum {
    value: f64,
    shards: u64,
}

impl Sums {
    fn new(seed: u64, shards: u64, enough: f64) -> Self {
        Self {
            seed,
            shards,
            enough,
            delays: Vec::new(),
            stop_after: u64::MAX,
            stop: Arc::default(),
            ran: Arc::default(),
            shown: Arc::default(),
        }
    }

    fn shard_sum(&self, shard: u64) -> f64 {
        (0..100).map(|number| (draw(self.seed, 100 * shard + number) >> 11) as f64 * 1e-13).sum()
    }
}

impl Experiment for Sums {
    type Partial = Sum;
    type Stage = ();

    fn stage(&self, _: Option<&Sum>) {}

    fn memory(&self, _: usize) -> Need {
        Need::NONE
    }

    fn shards(&self) -> u64 {
        self.shards
    }

    fn run_shard(&self, shard: u64, (): &(), context: &ShardContext<'_>) -> Result<Sum, WorkError> {
        context.report(0)?;
        if let Some(&delay) = self.delays.get(shard as usize) {
            std::thread::sleep(Duration::from_micros(delay));
        }
        if self.ran.fetch_add(1, Ordering::Relaxed) + 1 >= self.stop_after {
            self.stop.store(true, Ordering::Relaxed);
        }
        Ok(Sum { value: self.shard_sum(shard), shards: 1 })
    }

    fn merge(&self, prefix: &mut Sum, next: Sum) {
        prefix.value += next.value;
        prefix.shards += next.shards;
    }

    fn has_stop_rule(&self) -> bool {
        self.enough.is_finite()
    }

    fn is_enough(&self, prefix: &Sum) -> bool {
        self.shown.lock().unwrap().push(prefix.shards);
        prefix.value > self.enough
    }

    fn conclude(&self, whole: &Sum, _: &dyn Observer) -> Result<Conclusion, Stopped> {
        Ok(Conclusion::new(whole, Report::default()))
    }

    fn conclude_so_far(&self, prefix: &Sum, observer: &dyn Observer) -> Option<Conclusion> {
        self.conclude(prefix, observer).ok()
    }
}

/// Returns a number for every item of every seed (the mixing function of `SplitMix64`).
fn draw(seed: u64, item: u64) -> u64 {
    let mut bits = seed.wrapping_add(item.wrapping_add(1).wrapping_mul(0x9E37_79B9_7F4A_7C15));
    bits = (bits ^ (bits >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    bits = (bits ^ (bits >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    bits ^ (bits >> 31)
}

/// Returns the oracle's result: no threads, no store, no clock.
fn plainly(experiment: &Sums) -> Sum {
    let mut prefix: Option<Sum> = None;
    for number in 0..experiment.shards {
        let value = experiment.shard_sum(number);
        let merged = match prefix {
            None => Sum { value, shards: 1 },
            Some(sum) => Sum { value: sum.value + value, shards: sum.shards + 1 },
        };
        let enough = merged.value > experiment.enough;
        prefix = Some(merged);
        if enough {
            break;
        }
    }
    prefix.unwrap()
}

/// Runs the experiment with this number of threads; 0 for the calling thread.
fn run_on(experiment: &Sums, threads: usize, store: Option<&mut Store>) -> Ending {
    let identity = Identity::new("test", "", &[], experiment.seed, 1);
    let stop = Arc::clone(&experiment.stop);
    let observer = move |_: &Progress| {
        if stop.load(Ordering::Relaxed) { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    };
    let job = open(experiment.clone());
    match threads {
        0 => run_in(job, &identity, store, &Pool::calling_thread(), &observer).unwrap(),
        _ => run(job, &identity, store, threads, &observer).unwrap(),
    }
}

fn sum(conclusion: &Conclusion) -> Sum {
    serde_json::from_value(conclusion.result.clone().into()).unwrap()
}

fn whole(ending: Ending) -> Sum {
    match ending {
        Ending::Complete { conclusion, shards } => {
            let whole = sum(&conclusion);
            assert_eq!(whole.shards, shards);
            whole
        }
        Ending::Stopped { finished, shards, .. } => panic!("stopped after {finished} of {shards:?}"),
    }
}

#[test]
fn threads_leave_no_trace() {
    for (seed, enough) in [(1, f64::INFINITY), (2, 400.0), (3, 0.0)] {
        let expected = plainly(&Sums::new(seed, 40, enough));
        for threads in [0, 1, 2, 3, 7] {
            assert_eq!(
                whole(run_on(&Sums::new(seed, 40, enough), threads, None)),
                expected,
                "{threads} threads"
            );
        }
    }
}

/// A job that could finish before a thread is started, except for its observer.
struct Brief;

impl Experiment for Brief {
    type Partial = u64;
    type Stage = ();

    fn memory(&self, _: usize) -> Need {
        Need::NONE
    }

    fn shards(&self) -> u64 {
        5
    }

    fn is_brief(&self) -> bool {
        true
    }

    fn run_shard(&self, shard: u64, (): &(), context: &ShardContext<'_>) -> Result<u64, WorkError> {
        context.report(0)?;
        Ok(shard)
    }

    fn stage(&self, _: Option<&u64>) {}

    fn merge(&self, prefix: &mut u64, next: u64) {
        *prefix += next;
    }

    fn conclude(&self, whole: &u64, _: &dyn Observer) -> Result<Conclusion, Stopped> {
        Ok(Conclusion::new(&serde_json::json!({ "sum": whole }), Report::default()))
    }
}

#[test]
fn a_brief_job_hears_stop_whenever_it_is_said() {
    let identity = Identity::new("brief", "", &[], 0, 1);
    let asked_in_all = AtomicU64::new(0);
    let count = |_: &Progress| {
        asked_in_all.fetch_add(1, Ordering::Relaxed);
        ControlFlow::Continue(())
    };
    let ending = run(open(Brief), &identity, None, 2, &count).unwrap();
    assert!(matches!(ending, Ending::Complete { shards: 5, .. }));
    let all = asked_in_all.into_inner();
    assert!(all > 5);
    for patience in 0..all {
        let asked = AtomicU64::new(0);
        let observer = |_: &Progress| {
            let goes_on = asked.fetch_add(1, Ordering::Relaxed) < patience;
            if goes_on { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        };
        match run(open(Brief), &identity, None, 2, &observer).unwrap() {
            Ending::Stopped { finished, .. } => assert!(finished <= 5, "{patience}"),
            // Cancelled after all shards were done.
            Ending::Complete { .. } => assert!(patience + 2 >= all, "{patience} of {all}"),
        }
    }
}

#[test]
fn a_different_seed_gives_a_different_result() {
    let sum = |seed| whole(run_on(&Sums::new(seed, 5, f64::INFINITY), 2, None)).value;
    assert_ne!(sum(1).to_bits(), sum(2).to_bits());
}

#[test]
fn the_stop_rule_sees_complete_prefixes_one_by_one() {
    let mut experiment = Sums::new(9, 30, 600.0);
    // The first shard finishes last: all others are pending beyond the prefix.
    experiment.delays = vec![30_000];
    let sum = whole(run_on(&experiment, 3, None));
    assert!(sum.shards < 30, "the stop rule must end the run early for this test to be meaningful");
    assert_eq!(*experiment.shown.lock().unwrap(), (1..=sum.shards).collect::<Vec<_>>());
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    /// For any order of completion, number of threads and repeated cancellation, the bytes are the
    /// oracle's.
    #[test]
    fn interruptions_and_finishing_orders_leave_no_trace(
        seed: u64,
        shards in 1u64..24,
        enough in prop_oneof![Just(f64::INFINITY), 0.0..900.0],
        delays in prop::collection::vec(0u64..400, 24),
        threads in prop::sample::select(vec![0, 1, 2, 3, 7]),
        stops in prop::collection::vec(1u64..8, 0..6),
    ) {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("run.sqlite");
        let identity = Identity::new("test", "", &[], seed, 1);
        let expected = plainly(&Sums::new(seed, shards, enough));
        let mut finished_before = 0;
        for stop_after in stops {
            let mut store = Store::open(&file).unwrap();
            store.begin(&identity, 0, "{}").unwrap();
            let experiment = Sums { stop_after, delays: delays.clone(), ..Sums::new(seed, shards, enough) };
            match run_on(&experiment, threads, Some(&mut store)) {
                Ending::Complete { conclusion, .. } => prop_assert_eq!(&sum(&conclusion), &expected),
                Ending::Stopped { finished, so_far, .. } => {
                    // The partial result is that of the prefix, merged in order.
                    if let Some(so_far) = so_far {
                        let so_far = sum(&so_far);
                        prop_assert!(so_far.shards <= finished);
                        let few = Sums::new(seed, so_far.shards, f64::INFINITY);
                        prop_assert_eq!(plainly(&few), so_far);
                    }
                    prop_assert!(finished >= finished_before, "shards were lost");
                    prop_assert_eq!(store.saved().unwrap(), finished);
                    finished_before = finished;
                }
            }
        }
        let mut store = Store::open(&file).unwrap();
        store.begin(&identity, 0, "{}").unwrap();
        let last = Sums { delays, ..Sums::new(seed, shards, enough) };
        prop_assert_eq!(&whole(run_on(&last, threads, Some(&mut store))), &expected);
        prop_assert!(last.ran.load(Ordering::Relaxed) + finished_before <= shards, "a stored shard was run again");
    }
}

/// A shard that saves a snapshot before it reports progress.
struct Kept;

impl Experiment for Kept {
    type Partial = u64;
    type Stage = ();

    fn memory(&self, _: usize) -> Need {
        Need::NONE
    }

    fn shards(&self) -> u64 {
        1
    }

    fn run_shard(&self, _: u64, (): &(), context: &ShardContext<'_>) -> Result<u64, WorkError> {
        context.keep_snapshot(|| 7u64);
        context.report(0)?;
        Ok(1)
    }

    fn stage(&self, _: Option<&u64>) {}

    fn merge(&self, _: &mut u64, _: u64) {}

    fn conclude(&self, whole: &u64, _: &dyn Observer) -> Result<Conclusion, Stopped> {
        Ok(Conclusion::new(&serde_json::json!({ "units": whole }), Report::default()))
    }
}

/// On the calling thread, a snapshot is returned before the end of its shard, unless the shard has
/// finished.
#[test]
fn the_calling_thread_keeps_the_snapshots_of_shards_that_are_stopped() {
    let identity = Identity::new("kept", "", &[], 0, 1);
    let worker = Worker::new(open(Kept), identity, 1, &()).unwrap().snapshots_every(Duration::ZERO);
    let task = || Task { shard: 0, stage: worker.job().stage(), snapshot: None };
    let break_off = |_: &Progress| ControlFlow::Break(());
    let mut stopped = CallingThread::new(&worker, &break_off);
    stopped.submit(task()).unwrap();
    let mut next = || stopped.next_event(Duration::ZERO).unwrap();
    assert!(matches!(next(), Some(TaskOutcome::Snapshot { shard: 0, .. })));
    assert_eq!((next(), next()), (Some(TaskOutcome::Lost { shard: 0 }), None));
    let mut finished = CallingThread::new(&worker, &());
    finished.submit(task()).unwrap();
    assert!(matches!(finished.next_event(Duration::ZERO), Ok(Some(TaskOutcome::Finished { .. }))));
    assert_eq!(finished.next_event(Duration::ZERO), Ok(None));
}
