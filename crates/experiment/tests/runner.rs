//! The runner against the plain way of doing it: one shard after the other, merged as they come.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use proptest::prelude::*;
use quadrille_experiment::runner::{Conditions, Ending};
use quadrille_experiment::{Conclusion, Experiment, Identity, Report, Shard, Stopped, Store, Watch, run};
use serde::{Deserialize, Serialize};

/// Sums of floating numbers: merged in any other order than the shards', they would end in other bytes.
struct Sums {
    shards: u64,
    /// Enough once the sum of a prefix exceeds this.
    enough: f64,
    /// How long a shard takes, in microseconds, by its number: finishing orders of every kind.
    delays: Vec<u64>,
    /// Set as soon as so many shards have been run.
    stop_after: u64,
    stop: Arc<AtomicBool>,
    ran: AtomicU64,
    /// The prefixes that the stop rule was shown.
    shown: Mutex<Vec<u64>>,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
struct Sum {
    value: f64,
    shards: u64,
}

impl Sums {
    fn new(shards: u64, enough: f64) -> Self {
        Self {
            shards,
            enough,
            delays: Vec::new(),
            stop_after: u64::MAX,
            stop: Arc::default(),
            ran: AtomicU64::new(0),
            shown: Mutex::default(),
        }
    }

    fn shard_sum(shard: Shard) -> f64 {
        let mut rng = shard.stream.rng();
        (0..100).map(|_| (rng.next_u64() >> 11) as f64 * 1e-13).sum()
    }
}

impl Experiment for Sums {
    type Partial = Sum;

    fn shards(&self) -> u64 {
        self.shards
    }

    fn run_shard(&self, shard: Shard, watch: &Watch<'_>) -> Result<Sum, Stopped> {
        watch.go_on()?;
        if let Some(&delay) = self.delays.get(shard.number as usize) {
            std::thread::sleep(Duration::from_micros(delay));
        }
        if self.ran.fetch_add(1, Ordering::Relaxed) + 1 >= self.stop_after {
            self.stop.store(true, Ordering::Relaxed);
        }
        Ok(Sum { value: Self::shard_sum(shard), shards: 1 })
    }

    fn merge(&self, prefix: &mut Sum, next: Sum) {
        prefix.value += next.value;
        prefix.shards += next.shards;
    }

    fn is_enough(&self, prefix: &Sum) -> bool {
        self.shown.lock().unwrap().push(prefix.shards);
        prefix.value > self.enough
    }

    fn conclude(&self, _: &Sum) -> Conclusion {
        let report = Report { title: String::new(), lead: String::new(), metrics: vec![], sections: vec![] };
        Conclusion::new(&serde_json::Map::new(), report)
    }
}

/// The oracle: no threads, no store, no clock.
fn plainly(experiment: &Sums, seed: u64) -> Sum {
    let mut prefix: Option<Sum> = None;
    for number in 0..experiment.shards {
        let shard = Shard { number, stream: quadrille_random::StreamKey::new(seed, number) };
        let value = Sums::shard_sum(shard);
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

fn run_on(experiment: &mut Sums, seed: u64, threads: usize, store: Option<&mut Store>) -> Ending<Sum> {
    let stop = Arc::clone(&experiment.stop);
    run(experiment, store, Conditions { seed, threads, stop: &stop, progress: &mut |_| {} }).unwrap()
}

fn whole(ending: Ending<Sum>) -> Sum {
    match ending {
        Ending::Complete { whole, shards } => {
            assert_eq!(whole.shards, shards);
            whole
        }
        Ending::Stopped { finished, shards } => panic!("stopped after {finished} of {shards:?}"),
    }
}

#[test]
fn threads_leave_no_trace() {
    for (seed, enough) in [(1, f64::INFINITY), (2, 400.0), (3, 0.0)] {
        let expected = plainly(&Sums::new(40, enough), seed);
        for threads in [1, 2, 3, 7] {
            assert_eq!(
                whole(run_on(&mut Sums::new(40, enough), seed, threads, None)),
                expected,
                "{threads} threads"
            );
        }
    }
}

#[test]
fn a_different_seed_gives_a_different_result() {
    let sum = |seed| whole(run_on(&mut Sums::new(5, f64::INFINITY), seed, 2, None)).value;
    assert_ne!(sum(1).to_bits(), sum(2).to_bits());
}

#[test]
fn the_stop_rule_sees_complete_prefixes_one_by_one() {
    let mut experiment = Sums::new(30, 600.0);
    // The first shard is the last to finish: everything else waits beyond the prefix.
    experiment.delays = vec![30_000];
    let sum = whole(run_on(&mut experiment, 9, 3, None));
    assert!(sum.shards < 30, "the rule must bite for this test to mean anything");
    assert_eq!(*experiment.shown.lock().unwrap(), (1..=sum.shards).collect::<Vec<_>>());
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    /// Any finishing order, any number of threads, stopped again and again: the oracle's bytes.
    #[test]
    fn interruptions_and_finishing_orders_leave_no_trace(
        seed: u64,
        shards in 1u64..24,
        enough in prop_oneof![Just(f64::INFINITY), 0.0..900.0],
        delays in prop::collection::vec(0u64..400, 24),
        threads in prop::sample::select(vec![1, 2, 3, 7]),
        stops in prop::collection::vec(1u64..8, 0..6),
    ) {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("run.sqlite");
        let identity = Identity::new("test", "", &[], seed, "0");
        let expected = plainly(&Sums::new(shards, enough), seed);
        let mut finished_before = 0;
        for stop_after in stops {
            let mut store = Store::open(&file).unwrap();
            store.begin(&identity, 0, "{}").unwrap();
            let mut experiment = Sums { stop_after, delays: delays.clone(), ..Sums::new(shards, enough) };
            match run_on(&mut experiment, seed, threads, Some(&mut store)) {
                Ending::Complete { whole, .. } => prop_assert_eq!(&whole, &expected),
                Ending::Stopped { finished, .. } => {
                    prop_assert!(finished >= finished_before, "shards were lost");
                    prop_assert_eq!(store.kept().unwrap(), finished);
                    finished_before = finished;
                }
            }
        }
        let mut store = Store::open(&file).unwrap();
        store.begin(&identity, 0, "{}").unwrap();
        let mut last = Sums { delays, ..Sums::new(shards, enough) };
        prop_assert_eq!(&whole(run_on(&mut last, seed, threads, Some(&mut store))), &expected);
        prop_assert!(last.ran.load(Ordering::Relaxed) + finished_before <= shards, "a stored shard was run again");
    }
}
