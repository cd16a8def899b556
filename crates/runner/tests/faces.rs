//! Coordinator and workers: the result has the same bytes for any fate of the partials.

use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use proptest::prelude::*;
use quadrille_memory::Need;
use quadrille_runner::progress::{Observer, Stopped};
use quadrille_runner::sealed::SealError;
use quadrille_runner::{
    AbsorbError, Absorbed, Conclusion, Coordinator, Experiment, Identity, OpenJob, Report, ShardContext,
    Store, TakeError, Task, WorkError, Worker, open,
};

/// A chain of stages, whose shards depend on the stage and whose merge is not commutative.
#[derive(Clone)]
struct Chain {
    seed: u64,
    shards: u64,
    stage: u64,
    enough: Option<u64>,
}

impl Experiment for Chain {
    type Partial = Vec<u64>;
    type Stage = u64;

    fn memory(&self, _: usize) -> Need {
        Need::NONE
    }

    fn shards(&self) -> u64 {
        self.shards
    }

    fn stage_end(&self, shard: u64) -> u64 {
        (shard / self.stage + 1) * self.stage
    }

    fn stage(&self, prefix: Option<&Vec<u64>>) -> u64 {
        prefix.map_or(self.seed, |prefix| prefix.iter().fold(1, |a, b| a ^ b.rotate_left(9)))
    }

    fn run_shard(&self, shard: u64, stage: &u64, _: &ShardContext<'_>) -> Result<Vec<u64>, WorkError> {
        Ok(vec![(stage ^ shard).wrapping_mul(0x9E37_79B9_7F4A_7C15)])
    }

    fn merge(&self, prefix: &mut Vec<u64>, next: Vec<u64>) {
        prefix.extend(next);
    }

    fn has_stop_rule(&self) -> bool {
        self.enough.is_some()
    }

    fn is_enough(&self, prefix: &Vec<u64>) -> bool {
        self.enough == Some(prefix.len() as u64)
    }

    fn conclude(&self, whole: &Vec<u64>, _: &dyn Observer) -> Result<Conclusion, Stopped> {
        Ok(Conclusion::new(&serde_json::json!({ "whole": whole }), Report::default()))
    }
}

impl Chain {
    /// Returns the oracle's result: the shards are run one after the other.
    fn plainly(&self) -> Vec<u64> {
        let (mut whole, mut stage) = (Vec::new(), self.stage(None));
        for shard in 0..self.shards {
            if shard > 0 && shard % self.stage == 0 {
                stage = self.stage(Some(&whole));
            }
            whole.push((stage ^ shard).wrapping_mul(0x9E37_79B9_7F4A_7C15));
            if self.is_enough(&whole) {
                break;
            }
        }
        whole
    }
}

fn identity(seed: u64) -> Identity {
    Identity::new("test", "", &[], seed, 1)
}

fn whole(conclusion: &Conclusion) -> Vec<u64> {
    serde_json::from_value(conclusion.result["whole"].clone()).unwrap()
}

fn worker(chain: &Chain) -> Worker {
    Worker::new(open(chain.clone()), identity(chain.seed), 1, &()).unwrap()
}

fn prepared(chain: &Chain) -> Box<dyn OpenJob> {
    let mut job = open(chain.clone());
    job.prepare(1, &()).unwrap();
    job
}

/// The fate of a partial that is taken once and immediately.
const ORDINARY: u8 = 9;

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    /// Partials are taken in any order, twice, never, or late, and the coordinator is killed in
    /// between.
    #[test]
    fn shuffled_doubled_lost_and_late_partials_leave_no_trace(
        seed: u64,
        shards in 1u64..40,
        stage in 1u64..50,
        enough in prop::option::of(1u64..40),
        fates in prop::collection::vec((any::<prop::sample::Index>(), 0..10u8), 1..300),
    ) {
        let chain = Chain { seed, shards, stage, enough };
        let expected = chain.plainly();
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("run.sqlite");
        let (worker, identity) = (worker(&chain), identity(seed));
        // Every round of fates contains an ordinary one, because a run that loses all partials
        // would never end.
        let last = (fates[0].0, ORDINARY);
        let mut fates = fates.into_iter().chain([last]).cycle();
        let mut late: Vec<Vec<u8>> = Vec::new();
        'sessions: loop {
            let mut store = Store::open(&file).unwrap();
            store.begin(&identity, 0, "{}").unwrap();
            let job = prepared(&chain);
            let mut coordinator = Coordinator::new(&*job, &identity, Some(&mut store)).unwrap();
            let mut asked: Vec<Task> = Vec::new();
            while !coordinator.is_complete() {
                asked.extend(coordinator.round_of_tasks());
                prop_assert!(!asked.is_empty(), "no shard is available");
                let (which, fate) = fates.next().unwrap();
                let task = asked.swap_remove(which.index(asked.len()));
                let partial = worker.run(&task, &(), &|_| ()).unwrap();
                match fate {
                    0 => {
                        coordinator.requeue(task.shard); // lost
                        continue;
                    }
                    1 => {
                        coordinator.requeue(task.shard);
                        late.push(partial);
                        continue;
                    }
                    2 => drop(coordinator.take(&partial).unwrap()), // doubled
                    3 => {
                        for partial in late.drain(..) {
                            coordinator.take(&partial).unwrap();
                        }
                    }
                    4 => continue 'sessions, // killed, with this shard lost
                    _ => {}
                }
                coordinator.take(&partial).unwrap();
            }
            prop_assert_eq!(whole(&coordinator.conclude(&()).unwrap()), &expected[..]);
            // Partials taken after the end have no effect.
            for partial in late {
                prop_assert_ne!(coordinator.take(&partial).unwrap(), Absorbed::New);
            }
            prop_assert_eq!(whole(&coordinator.conclude(&()).unwrap()), expected);
            break;
        }
    }
}

#[test]
fn strangers_are_refused() {
    let chain = Chain { seed: 1, shards: 8, stage: 4, enough: None };
    let (worker, identity) = (worker(&chain), identity(1));
    let job = prepared(&chain);
    let mut coordinator = Coordinator::new(&*job, &identity, None).unwrap();
    let task = coordinator.next_task().unwrap();

    let other = Worker::new(open(Chain { seed: 2, ..chain.clone() }), self::identity(2), 1, &()).unwrap();
    let stranger = other.run(&task, &(), &|_| ()).unwrap();
    assert!(matches!(coordinator.take(&stranger), Err(TakeError::Seal(SealError::OtherExperiment))));
    assert!(matches!(coordinator.take(b"hello"), Err(TakeError::Seal(SealError::Foreign))));

    let elsewhere = Task { stage: vec![5].into(), ..task.clone() };
    let partial = worker.run(&elsewhere, &(), &|_| ()).unwrap();
    assert!(matches!(coordinator.take(&partial), Err(TakeError::OtherStage { shard: 0 })));

    let beyond = Task { shard: 8, ..task.clone() };
    assert!(matches!(worker.run(&beyond, &(), &|_| ()), Err(WorkError::Failed(_))));
    assert_eq!(job.absorb(8, &[]), Err(AbsorbError::NoShard { shard: 8, shards: 8 }));
    assert!(matches!(job.absorb(0, &[0xff; 3]), Err(AbsorbError::Unreadable { shard: 0, .. })));
    assert!(job.conclude(&()).is_err(), "no shard was taken");

    let own = worker.run(&task, &(), &|_| ()).unwrap();
    assert_eq!(coordinator.take(&own).unwrap(), Absorbed::New);
    assert_eq!(coordinator.take(&own).unwrap(), Absorbed::Known);
}

#[test]
fn a_stop_rule_keeps_shards_near_the_prefix() {
    let chain = Chain { seed: 1, shards: 100_000, stage: 1_000_000, enough: Some(90_000) };
    let job = prepared(&chain);
    let identity = identity(1);
    let mut coordinator = Coordinator::new(&*job, &identity, None).unwrap();
    assert!(coordinator.round_of_tasks().len() < 100);
    let free = prepared(&Chain { enough: None, ..chain });
    assert_eq!(Coordinator::new(&*free, &identity, None).unwrap().round_of_tasks().len(), 100_000);
}

/// A single long shard that counts, and saves snapshots.
struct Counter {
    counted: &'static AtomicU64,
}

impl Experiment for Counter {
    type Partial = u64;
    type Stage = ();

    fn memory(&self, _: usize) -> Need {
        Need::NONE
    }

    fn shards(&self) -> u64 {
        1
    }

    fn stage(&self, _: Option<&u64>) {}

    fn run_shard(&self, _: u64, (): &(), context: &ShardContext<'_>) -> Result<u64, WorkError> {
        for count in context.snapshot::<u64>().unwrap_or(0)..100 {
            context.keep_snapshot(|| count);
            context.report(count)?;
            self.counted.fetch_add(1, Ordering::Relaxed);
        }
        Ok(100)
    }

    fn merge(&self, prefix: &mut u64, next: u64) {
        *prefix += next;
    }

    fn conclude(&self, whole: &u64, _: &dyn Observer) -> Result<Conclusion, Stopped> {
        Ok(Conclusion::new(&serde_json::json!({ "whole": [whole] }), Report::default()))
    }
}

#[test]
fn a_killed_shard_goes_on_from_its_snapshot() {
    static COUNTED: AtomicU64 = AtomicU64::new(0);
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("run.sqlite");
    let identity = identity(1);
    let open = || open(Counter { counted: &COUNTED });
    let worker = Worker::new(open(), identity.clone(), 1, &()).unwrap().snapshots_every(Duration::ZERO);
    let mut job = open();
    job.prepare(1, &()).unwrap();
    let session = |job: &dyn OpenJob, stop_at: u64| {
        let mut store = Store::open(&file).unwrap();
        store.begin(&identity, 0, "{}").unwrap();
        let mut coordinator = Coordinator::new(job, &identity, Some(&mut store)).unwrap();
        let task = coordinator.next_task().unwrap();
        let snapshots = Mutex::new(Vec::new());
        let observer = |progress: &quadrille_runner::progress::Progress| {
            if progress.done == stop_at {
                std::ops::ControlFlow::Break(())
            } else {
                std::ops::ControlFlow::Continue(())
            }
        };
        let outcome = worker.run(&task, &observer, &|sealed| snapshots.lock().unwrap().push(sealed));
        for snapshot in snapshots.into_inner().unwrap() {
            assert_eq!(coordinator.take(&snapshot).unwrap(), Absorbed::New);
        }
        outcome.map(|partial| {
            coordinator.take(&partial).unwrap();
            whole(&coordinator.conclude(&()).unwrap())
        })
    };
    assert_eq!(session(&*job, 40), Err(WorkError::Cancelled));
    assert_eq!(session(&*job, 70), Err(WorkError::Cancelled));
    assert_eq!(session(&*job, 1000), Ok(vec![100]));
    assert_eq!(COUNTED.load(Ordering::Relaxed), 100, "nothing was counted twice");
    let mut store = Store::open(&file).unwrap();
    store.expect_shards(1).unwrap();
    store.each_snapshot(|_, _| panic!("the snapshot of a finished shard is left")).unwrap();
}

/// An experiment whose shard fails.
struct Impossible;

impl Experiment for Impossible {
    type Partial = ();
    type Stage = ();

    fn memory(&self, _: usize) -> Need {
        Need::NONE
    }

    fn shards(&self) -> u64 {
        3
    }

    fn stage(&self, _: Option<&()>) {}

    fn run_shard(&self, shard: u64, (): &(), _: &ShardContext<'_>) -> Result<(), WorkError> {
        if shard == 1 { Err(WorkError::failed("memory is short")) } else { Ok(()) }
    }

    fn merge(&self, (): &mut (), (): ()) {}

    fn conclude(&self, (): &(), _: &dyn Observer) -> Result<Conclusion, Stopped> {
        Ok(Conclusion::new(&serde_json::json!({}), Report::default()))
    }
}

#[test]
fn a_shard_that_fails_says_why() {
    for threads in [1, 3] {
        let error = quadrille_runner::run(open(Impossible), &identity(1), None, threads, &()).unwrap_err();
        assert_eq!(error.to_string(), "shard 1 cannot be finished: memory is short");
    }
}
